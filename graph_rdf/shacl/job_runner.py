"""Runs users' own queries in a child process, which can be stopped: pyoxigraph has no time limit of its own.

The child is forked, so it sees the store without a copy being made, and what it adds to it (the focus nodes
and the shapes graph, as named graphs) is never seen by the caller. Its answers come back through a pipe.
When a query takes longer than its budget, the child is killed and another one goes on with the next query.
Where the platform cannot fork (Windows), the queries run in the caller's process: there is no time limit,
and the named graphs are taken out again after each query.
"""

from __future__ import annotations

import sys
import time
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeAlias

from pyoxigraph import NamedNode, Quad

from graph_rdf.beside import Forked, can_fork
from graph_rdf.errors import LimitError, QueryError
from graph_rdf.shacl.budget import address_space, resident_bytes
from graph_rdf.shacl.outside_terms import OutsideTerms
from graph_rdf.shacl.own_names import JOB_GRAPH, OWN
from graph_rdf.shacl.sparql_jobs import CONSTANTS, SHAPES_GRAPH, QueryAnswers, row_name
from graph_rdf.shacl.written_terms import FUNCTIONS, StoreChange

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection

    from pyoxigraph import Store, Triple

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.sparql_jobs import QueryJob

Answer: TypeAlias = "tuple[tuple[str, ...], list[tuple[Term | None, ...]], str] | str"
"""Variables, rows and the doubt about them, or why the query failed."""

NO_ZERO_PATHS: Final = (
    "it has a path of length zero in a place where the store cannot start it outside of the data"
)


def _job_quads(job: QueryJob, numbers: Iterable[int]) -> Iterator[Quad]:
    predicates = [NamedNode(OWN + name) for name in job.names]
    rows = job.rows or ()
    for number in numbers:
        subject = row_name(number)
        for predicate, term in zip(predicates, rows[number], strict=True):
            yield Quad(subject, predicate, term, JOB_GRAPH)
    for name, term in job.constants.items():
        yield Quad(CONSTANTS, NamedNode(OWN + name), term, JOB_GRAPH)


def run_job(store: Store, job: QueryJob) -> Answer:
    """Run one query in this process.

    Args:
        store: The data; holds the named graph of the job while the query runs.
        job: The query. Rows with a term outside of the data at a path of length zero run apart from the
            others, so that those keep the query as it is.

    Returns:
        Variables, rows and the doubt about them, or why the query failed.
    """
    numbers = range(len(job.rows or ()))
    outside = OutsideTerms(store, job)
    if not outside.found:
        return _solutions(store, job, job.query, numbers)
    if job.zero is None or job.zero.query is None:
        answer = _solutions(store, job, job.query, numbers)
        return answer if isinstance(answer, str) else (*answer[:2], NO_ZERO_PATHS)
    apart = [number for number in numbers if outside.is_met_by(number)]
    others = [number for number in numbers if not outside.is_met_by(number)]
    found = _solutions(store, job, job.zero.query, apart, outside.quads())
    if isinstance(found, str) or not others:
        return found
    more = _solutions(store, job, job.query, others)
    if isinstance(more, str):
        return more
    places = [more[0].index(name) for name in found[0]]
    return found[0], [*found[1], *(tuple(row[n] for n in places) for row in more[1])], found[2]


def _solutions(
    store: Store, job: QueryJob, query: str, numbers: Iterable[int], more: Iterable[Quad] = ()
) -> Answer:
    store.extend(_job_quads(job, numbers))
    store.extend(more)
    try:
        functions = FUNCTIONS if job.keeps_apart else None
        solutions = store.query(query, prefixes=dict(job.prefixes), custom_functions=functions)
        rows = [tuple(solution) for solution in solutions]  # type: ignore[union-attr]
        names = tuple(variable.value for variable in solutions.variables)  # type: ignore[union-attr]
        return names, rows, job.doubt
    except (SyntaxError, ValueError, RuntimeError, OSError) as error:
        return " ".join(str(error).split())
    finally:
        store.remove_graph(JOB_GRAPH)


class JobRunner:
    """Runs jobs one after the other in a child process, while the caller does something else.

    Args:
        store: The data.
        jobs: The jobs, at least one; they start at once.
        shapes: The triples of the shapes graph.
        budget: What the run may spend.
        change: Finds out how to change the store before the jobs run; the caller never sees the change.
    """

    def __init__(
        self,
        store: Store,
        jobs: Sequence[QueryJob],
        shapes: Sequence[Triple],
        budget: Budget,
        change: Callable[[], StoreChange] | None = None,
    ) -> None:
        self._store = store
        self._change = change
        self._jobs = jobs
        self._shapes = shapes if any(job.needs_shapes for job in jobs) else ()
        self._budget = budget
        self._answers: dict[int, Answer | None] = {}
        self._next = 0
        self._child: Forked | None = None
        self._start()

    def answers(self, number: int) -> QueryAnswers:
        """Wait for the answers of a job.

        Args:
            number: Its place among the jobs.

        Returns:
            The answers.

        Raises:
            QueryError: The query failed.
            LimitError: Its time budget ran out.
        """
        while number not in self._answers:
            self._receive()
        answer = self._answers.pop(number)
        if isinstance(answer, str):
            raise QueryError(answer)
        if answer is None:
            raise LimitError("the query was stopped when its time budget was spent")
        variables, rows, doubt = answer
        return QueryAnswers(self._jobs[number], variables, rows, doubt=doubt)

    def close(self) -> None:
        """Stop the child process, if it is still there."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _start(self) -> None:
        if not can_fork():
            self._run_here()
            return
        first = self._next
        self._child = Forked(lambda connection: self._run_all(connection, first))
        self._begin_query()

    def _run_all(self, connection: Connection, first: int) -> None:
        # The caller reads when it has time: the next query does not wait for that.
        answers: SimpleQueue[Answer | None] = SimpleQueue()
        sender = Thread(target=_send_all, args=(connection, answers), daemon=True)
        sender.start()
        try:
            limit_memory(self._budget.memory)
            if self._change is not None:
                self._change().apply(self._store)
            self._store.extend(_shapes_quads(self._shapes))
            for job in self._jobs[first:]:
                answers.put(run_job(self._store, job))
        finally:
            answers.put(None)
            sender.join()

    def _run_here(self) -> None:
        change = StoreChange((), ()) if self._change is None else self._change()
        change.apply(self._store)
        self._store.extend(_shapes_quads(self._shapes))
        try:
            self._answers.update((number, run_job(self._store, job)) for number, job in enumerate(self._jobs))
        finally:
            self._store.remove_graph(SHAPES_GRAPH)
            change.undo(self._store)

    def _receive(self) -> None:
        assert self._child is not None  # noqa: S101  # there are answers to come
        connection = self._child.connection
        left = None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
        answer: Answer | None = None
        if connection.poll(left):
            try:
                answer = connection.recv()
            except EOFError:
                answer = "the process that ran the query ended before its time, perhaps for want of memory"
        stopped = answer is None or isinstance(answer, str)
        self._answers[self._next] = answer
        self._next += 1
        self._begin_query()
        if stopped or self._next == len(self._jobs):
            self.close()
            if self._next < len(self._jobs):
                self._start()

    def _begin_query(self) -> None:
        # The child may have begun it earlier, while we were busy: then it has more time, never less.
        seconds = self._budget.seconds_for_query()
        self._deadline = None if seconds is None else time.monotonic() + seconds


def _send_all(connection: Connection, answers: SimpleQueue[Answer | None]) -> None:
    """Send answers until there are no more; however it ends, the caller hears the end."""
    with connection:
        while (answer := answers.get()) is not None:
            connection.send(answer)


def limit_memory(budget: int | None) -> None:
    """Let this process fail when it asks for more memory than a budget leaves it. Units: bytes.

    The platform limits the address space, most of which is never used; so what counts is how much it grows.
    """
    if budget is not None and sys.platform != "win32":
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = address_space() + max(budget - resident_bytes(), 0)
        resource.setrlimit(
            resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
        )


def _shapes_quads(triples: Iterable[Triple]) -> Iterator[Quad]:
    return (Quad(triple.subject, triple.predicate, triple.object, SHAPES_GRAPH) for triple in triples)
