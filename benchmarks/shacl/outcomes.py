"""What one run of one engine gave, and what may be compared."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

LOAD = "load"
"""The name of the run that only loads the data."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run of one engine.

    Args:
        engine: The name of the engine.
        shapes: The name of the shapes file.
        records: How many relation records the data holds.
        seconds: Reading both files and validating, without the start of Python; None when it failed.
        processor_seconds: The processor time of the same, on all cores and in all child processes.
        peak_bytes: The largest resident memory.
        results: The number of validation results.
        focus_digest: A digest of the sorted focus nodes of all results.
        note: What is different about this engine.
        failure: Why there is no time: a timeout, or the last line of its error.

    Units: seconds, bytes.
    """

    engine: str
    shapes: str
    records: int
    seconds: float | None = None
    processor_seconds: float | None = None
    peak_bytes: int | None = None
    results: int | None = None
    focus_digest: str | None = None
    note: str = ""
    failure: str = ""

    def as_json(self) -> dict[str, Any]:
        """Give the fields for the JSON file."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Summary:
    """All runs of one engine on one task.

    Args:
        engine: The name of the engine.
        seconds: The median time; None when a run failed.
        processor_seconds: The median processor time, likewise.
        fastest: The shortest time.
        slowest: The longest time.
        peak_bytes: The largest memory of all runs.
        results: The number of results; None when a run failed or two runs differ.
        focus_digest: As for `Outcome`; None as `results` is.
        note: As for `Outcome`.
        failure: The first failure.
    """

    engine: str
    seconds: float | None
    processor_seconds: float | None
    fastest: float | None
    slowest: float | None
    peak_bytes: int | None
    results: int | None
    focus_digest: str | None
    note: str
    failure: str

    def agrees_with(self, other: Summary) -> bool:
        """Tell whether both engines gave one set of results, the same in all runs."""
        if self.results is None or other.results is None:
            return False
        return (self.results, self.focus_digest) == (other.results, other.focus_digest)


def summarise(outcomes: Iterable[Outcome], shapes: str, records: int) -> dict[str, Summary]:
    """Gather the runs of one task.

    Args:
        outcomes: Runs of any task.
        shapes: The shapes file of the task.
        records: The size of the task.

    Returns:
        Engine → its summary, in the order in which engines first ran.
    """
    runs: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if (outcome.shapes, outcome.records) == (shapes, records):
            runs.setdefault(outcome.engine, []).append(outcome)
    return {engine: _summary(engine, each) for engine, each in runs.items()}


def _summary(engine: str, runs: list[Outcome]) -> Summary:
    failure = next((run.failure for run in runs if run.failure), "")
    times = [run.seconds for run in runs if run.seconds is not None]
    spent = [run.processor_seconds for run in runs if run.processor_seconds is not None]
    same = len({(run.results, run.focus_digest) for run in runs}) == 1 and not failure
    return Summary(
        engine=engine,
        seconds=median(times) if times and not failure else None,
        processor_seconds=median(spent) if spent and not failure else None,
        fastest=min(times, default=None),
        slowest=max(times, default=None),
        peak_bytes=max((run.peak_bytes for run in runs if run.peak_bytes is not None), default=None),
        results=runs[0].results if same else None,
        focus_digest=runs[0].focus_digest if same else None,
        note=runs[0].note,
        failure=failure or ("" if same else "its runs gave different results"),
    )
