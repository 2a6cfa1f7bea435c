"""The provenance of records in terms of PROV-O alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.ntriples import iri, literal
from graph_rdf.records.identity import percent_encoded
from graph_rdf.records.model import Document, Relation, Representation, Source, Version
from graph_rdf.records.to_rdf import in_order_of_iris

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.ntriples import LexicalTriple
    from graph_rdf.records import RdfProfile, RecordSet
    from graph_rdf.records.model import Record

PREFIXES: Final = ("id", "prov", "rdf", "xsd")
"""The prefixes that the triples use; ``id`` is the id base."""

_TYPE: Final = iri(ns.RDF_TYPE)
_ENTITY: Final = iri(ns.PROV_ENTITY)
_AGENT: Final = iri(ns.PROV_AGENT)
_DERIVED: Final = iri(ns.PROV_WAS_DERIVED_FROM)
_QUOTED: Final = iri(ns.PROV_WAS_QUOTED_FROM)
_SPECIALIZATION: Final = iri(ns.PROV_SPECIALIZATION_OF)
_ATTRIBUTED: Final = iri(ns.PROV_WAS_ATTRIBUTED_TO)


def prov_triples(records: RecordSet, profile: RdfProfile) -> Iterator[LexicalTriple]:
    """Say where records come from, in the words of PROV-O.

    A record is derived from its anchors, an anchor is quoted from a representation, which specialises a
    version, which specialises a document, which is derived from a source. The triple that a record claims,
    digests and positions have no words in PROV-O: this profile is one-way. An extractor is an agent under
    ``~extractor/``, where no id can stand.

    Args:
        records: The records; entities and views have no provenance here.
        profile: The id base, and whether quotes are told, as `prov:value`.

    Returns:
        Grouped by subject; rdf:type and PROV-O terms alone; no blank nodes.

    Raises:
        InputError: A records file changed since it was read.

    Source: PROV-O (Recommendation of 2013-04-30), 3.1 and 3.2; PROV-DC for `dcterms:source`.
    """
    agents: set[str] = set()
    for record in in_order_of_iris(records):
        yield from _described(record, profile, agents)
    for agent in sorted(agents):
        yield agent, _TYPE, _AGENT


def _described(record: Record, profile: RdfProfile, agents: set[str]) -> Iterator[LexicalTriple]:
    def ref(identifier: str) -> str:
        return f"<{profile.base}{percent_encoded(identifier)}>"

    node = ref(record.id)
    match record:
        case Relation():
            yield from _relation(record, node, profile, agents)
        case Representation():
            yield node, _TYPE, _ENTITY
            yield node, _SPECIALIZATION, ref(record.version)
        case Version():
            yield node, _TYPE, _ENTITY
            yield node, _SPECIALIZATION, ref(record.document)
            yield node, iri(ns.PROV_GENERATED_AT_TIME), literal(record.generated, ns.XSD_DATE_TIME)
            if record.previous is not None:
                yield node, iri(ns.PROV_WAS_REVISION_OF), ref(record.previous)
            if record.withdrawn is not None:
                yield node, iri(ns.PROV_INVALIDATED_AT_TIME), literal(record.withdrawn, ns.XSD_DATE_TIME)
        case Document():
            yield node, _TYPE, _ENTITY
            yield node, _DERIVED, ref(record.source)
        case Source():
            yield node, _TYPE, _ENTITY


def _relation(record: Relation, node: str, profile: RdfProfile, agents: set[str]) -> Iterator[LexicalTriple]:
    anchors = [iri(f"{node[1:-1]}#anchor-{number}") for number in range(1, len(record.support) + 1)]
    yield node, _TYPE, _ENTITY
    for anchor in anchors:
        yield node, _DERIVED, anchor
    if record.extractor is not None:
        agent = iri(f"{profile.base}~extractor/{percent_encoded(record.extractor)}")
        agents.add(agent)
        yield node, _ATTRIBUTED, agent
    for anchor, support in zip(anchors, record.support, strict=True):
        yield anchor, _TYPE, _ENTITY
        yield anchor, _QUOTED, iri(profile.base + percent_encoded(support.representation))
        if support.quote is not None and profile.quotes:
            yield anchor, iri(ns.PROV_VALUE), literal(support.quote)
