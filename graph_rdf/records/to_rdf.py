"""Records to the RDF 1.1 profile: one triple after the other, grouped by subject and sorted."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

import pyoxigraph

from graph_rdf import namespaces as ns
from graph_rdf.records.bodies import MAX_BODY
from graph_rdf.records.body_cache import BodyCache
from graph_rdf.records.catalogue_rdf import catalogue_rows
from graph_rdf.records.identity import check_base, percent_encoded
from graph_rdf.records.model import Relation, Representation
from graph_rdf.records.predicates import iri_of_predicate
from graph_rdf.records.relation_rdf import relation_nodes, without_quotes
from graph_rdf.records.representation_rdf import representation_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.ntriples import LexicalTriple
    from graph_rdf.records.model import Record
    from graph_rdf.records.record_set import RecordSet
    from graph_rdf.records.relation_rdf import Node

EMBED_LIMIT: Final = 1024 * 1024
"""Default limit up to which text bodies stand in the RDF, in bytes (evidence model, section 4)."""

_BATCH: Final = 4096


@dataclass(frozen=True, slots=True)
class ExportWarning:
    """Something that the RDF form could not say in full; validation refuses the record later.

    Args:
        message: What, and why.
        record: The id of the relation or representation.
        path: The records file, as the user named it.
        line: 1-based line in it.
    """

    message: str
    record: str
    path: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class RdfProfile:
    """How records become RDF.

    Args:
        declared: Name → IRI of the declared predicates; a bare name that is not in it becomes ``eg:NAME``.
        base: The id base.
        embed_limit: Text bodies up to this size are embedded. Units: bytes.
        max_body: Larger bodies are not read. Units: bytes.
        quotes: Whether the texts themselves are told. Without them there are no bodies and no quotes, only
            positions and digests, and the way back to records is closed.

    Raises:
        InputError: The base is none.
    """

    declared: Mapping[str, str] = field(default_factory=dict)
    base: str = ns.ID_BASE
    embed_limit: int = EMBED_LIMIT
    max_body: int = MAX_BODY
    quotes: bool = True

    def __post_init__(self) -> None:
        check_base(self.base)

    def prefixes(self) -> dict[str, str]:
        """Give the prefixes that the triples use, in the order of writers; ``id`` is the id base."""
        used = ("dc", "dcat", "dcterms", "eg", "id", "oa", "prov", "rdf", "skos", "spdx", "xsd")
        return {prefix: ns.PREFIXES.get(prefix, self.base) for prefix in used}


def lexical_record_triples(
    records: RecordSet, profile: RdfProfile | None = None, warnings: list[ExportWarning] | None = None
) -> Iterator[LexicalTriple]:
    """Give the triples of records with their terms in N-Triples form; the fast way.

    Args:
        records: The records.
        profile: How they become RDF; the default when None.
        warnings: Gets what the triples could not say in full, while they are read.

    Returns:
        Sorted by subject IRI, then predicate, then object; each once; no blank nodes.

    Raises:
        InputError: A records file changed since it was read.

    Source: evidence model, section 4.
    """
    profile = profile or RdfProfile()
    bodies = BodyCache(records, profile.max_body)
    noted: list[ExportWarning] = [] if warnings is None else warnings
    for record in in_order_of_iris(records):
        for subject, rows in _nodes(record, records, profile, bodies, noted):
            rows.sort()
            for predicate, value in rows:
                yield subject, predicate, value


def record_triples(
    records: RecordSet, profile: RdfProfile | None = None, warnings: list[ExportWarning] | None = None
) -> Iterator[pyoxigraph.Triple]:
    """Give what `lexical_record_triples` gives as terms of pyoxigraph, exactly as written."""
    lines = (f"{s} {p} {o} .\n" for s, p, o in lexical_record_triples(records, profile, warnings))
    while batch := "".join(islice(lines, _BATCH)):
        for quad in pyoxigraph.parse(batch.encode("utf-8"), format=pyoxigraph.RdfFormat.N_TRIPLES):
            yield quad.triple


def in_order_of_iris(records: RecordSet) -> Iterator[Record]:
    """Give all records, sorted by IRI; relations are read one at a time.

    Raises:
        InputError: A records file changed since it was read.
    """
    # '#' sorts before every character of an encoded id, so the parts of a node follow it at once.
    fixed = sorted((percent_encoded(record.id), record.id) for record in records.catalogue.records())
    by_id = {record.id: record for record in records.catalogue.records()}
    ids = sorted(records.relation_ids(), key=percent_encoded)
    position = 0
    for relation in records.relations(ids):
        here = percent_encoded(relation.id)
        while position < len(fixed) and fixed[position][0] < here:
            yield by_id[fixed[position][1]]
            position += 1
        yield relation
    for _, identifier in fixed[position:]:
        yield by_id[identifier]


def _nodes(
    record: Record, records: RecordSet, profile: RdfProfile, bodies: BodyCache, warnings: list[ExportWarning]
) -> list[Node]:
    def ref(identifier: str) -> str:
        return f"<{profile.base}{percent_encoded(identifier)}>"

    def warn(message: str) -> None:
        path, line = records.place(record.id) or (None, None)
        warnings.append(ExportWarning(message, record.id, path, line))

    match record:
        case Relation():
            predicate = iri_of_predicate(record.predicate, profile.declared)
            told = record if profile.quotes else without_quotes(record)
            return relation_nodes(told, predicate, ref, bodies, warn)
        case Representation():
            limit = profile.embed_limit if profile.quotes else None
            return representation_nodes(record, ref, bodies, limit, warn)
        case _:
            return [(ref(record.id), catalogue_rows(record, ref))]
