"""The data graph as the engine sees it: the store answers, and terms come out exactly as written.

The store rewrites some literals (``01`` becomes ``1``, ``xsd:byte`` becomes ``xsd:integer``). So there are
three kinds of predicates. Of most the store holds every literal as written. Of some it holds a rewritten
one, but no two that differed in the file have become one: then a table, stored literal → literal as
written, mends every answer. Of the rest the view keeps the triples as they were parsed, and never asks
the store.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode

from graph_rdf.beside import LARGE
from graph_rdf.namespaces import RDF_TYPE, RDFS
from graph_rdf.shacl.exact_jobs import ExactRunner
from graph_rdf.shacl.store_counts import StoreCounts
from graph_rdf.shacl.store_select import select
from graph_rdf.shacl.stored_literals import is_kept, may_be_rewritten, stored_forms
from graph_rdf.shacl.written_forms import WrittenForms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pyoxigraph import QuerySolution, Triple

    from graph_rdf.dataset.embedded import EmbeddedDataset
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.sparql_jobs import QueryJob, QueryRunner

_DEFAULT: Final = DefaultGraph()
_TYPE: Final = NamedNode(RDF_TYPE)
_SUB_CLASS_OF: Final = NamedNode(RDFS + "subClassOf")


class DataView:
    """The default graph of a dataset.

    Args:
        dataset: The data; it is only read.
    """

    def __init__(self, dataset: EmbeddedDataset) -> None:
        self._dataset = dataset
        self.store = dataset.store
        self._counts = StoreCounts(self.select, lambda: self.size)
        self._forms = WrittenForms(
            dataset,
            lambda predicate: self._counts.statistics(predicate).typed_literals,
            lambda: self.is_large,
        )

    @cached_property
    def size(self) -> int:
        """The number of quads in the store; it counts them anew each time it is asked."""
        return len(self.store)

    def close(self) -> None:
        """Stop what still runs beside the caller."""
        self._forms.close()

    @property
    def pending(self) -> frozenset[NamedNode]:
        """The predicates of which the pass over the data has still to tell; asking for one waits for it."""
        return self._forms.pending

    @property
    def is_large(self) -> bool:
        """Whether it is worth starting a process or threads."""
        return self.size >= LARGE

    def select(self, query: str) -> Iterator[QuerySolution]:
        """Run a SELECT over the default graph, in the terms of the store."""
        return select(self.store, query)

    def matching(self, pattern: str, name: str) -> Iterator[Term]:
        """Give the nodes that a variable of a pattern matches, each once, in the terms of the store."""
        return (row[0] for row in self.select(f"SELECT DISTINCT ?{name} WHERE {{ {pattern} }}"))

    def job_runner(self, jobs: Sequence[QueryJob], shapes: Sequence[Triple], budget: Budget) -> QueryRunner:
        """Start users' queries over the data; see `ExactRunner`."""
        return ExactRunner(self.store, self._forms, jobs, shapes, budget)

    def begin(self, predicates: Iterable[NamedNode]) -> None:
        """Begin to find out how the literals of some predicates were written; see `WrittenForms.begin`."""
        self._forms.begin(predicates)

    def prepare(self, predicates: Iterable[NamedNode]) -> None:
        """Have found out how the literals of some predicates were written."""
        self._forms.prepare(predicates)

    def is_exact(self, predicate: NamedNode) -> bool:
        """Tell whether the store holds the triples of a predicate exactly as written."""
        self.prepare((predicate,))
        return predicate not in self._forms.exact and predicate not in self._forms.renamed

    def is_countable(self, predicate: NamedNode) -> bool:
        """Tell whether the store holds as many triples of a predicate as were written."""
        self.prepare((predicate,))
        return predicate not in self._forms.exact

    def written_values(self, predicate: NamedNode, values: Iterable[Term]) -> list[Term]:
        """Give values of a predicate, as the store holds them, the form in which they were written."""
        renamed = self._forms.renamed.get(predicate)
        return list(values) if renamed is None else [renamed.get(v, v) for v in values]

    def count(self, predicate: NamedNode) -> int:
        """Count the triples of a predicate in the store."""
        return self._counts.count(predicate)

    def has_more(self, predicate: NamedNode, number: int) -> bool:
        """Tell whether the store has more triples of a predicate than some number, without counting all."""
        return self._counts.has_more(predicate, number)

    def is_functional(self, predicate: NamedNode, *, inverse: bool = False) -> bool:
        """Tell whether each subject of a predicate has one object, or each object one subject."""
        return self._counts.is_functional(predicate, inverse=inverse)

    def number(self, query: str) -> int:
        """Run a SELECT of one number, once for each text."""
        return self._counts.number(query)

    def pairs(self, predicate: NamedNode) -> Iterator[tuple[Term, Term]]:
        """Give (subject, object) of every triple of a predicate, as written."""
        self.prepare((predicate,))
        exact = self._forms.exact.get(predicate)
        if exact is not None:
            for subject, values in exact.objects.items():
                for value in values:
                    yield subject, value
        else:
            renamed = self._forms.renamed.get(predicate, {})
            for row in self.select(f"SELECT ?s ?o WHERE {{ ?s {predicate} ?o }}"):
                yield row[0], renamed.get(row[1], row[1])

    def step(
        self, predicate: NamedNode, nodes: Collection[Term], *, inverse: bool = False
    ) -> Mapping[Term, Collection[Term]]:
        """Walk one predicate from many nodes at once.

        Args:
            predicate: The predicate.
            nodes: The nodes to start from.
            inverse: Walk from object to subject.

        Returns:
            Node → the nodes reached, each once; nodes that reach none are left out.
        """
        self.prepare((predicate,))
        exact = self._forms.exact.get(predicate)
        if exact is not None:
            index = exact.subjects if inverse else exact.objects
            return {node: index[node] for node in nodes if node in index}
        found: dict[Term, list[Term]] = {}
        if len(nodes) * 4 < self.count(predicate):
            for node in nodes:
                reached = list(self._neighbours(predicate, node, inverse=inverse))
                if reached:
                    found[node] = reached
            return found
        wanted = nodes if isinstance(nodes, set | frozenset | dict) else set(nodes)
        renamed = self._forms.renamed.get(predicate, {})
        if inverse:
            for row in self.select(f"SELECT ?o ?s WHERE {{ ?s {predicate} ?o }}"):
                node = renamed.get(row[0], row[0])
                if node in wanted:
                    found.setdefault(node, []).append(row[1])
            return found
        for row in self.select(f"SELECT ?s ?o WHERE {{ ?s {predicate} ?o }}"):
            node = row[0]
            if node in wanted:
                found.setdefault(node, []).append(renamed.get(row[1], row[1]))
        return found

    def _neighbours(self, predicate: NamedNode, node: Term, *, inverse: bool) -> Iterator[Term]:
        if inverse:
            stored = self._forms.stored.get(predicate, {})
            if isinstance(node, Literal) and (stored and node not in stored):
                return
            form = stored.get(node, node)
            for quad in self.store.quads_for_pattern(None, predicate, form, _DEFAULT):
                if quad.object == form:  # else a literal that was written differently
                    yield quad.subject
        elif isinstance(node, NamedNode | BlankNode):
            renamed = self._forms.renamed.get(predicate, {})
            for quad in self.store.quads_for_pattern(node, predicate, None, _DEFAULT):
                yield renamed.get(quad.object, quad.object)

    def outgoing(self, nodes: Iterable[Term]) -> Iterator[tuple[Term, NamedNode, Term]]:
        """Give all triples of some subjects, as written."""
        rows = [
            (node, quad.predicate, quad.object)
            for node in nodes
            if isinstance(node, NamedNode | BlankNode)
            for quad in self.store.quads_for_pattern(node, None, None, _DEFAULT)
        ]
        self.prepare(row[1] for row in rows)
        done: set[tuple[Term, NamedNode]] = set()
        for subject, predicate, value in rows:
            exact = self._forms.exact.get(predicate)
            if exact is None:
                yield subject, predicate, self._forms.renamed.get(predicate, {}).get(value, value)
            elif (subject, predicate) not in done:
                done.add((subject, predicate))
                for written in exact.objects[subject]:
                    yield subject, predicate, written

    def as_written(self, pairs: Iterable[tuple[Term, Term]]) -> dict[tuple[Term, Term], Term]:
        """Find out how literals that the store gave back were written.

        Args:
            pairs: (subject, value); a value that the subject does not have in the data is left out.

        Returns:
            Pair → the term as written, for those values that were written in one other way.
        """
        doubtful = [
            pair
            for pair in dict.fromkeys(pairs)
            if isinstance(pair[1], Literal) and may_be_rewritten(pair[1])
        ]
        if not doubtful:
            return {}
        values = [
            (subject, value)
            for subject, _, value in self.outgoing(dict.fromkeys(subject for subject, _ in doubtful))
            if isinstance(value, Literal) and not is_kept(value)
        ]
        stored = stored_forms(value for _, value in values)
        written: dict[tuple[Term, Term], set[Term]] = {}
        for subject, value in values:
            written.setdefault((subject, stored[value]), set()).add(value)
        found = ((pair, written.get(pair, set())) for pair in doubtful)
        return {pair: next(iter(values)) for pair, values in found if len(values) == 1}

    def subclasses(self, of: NamedNode) -> frozenset[Term]:
        """Give a class and its subclasses in the data graph, of any depth. Source: SHACL 1.1."""
        found: set[Term] = {of}
        level: list[Term] = [of]
        while level:
            above = [sub for subs in self._sub_class_index(level) for sub in subs]
            level = [sub for sub in dict.fromkeys(above) if sub not in found]
            found.update(level)
        return frozenset(found)

    def _sub_class_index(self, level: list[Term]) -> list[list[Term]]:
        return [self._subclasses_of[node] for node in level if node in self._subclasses_of]

    @cached_property
    def _subclasses_of(self) -> dict[Term, list[Term]]:
        found: dict[Term, list[Term]] = {}
        for sub, above in self.pairs(_SUB_CLASS_OF):
            found.setdefault(above, []).append(sub)
        return found

    def instances(self, of: NamedNode) -> dict[Term, None]:
        """Give all SHACL instances of a class, each once."""
        classes = self.subclasses(of)
        return dict.fromkeys(
            node for nodes in self.step(_TYPE, classes, inverse=True).values() for node in nodes
        )

    def contains(self, subject: Term, predicate: NamedNode, value: Term) -> bool:
        """Tell whether a triple stands in the graph, term for term."""
        if not isinstance(subject, NamedNode | BlankNode):
            return False
        self.prepare((predicate,))
        exact = self._forms.exact.get(predicate)
        if exact is not None:
            return value in exact.objects.get(subject, ())
        return value in self._neighbours(predicate, subject, inverse=False)
