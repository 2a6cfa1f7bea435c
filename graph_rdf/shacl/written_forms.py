"""How the literals of each predicate were written, where the store of oxigraph holds them in another form.

See `data_view`, which mends answers by it, and `exact_jobs`, which mends queries by it.
"""

from __future__ import annotations

from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad

from graph_rdf.beside import Beside, on_threads
from graph_rdf.namespaces import RDF, XSD
from graph_rdf.shacl.beyond_store import predicates_beyond
from graph_rdf.shacl.store_select import select
from graph_rdf.shacl.stored_literals import (
    ExactPredicate,
    is_kept,
    may_be_rewritten,
    stored_forms,
    unique_forms,
)
from graph_rdf.shacl.written_terms import StoreChange, keep_apart, store_change
from graph_rdf.syntax.lexical_spaces import is_ill_typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from graph_rdf.dataset.embedded import EmbeddedDataset
    from graph_rdf.dataset.protocol import Term

_DEFAULT: Final = DefaultGraph()
IS_TYPED: Final = f"isLiteral(?o) && datatype(?o) NOT IN (<{XSD}string>, <{RDF}langString>)"
"""Whether ``?o`` is a literal of a datatype other than string and language-tagged string."""


class _Found(NamedTuple):
    """What a pass over the data found.

    Args:
        written: Predicate → its literals as written.
        seen: What `EmbeddedDataset.typed_literals` gave.
    """

    written: dict[NamedNode, set[Literal]]
    seen: set[Literal] | None


class WrittenForms:
    """The forms of the literals in the default graph, found out for the predicates that are asked for.

    Several threads may ask.

    Args:
        dataset: The data; it is only read.
        typed_literals: Counts the literals of a predicate that `IS_TYPED` holds of.
        is_large: Tells whether it is worth starting a process or threads.
    """

    def __init__(
        self,
        dataset: EmbeddedDataset,
        typed_literals: Callable[[NamedNode], int],
        is_large: Callable[[], bool],
    ) -> None:
        self._dataset = dataset
        self._store = dataset.store
        self._typed_literals = typed_literals
        self._is_large = is_large
        self._lock = RLock()
        self._known: set[NamedNode] = set()
        self._pass: Beside[_Found] | None = None
        self._seen_literals: set[Literal] | None = None
        self.exact: dict[NamedNode, ExactPredicate] = {}
        """Of the predicates of which two literals became one: the triples as written."""
        self.renamed: dict[NamedNode, dict[Term, Term]] = {}
        """Of the other predicates with a rewritten literal: stored → as written, where they differ."""
        self.stored: dict[NamedNode, dict[Term, Term]] = {}
        """Of the same predicates: literal as written → stored literal, for every literal."""
        self.pending: frozenset[NamedNode] = frozenset()
        """The predicates of which the pass over the data has still to tell; asking for one waits for it."""

    def close(self) -> None:
        """Stop what still runs beside the caller."""
        if self._pass is not None:
            self._pass.close()

    @cached_property
    def has_rewritten(self) -> bool:
        """Whether the store may have rewritten a literal, in any graph."""
        self._finish()  # a pass may have looked at the text
        seen = self._typed()
        if seen is None:
            values = (quad.object for quad in self._dataset.quads())
            return any(isinstance(value, Literal) and not is_kept(value) for value in values)
        return not all(is_kept(literal) for literal in seen)

    @cached_property
    def beyond(self) -> Mapping[NamedNode, Literal]:
        """The predicates with a literal that the store cannot compute with, each with one of them."""
        self._finish()
        return predicates_beyond(self._store, self._typed())

    def example(self, predicates: Iterable[NamedNode]) -> Literal | None:
        """Give a literal of some predicates that the store may have rewritten, the first by its text."""
        found: list[Term] = []
        for predicate in self.rewritten(predicates):
            table = self.exact.get(predicate)
            found += self.renamed.get(predicate, {}).values() if table is None else table.subjects
        literals = [term for term in found if isinstance(term, Literal) and not is_kept(term)]
        return min(literals, key=str, default=None)

    def _typed(self) -> set[Literal] | None:
        if self._seen_literals is None:
            self._seen_literals = self._dataset.typed_literals()
        return self._seen_literals

    def begin(self, predicates: Iterable[NamedNode]) -> None:
        """Begin to find out of which predicates the store rewrote literals, and how they were written.

        Args:
            predicates: All that will be read. If any is suspicious, one pass over the data tells of all of
                them; of a large dataset it runs beside the caller, until one of them is asked for.
        """
        with self._lock:
            new = [predicate for predicate in dict.fromkeys(predicates) if predicate not in self._known]
            if not new:
                return
            self._known.update(new)
            if self._dataset.tells_literals:
                suspicious = self._suspects.intersection(new)
                if suspicious:
                    self._pass = Beside(lambda: self._written(suspicious), fork=False)
                    self._finish()
                return
            counts = on_threads(self._typed_literals, new, parallel=self._is_large())
            suspicious = frozenset(predicate for predicate, count in zip(new, counts, strict=True) if count)
            if suspicious:
                self._finish()
                self.pending = suspicious
                self._pass = Beside(lambda: self._written(suspicious), fork=self._is_large())

    def prepare(self, predicates: Iterable[NamedNode]) -> None:
        """Have found out all that `begin` begins for some predicates."""
        wanted = frozenset(predicates)
        with self._lock:
            self.begin(wanted)
            if not wanted.isdisjoint(self.pending):
                self._finish()

    def rewritten(self, predicates: Iterable[NamedNode]) -> frozenset[NamedNode]:
        """Give those of some predicates of which the store may have rewritten a literal."""
        wanted = frozenset(predicates)
        self.prepare(wanted)
        return wanted & (self.exact.keys() | self.renamed.keys())

    def all_rewritten(self) -> frozenset[NamedNode]:
        """Give all predicates of the default graph of which the store may have rewritten a literal."""
        if not self.has_rewritten:
            return frozenset()
        return self.rewritten(self._suspects)

    @cached_property
    def _suspects(self) -> frozenset[NamedNode]:
        """Give the predicates that can have a rewritten literal, by what the text shows or by a scan."""
        seen = self._typed()
        if seen is None:
            rows = select(self._store, f"SELECT DISTINCT ?p WHERE {{ ?s ?p ?o FILTER({IS_TYPED}) }}")
            return frozenset(row[0] for row in rows)
        forms = set(stored_forms(literal for literal in seen if not is_kept(literal)).values())
        quads = (self._store.quads_for_pattern(None, None, form, _DEFAULT) for form in forms)
        return frozenset(quad.predicate for found in quads for quad in found)

    def rewritten_datatypes(self, predicate: NamedNode) -> frozenset[tuple[str, str]] | None:
        """Give (datatype as written, datatype as stored) of each rewritten literal of a predicate.

        Returns:
            The pairs; None when two literals became one, or one became a literal of another value.
        """
        self.prepare((predicate,))
        renamed = self.renamed.get(predicate)
        if renamed is None:
            return None
        pairs: set[tuple[str, str]] = set()
        for stored, written in renamed.items():
            if not isinstance(written, Literal) or not isinstance(stored, Literal):
                return None
            if is_ill_typed(written.value, written.datatype.value):
                return None
            pairs.add((written.datatype.value, stored.datatype.value))
        return frozenset(pairs)

    def change(self, predicates: Iterable[NamedNode] | None) -> StoreChange:
        """Find out what makes the store keep all forms of literals apart.

        Args:
            predicates: Predicates that `rewritten` or `all_rewritten` gave; None for all, in every graph.
        """
        if predicates is None:
            return store_change(self._dataset.quads, None)
        added: list[Quad] = []
        removed: list[Quad] = []
        for predicate in sorted(self.rewritten(predicates), key=str):
            table = self.exact.get(predicate)
            if table is None:
                self._change_renamed(predicate, added, removed)
            else:
                self._change_exact(predicate, table, added, removed)
        return StoreChange(tuple(added), tuple(removed))

    def _change_renamed(self, predicate: NamedNode, added: list[Quad], removed: list[Quad]) -> None:
        forms = self.stored[predicate].items()
        apart = {stored: keep_apart(form) for form, stored in forms if keep_apart(form) is not form}
        for quad in self._store.quads_for_pattern(None, predicate, None, _DEFAULT):
            form: Any = apart.get(quad.object)
            if form is not None:
                removed.append(quad)
                added.append(Quad(quad.subject, predicate, form))

    def _change_exact(
        self, predicate: NamedNode, table: ExactPredicate, added: list[Quad], removed: list[Quad]
    ) -> None:
        triples: list[tuple[Any, Term]] = [
            (subject, value) for subject, values in table.objects.items() for value in values
        ]
        stored = list(self._store.quads_for_pattern(None, predicate, None, _DEFAULT))
        apart = [Quad(subject, predicate, keep_apart(value)) for subject, value in triples]
        kept, had = set(apart), set(stored)
        removed += [quad for quad in stored if quad not in kept]
        added += [quad for quad in apart if quad not in had]

    def _written(self, predicates: frozenset[NamedNode]) -> _Found:
        """Find the literals of some predicates as written: by a look at the text, or else by a parse."""
        seen = self._typed()
        forms = None if seen is None else unique_forms(seen)
        if forms is not None:
            found = {predicate: self._seen(predicate, forms) for predicate in predicates}
            if None not in found.values():
                written = {predicate: each for predicate, each in found.items() if each is not None}
                return _Found(written, seen)
        return _Found(self._parsed(predicates), seen)

    def _seen(self, predicate: NamedNode, forms: Mapping[Term, Literal | None]) -> set[Literal] | None:
        """Give the literals of a predicate as written; None when the text does not tell of each."""
        query = f"SELECT DISTINCT ?o WHERE {{ ?s {predicate} ?o FILTER(isLiteral(?o)) }}"
        found: set[Literal] = set()
        for row in select(self._store, query):
            stored = row[0]
            literal = forms.get(stored) if may_be_rewritten(stored) else stored
            if literal is None:
                return None
            found.add(literal)
        return found

    def _parsed(self, predicates: frozenset[NamedNode]) -> dict[NamedNode, set[Literal]]:
        written = {predicate: set[Literal]() for predicate in predicates}
        for quad in self._dataset.quads():
            literals = written.get(quad.predicate)
            if literals is not None and quad.graph_name == _DEFAULT and isinstance(quad.object, Literal):
                literals.add(quad.object)
        return written

    def _finish(self) -> None:
        if self._pass is None:
            return
        merged: dict[NamedNode, ExactPredicate] = {}
        written, self._seen_literals = self._pass.result()
        for predicate, literals in written.items():
            if all(is_kept(literal) for literal in literals):
                continue
            renamed = {stored: literal for literal, stored in stored_forms(literals).items()}
            if len(renamed) == len(literals):
                self.renamed[predicate] = {s: w for s, w in renamed.items() if s != w}
                self.stored[predicate] = {w: s for s, w in renamed.items()}
            else:
                merged[predicate] = ExactPredicate()
        self._pass, self.pending = None, frozenset()
        if merged:
            for quad in self._dataset.quads():
                table = merged.get(quad.predicate)
                if table is not None and quad.graph_name == _DEFAULT:
                    table.add(quad.subject, quad.object)
            self.exact.update(merged)
