"""The lines of the source that a finding speaks of, with the span marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.report.marking import Mark, mark_of
from graph_rdf.report.printable import display_width, printable
from graph_rdf.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.findings import Finding
    from graph_rdf.report.model import LineOf

WIDTH: Final = 90
"""Characters of a source line that are shown; fits a screen of 100 columns with the line numbers."""

LEAST_ROOM: Final = 20
"""Code points of a line that are shown on however narrow a screen."""

MORE_LINES: Final = 2
"""Lines of a long statement that are shown below its first one."""


def excerpt(
    line: str, column: int | None, length: int = 1, width: int = WIDTH, ellipsis: str = "…"
) -> list[str]:
    r"""Render a source line, and a mark below a part of it.

    Args:
        line: The line without its end.
        column: 1-based column of the part in code points; without it there is no mark.
        length: Code points of the part.
        width: Code points of the line that are shown.
        ellipsis: What stands for what is cut.

    Returns:
        One or two lines without indent. A long line is cut to what is around the part.

    Example:
        >>> print("\n".join(excerpt('ex:a ex:b "c"', 6, 4)))
        ex:a ex:b "c"
             ^~~~
    """
    at = 0 if column is None else min(max(column - 1, 0), len(line))
    fits = len(line) <= width or at + length <= width * 3 // 4
    start = 0 if fits else max(0, at - max(width // 8, (width - length) // 2))
    part = line[start : start + width]
    before = (ellipsis if start else "") + printable(line[start:at].replace("\t", " "))
    marked = printable(line[at : min(at + length, start + len(part))].replace("\t", " "))
    shown = before + printable(line[at : start + len(part)].replace("\t", " "))
    if start + width < len(line):
        shown += ellipsis
    if not shown.strip():
        return []
    if column is None:
        return [shown]
    return [shown, " " * display_width(before) + "^" + "~" * (display_width(marked) - 1)]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the source; the number is None for lines that are left out."""

    number: int | None
    text: str
    mark: Mark | None = None


def finding_excerpt(
    finding: Finding, line_of: LineOf, prefixes: Mapping[str, str], width: int = WIDTH, style: Style = PLAIN
) -> list[str]:
    """Render the lines of a finding with their numbers.

    Args:
        finding: The finding.
        line_of: Gives the lines.
        prefixes: Prefix → namespace, to find the value and the path of a result in the text.
        width: Columns for the lines and their numbers.
        style: The colours.

    Returns:
        Lines without indent; empty when the source is not known. What is marked is the value, else the path,
        else the start of the statement; the first line of the statement always stands above it.
    """
    rows = [row for row in _rows(finding, line_of, prefixes) if row.text.strip() or row.number is None]
    gutter = max((len(str(row.number)) for row in rows if row.number is not None), default=0)
    room = max(width - gutter - len(" | ") - 2 * len(style.ellipsis), LEAST_ROOM)
    lines = []
    for row in rows:
        number = style.paint("quiet", f"{'' if row.number is None else row.number:>{gutter}} |")
        if row.number is None:
            lines.append(f"{number} {style.ellipsis}{f' {row.text}' if row.text else ''}")
            continue
        mark = row.mark
        column, length = (None, 1) if mark is None else (mark.column, mark.length)
        shown = excerpt(row.text, column, length, room, style.ellipsis)
        lines.append(f"{number} {shown[0]}")
        if len(shown) > 1:
            below = style.paint("quiet", f"{'':>{gutter}} |")
            lines.append(f"{below} {style.paint(finding.severity.value, shown[1].strip(), shown[1])}")
    return lines


def _rows(finding: Finding, line_of: LineOf, prefixes: Mapping[str, str]) -> Iterator[_Row]:
    """Choose the lines to show."""
    path, first = finding.path, finding.line
    text = None if path is None or first is None else line_of(path, first)
    if path is None or first is None or text is None:
        return
    mark = mark_of(finding, lambda number: line_of(path, number), prefixes)
    yield _Row(first, text, mark if mark is not None and mark.line == first else None)
    last = max(finding.end_line or first, first)
    if mark is not None and mark.line > first:
        if mark.line > first + 1:
            yield _Row(None, "")
        yield _Row(mark.line, line_of(path, mark.line) or "", mark)
    elif mark is not None and not mark.found:
        shown = min(last, first + MORE_LINES)
        for number in range(first + 1, shown + 1):
            yield _Row(number, line_of(path, number) or "")
        if last > shown:
            yield _Row(None, f"{last - shown:,} more line{'s' * (last - shown != 1)}")
