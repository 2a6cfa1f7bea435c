"""JSON Lines: bytes to numbered lines, and a line to its JSON value, with every problem said."""

from __future__ import annotations

import json
import re
from collections import Counter
from io import SEEK_CUR
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graph_rdf.json_keys import RepeatedKeyError, unique_keys
from graph_rdf.records.problems import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    Report: TypeAlias = Callable[[str, str], None]

MAX_LINE: Final = 128 * 1024 * 1024
"""Default limit on one line, in bytes: room for the largest body (64 MiB) with its escapes."""

_BOM: Final = b"\xef\xbb\xbf"
_SKIP: Final = 1024 * 1024
_BLOCK: Final = 64 * 1024
_LINE: Final = re.compile(rb"[^\r\n]*(?:\r\n?|\n|\Z)")
_PLAIN_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_WHAT: Final = {
    "Unterminated string": "a string starts here and does not end",
    "Invalid control character": "a raw control character in a string",
    "Invalid \\": "an escape that JSON does not know",
    "Extra data": "something follows the object",
}


class NumberedLine(NamedTuple):
    """A line that is not blank: 1-based number, byte offset in the file, bytes (None when it is too long)."""

    number: int
    offset: int
    raw: bytes | None


class JsonProblem(Exception):  # noqa: N818 - it never leaves this package
    """A line is not one JSON value; column is 1-based in code points, None when no place can be named."""

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.column = column


class RepeatedKeys(dict[str, object]):
    """An object that knows which of its keys stand more than once; the last value counts."""

    repeated: tuple[str, ...] = ()


def numbered_lines(file: BinaryIO, max_line: int = MAX_LINE) -> Iterator[NumberedLine]:
    """Read the lines that are not blank.

    Args:
        file: Open at its start; it can seek.
        max_line: The longest line that is kept.

    Returns:
        The lines in order, without a BOM at the start; LF, CRLF and CR end a line.

    Units: bytes.
    """
    number = offset = 0
    while raw := file.readline(max_line + 1):
        for line in _split(file, raw, offset) if raw.find(b"\r", 0, -2) >= 0 else (raw,):
            number += 1
            length = len(line)
            if length > max_line:
                length += _skip(file, line)
                yield NumberedLine(number, offset, None)
            else:
                start = len(_BOM) if number == 1 and line.startswith(_BOM) else 0
                if line[start:].strip(b" \t\r\n"):
                    yield NumberedLine(number, offset + start, line[start:])
            offset += length


def _split(file: BinaryIO, raw: bytes, offset: int) -> list[bytes]:
    """Split bytes that end at a LF, at the end of the file, or where the limit is, at each CR.

    The file is put back to where the last line begins when that is not whole.
    """
    lines = [line for line in _LINE.findall(raw) if line]
    if len(lines) > 1 and not lines[-1].endswith(b"\n"):
        file.seek(offset + sum(map(len, lines[:-1])))
        del lines[-1]
    return lines


def _skip(file: BinaryIO, start: bytes) -> int:
    """Read on to the end of a line that is too long; how many bytes that were."""
    length = 0
    while not start.endswith((b"\n", b"\r")) and (start := file.readline(_SKIP)):
        end = start.find(b"\r")
        if end >= 0 and start[end + 1 :] != b"\n":
            file.seek(end + 1 - len(start), SEEK_CUR)
            start = start[: end + 1]
        length += len(start)
    return length


def line_at(file: BinaryIO) -> bytes:
    """Read one line from where a file stands; it may end at CR alone.

    Returns:
        The line, with its end as far as it was read.
    """
    parts: list[bytes] = []
    while part := file.readline(_BLOCK):
        parts.append(part)
        if b"\r" in part or part.endswith(b"\n"):
            break
    whole = b"".join(parts)
    end = whole.find(b"\r")
    return whole if end < 0 else whole[: end + 1]


def foreign_encoding(start: bytes) -> str | None:
    """Name the encoding of a file that is clearly not UTF-8, from its first bytes; None when it may be UTF-8.

    Example:
        >>> foreign_encoding('{"kind":1}'.encode("utf-16"))
        'UTF-16'
    """
    head = start[:4]
    if head in (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff"):
        return "UTF-32"
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "UTF-16"
    if b"\x00" in head:
        return "UTF-32" if head.count(b"\x00") > 2 else "UTF-16"
    return None


def parse_json(text: str) -> tuple[object, bool]:
    """Parse one line.

    Args:
        text: The line.

    Returns:
        The value, and whether it may hold repeated keys or lone surrogates (see `report_odd_values`).

    Raises:
        JsonProblem: It is not JSON, or nested too deeply, or has a number with too many digits.

    Source: RFC 8259.
    """
    try:
        # Only an escape can bring a lone surrogate into a text that was decoded from UTF-8.
        return _STRICT.decode(text), "\\ud" in text or "\\uD" in text
    except RepeatedKeyError:
        return _TOLERANT.decode(text), True
    except json.JSONDecodeError as error:
        what = next((said for start, said in _WHAT.items() if error.msg.startswith(start)), None)
        if what is None:
            rest = text[error.pos :].strip()
            what = f"unexpected {shown(rest[0])}" if rest else "the line ends too early"
        raise JsonProblem(f"not JSON: {what}", error.pos + 1) from None
    except RecursionError:
        raise JsonProblem("nested too deeply") from None
    except ValueError:  # Python's limit on the digits of an integer
        raise JsonProblem("a number with too many digits") from None


def _tolerant_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = RepeatedKeys(pairs)
    counts = Counter(key for key, _ in pairs)
    made.repeated = tuple(key for key, count in counts.items() if count > 1)
    return made


_STRICT: Final = json.JSONDecoder(object_pairs_hook=unique_keys)
_TOLERANT: Final = json.JSONDecoder(object_pairs_hook=_tolerant_object)


def report_odd_values(value: object, report: Report) -> None:
    """Report every repeated key and every string with a lone surrogate, wherever they stand.

    Args:
        value: A JSON value.
        report: Called with JSON path and message.
    """
    todo: list[tuple[str, object]] = [("$", value)]
    while todo:
        path, item = todo.pop()
        if isinstance(item, dict):
            if isinstance(item, RepeatedKeys):
                for key in item.repeated:
                    report(child(path, key), "the key stands more than once")
            for key in item:
                if _SURROGATE.search(key):
                    report(child(path, key), "the key has a lone surrogate")
            todo.extend((child(path, key), inner) for key, inner in reversed(item.items()))
        elif isinstance(item, list):
            todo.extend((f"{path}[{index}]", item[index]) for index in reversed(range(len(item))))
        elif isinstance(item, str) and _SURROGATE.search(item):
            report(path, "a lone surrogate, which no UTF-8 text can hold")


def child(path: str, key: str) -> str:
    """Write the JSON path of a member.

    Example:
        >>> child("$", "span"), child("$", "a b")
        ('$.span', '$["a b"]')
    """
    return f"{path}.{key}" if _PLAIN_KEY.fullmatch(key) else f"{path}[{shown(key)}]"
