"""Triples that say nothing: they hold of everything, of themselves, or of the built-in terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.namespaces import OWL, RDF, RDF_TYPE, RDFS, XSD

if TYPE_CHECKING:
    from graph_rdf.ntriples import LexicalTriple

_TYPE: Final = f"<{RDF_TYPE}>"
_BUILT_IN: Final = tuple(f"<{space}" for space in (OWL, RDF, RDFS, XSD))
_REFLEXIVE: Final = frozenset(
    (
        f"<{RDFS}subClassOf>",
        f"<{RDFS}subPropertyOf>",
        f"<{OWL}equivalentClass>",
        f"<{OWL}equivalentProperty>",
        f"<{OWL}sameAs>",
    )
)
_TOP: Final = frozenset((f"<{OWL}Thing>", f"<{RDFS}Resource>"))
_KINDS: Final = frozenset(
    (
        f"<{RDF}Property>",
        f"<{RDFS}Class>",
        f"<{RDFS}Datatype>",
        f"<{RDFS}Literal>",
        f"<{OWL}AnnotationProperty>",
        f"<{OWL}Class>",
    )
)


def is_axiomatic(triple: LexicalTriple) -> bool:
    """Tell whether a triple says nothing: it holds of everything, of itself, or of the built-in terms.

    Example:
        >>> is_axiomatic(("<https://e/a>", _TYPE, "<http://www.w3.org/2002/07/owl#Thing>"))
        True
    """
    subject, predicate, value = triple
    if is_about_built_in(triple) or (subject == value and predicate in _REFLEXIVE):
        return True
    if value in _TOP:
        return predicate in _REFLEXIVE or predicate == _TYPE
    return predicate == _TYPE and value in _KINDS


def is_about_built_in(triple: LexicalTriple) -> bool:
    """Tell whether a triple is about a term of RDF, RDFS, OWL or XSD."""
    return triple[0].startswith(_BUILT_IN)
