"""The data graph on a server, as the native engine sees it: queries run there, in bulk, not node by node.

The terms are those that the server gives: what it rewrote when it was loaded counts as written. No query can
come back to a blank node, since its label holds within one answer alone. So the triples with blank nodes are
fetched, all in one answer, and are looked up here; of all other answers the rows with blank nodes are left
out. When they are too many for one answer, a shape that has to look behind a blank node is an error.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Store, Triple

from graph_rdf.dataset.sparql_tokens import sparql_term
from graph_rdf.errors import EngineError
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.endpoint_jobs import EndpointJobRunner
from graph_rdf.shacl.store_counts import StoreCounts
from graph_rdf.shacl.store_select import select

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from graph_rdf.dataset.endpoint import EndpointDataset
    from graph_rdf.dataset.protocol import Solution, Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.sparql_jobs import QueryJob

BATCH: Final = 1000
"""Nodes named in one query."""
MAX_BLANK: Final = 100_000
"""Most triples with blank nodes that are fetched."""

_HAS_BLANK: Final = "?s ?p ?o FILTER(isBlank(?s) || isBlank(?o))"


class EndpointView(DataView):
    """The default graph of a server.

    Args:
        dataset: The server.
        blank: The triples with blank nodes; see `fetch_blank`. None when they are not at hand.

    Raises:
        EngineError: A method is asked about a blank node that was not fetched.
    """

    def __init__(self, dataset: EndpointDataset, blank: Sequence[Triple] | None = None) -> None:
        self._endpoint = dataset
        self._blank = blank
        self._counts = StoreCounts(self.select)

    @property
    def is_large(self) -> bool:
        """Say no: the work is the server's, and one connection asks it."""
        return False

    @cached_property
    def size(self) -> int:
        """The number of triples."""
        return self.number("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }")

    def select(self, query: str) -> Iterator[Solution]:  # type: ignore[override]
        """Run a SELECT on the server."""
        return iter(self._endpoint.select(query))

    def matching(self, pattern: str, name: str) -> Iterator[Term]:
        """Give the nodes that a variable of a pattern matches.

        Args:
            pattern: One triple pattern: where there are blank nodes, the store does not choose suspects, and
                nothing but targets is asked for.
            name: The variable.
        """
        for row in self._whole_rows(self.select(f"SELECT DISTINCT ?{name} WHERE {{ {pattern} }}"), 1):
            yield row[0]  # type: ignore[misc]
        if self._blank:
            store = Store()
            store.extend(Quad(each.subject, each.predicate, each.object) for each in self._blank)
            for row in select(store, f"SELECT DISTINCT ?{name} WHERE {{ {pattern} }}"):
                if isinstance(row[0], BlankNode):
                    yield row[0]

    def job_runner(
        self, jobs: Sequence[QueryJob], _shapes: Sequence[Triple], budget: Budget
    ) -> EndpointJobRunner:
        """Run users' queries on the server."""
        return EndpointJobRunner(self._endpoint, jobs, budget)

    @property
    def pending(self) -> frozenset[NamedNode]:
        """No predicates: there is no pass over the data."""
        return frozenset()

    def close(self) -> None:
        """Do nothing: nothing runs beside the caller."""

    def begin(self, predicates: Iterable[NamedNode]) -> None:
        """Do nothing: the terms of the server are the terms."""

    prepare = begin

    def is_exact(self, predicate: NamedNode) -> bool:  # noqa: ARG002 - of every predicate
        """Tell that the server holds the triples of a predicate as they are."""
        return True

    is_countable = is_exact

    def written_values(self, predicate: NamedNode, values: Iterable[Term]) -> list[Term]:  # noqa: ARG002
        """Give the values as they are."""
        return list(values)

    def as_written(self, pairs: Iterable[tuple[Term, Term]]) -> dict[tuple[Term, Term], Term]:  # noqa: ARG002
        """Say that no term was written in another way."""
        return {}

    def pairs(self, predicate: NamedNode) -> Iterator[tuple[Term, Term]]:
        """Give (subject, object) of every triple of a predicate."""
        for row in self._whole_rows(self.select(f"SELECT ?s ?o WHERE {{ ?s {predicate} ?o }}"), 2):
            yield row[0], row[1]  # type: ignore[misc]
        for triple in self._blank or ():
            if triple.predicate == predicate:
                yield triple.subject, triple.object

    def step(
        self, predicate: NamedNode, nodes: Collection[Term], *, inverse: bool = False
    ) -> Mapping[Term, Collection[Term]]:
        """Walk one predicate from many nodes at once; see `DataView.step`."""
        named = self._named(nodes)
        wanted = named if inverse else {node for node in named if not isinstance(node, Literal)}
        found: dict[Term, list[Term]] = {}
        asked = set(nodes)
        for triple in self._blank or ():
            if triple.predicate == predicate:
                here, there = (triple.object, triple.subject) if inverse else (triple.subject, triple.object)
                if here in asked:
                    found.setdefault(here, []).append(there)
        if not wanted:
            return found
        pattern = f"?o {predicate} ?n" if inverse else f"?n {predicate} ?o"
        if len(wanted) * 4 < self.count(predicate):
            rows = self._rows_of(wanted, "?n ?o", pattern)
        else:
            rows = iter(self.select(f"SELECT ?n ?o WHERE {{ {pattern} }}"))
        for row in self._whole_rows(rows, 2):
            if row[0] in wanted:
                found.setdefault(row[0], []).append(row[1])  # type: ignore[arg-type]
        return found

    def outgoing(self, nodes: Iterable[Term]) -> Iterator[tuple[Term, NamedNode, Term]]:
        """Give all triples of some subjects."""
        asked = set(nodes)
        subjects = {node for node in self._named(asked) if isinstance(node, NamedNode)}
        for row in self._whole_rows(self._rows_of(subjects, "?n ?p ?o", "?n ?p ?o"), 3):
            yield row[0], row[1], row[2]  # type: ignore[misc]
        for triple in self._blank or ():
            if triple.subject in asked:
                yield triple.subject, triple.predicate, triple.object

    def contains(self, subject: Term, predicate: NamedNode, value: Term) -> bool:
        """Tell whether a triple stands in the graph, term for term."""
        return value in self.step(predicate, (subject,)).get(subject, ())

    def _rows_of(self, nodes: Iterable[Term], names: str, pattern: str) -> Iterator[Solution]:
        """Ask about nodes by their names, a batch a query."""
        terms = sorted(map(sparql_term, nodes))
        for start in range(0, len(terms), BATCH):
            listed = " ".join(terms[start : start + BATCH])
            yield from self.select(f"SELECT {names} WHERE {{ VALUES ?n {{ {listed} }} {pattern} }}")

    def _whole_rows(self, rows: Iterable[Solution], width: int) -> Iterator[Solution]:
        """Leave out the rows with blank nodes, when their triples were fetched."""
        if self._blank is None:
            return iter(rows)
        return (row for row in rows if not any(isinstance(row[place], BlankNode) for place in range(width)))

    def _named(self, nodes: Iterable[Term]) -> set[Term]:
        """Give the nodes that a query can name.

        Raises:
            EngineError: There are others, and they were not fetched.
        """
        found = set(nodes)
        others = {node for node in found if isinstance(node, BlankNode | Triple)}
        if any(self._blank is None or isinstance(node, Triple) for node in others):
            raise EngineError(
                "a shape looks behind a blank node, and no query to a server can come back to one; validate a"
                " copy of the data"
            )
        return found - others


def fetch_blank(dataset: EndpointDataset) -> list[Triple] | None:
    """Fetch the triples with blank nodes.

    Args:
        dataset: The server.

    Returns:
        The triples; None when there are more than `MAX_BLANK`, or when one answer does not hold them all.
    """
    counted = dataset.select(f"SELECT (COUNT(*) AS ?n) WHERE {{ {_HAS_BLANK} }}")
    total = int(next(iter(counted))[0].value)  # type: ignore[union-attr]
    if total > MAX_BLANK:
        return None
    rows = dataset.select(f"SELECT ?s ?p ?o WHERE {{ {_HAS_BLANK} }}")
    if dataset.limited_to is not None and total > dataset.limited_to:
        return None  # read in pages, each with labels of its own
    return [Triple(row[0], row[1], row[2]) for row in rows]  # type: ignore[arg-type]
