"""The embedded store behind the protocol of `graph_rdf.dataset.protocol`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from pyoxigraph import Literal, Quad, QueryBoolean, QuerySolutions, QueryTriples, Store, Triple, Variable

from graph_rdf.errors import QueryError
from graph_rdf.namespaces import RDF, XSD
from graph_rdf.syntax import Source, implied_bases, parse_quads, typed_literals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph_rdf.dataset.protocol import Bindings, Solution
    from graph_rdf.dataset.text_look import Seen
    from graph_rdf.syntax import StatementIndex

_Item = TypeVar("_Item")
_PLACE = re.compile(r"error at (\d+):(\d+): ")
_NOT_PROJECTED = re.compile(r"does not contains variable \?(\w+) in its SELECT projection")


class EmbeddedSolutions:
    """The rows of one SELECT; they are read from the store while they are asked for.

    Args:
        rows: What the store gave.
    """

    def __init__(self, rows: QuerySolutions) -> None:
        self._rows = rows
        self.variables: tuple[str, ...] = tuple(variable.value for variable in rows.variables)

    def __iter__(self) -> Iterator[Solution]:
        return _guarded(self._rows)


_TEXT: Final = (XSD + "string", RDF + "langString")
"""The datatypes of plain text."""


class EmbeddedDataset:
    """A default graph and named graphs in memory.

    The store merges literals of equal value and rewrites some (``01`` becomes ``1``, xsd:byte becomes
    xsd:integer); `quads` gives the terms as they were written.

    Args:
        store: The store; it is not changed.
        sources: The sources that were loaded into it.
        extra: Iterables of triples or quads that were added to it; each can be iterated again and again.
        parsed: The quads of sources that are in memory; the others are parsed when they are asked for.
        seen: What a look at the text of sources told; the others are looked at when it is asked for.
    """

    def __init__(
        self,
        store: Store,
        sources: Iterable[Source] = (),
        extra: Iterable[Iterable[Triple | Quad]] = (),
        parsed: Mapping[Source, Sequence[Quad]] | None = None,
        seen: Mapping[Source, Seen] | None = None,
    ) -> None:
        self.store = store
        self.sources = tuple(sources)
        self._extra = tuple(extra)
        self._parsed = parsed or {}
        self._seen = seen or {}

    @classmethod
    def from_triples(cls, triples: Iterable[Triple | Quad]) -> EmbeddedDataset:
        """Build a dataset of triples (default graph) or quads.

        Args:
            triples: Any iterable; one that can be iterated again is kept as it is, an iterator is drained.

        Returns:
            The dataset. Blank nodes keep their labels.
        """
        kept = tuple(triples) if isinstance(triples, Iterator) else triples
        store = Store()
        store.bulk_extend(as_quads(kept))
        return cls(store, extra=(kept,))

    def extended(self, triples: Collection[Triple]) -> EmbeddedDataset:
        """Add triples to the default graph.

        Args:
            triples: The triples.

        Returns:
            The dataset with them. It has the same store, so this one must not be used any more.
        """
        self.store.bulk_extend(as_quads(triples))
        return EmbeddedDataset(self.store, self.sources, (*self._extra, triples), self._parsed, self._seen)

    @property
    def implied_bases(self) -> tuple[str, ...]:
        """The base IRIs that nobody gave; `graph_rdf.syntax.relativise` takes them out of reports."""
        return implied_bases(self.sources)

    def __len__(self) -> int:
        return len(self.store)

    def quads(self) -> Iterator[Quad]:
        """Give all quads with their terms as written.

        Returns:
            The quads of each source in turn, then those added; in the order in which they stand, duplicates
            kept, with the blank node labels of the store.
        """
        for source in self.sources:
            known = self._parsed.get(source)
            yield from parse_quads(source) if known is None else known
        for triples in self._extra:
            yield from as_quads(triples)

    def typed_literals(self) -> set[Literal] | None:
        """List the literals of datatypes other than string that were written, by a quick look at the text.

        Returns:
            All of them, in any graph, and maybe others; None when only `quads` can tell.
        """
        found: set[Literal] = set()
        for source in self.sources:
            seen = self._seen[source].literals if source in self._seen else typed_literals(source)
            if seen is None:
                return None
            found |= seen
        for triples in self._extra:
            values = (quad.object for quad in as_quads(triples))
            found.update(
                value for value in values if isinstance(value, Literal) and value.datatype.value not in _TEXT
            )
        return found

    @property
    def tells_literals(self) -> bool:
        """Whether `typed_literals` knows its answer without a look at long text or many triples."""
        looks = (self._seen.get(source) for source in self.sources)
        return all(look is not None and look.literals is not None for look in looks) and all(
            isinstance(triples, Collection) for triples in self._extra
        )

    def statements(self, source: Source) -> StatementIndex | None:
        """Give the statements of a source, where a look at its text found them."""
        seen = self._seen.get(source)
        return None if seen is None else seen.statements

    def select(self, query: str, bindings: Bindings | None = None) -> EmbeddedSolutions:
        """Run a SELECT query.

        Args:
            query: SPARQL 1.1.
            bindings: Variable name → term. Each variable must be in the SELECT clause, or, for ASK and
                CONSTRUCT, in a graph pattern; the rows then hold the term. The term stands in for the
                variable in graph patterns and in most expressions before the query runs (SEP-0007). It is
                no pre-binding as in SHACL: ``BOUND(?name)`` is false, ``BIND(?name AS ?x)`` binds nothing,
                and literals match as the store keeps them (01 as 1). Use it for terms in graph patterns.

        Returns:
            The rows; they can be read once.

        Raises:
            QueryError: The query is ill-formed, is no SELECT, or fails; also while the rows are read.
        """
        rows = self._run(query, bindings)
        if not isinstance(rows, QuerySolutions):
            raise QueryError("the query is no SELECT")
        return EmbeddedSolutions(rows)

    def ask(self, query: str, bindings: Bindings | None = None) -> bool:
        """Run an ASK query.

        Args:
            query: SPARQL 1.1.
            bindings: As for `select`.

        Returns:
            Its answer.

        Raises:
            QueryError: The query is ill-formed, is no ASK, or fails.
        """
        answer = self._run(query, bindings)
        if not isinstance(answer, QueryBoolean):
            raise QueryError("the query is no ASK")
        return bool(answer)

    def construct(self, query: str, bindings: Bindings | None = None) -> Iterator[Triple]:
        """Run a CONSTRUCT or DESCRIBE query.

        Args:
            query: SPARQL 1.1.
            bindings: As for `select`.

        Returns:
            The triples, in no fixed order; they may come more than once.

        Raises:
            QueryError: The query is ill-formed, is no CONSTRUCT, or fails; also while the triples are read.
        """
        triples = self._run(query, bindings)
        if not isinstance(triples, QueryTriples):
            raise QueryError("the query is no CONSTRUCT")
        return _guarded(triples)

    def _run(self, query: str, bindings: Bindings | None) -> QuerySolutions | QueryBoolean | QueryTriples:
        substitutions = {Variable(name): term for name, term in bindings.items()} if bindings else None
        try:
            return self.store.query(query, substitutions=substitutions)
        except SyntaxError as error:
            raise _ill_formed(error) from error
        except (OSError, RuntimeError, ValueError) as error:
            unbound = _NOT_PROJECTED.search(str(error))
            if unbound is not None:
                name = unbound.group(1)
                message = f"?{name} cannot be bound: the query does not name it in its SELECT or its patterns"
                raise QueryError(message) from error
            raise QueryError(f"the query failed: {error}") from error


def _ill_formed(error: SyntaxError) -> QueryError:
    message = " ".join((error.msg or str(error)).split())
    place = _PLACE.match(message)
    if place is None:
        return QueryError(message)
    return QueryError(message[place.end() :], line=int(place.group(1)), column=int(place.group(2)))


def as_quads(triples: Iterable[Triple | Quad]) -> Iterator[Quad]:
    """Give triples as quads of the default graph; quads stay as they are."""
    for item in triples:
        yield item if isinstance(item, Quad) else Quad(item.subject, item.predicate, item.object)


def _guarded(items: Iterable[_Item]) -> Iterator[_Item]:
    try:
        yield from items
    except (OSError, RuntimeError, ValueError, SyntaxError) as error:
        raise QueryError(f"the query failed: {error}") from error
