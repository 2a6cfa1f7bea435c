"""Terms in N-Triples form, as plain strings: the exact and cheap currency of exporters and writers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, TypeAlias

from graph_rdf.namespaces import XSD_STRING

if TYPE_CHECKING:
    from collections.abc import Mapping

LexicalTriple: TypeAlias = tuple[str, str, str]
"""Subject, predicate and object, each in N-Triples form: ``<iri>``, ``_:label``, ``"text"@en``."""

_NAMED: Final = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
_CODED: Final = [*range(8), 11, *range(14, 32), 127, 0xFFFE, 0xFFFF]
_ESCAPES: Final[Mapping[int, str]] = {**{code: f"\\u{code:04X}" for code in _CODED}, **_NAMED}
_SPECIAL: Final = re.compile(r'[\x00-\x1f"\\\x7f\ufffe\uffff]')


def iri(value: str) -> str:
    """Write an IRI in N-Triples form; the caller vouches that it is one.

    Args:
        value: An absolute IRI.

    Returns:
        The IRI in angle brackets.

    Example:
        >>> iri("https://example.org/a")
        '<https://example.org/a>'
    """
    return f"<{value}>"


def literal(value: str, datatype: str = XSD_STRING) -> str:
    r"""Write a literal in canonical N-Triples form.

    Args:
        value: The lexical form, without lone surrogates.
        datatype: The IRI of the datatype; xsd:string is left out.

    Returns:
        The quoted form. Only what the canonical form escapes is escaped.

    Source: RDF 1.2 N-Triples, 4 "A Canonical form of N-Triples".

    Example:
        >>> print(literal('say "hi"\n'))
        "say \"hi\"\n"
        >>> print(literal("1.0", "http://www.w3.org/2001/XMLSchema#decimal"))
        "1.0"^^<http://www.w3.org/2001/XMLSchema#decimal>
    """
    if _SPECIAL.search(value):
        value = value.translate(_ESCAPES)
    return f'"{value}"' if datatype == XSD_STRING else f'"{value}"^^<{datatype}>'


def unquoted(quoted: str) -> str:
    r"""Give the text of a canonical quoted form, as `literal` makes it; its escapes are those of JSON too.

    Example:
        >>> unquoted('"say \\"hi\\""')
        'say "hi"'
    """
    text: str = json.loads(quoted)
    return text
