"""Regular expressions in XPath syntax, matched by the SPARQL engine of oxigraph.

Source: XPath and XQuery Functions 3.1, 5.6; SPARQL 1.1, 17.4.3.14 (REGEX).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, Store

from graph_rdf.errors import ShapesError
from graph_rdf.shacl.store_select import select
from graph_rdf.shacl.terms import short_term
from graph_rdf.shacl.xpath_regex import translate

if TYPE_CHECKING:
    from collections.abc import Collection

_TEXT: Final = NamedNode("urn:x-ttl-check:text")


class RegularExpression:
    """An XPath regular expression.

    Args:
        pattern: The pattern.
        flags: Any of the letters ``i m q s x``.

    Raises:
        ShapesError: It is ill-formed, or uses what oxigraph does not know.
    """

    def __init__(self, pattern: str, flags: str = "") -> None:
        self.pattern = pattern
        self.flags = flags
        # Both come from the shapes graph and are written by the RDF library, so they are two string literals.
        self._arguments = ", ".join(str(Literal(text)) for text in translate(pattern, flags))
        query = f'SELECT (REGEX("", {self._arguments}) AS ?matches) WHERE {{}}'
        if next(select(Store(), query))[0] is None:
            shown = f"{short_term(Literal(pattern))} with flags {short_term(Literal(flags))}"
            raise ShapesError(f"not a regular expression: {shown}")

    def expression(self, text: str) -> str:
        """Write the SPARQL expression that tells whether a string expression matches."""
        return f"REGEX({text}, {self._arguments})"

    def matching(self, texts: Collection[str]) -> set[str]:
        """Give those of some strings that have a match."""
        store = Store()
        store.extend(
            Quad(NamedNode(f"urn:x-ttl-check:{number}"), _TEXT, Literal(text), DefaultGraph())
            for number, text in enumerate(texts)
        )
        query = f"SELECT ?text WHERE {{ ?node {_TEXT} ?text FILTER({self.expression('?text')}) }}"
        return {row[0].value for row in select(store, query)}
