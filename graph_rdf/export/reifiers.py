"""The RDF 1.2 profile: each record as a reifier of a triple term, in place of an `rdf:Statement`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.export.terms import blocks
from graph_rdf.ntriples import iri

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.ntriples import LexicalTriple

_TYPE: Final = iri(ns.RDF_TYPE)
_RECORD: Final = (_TYPE, iri(ns.EG_RELATION_RECORD))
_STATEMENT: Final = (_TYPE, iri(ns.RDF_STATEMENT))
_PARTS: Final = (iri(ns.RDF_SUBJECT), iri(ns.RDF_PREDICATE), iri(ns.RDF_OBJECT))
_REIFIES: Final = iri(ns.RDF_REIFIES)


def reifier_triples(triples: Iterable[LexicalTriple]) -> Iterator[LexicalTriple]:
    """Turn the RDF 1.1 profile into the RDF 1.2 profile.

    Args:
        triples: The triples of records, grouped by subject.

    Returns:
        The same triples, with one ``rdf:reifies <<( s p o )>>`` in place of the four triples of the
        `rdf:Statement` of each relation record. Nothing is asserted.

    Source: RDF 1.2 Concepts, 3.1 (Candidate Recommendation of 2026-04-07).

    Example:
        >>> record = [("<r>", "<%s>" % p, o) for p, o in [
        ...     (ns.RDF_TYPE, iri(ns.EG_RELATION_RECORD)), (ns.RDF_TYPE, iri(ns.RDF_STATEMENT)),
        ...     (ns.RDF_SUBJECT, "<a>"), (ns.RDF_PREDICATE, "<p>"), (ns.RDF_OBJECT, "<b>")]]
        >>> [value for _, _, value in reifier_triples(record)]
        ['<<( <a> <p> <b> )>>', '<https://w3id.org/evidence-graph/ns#RelationRecord>']
    """
    for subject, rows in blocks(triples):
        made = _reified(rows) if _RECORD in rows else rows
        for predicate, value in made:
            yield subject, predicate, value


def _reified(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    parts = dict(rows)  # a record of ours has one of each part
    proposition = " ".join(parts[name] for name in _PARTS)
    kept = [row for row in rows if row != _STATEMENT and row[0] not in _PARTS]
    return sorted([*kept, (_REIFIES, f"<<( {proposition} )>>")])
