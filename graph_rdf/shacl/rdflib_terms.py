"""Terms of pyoxigraph as terms of rdflib and back, with every literal exactly as written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rdflib
from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.errors import EngineError
from graph_rdf.namespaces import XSD_STRING

if TYPE_CHECKING:
    from rdflib.term import Node as RdflibNode

    from graph_rdf.dataset.protocol import Term


def to_rdflib(term: Term) -> RdflibNode:
    """Convert a term; literals keep their lexical form, blank nodes their label.

    Args:
        term: The term.

    Returns:
        The term of rdflib; a string literal has no datatype there.

    Raises:
        EngineError: The term is of RDF 1.2, which rdflib does not know.
    """
    if isinstance(term, NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, BlankNode):
        return rdflib.BNode(term.value)
    if isinstance(term, Literal) and term.direction is None:
        if term.language is not None:
            return rdflib.Literal(term.value, lang=term.language)
        if term.datatype.value == XSD_STRING:
            return rdflib.Literal(term.value)
        return _typed(term.value, rdflib.URIRef(term.datatype.value))
    raise EngineError(f"pySHACL knows RDF 1.1 only, the data holds the term {term}")


def _typed(text: str, datatype: rdflib.URIRef) -> rdflib.Literal:
    literal = rdflib.Literal(text, datatype=datatype, normalize=False)
    if str(literal) != text:
        # Of xsd:token and xsd:normalizedString rdflib changes the white space whatever it is told;
        # the way in which it reads pickles does not.
        literal = rdflib.Literal(text)
        literal.__setstate__((None, {"language": None, "datatype": datatype}))
    return literal


def from_rdflib(node: RdflibNode) -> Term:
    """Convert a term of rdflib back.

    Args:
        node: An IRI, blank node or literal of rdflib.

    Returns:
        The term.

    Raises:
        EngineError: It is of another kind.
    """
    if isinstance(node, rdflib.URIRef):
        return NamedNode(str(node))
    if isinstance(node, rdflib.BNode):
        return BlankNode(str(node))
    if isinstance(node, rdflib.Literal):
        if node.language:
            return Literal(str(node), language=node.language)
        return Literal(str(node), datatype=NamedNode(str(node.datatype or XSD_STRING)))
    raise EngineError(f"rdflib gave a term of an unknown kind: {node!r}")
