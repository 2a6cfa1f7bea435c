"""Records as a property graph: claims are nodes, and only an accepted triple is a relationship of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from graph_rdf.records.fields import LOCAL_NAME
from graph_rdf.records.identity import percent_encoded
from graph_rdf.records.model import Document, Entity, Relation, Representation, Source, Version, View
from graph_rdf.records.predicates import iri_of_predicate
from graph_rdf.records.to_rdf import in_order_of_iris

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.records import RdfProfile, RecordSet
    from graph_rdf.records.model import Record, Support

Value: TypeAlias = str | int | float | None
Properties: TypeAlias = dict[str, Value]

NODE_PROPERTIES: Final = {
    "id": "string",
    "type": "string",
    "label": "string",
    "aliases": "string",
    "subject": "string",
    "predicate": "string",
    "object": "string",
    "confidence": "double",
    "extractor": "string",
    "version": "string",
    "generated": "string",
    "withdrawn": "string",
    "audience": "string",
    "media_type": "string",
    "path": "string",
    "sha256": "string",
    "unit": "string",
    "start": "long",
    "end": "long",
    "quote": "string",
}
"""Property of a node → its type, in the order of the columns; lists are JSON arrays in a string."""

EDGE_PROPERTIES: Final = {
    "record": "string",
    "predicate": "string",
    "confidence": "double",
    "extractor": "string",
    "source": "string",
    "document": "string",
    "version": "string",
    "representation": "string",
    "sha256": "string",
    "unit": "string",
    "start": "long",
    "end": "long",
    "quote": "string",
}
"""Property of the relationship of an accepted triple → its type; the others have none."""

_LONGEST: Final = 2**63 - 1
_LABELS: Final = {
    Entity: "Entity",
    Source: "Source",
    Document: "Document",
    Version: "DocumentVersion",
    Representation: "Representation",
    Relation: "RelationRecord",
    View: "View",
}
_ANCHOR: Final = "Anchor"
_OURS: Final = frozenset({_ANCHOR, *_LABELS.values()})


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node: its IRI, its labels, its properties."""

    iri: str
    labels: tuple[str, ...]
    properties: Properties


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A relationship between two nodes that are there."""

    start: str
    type: str
    end: str
    properties: Properties = field(default_factory=dict)


class PropertyGraph:
    """The property graph of records.

    Nodes: each record of any kind, and each anchor. Relationships: what they say of each other, with names
    in capitals, such as ``SUBJECT`` or ``CITES``. A claim never is a relationship between entities, since
    queries would take it for true; only for records in `proof` there is one more, of the type of the
    predicate's name. One that would lead to a node that no record declares is left out, and counted in
    `missing`; a span past 64 bits likewise, in `too_large`.

    Args:
        records: The records.
        profile: The id base, the declared predicates, and whether quotes are told.
        proof: Id of an accepted record → place of the anchor that proves it.
    """

    def __init__(self, records: RecordSet, profile: RdfProfile, proof: Mapping[str, int]) -> None:
        self._records = records
        self._profile = profile
        self._proof = proof
        catalogue = records.catalogue
        self._known = {record.id for record in catalogue.records()}
        self.missing = 0
        self.too_large = 0

    def nodes(self) -> Iterator[GraphNode]:
        """Give the nodes, sorted by IRI, anchors behind their record.

        Raises:
            InputError: A records file changed since it was read.
        """
        self.too_large = 0
        for record in in_order_of_iris(self._records):
            iri = self._iri(record.id)
            yield GraphNode(iri, _labels(record), {"id": record.id, **self._properties(record)})
            if isinstance(record, Relation):
                for number, anchor in enumerate(record.support, 1):
                    yield GraphNode(f"{iri}#anchor-{number}", (_ANCHOR,), self._place(anchor))

    def edges(self) -> Iterator[GraphEdge]:
        """Give the relationships, in the order of the nodes that they start from.

        Raises:
            InputError: A records file changed since it was read.
        """
        self.missing = 0
        for record in in_order_of_iris(self._records):
            iri = self._iri(record.id)
            for name, target in _links(record):
                yield from self._edge(iri, name, target)
            if isinstance(record, Relation):
                for number, anchor in enumerate(record.support, 1):
                    part = f"{iri}#anchor-{number}"
                    yield GraphEdge(iri, "DERIVED_FROM", part)
                    yield from self._edge(part, "CITES", anchor.representation)
                if record.id in self._proof:
                    yield self._accepted(record)

    def _iri(self, identifier: str) -> str:
        return self._profile.base + percent_encoded(identifier)

    def _edge(self, start: str, name: str, target: str) -> Iterator[GraphEdge]:
        if target in self._known:
            yield GraphEdge(start, name, self._iri(target))
        else:
            self.missing += 1

    def _accepted(self, record: Relation) -> GraphEdge:
        anchor = record.support[self._proof[record.id]]
        catalogue = self._records.catalogue
        version = catalogue.representations[anchor.representation].version
        document = catalogue.versions[version].document
        properties: Properties = {
            "record": self._iri(record.id),
            "predicate": iri_of_predicate(record.predicate, self._profile.declared),
            "confidence": record.confidence,
            "extractor": record.extractor,
            "source": catalogue.documents[document].source,
            "document": document,
            "version": version,
            "representation": anchor.representation,
            **self._place(anchor),
        }
        return GraphEdge(self._iri(record.subject), record.predicate, self._iri(record.object), properties)

    def _place(self, anchor: Support) -> Properties:
        place: Properties = {"sha256": anchor.sha256}
        if anchor.span is not None:
            if anchor.span.end > _LONGEST:
                self.too_large += 1
            else:
                place |= {"unit": anchor.span.unit, "start": anchor.span.start, "end": anchor.span.end}
        if self._profile.quotes:
            place["quote"] = anchor.quote
        return place

    def _properties(self, record: Record) -> Properties:
        match record:
            case Entity():
                return {"type": record.type, "label": record.label, "aliases": _json(record.aliases)}
            case Source():
                return {"label": record.label, "audience": _json(record.audience)}
            case Version():
                return {
                    "version": record.version,
                    "generated": record.generated,
                    "withdrawn": record.withdrawn,
                    "audience": _json(record.audience),
                }
            case Representation():
                return {"media_type": record.media_type, "path": record.path, "sha256": record.sha256}
            case Relation():
                return {
                    "subject": record.subject,
                    "predicate": record.predicate,
                    "object": record.object,
                    "confidence": record.confidence,
                    "extractor": record.extractor,
                }
            case _:
                return {}


def _labels(record: Record) -> tuple[str, ...]:
    """Give the kind of a record, and the type of an entity when it is a local name and no kind of ours."""
    kind = _LABELS[type(record)]
    if isinstance(record, Entity) and record.type not in _OURS and LOCAL_NAME.fullmatch(record.type):
        return kind, record.type
    return (kind,)


def _links(record: Record) -> list[tuple[str, str]]:
    """Name what a record points at, by id."""
    match record:
        case Document():
            links = [("SOURCE", record.source)]
            return links if record.current is None else [*links, ("CURRENT_VERSION", record.current)]
        case Version():
            links = [("VERSION_OF", record.document)]
            return links if record.previous is None else [*links, ("REVISION_OF", record.previous)]
        case Representation():
            return [("REPRESENTS", record.version)]
        case Relation():
            return [("SUBJECT", record.subject), ("OBJECT", record.object)]
        case View():
            return [("ADMITS", version) for version in record.admits]
        case _:
            return []


def _json(texts: tuple[str, ...]) -> str | None:
    return json.dumps(texts, ensure_ascii=False) if texts else None
