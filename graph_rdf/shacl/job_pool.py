"""Runs the queries of constraints beside each other, and those that share their group as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.beside import processors
from graph_rdf.errors import LimitError, QueryError
from graph_rdf.shacl.shared_queries import SharedJob, share_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from graph_rdf.shacl.constraint import QueryConstraint
    from graph_rdf.shacl.sparql_jobs import QueryAnswers, QueryJob, QueryRunner


class _Shared:
    """A job in its runner, and what came of it: it is asked once for each constraint that shares it."""

    def __init__(self, shared: SharedJob, runner: QueryRunner, number: int) -> None:
        self._shared = shared
        self.runner = runner
        self._number = number
        self._answers: QueryAnswers | QueryError | LimitError | None = None

    def answers(self, member: int, job: QueryJob) -> QueryAnswers:
        if self._answers is None:
            try:
                self._answers = self.runner.answers(self._number)
            except (QueryError, LimitError) as error:
                self._answers = error
        if isinstance(self._answers, QueryError | LimitError):
            raise self._answers
        return self._shared.answers_of(member, job, self._answers)


def _portions(jobs: Iterable[SharedJob], number: int) -> list[list[SharedJob]]:
    """Share jobs out so that all runners end at about the same time: a longer query mostly takes longer."""
    portions: list[list[SharedJob]] = [[] for _ in range(number)]
    lengths = [0] * number
    for job in sorted(jobs, key=lambda job: -len(job.job.query)):
        least = lengths.index(min(lengths))
        portions[least].append(job)
        lengths[least] += len(job.job.query)
    return [portion for portion in portions if portion]


class JobPool:
    """Runs the queries of constraints beside each other, in as many runners as there are processors.

    Args:
        run: Starts some jobs, wherever the data is.
    """

    def __init__(self, run: Callable[[Sequence[QueryJob]], QueryRunner]) -> None:
        self._run = run
        self._waiting: dict[QueryConstraint, QueryJob] = {}
        self._started: dict[QueryConstraint, tuple[_Shared, int, QueryJob]] = {}

    def __enter__(self) -> JobPool:
        return self

    def __exit__(self, *error: object) -> None:
        for shared, _, _ in self._started.values():
            shared.runner.close()

    def has(self, constraint: QueryConstraint) -> bool:
        """Tell whether the job of a constraint was added."""
        return constraint in self._waiting or constraint in self._started

    def add(self, constraint: QueryConstraint, job: QueryJob) -> None:
        """Add a job; `start` starts it."""
        self._waiting[constraint] = job

    def start(self) -> None:
        """Start the jobs that were added since the last time."""
        constraints, jobs = list(self._waiting), list(self._waiting.values())
        self._waiting.clear()
        for own in _portions(share_jobs(jobs), processors()):
            runner = self._run([each.job for each in own])
            for number, each in enumerate(own):
                place = _Shared(each, runner, number)
                for member in each.members:
                    self._started[constraints[member]] = (place, member, jobs[member])

    def answers(self, constraint: QueryConstraint) -> QueryAnswers:
        """Wait for the answers of a constraint.

        Raises:
            QueryError: The query failed.
            LimitError: Its time budget ran out.
        """
        shared, member, job = self._started[constraint]
        return shared.answers(member, job)
