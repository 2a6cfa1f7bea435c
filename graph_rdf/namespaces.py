"""Every IRI that the toolkit names, and nothing else; the only module in which an IRI is written out.

The `EG` terms are equal to those that `ontology/evidence.ttl` declares; a test holds that.
"""

from __future__ import annotations

from typing import Final

EG: Final = "https://w3id.org/evidence-graph/ns#"
EGSH: Final = "https://w3id.org/evidence-graph/shapes#"
ID_BASE: Final = "https://w3id.org/evidence-graph/id/"

DC: Final = "http://purl.org/dc/elements/1.1/"
DCAT: Final = "http://www.w3.org/ns/dcat#"
DCTERMS: Final = "http://purl.org/dc/terms/"
NI: Final = "ni:///sha-256;"
NP: Final = "http://www.nanopub.org/nschema#"
NPX: Final = "http://purl.org/nanopub/x/"
OA: Final = "http://www.w3.org/ns/oa#"
OWL: Final = "http://www.w3.org/2002/07/owl#"
PROV: Final = "http://www.w3.org/ns/prov#"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
SCHEMA: Final = "https://schema.org/"
SH: Final = "http://www.w3.org/ns/shacl#"
SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
SPDX: Final = "http://spdx.org/rdf/terms#"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"
ENTAILMENT: Final = "http://www.w3.org/ns/entailment/"
IANA_MEDIA_TYPES: Final = "https://www.iana.org/assignments/media-types/"
OWL_PROFILE: Final = "http://www.w3.org/ns/owl-profile/"

PREFIXES: Final[dict[str, str]] = {
    "dc": DC,
    "dcat": DCAT,
    "dcterms": DCTERMS,
    "eg": EG,
    "egsh": EGSH,
    "oa": OA,
    "owl": OWL,
    "prov": PROV,
    "rdf": RDF,
    "rdfs": RDFS,
    "sh": SH,
    "skos": SKOS,
    "spdx": SPDX,
    "xsd": XSD,
}
"""Prefix → namespace, in the order in which writers declare them."""

ANNO_CONTEXT: Final = "http://www.w3.org/ns/anno.jsonld"
"""The JSON-LD context that Web Annotations name; it is only named here, never fetched."""

# Classes of the evidence ontology.
EG_ACCEPTED_GRAPH: Final = EG + "AcceptedGraph"
EG_ANCHOR: Final = EG + "Anchor"
EG_CONTACT_CLASS: Final = EG + "Contact"
EG_DOCUMENT: Final = EG + "Document"
EG_DOCUMENT_VERSION: Final = EG + "DocumentVersion"
EG_ENTITY: Final = EG + "Entity"
EG_ORGANISATION: Final = EG + "Organisation"
EG_PROJECT: Final = EG + "Project"
EG_RELATION_PREDICATE: Final = EG + "RelationPredicate"
EG_RELATION_RECORD: Final = EG + "RelationRecord"
EG_REPRESENTATION: Final = EG + "Representation"
EG_SOURCE: Final = EG + "Source"
EG_STRENGTH_CLASS: Final = EG + "Strength"
EG_VIEW: Final = EG + "View"

# Individuals.
EG_STRONG: Final = EG + "Strong"
EG_WEAK: Final = EG + "Weak"

# Properties.
EG_ADMITS: Final = EG + "admits"
EG_AS_OF: Final = EG + "asOf"
EG_AUDIENCE: Final = EG + "audience"
EG_BODY: Final = EG + "body"
EG_CITES_DOCUMENT: Final = EG + "citesDocument"
EG_CITES_SOURCE: Final = EG + "citesSource"
EG_CITES_VERSION: Final = EG + "citesVersion"
EG_CLAUSE_FORM: Final = EG + "clauseForm"
EG_CONFIDENCE: Final = EG + "confidence"
EG_EXTRACTOR: Final = EG + "extractor"
EG_OF_VIEW: Final = EG + "ofView"
EG_OPPOSES: Final = EG + "opposes"
EG_PATH: Final = EG + "path"
EG_SCOPE: Final = EG + "scope"
EG_SHA256: Final = EG + "sha256"
EG_SPAN_UNIT: Final = EG + "spanUnit"
EG_STRENGTH: Final = EG + "strength"

# The packaged relation predicates; nothing in the code but tests and examples may use these.
EG_CONTACT: Final = EG + "contact"
EG_MENTIONS: Final = EG + "mentions"
EG_NOT_OPERATED_BY: Final = EG + "not_operated_by"
EG_OPERATED_BY: Final = EG + "operated_by"

# Terms of others that the evidence model uses.
DC_FORMAT: Final = DC + "format"
DCAT_BYTE_SIZE: Final = DCAT + "byteSize"
DCAT_DISTRIBUTION: Final = DCAT + "Distribution"
DCAT_HAS_CURRENT_VERSION: Final = DCAT + "hasCurrentVersion"
DCAT_IS_VERSION_OF: Final = DCAT + "isVersionOf"
DCAT_MEDIA_TYPE: Final = DCAT + "mediaType"
DCAT_VERSION: Final = DCAT + "version"
DCTERMS_CREATED: Final = DCTERMS + "created"
DCTERMS_IDENTIFIER: Final = DCTERMS + "identifier"
DCTERMS_SOURCE: Final = DCTERMS + "source"
NP_HAS_ASSERTION: Final = NP + "hasAssertion"
NP_HAS_PROVENANCE: Final = NP + "hasProvenance"
NP_HAS_PUBLICATION_INFO: Final = NP + "hasPublicationInfo"
NP_NANOPUBLICATION: Final = NP + "Nanopublication"
NPX_HAS_NANOPUB_TYPE: Final = NPX + "hasNanopubType"
NPX_INTRODUCES: Final = NPX + "introduces"
OA_DATA_POSITION_SELECTOR: Final = OA + "DataPositionSelector"
OA_END: Final = OA + "end"
OA_EXACT: Final = OA + "exact"
OA_HAS_SELECTOR: Final = OA + "hasSelector"
OA_HAS_SOURCE: Final = OA + "hasSource"
OA_SPECIFIC_RESOURCE: Final = OA + "SpecificResource"
OA_START: Final = OA + "start"
OA_TEXT_POSITION_SELECTOR: Final = OA + "TextPositionSelector"
OA_TEXT_QUOTE_SELECTOR: Final = OA + "TextQuoteSelector"
PROV_ACTIVITY: Final = PROV + "Activity"
PROV_AGENT: Final = PROV + "Agent"
PROV_ENDED_AT_TIME: Final = PROV + "endedAtTime"
PROV_ENTITY: Final = PROV + "Entity"
PROV_GENERATED_AT_TIME: Final = PROV + "generatedAtTime"
PROV_INVALIDATED_AT_TIME: Final = PROV + "invalidatedAtTime"
PROV_SOFTWARE_AGENT: Final = PROV + "SoftwareAgent"
PROV_SPECIALIZATION_OF: Final = PROV + "specializationOf"
PROV_USED: Final = PROV + "used"
PROV_VALUE: Final = PROV + "value"
PROV_WAS_ASSOCIATED_WITH: Final = PROV + "wasAssociatedWith"
PROV_WAS_ATTRIBUTED_TO: Final = PROV + "wasAttributedTo"
PROV_WAS_DERIVED_FROM: Final = PROV + "wasDerivedFrom"
PROV_WAS_GENERATED_BY: Final = PROV + "wasGeneratedBy"
PROV_WAS_QUOTED_FROM: Final = PROV + "wasQuotedFrom"
PROV_WAS_REVISION_OF: Final = PROV + "wasRevisionOf"
RDF_OBJECT: Final = RDF + "object"
RDF_PREDICATE: Final = RDF + "predicate"
RDF_REIFIES: Final = RDF + "reifies"
RDF_STATEMENT: Final = RDF + "Statement"
RDF_SUBJECT: Final = RDF + "subject"
RDF_TYPE: Final = RDF + "type"
RDFS_COMMENT: Final = RDFS + "comment"
RDFS_LABEL: Final = RDFS + "label"
SKOS_ALT_LABEL: Final = SKOS + "altLabel"
SKOS_PREF_LABEL: Final = SKOS + "prefLabel"
SPDX_ALGORITHM: Final = SPDX + "algorithm"
SPDX_ALGORITHM_SHA256: Final = SPDX + "checksumAlgorithm_sha256"
SPDX_CHECKSUM: Final = SPDX + "checksum"
SPDX_CHECKSUM_CLASS: Final = SPDX + "Checksum"
SPDX_CHECKSUM_VALUE: Final = SPDX + "checksumValue"
XSD_BOOLEAN: Final = XSD + "boolean"
XSD_DATE_TIME: Final = XSD + "dateTime"
XSD_DECIMAL: Final = XSD + "decimal"
XSD_HEX_BINARY: Final = XSD + "hexBinary"
XSD_INTEGER: Final = XSD + "integer"
XSD_NON_NEGATIVE_INTEGER: Final = XSD + "nonNegativeInteger"
XSD_STRING: Final = XSD + "string"
