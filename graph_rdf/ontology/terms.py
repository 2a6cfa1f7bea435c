"""The terms of the evidence ontology, to catch those that nobody ever declared."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf import namespaces
from graph_rdf.namespaces import EG, RDF_TYPE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pyoxigraph import Triple

EG_TERMS: Final = frozenset(value for name, value in vars(namespaces).items() if name.startswith("EG_"))
"""Every term of the evidence ontology."""


def unknown_terms(triples: Collection[Triple]) -> Iterator[tuple[Triple, str]]:
    """Find the triples that would be passed over in silence, because they use a misspelt term.

    Args:
        triples: The triples of one ontology file.

    Yields:
        Triple and message, in the order of the triples, for each predicate and each class of the `eg:`
        namespace that is no term of the evidence ontology and is not described in the file itself.

    Example:
        >>> from pyoxigraph import Literal, Triple
        >>> form = NamedNode(EG + "clauseform")
        >>> [message for _, message in unknown_terms([Triple(NamedNode("urn:p"), form, Literal("x"))])]
        ['eg:clauseform is no term of the evidence ontology; did you mean eg:clauseForm?']
    """
    described = {triple.subject.value for triple in triples if isinstance(triple.subject, NamedNode)}
    known = EG_TERMS | described
    for triple in triples:
        is_class = triple.predicate.value == RDF_TYPE
        used = triple.object if is_class else triple.predicate
        if isinstance(used, NamedNode) and used.value.startswith(EG) and used.value not in known:
            yield triple, unknown_term_message(used.value.removeprefix(EG), is_class=is_class)


def unknown_term_message(name: str, *, is_class: bool) -> str:
    """Name the unknown term and the one of the same kind that was meant."""
    terms = [iri.removeprefix(EG) for iri in sorted(EG_TERMS)]
    known = {term.casefold(): term for term in terms if term[0].isupper() == is_class}
    near = get_close_matches(name.casefold(), sorted(known), n=1, cutoff=0.6)
    hint = f"; did you mean eg:{known[near[0]]}?" if near else ""
    return f"eg:{name} is no term of the evidence ontology{hint}"
