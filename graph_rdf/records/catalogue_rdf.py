"""The RDF form of entities, sources, documents, versions and views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.ntriples import iri, literal
from graph_rdf.records.model import Document, Entity, Source, Version, View
from graph_rdf.records.predicates import iri_of_type

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Rows: TypeAlias = list[tuple[str, str]]
    Ref: TypeAlias = Callable[[str], str]

TYPE: Final = iri(ns.RDF_TYPE)
IDENTIFIER: Final = iri(ns.DCTERMS_IDENTIFIER)
PROV_ENTITY: Final = (TYPE, iri(ns.PROV_ENTITY))

_LABEL: Final = iri(ns.SKOS_PREF_LABEL)
_ALIAS: Final = iri(ns.SKOS_ALT_LABEL)
_AUDIENCE: Final = iri(ns.EG_AUDIENCE)
_ADMITS: Final = iri(ns.EG_ADMITS)


def catalogue_rows(record: Entity | Source | Document | Version | View, ref: Ref) -> Rows:
    """Describe a record that has no parts.

    Args:
        record: The record.
        ref: Id → IRI in N-Triples form.

    Returns:
        Predicate and object of each triple, in N-Triples form, in no order; each once.

    Source: evidence model, section 4.
    """
    rows: Rows = [(IDENTIFIER, literal(record.id))]
    match record:
        case Entity():
            types = {iri(ns.EG_ENTITY), iri(iri_of_type(record.type))}
            rows.extend((TYPE, name) for name in types)
            rows.append((_LABEL, literal(record.label)))
            rows.extend((_ALIAS, literal(alias)) for alias in record.aliases)
        case Source():
            rows.append((TYPE, iri(ns.EG_SOURCE)))
            rows.append((_LABEL, literal(record.label)))
            rows.extend((_AUDIENCE, literal(scope)) for scope in record.audience)
        case Document():
            rows.append((TYPE, iri(ns.EG_DOCUMENT)))
            rows.append(PROV_ENTITY)
            rows.append((iri(ns.DCTERMS_SOURCE), ref(record.source)))
            if record.current is not None:
                rows.append((iri(ns.DCAT_HAS_CURRENT_VERSION), ref(record.current)))
        case Version():
            rows.extend(_version_rows(record, ref))
        case View():
            rows.append((TYPE, iri(ns.EG_VIEW)))
            rows.extend((_ADMITS, ref(version)) for version in record.admits)
    return rows


def _version_rows(record: Version, ref: Ref) -> Rows:
    rows: Rows = [
        (TYPE, iri(ns.EG_DOCUMENT_VERSION)),
        PROV_ENTITY,
        (iri(ns.DCAT_IS_VERSION_OF), ref(record.document)),
        (iri(ns.DCAT_VERSION), literal(record.version)),
        (iri(ns.PROV_GENERATED_AT_TIME), literal(record.generated, ns.XSD_DATE_TIME)),
    ]
    if record.previous is not None:
        rows.append((iri(ns.PROV_WAS_REVISION_OF), ref(record.previous)))
    if record.withdrawn is not None:
        rows.append((iri(ns.PROV_INVALIDATED_AT_TIME), literal(record.withdrawn, ns.XSD_DATE_TIME)))
    rows.extend((_AUDIENCE, literal(scope)) for scope in record.audience)
    return rows
