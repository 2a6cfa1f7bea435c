"""One total order over RDF terms, and their short forms for people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.namespaces import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.dataset.protocol import Term

_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
_BY_LENGTH = sorted(PREFIXES.items(), key=lambda item: -len(item[1]))


def term_key(term: Term) -> tuple[int, str]:
    """Give the place of a term in the one order that all outputs of this package use.

    Args:
        term: Any term.

    Returns:
        A key: IRIs by their text, then blank nodes by length and text of the label (so in the order in which
        the reader met them), then literals and triple terms by their N-Triples form.

    Example:
        >>> sorted([BlankNode("f0b10"), BlankNode("f0b9")], key=term_key)
        [<BlankNode value=f0b9>, <BlankNode value=f0b10>]
    """
    if isinstance(term, NamedNode):
        return 0, term.value
    if isinstance(term, BlankNode):
        return 1, f"{len(term.value):06}{term.value}"
    return 2 if isinstance(term, Literal) else 3, str(term)


def plain_term(term: Term) -> str:
    """Write a term as findings do: an IRI without brackets, ``_:label``, or a literal in N-Triples form."""
    return term.value if isinstance(term, NamedNode) else str(term)


def short_iri(iri: str, prefixes: Mapping[str, str] | None = None) -> str:
    """Shorten an IRI by a prefix, for messages.

    Args:
        iri: The IRI.
        prefixes: Prefix → namespace; the toolkit's own when None.

    Returns:
        ``prefix:local`` when the local part is a plain name, else ``<iri>``.

    Example:
        >>> short_iri("http://www.w3.org/ns/shacl#minCount")
        'sh:minCount'
    """
    pairs = (
        _BY_LENGTH
        if prefixes is None
        else sorted(prefixes.items(), key=lambda item: (-len(item[1]), item[0]))
    )
    for prefix, namespace in pairs:
        local = iri[len(namespace) :]
        if iri.startswith(namespace) and _PLAIN_NAME.fullmatch(local):
            return f"{prefix}:{local}"
    return f"<{iri}>"


def short_term(term: Term, prefixes: Mapping[str, str] | None = None) -> str:
    """Shorten a term for messages: IRIs by a prefix, literals in N-Triples form with a short datatype.

    Args:
        term: Any term.
        prefixes: Prefix → namespace; the toolkit's own when None.

    Returns:
        One line of text.

    Example:
        >>> short_term(Literal(5))
        '"5"^^xsd:integer'
    """
    if isinstance(term, NamedNode):
        return short_iri(term.value, prefixes)
    if isinstance(term, Literal) and not term.language and str(term).endswith(">"):
        body = str(term).rpartition("^^")[0]
        return f"{body}^^{short_iri(term.datatype.value, prefixes)}"
    return str(term)
