"""How single tokens are written: exact in value, quotes alike where that needs no new escape."""

from __future__ import annotations

from typing import Final

from graph_rdf.namespaces import RDF, RDF_TYPE

TYPE_IRI: Final = f"<{RDF_TYPE}>".encode()
RDF_SPACE: Final = f"<{RDF}>".encode()


def string_word(token: bytes) -> bytes:
    """Write a string with double quotes, unless it holds some; escapes stay as they are.

    Args:
        token: The string with its quotes.

    Returns:
        The string with its quotes; the value is the same.

    Example:
        >>> string_word(b"'plain'")
        b'"plain"'
    """
    if token[:1] != b"'" or b'"' in token:
        return token
    if token[:3] == b"'''" and len(token) >= 6:
        return b'"""' + token[3:-3] + b'"""'
    return b'"' + token[1:-1] + b'"'


class TypeNames:
    """The tokens that mean rdf:type at one point of a text.

    A prefix counts when it is declared with the namespace of RDF written out.
    """

    def __init__(self) -> None:
        self.tokens: set[bytes] = {b"a", TYPE_IRI}

    def declare(self, prefix: bytes, iri: bytes) -> None:
        """Take over a prefix declaration: the name with its colon, and the IRI token."""
        name = prefix + b"type"
        if iri == RDF_SPACE:
            self.tokens.add(name)
        else:
            self.tokens.discard(name)
