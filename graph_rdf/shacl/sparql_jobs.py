"""Runs users' own queries in a child process, which can be stopped: pyoxigraph has no time limit of its own.

The child is forked, so it sees the store without a copy being made, and what it adds to it (the focus nodes
and the shapes graph, as named graphs) is never seen by the caller. Its answers come back through a pipe.
When a query takes longer than its budget, the child is killed and another one goes on with the next query.
Where the platform cannot fork (Windows), the queries run in the caller's process: there is no time limit,
and the named graphs are taken out again after each query.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from pyoxigraph import NamedNode, Quad

from graph_rdf.errors import LimitError, QueryError
from graph_rdf.shacl.beside import can_fork, processors

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection

    from pyoxigraph import Store, Triple

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.constraint import QueryConstraint
    from graph_rdf.shacl.sparql_query import Form

_OWN: Final = "urn:x-ttl-check:"
SHAPES_GRAPH: Final = NamedNode(_OWN + "shapes-graph")
"""What ``$shapesGraph`` is bound to: the name of the shapes graph while a query runs."""

_JOB_GRAPH: Final = NamedNode(_OWN + "focus")
_CONSTANTS: Final = NamedNode(_OWN + "constants")
_ROW: Final = _OWN + "row:"

Answer: TypeAlias = "tuple[tuple[str, ...], list[tuple[Term | None, ...]]] | str"
"""Variables and rows, or why the query failed."""


@dataclass(frozen=True, slots=True)
class QueryJob:
    """One query and the solutions that it starts from.

    Args:
        query: The query text; its head was written by `focus_pattern`.
        prefixes: Prefix → namespace.
        names: The variables of the rows.
        rows: The terms to bind them to, one row for each evaluation; None when the query itself finds them.
        constants: Variable → term, the same for each evaluation.
        needs_shapes: Whether the query looks into the shapes graph.
        write: Writes the query in another form; its head is the same.
    """

    query: str
    prefixes: Mapping[str, str]
    names: tuple[str, ...]
    rows: Sequence[tuple[Term, ...]] | None
    constants: Mapping[str, Term] = field(default_factory=dict)
    needs_shapes: bool = False
    write: Callable[[Form], str] | None = None


@dataclass(frozen=True, slots=True)
class QueryAnswers:
    """What one query found.

    Args:
        job: The job.
        variables: The variables of the answers.
        answers: The solutions.
    """

    job: QueryJob
    variables: tuple[str, ...]
    answers: Sequence[tuple[Term | None, ...]]

    def __iter__(self) -> Iterator[tuple[tuple[Term, ...], dict[str, Term]]]:
        """Give (row of the job, bindings of the solution), for each solution."""
        for answer in self.answers:
            bindings = {
                name: term for name, term in zip(self.variables, answer, strict=True) if term is not None
            }
            row = bindings.get(ROW_VARIABLE)
            if self.job.rows is None or not isinstance(row, NamedNode):
                yield tuple(bindings[name] for name in self.job.names), bindings
            else:
                yield self.job.rows[int(row.value.removeprefix(_ROW))], bindings


ROW_VARIABLE: Final = "ttlCheckRow"
"""The variable that numbers the rows of a job; no user's query may use it."""


def focus_pattern(names: Iterable[str], constants: Iterable[str], found_by: Sequence[str] = ()) -> str:
    """Write the pattern that binds the variables of a job, for the head of its query.

    Args:
        names: The variables of the rows.
        constants: The other variables.
        found_by: Patterns of the data that bind the only variable of the rows, instead of rows.

    Returns:
        Group patterns, with one solution for each row of the job, or for each different node found.
    """
    listed = [] if found_by else [f"?{ROW_VARIABLE} <{_OWN}{name}> ?{name} ." for name in names]
    listed += [f"{_CONSTANTS} <{_OWN}{name}> ?{name} ." for name in constants]
    parts: list[str] = []
    if found_by:
        union = " UNION ".join(f"{{ {pattern} }}" for pattern in found_by)
        parts.append(f"{{ SELECT DISTINCT {' '.join(f'?{name}' for name in names)} WHERE {{ {union} }} }}")
    if listed:
        parts.append(f"GRAPH {_JOB_GRAPH} {{ {' '.join(listed)} }}")
    return " ".join(parts)


def _job_quads(job: QueryJob) -> Iterator[Quad]:
    predicates = [NamedNode(_OWN + name) for name in job.names]
    for number, row in enumerate(job.rows or ()):
        subject = row_name(number)
        for predicate, term in zip(predicates, row, strict=True):
            yield Quad(subject, predicate, term, _JOB_GRAPH)
    for name, term in job.constants.items():
        yield Quad(_CONSTANTS, NamedNode(_OWN + name), term, _JOB_GRAPH)


def run_job(store: Store, job: QueryJob) -> Answer:
    """Run one query in this process.

    Args:
        store: The data; holds the named graph of the job while the query runs.
        job: The query.

    Returns:
        Variables and rows, or why the query failed.
    """
    store.extend(_job_quads(job))
    try:
        solutions = store.query(job.query, prefixes=dict(job.prefixes))
        rows = [tuple(solution) for solution in solutions]  # type: ignore[union-attr]
        return tuple(variable.value for variable in solutions.variables), rows  # type: ignore[union-attr]
    except (SyntaxError, ValueError, RuntimeError, OSError) as error:
        return " ".join(str(error).split())
    finally:
        store.remove_graph(_JOB_GRAPH)


def row_name(number: int) -> NamedNode:
    """Give the node that stands for a row of a job in the answers."""
    return NamedNode(f"{_ROW}{number}")


class QueryRunner(Protocol):
    """Runs jobs and gives their answers, wherever the data is."""

    def answers(self, number: int) -> QueryAnswers:
        """Wait for the answers of a job; `LimitError` when its time budget ran out."""

    def close(self) -> None:
        """Stop what still runs."""


class JobRunner:
    """Runs jobs one after the other in a child process, while the caller does something else.

    Args:
        store: The data.
        jobs: The jobs, at least one; they start at once.
        shapes: The triples of the shapes graph.
        budget: What the run may spend.
    """

    def __init__(
        self, store: Store, jobs: Sequence[QueryJob], shapes: Sequence[Triple], budget: Budget
    ) -> None:
        self._store = store
        self._jobs = jobs
        self._shapes = shapes if any(job.needs_shapes for job in jobs) else ()
        self._budget = budget
        self._answers: dict[int, Answer | None] = {}
        self._next = 0
        self._child: tuple[multiprocessing.process.BaseProcess, Connection] | None = None
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
        return QueryAnswers(self._jobs[number], *answer)

    def close(self) -> None:
        """Stop the child process, if it is still there."""
        if self._child is not None:
            process, connection = self._child
            process.kill()
            process.join()
            connection.close()
            self._child = None

    def _start(self) -> None:
        if not can_fork():
            self._run_here()
            return
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=self._run_all, args=(theirs, self._next), daemon=True)
        process.start()
        theirs.close()
        self._child = (process, ours)
        self._begin_query()

    def _run_all(self, connection: Connection, first: int) -> None:
        limit_memory(self._budget.memory)
        self._store.extend(_shapes_quads(self._shapes))
        for job in self._jobs[first:]:
            connection.send(run_job(self._store, job))
        connection.close()

    def _run_here(self) -> None:
        self._store.extend(_shapes_quads(self._shapes))
        try:
            self._answers.update((number, run_job(self._store, job)) for number, job in enumerate(self._jobs))
        finally:
            self._store.remove_graph(SHAPES_GRAPH)

    def _receive(self) -> None:
        assert self._child is not None  # noqa: S101  # there are answers to come
        connection = self._child[1]
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


def limit_memory(budget: int | None) -> None:
    """Let this process fail when it asks for more memory than a budget allows. Units: bytes."""
    if budget is not None and sys.platform != "win32":
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = budget if hard == resource.RLIM_INFINITY else min(budget, hard)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


class JobPool:
    """Runs the queries of constraints beside each other, in as many runners as there are processors.

    Args:
        run: Starts some jobs, wherever the data is.
    """

    def __init__(self, run: Callable[[Sequence[QueryJob]], QueryRunner]) -> None:
        self._run = run
        self._waiting: dict[QueryConstraint, QueryJob] = {}
        self._runners: dict[QueryConstraint, tuple[QueryRunner, int]] = {}

    def __enter__(self) -> JobPool:
        return self

    def __exit__(self, *error: object) -> None:
        for runner, _ in self._runners.values():
            runner.close()

    def has(self, constraint: QueryConstraint) -> bool:
        """Tell whether the job of a constraint was added."""
        return constraint in self._waiting or constraint in self._runners

    def add(self, constraint: QueryConstraint, job: QueryJob) -> None:
        """Add a job; `start` starts it."""
        self._waiting[constraint] = job

    def start(self) -> None:
        """Start the jobs that were added since the last time."""
        constraints, jobs = list(self._waiting), list(self._waiting.values())
        self._waiting.clear()
        workers = min(processors(), len(jobs))
        for first in range(workers):
            runner = self._run(jobs[first::workers])
            for number, constraint in enumerate(constraints[first::workers]):
                self._runners[constraint] = (runner, number)

    def answers(self, constraint: QueryConstraint) -> QueryAnswers:
        """Wait for the answers of a constraint; see `JobRunner.answers`."""
        runner, number = self._runners[constraint]
        return runner.answers(number)


def _shapes_quads(triples: Iterable[Triple]) -> Iterator[Quad]:
    return (Quad(triple.subject, triple.predicate, triple.object, SHAPES_GRAPH) for triple in triples)
