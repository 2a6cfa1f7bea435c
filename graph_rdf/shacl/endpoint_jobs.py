"""Runs users' own queries on a server: the same text, with the focus nodes as VALUES at its head."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, NamedNode

from graph_rdf.dataset.endpoint_tokens import sparql_term
from graph_rdf.errors import EndpointError, EngineError
from graph_rdf.shacl.sparql_jobs import ROW_VARIABLE, QueryAnswers, focus_pattern, row_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph_rdf.dataset.endpoint import EndpointDataset
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.sparql_jobs import QueryJob

BATCH: Final = 1000
"""Focus nodes in one query."""

_PREFIX: Final = re.compile(r"[\w.-]*")
_PROBE: Final = "ASK { VALUES ?a { 1 } LATERAL { SELECT ?a ?b { BIND(?a AS ?b) } } FILTER(?b = 1) }"


class EndpointJobRunner:
    """Runs jobs on a server, each when its answers are asked for.

    Args:
        dataset: The server.
        jobs: The jobs.
    """

    def __init__(self, dataset: EndpointDataset, jobs: Sequence[QueryJob]) -> None:
        self._dataset = dataset
        self._jobs = jobs
        self._knows_lateral = False

    def answers(self, number: int) -> QueryAnswers:
        """Run a job, a batch of focus nodes a query.

        Args:
            number: Its place among the jobs.

        Returns:
            The answers.

        Raises:
            EngineError: The server does not know LATERAL, or the query needs what no server has: the shapes
                graph, or blank nodes by name.
            EndpointError: The server fails.
        """
        job = self._jobs[number]
        self._check(job)
        variables: tuple[str, ...] = (ROW_VARIABLE,)
        rows: list[tuple[Term | None, ...]] = []
        for text in _queries(job):
            solutions = self._dataset.select(text)
            variables = solutions.variables
            rows += [tuple(row[place] for place in range(len(variables))) for row in solutions]
        return QueryAnswers(job, variables, rows)

    def close(self) -> None:
        """Do nothing: no process runs."""

    def _check(self, job: QueryJob) -> None:
        if job.needs_shapes:
            raise EngineError("a query reads the shapes graph, which is not on the server; validate a copy")
        terms = [term for row in job.rows for term in row] + list(job.constants.values())
        if any(isinstance(term, BlankNode) for term in terms):
            raise EngineError("a query starts from a blank node, which no server can find; validate a copy")
        if job.rows and not self._knows_lateral:
            try:
                self._knows_lateral = self._dataset.ask(_PROBE)
            except EndpointError as error:
                raise EngineError(f"sh:sparql needs a server that knows LATERAL: {error}") from error
            if not self._knows_lateral:
                raise EngineError("sh:sparql needs a server that knows LATERAL; this one answers wrongly")


def _queries(job: QueryJob) -> Iterator[str]:
    """Write the query of a job for the server, once for each batch of its rows."""
    pattern = focus_pattern(job.names, job.constants)
    head, found, tail = job.query.partition(pattern)
    if not found:
        raise EngineError("a compiled query does not start from its focus nodes")  # a fault of the engine
    prologue = "".join(_prefix(name, namespace) for name, namespace in sorted(job.prefixes.items()))
    names = " ".join(f"?{name}" for name in (ROW_VARIABLE, *job.names, *job.constants))
    constants = [sparql_term(term) for term in job.constants.values()]
    for start in range(0, len(job.rows), BATCH):
        rows = [
            " ".join([sparql_term(row_name(start + number)), *map(sparql_term, row), *constants])
            for number, row in enumerate(job.rows[start : start + BATCH])
        ]
        values = f"VALUES ({names}) {{ {' '.join(f'({row})' for row in rows)} }}"
        yield f"{prologue}{head}{values}{tail}"


def _prefix(name: str, namespace: str) -> str:
    if not _PREFIX.fullmatch(name):
        raise EngineError(f"sh:prefix {name!r} is no prefix")
    return f"PREFIX {name}: {sparql_term(NamedNode(namespace))}\n"
