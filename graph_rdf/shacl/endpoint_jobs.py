"""Runs users' own queries on a server: the same text, with the focus nodes as VALUES at its head.

Servers differ in what they know of LATERAL, so one probe chooses the form of all queries. One LATERAL around
the group as the user wrote it runs on every server that knows it. The nested form is for oxigraph, which
would be slow without; Jena refuses some nested queries, since it puts the values of outer variables in for
variables that BIND assigns inside. A server without LATERAL gets a join, where that is provably the same.
"""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, NamedNode

from graph_rdf.dataset.sparql_tokens import sparql_term
from graph_rdf.errors import EndpointError, EngineError, LimitError
from graph_rdf.shacl.sparql_jobs import ROW_VARIABLE, QueryAnswers, focus_pattern, row_name
from graph_rdf.shacl.sparql_query import Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph_rdf.dataset.endpoint import EndpointDataset
    from graph_rdf.dataset.endpoint_results import EndpointSolutions
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.sparql_jobs import QueryJob

BATCH: Final = 1000
"""Focus nodes in one query."""

_PREFIX: Final = re.compile(r"[\w.-]*")
_NESTING: Final = "oxigraph/"
"""How a server names itself that wants the nested form."""
_PROBE: Final = "ASK { VALUES ?a { 1 } LATERAL { SELECT ?a ?b { BIND(?a AS ?b) } } FILTER(?b = 1) }"


class EndpointJobRunner:
    """Runs jobs on a server, each when its answers are asked for.

    Args:
        dataset: The server.
        jobs: The jobs.
        budget: What the run may spend.
    """

    def __init__(self, dataset: EndpointDataset, jobs: Sequence[QueryJob], budget: Budget) -> None:
        self._dataset = dataset
        self._jobs = jobs
        self._budget = budget
        self._form: Form | None = None

    def answers(self, number: int) -> QueryAnswers:
        """Run a job: one query that finds its focus nodes itself, or one for each batch of them.

        Args:
            number: Its place among the jobs.

        Returns:
            The answers.

        Raises:
            EngineError: The query needs what the server has not: LATERAL, the shapes graph, or blank nodes
                by name.
            EndpointError: The server fails.
            LimitError: Its time budget ran out.
        """
        job = self._jobs[number]
        self._check(job)
        seconds = self._budget.seconds_for_query()
        deadline = None if seconds is None else time.monotonic() + seconds
        variables: tuple[str, ...] = (ROW_VARIABLE,)
        rows: list[tuple[Term | None, ...]] = []
        for text in self._texts(job):
            solutions = self._select(text, deadline)
            variables = solutions.variables
            rows += [tuple(row[place] for place in range(len(variables))) for row in solutions]
        return QueryAnswers(job, variables, rows)

    def close(self) -> None:
        """Do nothing: no process runs."""

    def _select(self, text: str, deadline: float | None) -> EndpointSolutions:
        if deadline is None:
            return self._dataset.select(text)
        left = deadline - time.monotonic()
        try:
            if left > 0:
                with _in_haste(self._dataset, left) as dataset:
                    return dataset.select(text)
        except (EndpointError, LimitError):
            if time.monotonic() < deadline:
                raise
        raise LimitError("the query was stopped when its time budget was spent")

    def _check(self, job: QueryJob) -> None:
        if job.needs_shapes:
            raise EngineError("a query reads the shapes graph, which is not on the server; validate a copy")
        terms = [term for row in job.rows or () for term in row] + list(job.constants.values())
        if any(isinstance(term, BlankNode) for term in terms):
            raise EngineError("a query starts from a blank node, which no server can find; validate a copy")

    def _texts(self, job: QueryJob) -> Iterator[str]:
        if job.rows is not None and not job.rows:
            return
        if self._form is None:
            self._form = self._form_for_server()
        text = job.query if job.write is None or self._form is Form.NESTED else job.write(self._form)
        yield from _queries(job, text)

    def _form_for_server(self) -> Form:
        try:
            if not self._dataset.ask(_PROBE):
                return Form.VALUES
        except EndpointError:
            # Not to know LATERAL is a syntax error there; whatever else it is, the next query meets it too.
            return Form.VALUES
        return Form.NESTED if self._dataset.server.lower().startswith(_NESTING) else Form.LATERAL


@contextmanager
def _in_haste(dataset: EndpointDataset, seconds: float) -> Iterator[EndpointDataset]:
    """Give the same data with a client that gives up after some seconds."""
    limits = dataset.client.limits
    hasty = replace(limits, seconds=min(limits.seconds, seconds), silence=min(limits.silence, seconds))
    with replace(dataset.client, limits=hasty) as client:
        yield dataset.through(client)


def _queries(job: QueryJob, text: str) -> Iterator[str]:
    """Write the query of a job for the server, once for each batch of its rows.

    Args:
        job: The job.
        text: Its query, in some form.
    """
    names = () if job.rows is None else (ROW_VARIABLE, *job.names)
    pattern = focus_pattern(job.names if names else (), job.constants)
    pieces = text.split(pattern) if pattern else [text]
    if pattern and len(pieces) == 1:
        raise EngineError("a compiled query does not start from its focus nodes")  # a fault of the engine
    prologue = "".join(_prefix(name, namespace) for name, namespace in sorted(job.prefixes.items()))
    variables = " ".join(f"?{name}" for name in (*names, *job.constants))
    constants = [sparql_term(term) for term in job.constants.values()]
    if job.rows is None:
        values = f"VALUES ({variables}) {{ ({' '.join(constants)}) }}" if constants else ""
        yield prologue + values.join(pieces)
        return
    for start in range(0, len(job.rows), BATCH):
        rows = [
            " ".join([sparql_term(row_name(start + number)), *map(sparql_term, row), *constants])
            for number, row in enumerate(job.rows[start : start + BATCH])
        ]
        values = f"VALUES ({variables}) {{ {' '.join(f'({row})' for row in rows)} }}"
        yield prologue + values.join(pieces)


def _prefix(name: str, namespace: str) -> str:
    if not _PREFIX.fullmatch(name):
        raise EngineError(f"sh:prefix {name!r} is no prefix")
    return f"PREFIX {name}: {sparql_term(NamedNode(namespace))}\n"
