"""Only UTF-8 is read; anything else is one finding that names the likely encoding and the place."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Final

from graph_rdf.findings import Finding, Severity
from graph_rdf.syntax.positions import positions

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source

_CHUNK: Final = 1 << 20
_MARKS: Final = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "UTF-32LE"),
    (codecs.BOM_UTF32_BE, "UTF-32BE"),
    (codecs.BOM_UTF16_LE, "UTF-16LE"),
    (codecs.BOM_UTF16_BE, "UTF-16BE"),
)
_HEAD: Final = 256


def check_encoding(source: Source) -> Finding | None:
    """Check that a source is UTF-8.

    Args:
        source: The source.

    Returns:
        None when it is, else one finding `wrong-encoding` at the first byte that cannot be UTF-8.
    """
    wide = _wide_encoding(source.data)
    if wide is not None:
        return _finding(source, wide, 0, f"the text is {wide}, not UTF-8")
    offset = invalid_utf8(source.data)
    if offset is None:
        return None
    likely = _likely_encoding(source.data, offset)
    return _finding(
        source,
        likely,
        offset,
        f"byte 0x{source.data[offset]:02X} is not valid UTF-8; the text is probably {likely}",
    )


def invalid_utf8(data: bytes) -> int | None:
    r"""Find the first byte at which a text stops being UTF-8.

    Args:
        data: The bytes.

    Returns:
        Its offset, or None when all is valid.

    Units: bytes.

    Example:
        >>> invalid_utf8(b"ab\xff")
        2
    """
    view = memoryview(data)
    start, end = 0, len(data)
    while start < end:
        stop = min(start + _CHUNK, end)
        try:
            _, used = codecs.utf_8_decode(view[start:stop], "strict", stop == end)
        except UnicodeDecodeError as error:
            return start + error.start
        start += used
    return None


def _wide_encoding(data: bytes) -> str | None:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    head = data[:_HEAD]
    if len(head) < 4 or b"\0" not in head:
        return None
    zero = [sum(1 for byte in head[i::4] if byte == 0) / len(head[i::4]) for i in range(4)]
    high = [share > 0.9 for share in zero]
    if high[1:] == [True] * 3 and not high[0]:
        return "UTF-32LE"
    if high[:3] == [True] * 3 and not high[3]:
        return "UTF-32BE"
    if zero[1] + zero[3] > 1 and zero[0] + zero[2] < 0.5:
        return "UTF-16LE"
    if zero[0] + zero[2] > 1 and zero[1] + zero[3] < 0.5:
        return "UTF-16BE"
    return None


def _likely_encoding(data: bytes, offset: int) -> str:
    tail = data[offset : offset + (1 << 16)]
    # 0x80-0x9F are letters and quotation marks in Windows-1252 but control characters in ISO-8859-1.
    return "Windows-1252" if any(0x80 <= byte < 0xA0 for byte in tail) else "ISO-8859-1"


def _finding(source: Source, likely: str, offset: int, what: str) -> Finding:
    line, column = positions(source.data, [offset], source.start)[offset] if offset else (1, 1)
    return Finding(
        "wrong-encoding",
        Severity.ERROR,
        f"{what}; convert the file to UTF-8, for example: iconv -f {likely.upper()} -t UTF-8",
        path=source.path,
        line=line,
        column=column,
        end_line=line,
    )
