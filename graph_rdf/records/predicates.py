"""Predicate names and entity types as IRIs, and back."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from graph_rdf.namespaces import EG
from graph_rdf.records.fields import LOCAL_NAME
from graph_rdf.records.identity import is_absolute_iri, percent_decoded, percent_encoded

if TYPE_CHECKING:
    from collections.abc import Mapping


def iri_of_predicate(predicate: str, declared: Mapping[str, str]) -> str:
    """Give the IRI that a record means by its predicate.

    Args:
        predicate: The predicate of a record: a name or an absolute IRI.
        declared: Name → IRI of the declared predicates.

    Returns:
        The IRI of the name, else the string itself when it is an absolute IRI, else ``eg:NAME``
        (percent-encoded like an id), which nothing declares.

    Source: evidence model, section 3.

    Example:
        >>> iri_of_predicate("owned by", {"contact": "https://example.org/contact"})
        'https://w3id.org/evidence-graph/ns#owned%20by'
    """
    if predicate in declared:
        return declared[predicate]
    return predicate if _is_iri(predicate) else EG + percent_encoded(predicate)


def predicate_of_iri(iri: str, names: Mapping[str, str]) -> str:
    """Give the shortest predicate that `iri_of_predicate` turns into an IRI.

    Args:
        iri: The IRI of a predicate.
        names: IRI → name of the declared predicates.

    Returns:
        Its name, else the bare name of an undeclared ``eg:NAME``, else the IRI.

    Example:
        >>> predicate_of_iri("https://w3id.org/evidence-graph/ns#owned%20by", {})
        'owned by'
    """
    if iri in names:
        return names[iri]
    if iri.startswith(EG):
        bare = percent_decoded(iri[len(EG) :])
        if bare is not None and not _is_iri(bare) and bare not in names.values():
            return bare
    return iri


def iri_of_type(name: str) -> str:
    """Give the IRI of an entity type: a local name of the ontology, or an absolute IRI.

    Example:
        >>> iri_of_type("Project")
        'https://w3id.org/evidence-graph/ns#Project'
    """
    return EG + name if LOCAL_NAME.fullmatch(name) else name


def type_of_iri(iri: str) -> str:
    """Undo `iri_of_type`.

    Example:
        >>> type_of_iri("https://w3id.org/evidence-graph/ns#Project")
        'Project'
    """
    local = iri.removeprefix(EG)
    return local if LOCAL_NAME.fullmatch(local) else iri


@lru_cache(maxsize=4096)
def _is_iri(value: str) -> bool:
    return is_absolute_iri(value)
