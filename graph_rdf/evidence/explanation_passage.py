"""A passage: the lines of a body around a span, with the span marked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINES: Final = 8
"""Lines of the span itself that are shown; a clause rarely has more than two."""

CONTEXT: Final = 1
"""Lines shown before and after the span."""

MAX_WIDTH: Final = 400
"""Code points shown of one line, around the marked part."""

_LINE_END: Final = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class PassageLine:
    """A line of a body, or the part of it around the span.

    Args:
        number: 1-based.
        text: The part that is shown, without the line end.
        mark: Start and end of the marked part in `text`; None when nothing is marked. Units: code points.
        cut_before: Whether the line goes on to the left.
        cut_after: Whether the line goes on to the right.
    """

    number: int
    text: str
    mark: tuple[int, int] | None
    cut_before: bool = False
    cut_after: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines around a span, in order.

    Args:
        line: The 1-based line on which the span starts.
        column: The 1-based column at which it starts. Units: code points.
        lines: The lines.
    """

    line: int
    column: int
    lines: tuple[PassageLine, ...]


def passage_of(text: str, start: int, end: int) -> Passage:
    r"""Cut the lines around a span out of a text.

    Args:
        text: The text; lines end with LF, CR LF or CR.
        start: Where the span starts. Units: code points.
        end: Where it ends. Units: code points.

    Returns:
        The lines that the span touches, `CONTEXT` lines before and after; of a long span the first lines.

    Example:
        >>> passage_of("one\ntwo three\nfour", 8, 13).lines[1]
        PassageLine(number=2, text='two three', mark=(4, 9), cut_before=False, cut_after=False)
    """
    lines = list(_lines(text))
    first = max(number for number, (begin, _) in enumerate(lines) if begin <= start)
    last = max(first, max(number for number, (begin, _) in enumerate(lines) if begin < max(end, start + 1)))
    shown: list[PassageLine] = []
    for number in range(max(0, first - CONTEXT), min(len(lines), min(last, first + MAX_LINES) + CONTEXT + 1)):
        begin, stop = lines[number]
        is_marked = first <= number <= last
        mark = (max(start, begin) - begin, min(end, stop) - begin) if is_marked else None
        shown.append(_line(number + 1, text[begin:stop], mark))
    return Passage(first + 1, start - lines[first][0] + 1, tuple(shown))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for ending in _LINE_END.finditer(text):
        yield begin, ending.start()
        begin = ending.end()
    # What follows the last line end is a line of its own only if there is something.
    if begin < len(text) or begin == 0:
        yield begin, len(text)


def _line(number: int, text: str, mark: tuple[int, int] | None) -> PassageLine:
    if mark is not None:
        mark = (min(mark[0], len(text)), max(mark[0], min(mark[1], len(text))))
    if len(text) <= MAX_WIDTH:
        return PassageLine(number, text, mark)
    left = max(0, (mark[0] if mark else 0) - MAX_WIDTH // 4)
    right = min(len(text), left + MAX_WIDTH)
    if mark is not None:
        mark = (mark[0] - left, min(mark[1], right) - left)
    return PassageLine(number, text[left:right], mark, left > 0, right < len(text))
