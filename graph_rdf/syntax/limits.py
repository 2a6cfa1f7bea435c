"""Limits on depth: input on which the parser would overflow its stack is refused before it gets there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from pyoxigraph import RdfFormat

from graph_rdf.findings import Finding, Severity
from graph_rdf.syntax.positions import positions

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source

MAX_TRIPLE_TERM_DEPTH: Final = 256
"""Triple terms in each other. The parser frees them by recursion: 20,000 end the process, 5,000 do not."""

MAX_JSON_DEPTH: Final = 1024
"""Nested objects and arrays of JSON-LD."""

MAX_XML_DEPTH: Final = 1024
"""Nested elements of RDF/XML; the time of the parser grows with the square of the depth."""

MAX_ENTITY_GROWTH: Final = 16 * 1024 * 1024
"""Bytes that the entities of an XML document may add."""

_MAX_ENTITY_ROUNDS: Final = 32
_TERSE: Final = re.compile(
    rb'"""(?:[^"\\]++|\\.|"(?!""))*+"""'
    rb"|'''(?:[^'\\]++|\\.|'(?!''))*+'''"
    rb'|"(?:[^"\\\r\n]++|\\.)*+"'
    rb"|'(?:[^'\\\r\n]++|\\.)*+'"
    rb"|<[^<>\"{}|^`\\\x00-\x20]*+>|#[^\r\n]*+|(<<\()|(\)>>)",
    re.DOTALL,
)
_JSON: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"|([\[{])|([\]}])', re.DOTALL)
_ENTITY: Final = re.compile(rb"""<!ENTITY\s+([^\s%]+)\s+(?:"([^"]*)"|'([^']*)')""")
_REFERENCE: Final = re.compile(rb"&([A-Za-z_:][^\s;&<]*);")


def depth_finding(source: Source) -> Finding | None:
    """Check that a source is not nested deeper than the parser can bear.

    Args:
        source: The source, UTF-8.

    Returns:
        None when it is not, else a `syntax-error` at the place where the limit is passed.
    """
    if source.format == RdfFormat.JSON_LD:
        return _nesting(source, _JSON, MAX_JSON_DEPTH, "objects and arrays")
    if source.format == RdfFormat.RDF_XML:
        return _xml(source)
    if source.data.count(b"<<(") <= MAX_TRIPLE_TERM_DEPTH:
        return None
    return _nesting(source, _TERSE, MAX_TRIPLE_TERM_DEPTH, "triple terms")


def _nesting(source: Source, tokens: re.Pattern[bytes], limit: int, what: str) -> Finding | None:
    depth = 0
    for match in tokens.finditer(source.data, source.start):
        if match.group(1):
            depth += 1
            if depth > limit:
                return _too_deep(source, match.start(), what, limit)
        elif match.group(2):
            depth -= 1
    return None


def _too_deep(source: Source, offset: int, what: str, limit: int) -> Finding:
    line, column = positions(source.data, [offset], source.start)[offset]
    return _finding(source, line, column, f"{what} are nested deeper than the limit of {limit}")


def _finding(source: Source, line: int, column: int, message: str) -> Finding:
    return Finding(
        "syntax-error", Severity.ERROR, message, path=source.path, line=line, column=column, end_line=line
    )


class _DepthReachedError(Exception):
    """Stops the XML parser."""


def _xml(source: Source) -> Finding | None:
    growth = _entity_growth(source.data)
    if growth > MAX_ENTITY_GROWTH:
        return _finding(
            source, 1, 1, f"the entities of the document grow past the limit of {MAX_ENTITY_GROWTH} bytes"
        )
    depth = 0
    offset = 0
    parser = expat.ParserCreate()

    def opened(_name: str, _attributes: list[str]) -> None:
        nonlocal depth, offset
        depth += 1
        if depth > MAX_XML_DEPTH:
            offset = parser.CurrentByteIndex
            raise _DepthReachedError

    def closed(_name: str) -> None:
        nonlocal depth
        depth -= 1

    parser.ordered_attributes = True
    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    try:
        parser.Parse(source.data, True)  # noqa: FBT003 - the last piece
    except _DepthReachedError:
        return _too_deep(source, offset, "elements", MAX_XML_DEPTH)
    except expat.ExpatError:
        return None  # the RDF parser says it
    return None


def _entity_growth(data: bytes) -> int:
    declared: dict[bytes, bytes] = {}
    for name, double, single in _ENTITY.findall(data):
        declared.setdefault(name, double or single)
    if not declared:
        return 0
    used = {name: _REFERENCE.findall(value) for name, value in declared.items()}
    sizes = {name: len(value) for name, value in declared.items()}
    for _ in range(_MAX_ENTITY_ROUNDS):  # an entity may use one that is declared behind it
        grown = {
            name: len(value) + sum(sizes.get(other, 0) for other in used[name])
            for name, value in declared.items()
        }
        if max(grown.values()) > MAX_ENTITY_GROWTH:
            return max(grown.values())
        if grown == sizes:
            return sum(sizes.get(name, 0) for name in _REFERENCE.findall(data))
        sizes = grown
    return MAX_ENTITY_GROWTH + 1
