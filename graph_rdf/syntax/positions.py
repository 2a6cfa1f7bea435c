"""Lines and columns of byte offsets."""

from __future__ import annotations

import re
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
    found = {}
    line, begin, seen = 1, start, start
    for offset in wanted:
        stop = max(offset, start)
        if data[stop - 1 : stop + 1] == b"\r\n":  # inside a line end: still on its line
            stop -= 1
        if data.find(b"\r", seen, stop) < 0:
            line += data.count(b"\n", seen, stop)
            begin = max(begin, data.rfind(b"\n", seen, stop) + 1)
        else:
            for match in _LINE_END.finditer(data, seen, stop):
                line += 1
                begin = match.end()
        seen = max(seen, stop)
        found[offset] = (line, len(data[begin:stop].decode("utf-8", "replace")) + 1)
    return found
