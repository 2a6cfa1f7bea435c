"""The RDF form of representations: the body, and both faces of its digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf import namespaces as ns
from graph_rdf.ntriples import iri, literal
from graph_rdf.records.body_cache import bare_media_type
from graph_rdf.records.catalogue_rdf import IDENTIFIER, PROV_ENTITY, TYPE
from graph_rdf.records.identity import percent_encoded

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_rdf.records.body_cache import BodyCache, ReadBody
    from graph_rdf.records.catalogue_rdf import Ref, Rows
    from graph_rdf.records.model import Representation
    from graph_rdf.records.relation_rdf import Node


def representation_nodes(
    record: Representation, ref: Ref, bodies: BodyCache, embed_limit: int | None, warn: Callable[[str], None]
) -> list[Node]:
    """Describe a representation.

    Args:
        record: The representation.
        ref: Id → IRI in N-Triples form.
        bodies: Where bodies are read.
        embed_limit: Bodies of files up to this size stand in the RDF when they are UTF-8 text; a body that is
            given in the record always does. None: no body does.
        warn: Called when the body cannot be read.

    Returns:
        The representation, then its checksum if it has a digest; rows in no order, each once.

    Units: bytes.

    Source: evidence model, section 4; DCAT 3, 6.8.
    """
    node = ref(record.id)
    media_type = bare_media_type(record.media_type)
    rows: Rows = [
        (TYPE, iri(ns.EG_REPRESENTATION)),
        (TYPE, iri(ns.DCAT_DISTRIBUTION)),
        PROV_ENTITY,
        (IDENTIFIER, literal(record.id)),
        (iri(ns.PROV_SPECIALIZATION_OF), ref(record.version)),
        (iri(ns.DCAT_MEDIA_TYPE), iri(ns.IANA_MEDIA_TYPES + percent_encoded(media_type))),
        (iri(ns.DC_FORMAT), literal(record.media_type)),
    ]
    if record.path is not None:
        rows.append((iri(ns.EG_PATH), literal(record.path)))
    body = bodies.read(record)
    if isinstance(body, str):
        warn(f"the body is not available: {body}")
    else:
        rows.append((iri(ns.DCAT_BYTE_SIZE), literal(str(len(body.raw)), ns.XSD_NON_NEGATIVE_INTEGER)))
        if body.text is not None and _is_embedded(record, media_type, body, embed_limit):
            rows.append((iri(ns.EG_BODY), literal(body.text)))
    if record.sha256 is None:
        return [(node, rows)]
    checksum = iri(f"{node[1:-1]}#sha256")
    rows.append((iri(ns.EG_SHA256), literal(record.sha256)))
    rows.append((iri(ns.SPDX_CHECKSUM), checksum))
    checksum_rows: Rows = [
        (TYPE, iri(ns.SPDX_CHECKSUM_CLASS)),
        (iri(ns.SPDX_ALGORITHM), iri(ns.SPDX_ALGORITHM_SHA256)),
        (iri(ns.SPDX_CHECKSUM_VALUE), literal(record.sha256, ns.XSD_HEX_BINARY)),
    ]
    return [(node, rows), (checksum, checksum_rows)]


def _is_embedded(record: Representation, media_type: str, body: ReadBody, embed_limit: int | None) -> bool:
    if embed_limit is None:
        return False
    if record.body is not None:
        return True
    return media_type.startswith("text/") and len(body.raw) <= embed_limit
