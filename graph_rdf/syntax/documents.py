"""Where RDF/XML and JSON-LD name a subject; as good as their text allows."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from pyoxigraph import RdfFormat

from graph_rdf.namespaces import RDF
from graph_rdf.syntax.names import resolve
from graph_rdf.syntax.positions import Place, positions

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source

_XML_BASE: Final = "http://www.w3.org/XML/1998/namespace base"
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_STRING: Final = rb'"(?:[^"\\]++|\\.)*+"'
_JSON_ID: Final = re.compile(rb'"@id"\s*+:\s*+(' + _STRING + rb")|([{\[])|([}\]])|" + _STRING, re.DOTALL)


def locate_in_document(source: Source, wanted: set[str]) -> dict[str, Place]:
    """Find the element or object that names each IRI first.

    Args:
        source: RDF/XML or JSON-LD that parses.
        wanted: IRIs.

    Returns:
        IRI → place. JSON-LD: only IRIs that are written whole or relative to the base, not compact ones.
    """
    spans = _xml(source, wanted) if source.format == RdfFormat.RDF_XML else _json(source, wanted)
    ends = {max(start, end - 1) for start, end in spans.values()}
    at = positions(source.data, {start for start, _ in spans.values()} | ends, source.start)
    return {
        iri: Place(source.path, *at[start], at[max(start, end - 1)][0]) for iri, (start, end) in spans.items()
    }


def _absolute(base: str | None, reference: str) -> str:
    return reference if base is None or _SCHEME.match(reference) else resolve(base, reference)


def _xml(source: Source, wanted: set[str]) -> dict[str, tuple[int, int]]:
    spans: dict[str, tuple[int, int]] = {}
    bases: list[str | None] = [source.base]
    opened: list[tuple[str | None, int]] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    about, identifier = f"{RDF} about", f"{RDF} ID"

    def start(_name: str, attributes: dict[str, str]) -> None:
        base = attributes.get(_XML_BASE)
        bases.append(bases[-1] if base is None else _absolute(bases[-1], base))
        iri = None
        if about in attributes:
            iri = _absolute(bases[-1], attributes[about])
        elif identifier in attributes:
            iri = _absolute(bases[-1], "#" + attributes[identifier])
        opened.append((iri, parser.CurrentByteIndex))

    def end(_name: str) -> None:
        bases.pop()
        iri, begin = opened.pop()
        if iri in wanted and (iri not in spans or begin < spans[iri][0]):
            closing = source.data.find(b">", parser.CurrentByteIndex)
            spans[iri] = (begin, closing + 1 if closing >= 0 else len(source.data))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(source.data, True)  # noqa: FBT003 - the last piece
    except expat.ExpatError:
        return spans
    return spans


def _json(source: Source, wanted: set[str]) -> dict[str, tuple[int, int]]:
    spans: dict[str, tuple[int, int]] = {}
    open_objects: list[tuple[int, list[str]]] = []
    for match in _JSON_ID.finditer(source.data, source.start):
        if match.group(1) is not None and open_objects:
            open_objects[-1][1].append(_absolute(source.base, json.loads(match.group(1))))
        elif match.group(2) is not None:
            open_objects.append((match.start(), []))
        elif match.group(3) is not None and open_objects:
            begin, iris = open_objects.pop()
            for iri in iris:
                if iri in wanted and (iri not in spans or begin < spans[iri][0]):
                    spans[iri] = (begin, match.end())
    return spans
