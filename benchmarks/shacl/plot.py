"""The outcomes as an SVG: time by number of records, both on logarithmic scales, one panel a task."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

from benchmarks.shacl.outcomes import summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.shacl.outcomes import Outcome

_WIDTH: Final = 460
_HEIGHT: Final = 360
_LEFT: Final = 60
_TOP: Final = 40
_LABELS: Final = 150
_COLOURS: Final = (
    *("#0072b2", "#000000", "#56b4e9", "#d55e00", "#e69f00", "#009e73"),
    *("#cc79a7", "#7f3c8d", "#a5aa99", "#80561b", "#666666"),
)
"""The colours of Okabe and Ito, and a few that stand apart from them."""


def plot(outcomes: Sequence[Outcome]) -> str:
    """Draw the times of all engines that gave a time.

    Args:
        outcomes: All runs.

    Returns:
        An SVG document.
    """
    tasks = sorted({outcome.shapes for outcome in outcomes})
    sizes = sorted({outcome.records for outcome in outcomes})
    names = list(dict.fromkeys(outcome.engine for outcome in outcomes))
    colours = {name: _COLOURS[n % len(_COLOURS)] for n, name in enumerate(names)}
    lines: dict[str, dict[str, list[tuple[int, float]]]] = {task: {} for task in tasks}
    for task in tasks:
        for records in sizes:
            for name, summary in summarise(outcomes, task, records).items():
                if summary.seconds:
                    lines[task].setdefault(name, []).append((records, summary.seconds))
    times = [time for of_task in lines.values() for line in of_task.values() for _, time in line] or [1.0]
    low, high = floor(log10(min(times))), ceil(log10(max(times)))
    high = max(high, low + 1)
    width = len(tasks) * (_WIDTH + _LABELS)
    size = f'width="{width}" height="{_HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{_HEIGHT}" fill="white"/>',
    ]
    for number, task in enumerate(tasks):
        parts.append(f'<g transform="translate({number * (_WIDTH + _LABELS)} 0)">')
        parts += _panel(task, lines[task], sizes, (low, high), colours)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(
    task: str,
    lines: dict[str, list[tuple[int, float]]],
    sizes: Sequence[int],
    decades: tuple[int, int],
    colours: dict[str, str],
) -> list[str]:
    bottom = _HEIGHT - 40
    first, last = log10(sizes[0]), log10(sizes[-1])

    def across(size: int) -> float:
        return _LEFT + (_WIDTH - _LEFT) * ((log10(size) - first) / (last - first) if last > first else 0.5)

    def up(seconds: float) -> float:
        return bottom - (bottom - _TOP) * (log10(seconds) - decades[0]) / (decades[1] - decades[0])

    parts = [
        f'<text x="{_LEFT}" y="20" font-weight="bold">{escape(task)}: seconds by number of records</text>'
    ]
    for decade in range(decades[0], decades[1] + 1):
        y = up(10.0**decade)
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**decade:g}</text>')
    parts += [
        f'<text x="{across(size):.1f}" y="{bottom + 20}" text-anchor="middle">{size:,}</text>'
        for size in sizes
    ]
    ends = sorted((up(points[-1][1]), name) for name, points in lines.items())
    lowest = dict.fromkeys(sizes, 0.0)
    for y, name in ends:
        points = " ".join(f"{across(size):.1f},{up(time):.1f}" for size, time in lines[name])
        colour = colours[name]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for point in points.split():
            dot, _, height = point.partition(",")
            parts.append(f'<circle cx="{dot}" cy="{height}" r="3" fill="{colour}"/>')
        end = lines[name][-1][0]
        lowest[end] = max(y + 4, lowest[end] + 14)  # labels of lines that end together stand below each other
        x = across(end) + 8
        parts.append(f'<text x="{x:.1f}" y="{lowest[end]:.1f}" fill="{colour}">{escape(name)}</text>')
    return parts
