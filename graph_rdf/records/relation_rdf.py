"""The RDF form of relation records, their anchors and selectors."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.ntriples import iri, literal
from graph_rdf.records.catalogue_rdf import IDENTIFIER, PROV_ENTITY, TYPE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from graph_rdf.records.body_cache import BodyCache
    from graph_rdf.records.catalogue_rdf import Ref, Rows
    from graph_rdf.records.model import Relation, Span, Support

    Node: TypeAlias = tuple[str, Rows]

_DERIVED: Final = iri(ns.PROV_WAS_DERIVED_FROM)
_SELECTOR: Final = iri(ns.OA_HAS_SELECTOR)
_POSITION: Final = {
    "byte": (iri(ns.OA_DATA_POSITION_SELECTOR), "bytes"),
    "char": (iri(ns.OA_TEXT_POSITION_SELECTOR), "chars"),
}
_CITES: Final = (
    ("version", iri(ns.EG_CITES_VERSION)),
    ("document", iri(ns.EG_CITES_DOCUMENT)),
    ("source", iri(ns.EG_CITES_SOURCE)),
)


def relation_nodes(
    record: Relation, predicate: str, ref: Ref, bodies: BodyCache, warn: Callable[[str], None]
) -> list[Node]:
    """Describe a relation record.

    Args:
        record: The record.
        predicate: The IRI of its predicate.
        ref: Id → IRI in N-Triples form.
        bodies: Where the spans of anchors are translated.
        warn: Called when an anchor cannot have both position selectors.

    Returns:
        The record, then its anchors and their selectors sorted by IRI; rows in no order, each once.

    Source: evidence model, section 4.
    """
    node = ref(record.id)
    rows: Rows = [
        (TYPE, iri(ns.EG_RELATION_RECORD)),
        (TYPE, iri(ns.RDF_STATEMENT)),
        (IDENTIFIER, literal(record.id)),
        (iri(ns.RDF_SUBJECT), ref(record.subject)),
        (iri(ns.RDF_PREDICATE), iri(predicate)),
        (iri(ns.RDF_OBJECT), ref(record.object)),
    ]
    if record.confidence is not None:
        rows.append((iri(ns.EG_CONFIDENCE), literal(decimal_form(record.confidence), ns.XSD_DECIMAL)))
    if record.extractor is not None:
        rows.append((iri(ns.EG_EXTRACTOR), literal(record.extractor)))
    parts: list[Node] = []
    for number, anchor in enumerate(record.support, 1):
        name = f"{node[1:-1]}#anchor-{number}"
        rows.append((_DERIVED, iri(name)))
        spans: tuple[Span, ...] = ()
        if anchor.span is not None:
            translated = bodies.both_spans(anchor, anchor.span)
            if isinstance(translated, str):
                warn(f"anchor {number} has the given selector alone: {translated}")
                translated = (anchor.span,)
            spans = translated
        parts.extend(_anchor_nodes(name, anchor, spans, ref))
    parts.sort(key=lambda part: part[0][:-1])
    return [(node, rows), *parts]


def without_quotes(record: Relation) -> Relation:
    """Give a relation whose anchors do not tell their quotes."""
    return replace(record, support=tuple(replace(anchor, quote=None) for anchor in record.support))


def decimal_form(value: float) -> str:
    """Write a finite number as an xsd:decimal that reads back as the same float.

    Example:
        >>> decimal_form(1.0), decimal_form(1e-7)
        ('1.0', '0.0000001')
    """
    digits = format(Decimal(repr(value)), "f")
    return digits if "." in digits else digits + ".0"


def _anchor_nodes(name: str, anchor: Support, spans: tuple[Span, ...], ref: Ref) -> list[Node]:
    rows: Rows = [
        (TYPE, iri(ns.EG_ANCHOR)),
        (TYPE, iri(ns.OA_SPECIFIC_RESOURCE)),
        PROV_ENTITY,
        (iri(ns.OA_HAS_SOURCE), ref(anchor.representation)),
    ]
    for key, predicate in _CITES:
        claimed = getattr(anchor, key)
        if claimed is not None:
            rows.append((predicate, ref(claimed)))
    if anchor.sha256 is not None:
        rows.append((iri(ns.EG_SHA256), literal(anchor.sha256)))
    if anchor.span is not None:
        rows.append((iri(ns.EG_SPAN_UNIT), literal(anchor.span.unit)))
    parts: list[Node] = []
    for span in spans:
        kind, suffix = _POSITION[span.unit]
        selector: Rows = [
            (TYPE, kind),
            (iri(ns.OA_START), literal(str(span.start), ns.XSD_NON_NEGATIVE_INTEGER)),
            (iri(ns.OA_END), literal(str(span.end), ns.XSD_NON_NEGATIVE_INTEGER)),
        ]
        parts.append((iri(f"{name}-{suffix}"), selector))
    if anchor.quote is not None:
        quote: Rows = [(TYPE, iri(ns.OA_TEXT_QUOTE_SELECTOR)), (iri(ns.OA_EXACT), literal(anchor.quote))]
        parts.append((iri(f"{name}-quote"), quote))
    rows.extend((_SELECTOR, part) for part, _ in parts)
    return [(iri(name), rows), *parts]
