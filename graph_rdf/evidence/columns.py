"""The world as columns: every fact that support, views and lookups need, read by one scan a property."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.evidence.column import (
    HUGE,
    NOT_TEXT,
    Column,
    members,
    nodes_of,
    scan,
    texts_of,
    time_of,
    values_of,
)
from graph_rdf.evidence.selectors import read_quotes, read_spans
from graph_rdf.ontology import RelationPredicate, read_predicates
from graph_rdf.records.predicates import predicate_of_iri

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.dataset.protocol import Dataset

_PATH: Final = f"""
SELECT ?node ?value WHERE {{
  ?node <{ns.EG_PATH}> ?value
  FILTER NOT EXISTS {{ ?node <{ns.EG_BODY}> ?body }}
}}
"""


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """All columns of one world; nodes are IRIs, a blank node is ``_:label``, a literal its N-Triples form.

    Args:
        predicates: IRI → declared relation predicate.
        records: The relation records, sorted by id, then IRI.
        anchors: The anchors, record by record, within a record in the order of their numbers.
        first_anchor: Where the anchors of each record start in `anchors`; one more than there are records.
        entities: The declared entities.
        representations: The nodes typed `eg:Representation`.
        views: The nodes typed `eg:View`.
        char_unit: The anchors whose span was given in code points.
        identifier: Node → canonical id.
        byte_span: Anchor → start and end of its `oa:DataPositionSelector`, in bytes.
        char_span: Anchor → start and end of its `oa:TextPositionSelector`, in code points.
        exact: Anchor → quote, whatever selector it stands on.
        path: Representation → file, for those without an embedded body.

    The other columns bear the name of their property.
    """

    predicates: Mapping[str, RelationPredicate]
    records: tuple[str, ...]
    anchors: tuple[str, ...]
    first_anchor: tuple[int, ...]
    entities: frozenset[str]
    representations: frozenset[str]
    views: frozenset[str]
    char_unit: frozenset[str]
    identifier: Column[str]
    subject: Column[str]
    predicate: Column[str]
    object: Column[str]
    source: Column[str]
    byte_span: Column[tuple[int, int]]
    char_span: Column[tuple[int, int]]
    exact: Column[str]
    sha256: Column[str]
    cites_version: Column[str]
    cites_document: Column[str]
    cites_source: Column[str]
    body: Column[str]
    path: Column[str]
    version_of: Column[str]
    document_of: Column[str]
    source_of: Column[str]
    current: Column[str]
    revision_of: Column[str]
    generated: Column[str]
    withdrawn: Column[str]
    audience: Column[str]
    admits: Column[str]
    label: Column[str]
    alias: Column[str]

    def id_of(self, node: str) -> str:
        """Return the canonical id of a node; the node itself stands for the id that it lacks."""
        value = self.identifier.one.get(node)
        if value is None:
            several = self.identifier.many.get(node)
            value = several[0] if several else node
        return node if value == NOT_TEXT else value

    def anchors_of(self, record: int) -> range:
        """Return the places in `anchors` that belong to the record at a place in `records`."""
        return range(self.first_anchor[record], self.first_anchor[record + 1])

    def name_of_predicate(self, node: str) -> str:
        """Return the name of a predicate; an undeclared one of the toolkit's namespace by its local name."""
        known = self.predicates.get(node)
        return known.name if known is not None else predicate_of_iri(node, {})

    def body_paths(self) -> dict[str, str]:
        """Return what has to be read from files.

        Returns:
            Representation → path, for each one without an embedded body and with exactly one path, sorted by
            IRI. The caller reads the files and hands the bytes, or the reasons, to `verify`.
        """
        return {
            node: path
            for node, path in sorted(self.path.one.items())
            if path != NOT_TEXT and node in self.representations
        }


def read_world(dataset: Dataset) -> World:
    """Read the columns of a world from the default graph of a dataset.

    Each property is one scan, and selectors are joined to their anchors only where that multiplies nothing:
    linear in the triples, whatever they say, and an endpoint can answer it as well as the embedded store.

    Args:
        dataset: The data, with the ontology merged into it.

    Returns:
        The columns. Nothing is judged here: values of the wrong kind, too many values and none are kept.

    Raises:
        OntologyError: The declarations of the relation predicates cannot be used.
        QueryError: The dataset cannot answer.
    """
    types = {
        name: members(dataset, f"SELECT ?node WHERE {{ ?node a <{ns.EG}{name}> }}")
        for name in (
            "RelationRecord",
            "Anchor",
            "Entity",
            "Representation",
            "View",
        )
    }
    identifier = texts_of(dataset, scan(ns.DCTERMS_IDENTIFIER))
    records = _sorted_by_id(types["RelationRecord"], identifier)
    anchors, first_anchor = _anchors(records, types["Anchor"], nodes_of(dataset, ns.PROV_WAS_DERIVED_FROM))
    byte_span, char_span = read_spans(dataset)
    return World(
        predicates=read_predicates(dataset),
        records=records,
        anchors=anchors,
        first_anchor=first_anchor,
        entities=types["Entity"],
        representations=types["Representation"],
        views=types["View"],
        char_unit=members(dataset, f'SELECT ?node WHERE {{ ?node <{ns.EG_SPAN_UNIT}> "char" }}'),
        identifier=identifier,
        subject=nodes_of(dataset, ns.RDF_SUBJECT),
        predicate=nodes_of(dataset, ns.RDF_PREDICATE),
        object=nodes_of(dataset, ns.RDF_OBJECT),
        source=nodes_of(dataset, ns.OA_HAS_SOURCE),
        byte_span=byte_span,
        char_span=char_span,
        exact=read_quotes(dataset),
        sha256=texts_of(dataset, scan(ns.EG_SHA256)),
        cites_version=nodes_of(dataset, ns.EG_CITES_VERSION),
        cites_document=nodes_of(dataset, ns.EG_CITES_DOCUMENT),
        cites_source=nodes_of(dataset, ns.EG_CITES_SOURCE),
        body=texts_of(dataset, scan(ns.EG_BODY)),
        path=texts_of(dataset, _PATH),
        version_of=nodes_of(dataset, ns.PROV_SPECIALIZATION_OF),
        document_of=nodes_of(dataset, ns.DCAT_IS_VERSION_OF),
        source_of=nodes_of(dataset, ns.DCTERMS_SOURCE),
        current=nodes_of(dataset, ns.DCAT_HAS_CURRENT_VERSION),
        revision_of=nodes_of(dataset, ns.PROV_WAS_REVISION_OF),
        generated=values_of(dataset, ns.PROV_GENERATED_AT_TIME, time_of),
        withdrawn=values_of(dataset, ns.PROV_INVALIDATED_AT_TIME, time_of),
        audience=texts_of(dataset, scan(ns.EG_AUDIENCE)),
        admits=nodes_of(dataset, ns.EG_ADMITS),
        label=texts_of(dataset, scan(ns.SKOS_PREF_LABEL)),
        alias=texts_of(dataset, scan(ns.SKOS_ALT_LABEL)),
    )


def _sorted_by_id(nodes: frozenset[str], identifier: Column[str]) -> tuple[str, ...]:
    one, many = identifier.one, identifier.many
    keyed = sorted((one.get(node) or (many[node][0] if node in many else node), node) for node in nodes)
    return tuple([node for _, node in keyed])


_NUMBER: Final = re.compile(r"#anchor-([1-9][0-9]{0,17})\Z")


def _anchor_order(anchor: str) -> tuple[int, str]:
    """Order anchors by the number in their IRI; those without one come last, by IRI."""
    match = _NUMBER.search(anchor)
    return (int(match[1]) if match else HUGE, anchor)


def _anchors(
    records: tuple[str, ...], anchors: frozenset[str], derived: Column[str]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    rows: list[str] = []
    first = [0]
    one = derived.one
    for record in records:
        value = one.get(record)
        if value is not None:
            if value in anchors:
                rows.append(value)
        else:
            several = derived.many.get(record, ())
            rows.extend(sorted((value for value in several if value in anchors), key=_anchor_order))
        first.append(len(rows))
    return tuple(rows), tuple(first)
