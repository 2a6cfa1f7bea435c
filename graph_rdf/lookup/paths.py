"""The requested predicate sequence, as a caller writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.errors import UnknownNameError
from graph_rdf.ontology import predicate_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.ontology import RelationPredicate


NO_ONTOLOGY: Final = "is --ontology missing?"
"""Why a predicate may be unknown that the user knows."""


def parse_path(text: str, predicates: Mapping[str, RelationPredicate]) -> tuple[str, ...]:
    """Read a path such as ``operated_by/contact``.

    Args:
        text: Names of declared predicates, or their IRIs in angle brackets, with ``/`` between them.
        predicates: IRI → declared predicate.

    Returns:
        The IRIs of the predicates, in order, at least one. Nothing but these is ever traversed: there is no
        operator, so no text can widen the request.

    Raises:
        UnknownNameError: A segment is no declared predicate, or is empty.

    Source: evidence model, section 8.

    Example:
        >>> from graph_rdf.ontology import packaged_ontology, read_predicates
        >>> known = read_predicates(packaged_ontology())
        >>> [iri.partition("#")[2] for iri in parse_path("operated_by/contact", known)]
        ['operated_by', 'contact']
    """
    names = predicate_names(predicates)
    path: list[str] = []
    for segment in _segments(text):
        is_iri = segment.startswith("<") and segment.endswith(">")
        iri = segment[1:-1] if is_iri else names.get(segment)
        if iri is None or iri not in predicates:
            known = [f"<{iri}>" for iri in predicates] if is_iri else list(names)
            raise UnknownNameError("predicate", segment, known, hint=NO_ONTOLOGY)
        path.append(iri)
    return tuple(path)


def _segments(text: str) -> Iterator[str]:
    """Yield the segments between slashes; a slash inside angle brackets belongs to an IRI."""
    start = 0
    while True:
        from_ = text.find(">", start) if text.startswith("<", start) else start
        end = text.find("/", from_) if from_ != -1 else -1
        if end == -1:
            yield text[start:]
            return
        yield text[start:end]
        start = end + 1
