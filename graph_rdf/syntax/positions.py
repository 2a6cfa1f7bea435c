"""Lines and columns of byte offsets."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_LINE_END: Final = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file.

    Args:
        path: The file, as the user named it.
        line: 1-based line.
        column: 1-based column, in code points.
        end_line: 1-based last line; that of the end of the statement for subjects.
    """

    path: str
    line: int
    column: int
    end_line: int


def line_starts(data: bytes, start: int = 0) -> list[int]:
    r"""List the offsets at which lines begin.

    Args:
        data: The text; lines end with LF, CR LF or a lone CR.
        start: The offset of the first line.

    Returns:
        One offset a line, ascending, never empty.

    Units: bytes.

    Example:
        >>> line_starts(b"a\r\nb\rc\n")
        [0, 3, 5, 7]
    """
    return [start, *(match.end() for match in _LINE_END.finditer(data, start))]


def positions(data: bytes, offsets: Iterable[int], start: int = 0) -> dict[int, tuple[int, int]]:
    r"""Turn byte offsets into lines and columns, in one pass over the text.

    Args:
        data: UTF-8 text; where it is no UTF-8 a wrong byte counts as one column.
        offsets: Offsets into it.
        start: The offset at which the text begins, after a byte order mark.

    Returns:
        Offset → (line, column), both 1-based, the column in code points.

    Units: bytes in, code points out.

    Example:
        >>> positions("ä\nöü".encode(), [5])
        {5: (2, 2)}
    """
    wanted = sorted(set(offsets))
    if not wanted:
        return {}
    starts = line_starts(data[: wanted[-1] + 1], start)
    # An offset on the LF of a CR LF pair whose CR alone was cut off above cannot be: the slice ends after it.
    found = {}
    for offset in wanted:
        line = bisect_right(starts, max(offset, start))
        column = len(data[starts[line - 1] : offset].decode("utf-8", "replace")) + 1
        found[offset] = (line, column)
    return found
