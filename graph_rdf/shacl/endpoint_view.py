"""The data graph on a server, as the native engine sees it: queries run there, in bulk, not node by node.

The terms are those that the server gives: what it rewrote when it was loaded counts as written. Blank nodes
are checked as values, but no query can come back to one, so a shape that has to look behind one is an error.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from graph_rdf.dataset.sparql_tokens import sparql_term
from graph_rdf.errors import EngineError
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.endpoint_jobs import EndpointJobRunner

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from graph_rdf.dataset.endpoint import EndpointDataset
    from graph_rdf.dataset.protocol import Solution, Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.sparql_jobs import QueryJob

BATCH: Final = 1000
"""Nodes named in one query."""


class EndpointView(DataView):
    """The default graph of a server.

    Args:
        dataset: The server.

    Raises:
        EngineError: A method is asked about a blank node.
    """

    def __init__(self, dataset: EndpointDataset) -> None:
        self._endpoint = dataset
        self._counts = {}
        self._numbers = {}
        self._pass = None
        self.pending = frozenset()

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

    def job_runner(
        self, jobs: Sequence[QueryJob], _shapes: Sequence[Triple], budget: Budget
    ) -> EndpointJobRunner:
        """Run users' queries on the server."""
        return EndpointJobRunner(self._endpoint, jobs, budget)

    def begin(self, predicates: Iterable[NamedNode]) -> None:
        """Do nothing: the terms of the server are the terms."""

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
        for row in self.select(f"SELECT ?s ?o WHERE {{ ?s {predicate} ?o }}"):
            yield row[0], row[1]  # type: ignore[misc]

    def step(
        self, predicate: NamedNode, nodes: Collection[Term], *, inverse: bool = False
    ) -> Mapping[Term, Collection[Term]]:
        """Walk one predicate from many nodes at once; see `DataView.step`."""
        wanted = (
            _named(nodes) if inverse else {node for node in _named(nodes) if not isinstance(node, Literal)}
        )
        found: dict[Term, list[Term]] = {}
        if not wanted:
            return found
        pattern = f"?o {predicate} ?n" if inverse else f"?n {predicate} ?o"
        if len(wanted) * 4 < self.count(predicate):
            rows = self._rows_of(wanted, "?n ?o", pattern)
        else:
            rows = iter(self.select(f"SELECT ?n ?o WHERE {{ {pattern} }}"))
        for row in rows:
            if row[0] in wanted:
                found.setdefault(row[0], []).append(row[1])  # type: ignore[arg-type]
        return found

    def outgoing(self, nodes: Iterable[Term]) -> Iterator[tuple[Term, NamedNode, Term]]:
        """Give all triples of some subjects."""
        subjects = {node for node in _named(nodes) if isinstance(node, NamedNode)}
        for row in self._rows_of(subjects, "?n ?p ?o", "?n ?p ?o"):
            yield row[0], row[1], row[2]  # type: ignore[misc]

    def contains(self, subject: Term, predicate: NamedNode, value: Term) -> bool:
        """Tell whether a triple stands in the graph, term for term."""
        return value in self.step(predicate, (subject,)).get(subject, ())

    def _rows_of(self, nodes: Iterable[Term], names: str, pattern: str) -> Iterator[Solution]:
        """Ask about nodes by their names, a batch a query."""
        terms = sorted(map(sparql_term, nodes))
        for start in range(0, len(terms), BATCH):
            listed = " ".join(terms[start : start + BATCH])
            yield from self.select(f"SELECT {names} WHERE {{ VALUES ?n {{ {listed} }} {pattern} }}")


def _named(nodes: Iterable[Term]) -> set[Term]:
    """Give the nodes as a set, if a query can name them all."""
    found = set(nodes)
    if any(isinstance(node, BlankNode | Triple) for node in found):
        raise EngineError(
            "a shape looks behind a blank node, and no query to a server can come back to one; validate a"
            " copy of the data"
        )
    return found
