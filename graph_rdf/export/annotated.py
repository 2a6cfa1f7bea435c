"""Accepted triples in Turtle 1.2, each annotated with the records that state it."""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf import namespaces as ns
from graph_rdf.export.terms import chunked
from graph_rdf.export.turtle import TurtleTerms, declarations
from graph_rdf.ntriples import iri, literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import BinaryIO

    from graph_rdf.evidence import Acceptance

_IDENTIFIER: Final = iri(ns.DCTERMS_IDENTIFIER)
_DERIVED: Final = iri(ns.PROV_WAS_DERIVED_FROM)


class _Claim(NamedTuple):
    """An accepted record: its triple, itself and its proof, in N-Triples form."""

    triple: tuple[str, str, str]
    record: str
    identifier: str
    anchor: str


def write_annotated(acceptance: Acceptance, out: BinaryIO, prefixes: Mapping[str, str]) -> None:
    """Write the accepted triples of a caller with their records as reifiers.

    Here, and only here, a triple is asserted and reified at once, by the annotation syntax
    ``s p o ~ record {| … |}``. An annotation says the id of the record and the anchor that proves it.

    Args:
        acceptance: The records as the caller sees them.
        out: Where the UTF-8 bytes go.
        prefixes: Prefix → namespace, declared first and in this order.

    Raises:
        OSError: The output cannot be written.

    Source: RDF 1.2 Turtle, "Reifying Triples" and "Annotation Syntax" (Working Draft of 2026-09-03).
    """
    head = chain(['VERSION "1.2"\n'], declarations(prefixes))
    chunked(chain(head, _statements(sorted(_claims(acceptance)), TurtleTerms(prefixes))), out)


def _claims(acceptance: Acceptance) -> Iterator[_Claim]:
    world = acceptance.verdicts.world
    for place in acceptance.accepted:
        record = world.records[place]
        parts = (world.subject.one[record], world.predicate.one[record], world.object.one[record])
        subject, predicate, value = map(_node, parts)
        anchor = _node(acceptance.anchor_iri(place, acceptance.proof[place]))
        yield _Claim((subject, predicate, value), _node(record), literal(world.id_of(record)), anchor)


def _statements(claims: Iterable[_Claim], terms: TurtleTerms) -> Iterator[str]:
    for triple, group in groupby(claims, key=lambda claim: claim.triple):
        yield "\n" + " ".join(terms[term] for term in triple)
        for claim in group:
            yield f"\n    ~ {terms[claim.record]} {{|\n"
            yield f"        {terms[_IDENTIFIER]} {terms[claim.identifier]} ;\n"
            yield f"        {terms[_DERIVED]} {terms[claim.anchor]}\n    |}}"
        yield " .\n"


def _node(key: str) -> str:
    return key if key.startswith("_:") else iri(key)
