"""Strict parsing, with blank node labels that are the same for the same input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from pyoxigraph import Quad, RdfFormat, parse, serialize

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the path, the bytes read so far, and all bytes of the source."""

_STEP: Final = 1 << 20
_TERSE_FORMATS: Final = (RdfFormat.TURTLE, RdfFormat.TRIG)
_LINE_FORMATS: Final = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)

_CHUNK: Final = 1 << 14
_LABEL_OR_STRING: Final = re.compile(rb'("(?:[^"\\]++|\\.)*+"|(?<!\S)_:\S+)', re.DOTALL)

_NO_BLANK_NODE: Final = re.compile(
    rb'(?:[^"\'<#\[(_{~]++|"(?!"")(?:[^"\\\r\n]++|\\.)*+"|\'(?!\'\')(?:[^\'\\\r\n]++|\\.)*+\''
    rb"|<[^<>\"{}|^`\\\x00-\x20]*+>|_(?!:)|#[^\r\n]*+|\{(?!\|)"
    rb'|"""(?:[^"\\]++|\\.|"(?!""))*+"""|\'\'\'(?:[^\'\\]++|\\.|\'(?!\'\'))*+\'\'\')*+',
    re.DOTALL,
)


class SourceReader:
    """Hands the text of a source to the parser piece by piece, so that progress is seen and Ctrl-C is heard.

    Args:
        source: The source; a byte order mark is left out.
        progress: Told about every MiB.
    """

    def __init__(self, source: Source, progress: Progress | None = None) -> None:
        self._source = source
        self._offset = source.start
        self._progress = progress
        self._told = 0

    def read(self, size: int = -1) -> bytes:
        """Give the next bytes, as a binary file does."""
        data = self._source.data
        end = len(data) if size < 0 else self._offset + size
        piece = data[self._offset : end]
        self._offset += len(piece)
        if self._progress is not None and self._offset - self._told >= _STEP:
            self._told = self._offset
            self._progress(self._source.path, self._offset, len(data))
        return piece


def has_blank_nodes(source: Source) -> bool:
    """Tell whether a source can hold blank nodes.

    Args:
        source: The source.

    Returns:
        False only when it surely holds none; RDF/XML and JSON-LD always may.
    """
    if source.format not in _TERSE_FORMATS and source.format not in _LINE_FORMATS:
        return True
    if source.format in _LINE_FORMATS and b"_:" not in source.data:
        return False
    match = _NO_BLANK_NODE.match(source.data, source.start)
    return match is None or match.end() != len(source.data)


def raw_quads(source: Source, base: str | None, progress: Progress | None = None) -> Iterator[Quad]:
    """Parse a source with the labels that the parser gives: random ones for anonymous blank nodes.

    Args:
        source: The source.
        base: The base IRI, in place of that of the source.
        progress: See `SourceReader`.

    Returns:
        The quads, in the order of the parser. After a SyntaxError of Turtle, TriG, N-Triples and N-Quads
        the iterator goes on behind the faulty statement.

    Raises:
        SyntaxError: On the first fault, when it is reached; columns are code points.
    """
    reader = SourceReader(source, progress)
    return parse(reader, source.format, base_iri=base)  # type: ignore[arg-type]  # a reader is all it needs


def parse_quads(source: Source, progress: Progress | None = None) -> Iterator[Quad]:
    """Parse a source, strictly, terms as written.

    Args:
        source: The source.
        progress: See `SourceReader`.

    Returns:
        The quads, in the order of the parser, duplicates kept. Blank nodes are labelled ``f<number of the
        source>b<n>`` by first occurrence (subject, then object, then graph name of each quad), so the same
        input gives the same labels and two sources never share one.

    Raises:
        SyntaxError: On the first fault, when it is reached; `syntax_findings` makes findings of it.

    Example:
        >>> from graph_rdf.syntax import source_from_bytes
        >>> source = source_from_bytes(b"[] <urn:p> _:x . _:x <urn:p> 01 .", name="a.ttl")
        >>> for quad in parse_quads(source):
        ...     print(quad.subject, quad.object)
        _:f0b0 _:f0b1
        _:f0b1 "01"^^<http://www.w3.org/2001/XMLSchema#integer>
    """
    quads = raw_quads(source, source.base, progress)
    if not has_blank_nodes(source):
        return quads
    return relabelled(quads, f"f{source.number}b")


def is_empty(source: Source) -> bool:
    """Tell whether a source that parses holds no triple; one of many does not take long to tell."""
    return next(raw_quads(source, source.base), None) is None


def quad_lines(source: Source, progress: Progress | None = None) -> Iterator[bytes]:
    """Parse a source to N-Quads; what `parse_quads` gives, as text, in pieces.

    Args:
        source: The source.
        progress: See `SourceReader`.

    Returns:
        Whole lines, many in a piece. Terms as written, canonical escapes, blank nodes as in `parse_quads`.

    Raises:
        SyntaxError: On the first fault, when it is reached.
    """
    quads = raw_quads(source, source.base, progress)
    if has_blank_nodes(source):
        return _relabelled_lines(quads, f"f{source.number}b")
    return _pieces(quads)


def relabelled(quads: Iterator[Quad], stem: str) -> Iterator[Quad]:
    """Label blank nodes by first occurrence.

    Args:
        quads: Quads, in a fixed order.
        stem: What the labels begin with; a number from 0 follows.

    Returns:
        The quads, in the same order.
    """
    for lines in _relabelled_lines(quads, stem):
        yield from parse(lines, RdfFormat.N_QUADS)


def _pieces(quads: Iterator[Quad]) -> Iterator[bytes]:
    while lines := serialize(islice(quads, _CHUNK), format=RdfFormat.N_QUADS):
        yield lines


def _relabelled_lines(quads: Iterator[Quad], stem: str) -> Iterator[bytes]:
    """N-Quads is exact and names the nodes of a quad in order, and text is quicker than parts of quads."""
    labels = _Labels(stem)
    for lines in _pieces(quads):
        pieces = _LABEL_OR_STRING.split(lines)
        pieces[1::2] = map(labels.__getitem__, pieces[1::2])
        yield b"".join(pieces)


class _Labels(dict[bytes, bytes]):
    """Label as the parser gave it → label by first occurrence; strings mean themselves."""

    def __init__(self, stem: str) -> None:
        super().__init__()
        self._stem = f"_:{stem}".encode()

    def __missing__(self, written: bytes) -> bytes:
        if written.startswith(b'"'):
            return written
        label = self[written] = b"%b%d" % (self._stem, len(self))
        return label
