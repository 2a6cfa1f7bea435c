"""The line of the source that a finding speaks of, with a caret below the place."""

from __future__ import annotations

from graph_rdf.report.printable import display_width, printable

WIDTH = 96
"""Characters of a source line that are shown; fits a screen of 100 columns with the indent of 4."""


def excerpt(line: str, column: int | None) -> list[str]:
    r"""Render a source line and a caret.

    Args:
        line: The line without its end.
        column: 1-based column in code points; without it there is no caret.

    Returns:
        One or two lines without indent. A long line is cut to the part around the column.

    Example:
        >>> print("\n".join(excerpt('ex:a ex:b "c"', 6)))
        ex:a ex:b "c"
             ^
    """
    at = 0 if column is None else min(max(column - 1, 0), len(line))
    start = 0 if at < WIDTH * 3 // 4 else at - WIDTH // 2
    part = line[start : start + WIDTH]
    before = ("…" if start else "") + printable(line[start:at].replace("\t", " "))
    shown = before + printable(line[at : start + len(part)].replace("\t", " "))
    if start + WIDTH < len(line):
        shown += "…"
    if not shown.strip():
        return []
    return [shown] if column is None else [shown, " " * display_width(before) + "^"]
