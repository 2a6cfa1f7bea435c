"""Nanopublications: one for each supported record, in TriG. Nothing is ever published from here."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf import namespaces as ns
from graph_rdf.export.terms import blocks
from graph_rdf.export.trusty import artefact_maker
from graph_rdf.export.turtle import write_trig
from graph_rdf.ntriples import iri, literal
from graph_rdf.records import Catalogue, lexical_record_triples
from graph_rdf.records.identity import percent_encoded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import BinaryIO, TypeAlias

    from graph_rdf.export.terms import GraphTriples
    from graph_rdf.ntriples import LexicalTriple
    from graph_rdf.records import ExportWarning, RdfProfile, RecordSet

    Rows: TypeAlias = list[tuple[str, str]]
    Blocks: TypeAlias = dict[str, Rows]
    Graphs: TypeAlias = list[tuple[str, list[LexicalTriple]]]

NAMESPACE: Final = "~nanopub/"
"""Where nanopublications stand under the id base: no id begins with ``~``."""

TRUSTY_NAMESPACE: Final = "np/"
"""Where trusty ones do: the package nanopub takes no ``~`` there, and the hash keeps them apart from ids."""

_DRAFT: Final = "!"
"""Stands for the hash before it is known; the IRI of an id never holds this character."""

_TYPE: Final = iri(ns.RDF_TYPE)
_RECORD: Final = (_TYPE, iri(ns.EG_RELATION_RECORD))
_ANCHOR: Final = (_TYPE, iri(ns.EG_ANCHOR))
_DERIVED: Final = iri(ns.PROV_WAS_DERIVED_FROM)
_TEXTS: Final = frozenset({iri(ns.EG_BODY), iri(ns.EG_PATH)})
_UPWARDS: Final = tuple(
    iri(name)
    for name in (
        ns.OA_HAS_SOURCE,
        ns.SPDX_CHECKSUM,
        ns.PROV_SPECIALIZATION_OF,
        ns.DCAT_IS_VERSION_OF,
        ns.DCTERMS_SOURCE,
    )
)
"""From an anchor to its representation, checksum, version, document and source."""


class NanopubOptions(NamedTuple):
    """How nanopublications are made.

    Args:
        created: The time of creation, an xsd:dateTime; left out when None, since no clock is read.
        trusty: Whether their IRIs are trusty URIs, which hold the hash of their content.
    """

    created: str | None = None
    trusty: bool = False


def write_nanopubs(
    records: RecordSet,
    good: Mapping[str, Sequence[int]],
    profile: RdfProfile,
    options: NanopubOptions,
    out: BinaryIO,
    noted: list[ExportWarning],
) -> None:
    """Write nanopublications, sorted by record.

    The assertion is the triple of the record. The provenance says that it is derived from the anchors that
    state it, and holds the record, its anchors, and their representations, versions, documents and sources,
    without bodies. The publication info names the record. There is no creator, licence or signature: whoever
    publishes adds these.

    Args:
        records: The records; every relation of them is supported.
        good: Id of each relation → the places of the anchors that state the triple.
        profile: How records become RDF.
        options: Time and trusty URIs.
        out: Where the UTF-8 bytes go.
        noted: Gets what the RDF could not say in full.

    Raises:
        EngineError: Trusty URIs are asked for, and nanopub is not installed.
        OSError: The output cannot be written.
        InputError: A records file changed since it was read.

    Source: Nanopublication guidelines, 2015-12-15; trusty URIs, module RA.
    """
    write_trig(_graphs(records, good, profile, options, noted), out, _prefixes(profile))


def _prefixes(profile: RdfProfile) -> dict[str, str]:
    own = {"np": ns.NP, "npx": ns.NPX}
    return dict(sorted({**profile.prefixes(), **own}.items()))


def _graphs(
    records: RecordSet,
    good: Mapping[str, Sequence[int]],
    profile: RdfProfile,
    options: NanopubOptions,
    noted: list[ExportWarning],
) -> Iterator[GraphTriples]:
    make_artefact = artefact_maker() if options.trusty else None
    context = _context(records, profile)
    sources = blocks(lexical_record_triples(records, profile, noted))
    names = {iri(profile.base + percent_encoded(name)): name for name in records.relation_ids()}
    for node, group in groupby(sources, key=lambda block: block[0].partition("#")[0].rstrip(">") + ">"):
        if node in names:
            parts = dict(group)
            anchors = [f"{node[:-1]}#anchor-{place + 1}>" for place in good[names[node]]]
            yield from _nanopub(node, anchors, parts, context, profile.base, options, make_artefact)


def _context(records: RecordSet, profile: RdfProfile) -> Blocks:
    """Describe what anchors can lead to, without the texts."""
    catalogue = Catalogue(
        sources=records.catalogue.sources,
        documents=records.catalogue.documents,
        versions=records.catalogue.versions,
        representations=records.catalogue.representations,
    )
    triples = lexical_record_triples(records.restricted(catalogue, {}), profile)
    return {subject: [row for row in rows if row[0] not in _TEXTS] for subject, rows in blocks(triples)}


def _nanopub(
    node: str,
    anchors: list[str],
    parts: Blocks,
    context: Blocks,
    base: str,
    options: NanopubOptions,
    make_artefact: Callable[[Graphs, str], str] | None,
) -> Graphs:
    def made(own: str) -> Graphs:
        return _four_graphs(own, node, anchors, parts, context, options)

    if make_artefact is None:
        return made(base + NAMESPACE + node[1 + len(base) : -1])
    draft = base + TRUSTY_NAMESPACE + _DRAFT
    return made(base + TRUSTY_NAMESPACE + make_artefact(made(draft), draft + "#"))


def _four_graphs(
    own: str,
    node: str,
    anchors: list[str],
    parts: Blocks,
    context: Blocks,
    options: NanopubOptions,
) -> Graphs:
    this = iri(own)
    head, assertion, provenance, info = (
        iri(f"{own}#{name}") for name in ("Head", "assertion", "provenance", "pubinfo")
    )
    claim = dict(parts[node])
    published = [
        (this, iri(ns.NPX_HAS_NANOPUB_TYPE), iri(ns.EG_RELATION_RECORD)),
        (this, iri(ns.NPX_INTRODUCES), node),
    ]
    if options.created is not None:
        published.append((this, iri(ns.DCTERMS_CREATED), literal(options.created, ns.XSD_DATE_TIME)))
    evidence = parts | _reached(parts, context)
    return [
        (
            head,
            [
                (this, _TYPE, iri(ns.NP_NANOPUBLICATION)),
                (this, iri(ns.NP_HAS_ASSERTION), assertion),
                (this, iri(ns.NP_HAS_PROVENANCE), provenance),
                (this, iri(ns.NP_HAS_PUBLICATION_INFO), info),
            ],
        ),
        (assertion, [tuple(claim[iri(name)] for name in (ns.RDF_SUBJECT, ns.RDF_PREDICATE, ns.RDF_OBJECT))]),  # type: ignore[list-item]
        (
            provenance,
            [
                *((assertion, _DERIVED, anchor) for anchor in anchors),
                *(
                    (subject, *row)
                    for subject in sorted(evidence, key=lambda node: node[:-1])
                    for row in evidence[subject]
                ),
            ],
        ),
        (info, published),
    ]


def _reached(parts: Blocks, context: Blocks) -> Blocks:
    """Gather what anchors lead to, step by step upwards."""
    found: Blocks = {}
    waiting = [rows for rows in parts.values() if _ANCHOR in rows]
    while waiting:
        for predicate, value in waiting.pop():
            if predicate in _UPWARDS and value in context and value not in found:
                found[value] = context[value]
                waiting.append(context[value])
    return found
