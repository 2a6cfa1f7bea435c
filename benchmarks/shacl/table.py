"""The outcomes as Markdown; there is a ratio only between equal results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.shacl.outcomes import LOAD, Summary, summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.shacl.outcomes import Outcome

_MIB = 1 << 20
_HEAD = (
    "| engine | seconds (median) | fastest–slowest | CPU seconds | peak MiB | results "
    "| times ours | CPU times ours | times load | CPU times load |"
)
BASE = "ours"
"""The engine that the ratios compare with."""


def table(outcomes: Sequence[Outcome]) -> str:
    """Write one table a task and size.

    Args:
        outcomes: All runs.

    Returns:
        Markdown. There is no ratio for an engine whose results are not those of ours: their number and the
        focus nodes, each as often as it was reported.
    """
    tasks = dict.fromkeys((outcome.shapes, outcome.records) for outcome in outcomes)
    parts = [_one(summarise(outcomes, *task), *task) for task in sorted(tasks)]
    return "\n".join(parts)


def _one(summaries: dict[str, Summary], shapes: str, records: int) -> str:
    lines = [
        f"### {shapes}, {records:,} records",
        "",
        _HEAD,
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    load, ours = summaries.get(LOAD), summaries.get(BASE)
    ordered = sorted(
        summaries.values(), key=lambda each: (each.seconds is None, each.seconds or 0, each.engine)
    )
    lines += [_row(each, ours, load) for each in ordered]
    return "\n".join(lines) + "\n"


def _row(each: Summary, ours: Summary | None, load: Summary | None) -> str:
    name = f"{each.engine} ({each.note})" if each.note else each.engine
    if each.seconds is None:
        return f"| {name} | {each.failure} | | | {_mebibytes(each)} | | | | | |"
    is_load = each.engine == LOAD
    results = "" if is_load else "differ by run" if each.results is None else str(each.results)
    if is_load:
        to_ours, to_load = ("", ""), _ratios(each, load)
    elif ours is not None and each.agrees_with(ours):
        to_ours, to_load = _ratios(each, ours), _ratios(each, load)
    else:
        to_ours, to_load = ("results differ", ""), ("", "")
    spread = f"{each.fastest:.2f}–{each.slowest:.2f}"
    times = (f"{each.seconds:.2f}", spread, _seconds(each.processor_seconds))
    return f"| {' | '.join((name, *times, _mebibytes(each), results, *to_ours, *to_load))} |"


def _ratios(each: Summary, base: Summary | None) -> tuple[str, str]:
    """Give how many times longer an engine took than another, by the clock and by processor time."""
    if base is None:
        return "", ""
    return _ratio(each.seconds, base.seconds), _ratio(each.processor_seconds, base.processor_seconds)


def _ratio(seconds: float | None, base: float | None) -> str:
    return f"{seconds / base:.2f}" if seconds is not None and base else ""


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.2f}"


def _mebibytes(each: Summary) -> str:
    return "" if each.peak_bytes is None else f"{each.peak_bytes / _MIB:.0f}"
