"""The outcomes as Markdown; there is a ratio only between equal results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.shacl.outcomes import LOAD, Summary, summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.shacl.outcomes import Outcome

_MIB = 1 << 20
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
        "| engine | seconds (median) | fastest–slowest | peak MiB | results | times ours | times load |",
        "|---|---:|---:|---:|---:|---:|---:|",
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
        return f"| {name} | {each.failure} | | {_mebibytes(each)} | | | |"
    is_load = each.engine == LOAD
    ratio = None if ours is None or is_load else each.ratio_to(ours)
    comparable = is_load or ratio is not None
    to_load = each.seconds / load.seconds if comparable and load is not None and load.seconds else None
    results = "" if is_load else "differ by run" if each.results is None else str(each.results)
    times_ours = "" if is_load else "results differ" if ratio is None else f"{ratio:.2f}"
    spread = f"{each.fastest:.2f}–{each.slowest:.2f}"
    times_load = "" if to_load is None else f"{to_load:.2f}"
    cells = (name, f"{each.seconds:.2f}", spread, _mebibytes(each), results, times_ours, times_load)
    return f"| {' | '.join(cells)} |"


def _mebibytes(each: Summary) -> str:
    return "" if each.peak_bytes is None else f"{each.peak_bytes / _MIB:.0f}"
