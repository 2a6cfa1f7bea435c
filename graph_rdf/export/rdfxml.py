"""Write RDF/XML: streaming, namespaces in a fixed order, and only what XML can hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import OutputError
from graph_rdf.export.terms import blocks, chunked
from graph_rdf.export.xml_text import xml_attribute, xml_problem, xml_text
from graph_rdf.namespaces import PREFIXES, RDF
from graph_rdf.ntriples import unquoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import BinaryIO

    from graph_rdf.ntriples import LexicalTriple

_QNAME: Final = re.compile(r"(.*?)([A-Za-z_][A-Za-z0-9_.-]*)", re.DOTALL)
_TAIL: Final = re.compile(r"\^\^<(.*)>|@(.*)", re.DOTALL)


def write_rdfxml(
    triples: Iterable[LexicalTriple], out: BinaryIO, prefixes: Mapping[str, str] = PREFIXES
) -> None:
    """Write triples as RDF/XML.

    The serialiser of pyoxigraph writes control characters and carriage returns as they are; an XML parser
    refuses the former and rewrites the latter. Here a carriage return is a reference, and what XML 1.0 has no
    way to say is an error.

    Args:
        triples: Grouped by subject; within a subject they are sorted here and written once.
        out: Where the UTF-8 bytes go.
        prefixes: Prefix → namespace; those of them that XML can use are declared, in this order.

    Raises:
        OSError: The output cannot be written.
        OutputError: A literal has a character, or a predicate a form, that RDF/XML cannot hold.

    Source: RDF 1.1 XML Syntax; XML 1.0, 2.2 "Characters" and 2.11 "End-of-Line Handling".
    """
    declared = {"rdf": RDF} | {name: space for name, space in prefixes.items() if name != "id"}
    chunked(_pieces(triples, {space: name for name, space in sorted(declared.items())}), out)


def _pieces(triples: Iterable[LexicalTriple], names: Mapping[str, str]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF'
    for space, name in names.items():
        yield f'\n    xmlns:{name}="{xml_attribute(space)}"'
    yield ">\n"
    elements: dict[str, tuple[str, str]] = {}
    for subject, rows in blocks(triples):
        about = "rdf:nodeID" if subject.startswith("_:") else "rdf:about"
        yield f'  <rdf:Description {about}="{xml_attribute(_bare(subject))}">\n'
        for predicate, value in rows:
            opened, closed = elements.get(predicate) or elements.setdefault(
                predicate, _element(predicate[1:-1], names)
            )
            yield f"    <{opened}{_content(subject, value, closed)}\n"
        yield "  </rdf:Description>\n"
    yield "</rdf:RDF>\n"


def _element(predicate: str, names: Mapping[str, str]) -> tuple[str, str]:
    """Give the start tag of a property, without its end, and its name."""
    found = _QNAME.fullmatch(predicate)
    if found is None or not found[1]:
        raise OutputError(f"RDF/XML has no form for the predicate <{predicate}>")
    space, local = found.groups()
    if space in names:
        return f"{names[space]}:{local}", f"{names[space]}:{local}"
    return f'own:{local} xmlns:own="{xml_attribute(space)}"', f"own:{local}"


def _content(subject: str, value: str, name: str) -> str:
    if not value.startswith('"'):
        attribute = "rdf:nodeID" if value.startswith("_:") else "rdf:resource"
        return f' {attribute}="{xml_attribute(_bare(value))}"/>'
    quoted, tail = value[: value.rindex('"') + 1], value[value.rindex('"') + 1 :]
    text = unquoted(quoted)
    wrong = xml_problem(text)
    if wrong is not None:
        raise OutputError(f"{_bare(subject)}: RDF/XML cannot hold the character {wrong} of a text")
    kind = ""
    if found := _TAIL.fullmatch(tail):
        attribute = "rdf:datatype" if found[1] is not None else "xml:lang"
        kind = f' {attribute}="{xml_attribute(found[1] or found[2])}"'
    return f"{kind}>{xml_text(text)}</{name}>"


def _bare(node: str) -> str:
    return node[2:] if node.startswith("_:") else node[1:-1]
