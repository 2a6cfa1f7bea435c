"""A quick look at the bytes of Turtle-like text for the typed literals that it writes.

A parse makes an object of every term; this reads the text once, and only where its form is plain: each
``^^`` after a string in double quotes without escapes, and no number or boolean written bare.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode, RdfFormat

from graph_rdf.namespaces import XSD
from graph_rdf.syntax.lexical_scan import declared_prefixes_of

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source

_LINES: Final = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
_TERSE: Final = (RdfFormat.TURTLE, RdfFormat.TRIG)

# Anything but a bare literal: a number and `true` begin neither a name nor a keyword.
_PLAIN: Final = (
    rb"(?:[ \t\r\n;,()\[\]{}^]++|\.(?![0-9])"
    rb'|"(?!"")(?:[^"\\\r\n]++|\\.)*+"|\'(?!\'\')(?:[^\'\\\r\n]++|\\.)*+\''
    rb"|<[^<>\"{}|^`\\\x00-\x20]*+>"
    rb"|(?:[A-Za-z_\x80-\xff][\w\-.\x80-\xff]*+)?:(?:[\w:%\x80-\xff][\w\-.:%\x80-\xff]*+)?+"
    rb"|\\.[\w\-.:%\x80-\xff]*+"
    rb"|(?:a|[Pp][Rr][Ee][Ff][Ii][Xx]|[Bb][Aa][Ss][Ee]|[Gg][Rr][Aa][Pp][Hh])(?=[ \t\r\n<{])"
    rb"|@[A-Za-z0-9\-]++|\#[^\r\n]*+"
    rb'|"""(?:[^"\\]++|\\.|"(?!""))*+"""|\'\'\'(?:[^\'\\]++|\\.|\'(?!\'\'))*+\'\'\')*+'
)
_ENDS: Final = rb"(?=\.?(?:[ \t\r\n;,)\]}\#]|\Z))"
_STRETCH: Final = re.compile(
    _PLAIN + rb"(?:(?:(?P<double>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[Ee][+-]?[0-9]+)"
    rb"|(?P<decimal>[+-]?[0-9]*\.[0-9]+)|(?P<integer>[+-]?[0-9]+)|(?P<boolean>true|false))" + _ENDS + rb")?",
    re.DOTALL,
)
"""All up to the next bare literal, and that literal."""

_LONGEST: Final = 100
"""Typed literals are short; a search that ends so early passes quickly over long strings. Bytes."""

_TYPED: Final = re.compile(
    rb'"(?<![\\"]")([^"\\\r\n]{0,%d}+)"\^\^(?:<([^<>\\\s]*+)>|((?:[A-Za-z\x80-\xff][\w\-.\x80-\xff]*+)?):([\w\-]++)'
    rb"(?!\.*[\w\-%%:\\\x80-\xff]))" % _LONGEST
)


def typed_literals(source: Source) -> frozenset[Literal] | None:
    r"""List the literals with a written or implied datatype that a source can hold, but for its strings.

    Args:
        source: A source that parses, as it was loaded.

    Returns:
        Every literal of the source that has a datatype other than ``xsd:string`` and no language tag, as
        written; there may be others that only look so, in strings and comments. None when that is not to be
        seen at a glance: then only a parse tells.

    Example:
        >>> from graph_rdf.syntax.source import Source
        >>> data = b'<urn:s> <urn:p> "01"^^<http://www.w3.org/2001/XMLSchema#integer>, "x"@en .'
        >>> [literal.value for literal in typed_literals(Source("a.ttl", data, RdfFormat.TURTLE)) or ()]
        ['01']
        >>> typed_literals(Source("a.ttl", data.replace(b'"', b"'"), RdfFormat.TURTLE)) is None
        True
    """
    if source.format not in _TERSE and source.format not in _LINES:
        return None
    data, start = source.data, source.start
    typed: set[tuple[bytes, bytes | None, bytes | None, bytes | None]] = set()
    carets = 0
    for match in _TYPED.finditer(data, start):
        carets += 1
        typed.add((match[1], match[2], match[3], match[4]))
    if carets != data.count(b"^^", start):
        return None
    namespaces: dict[bytes, bytes] = {}
    literals: set[Literal] = set()
    if source.format in _TERSE:
        declared = declared_prefixes_of(data, start)
        bare = None if declared is None else _bare(data, start)
        if declared is None or bare is None:
            return None
        literals |= bare
        namespaces = {
            prefix: iri for prefix, (iri, *more) in declared.items() if iri is not None and not more
        }
    for value, iri, prefix, local in typed:
        namespace = namespaces.get(prefix) if prefix is not None else None
        if iri is None and (namespace is None or local is None):
            return None
        datatype = (iri or (namespace or b"") + (local or b"")).decode()
        if ":" not in datatype:
            return None
        literals.add(Literal(value.decode(), datatype=NamedNode(datatype)))
    return frozenset(literals)


def _bare(data: bytes, start: int) -> set[Literal] | None:
    """List the numbers and booleans that are written without quotes; None when the text is not understood."""
    found: set[tuple[str, bytes]] = set()
    place = start
    while place < len(data):
        stretch = _STRETCH.match(data, place)
        if stretch is None or (stretch.lastgroup is None and stretch.end() < len(data)):
            return None
        if stretch.lastgroup is not None:
            found.add((stretch.lastgroup, stretch[stretch.lastgroup]))
        place = stretch.end()
    return {Literal(value.decode(), datatype=NamedNode(XSD + datatype)) for datatype, value in found}
