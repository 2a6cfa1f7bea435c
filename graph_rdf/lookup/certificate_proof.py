"""The proof part of a certificate: how each step's clause is read, and what was looked for against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph_rdf.evidence.clauses import ClauseReader, clause_of
from graph_rdf.evidence.explanation import stating_form

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.evidence import Acceptance
    from graph_rdf.lookup.result import LookupResult, Step


def steps_of(result: LookupResult) -> list[Step]:
    """Return the steps of all answers, each record once, in the order of the answers."""
    steps = {step.record: step for answer in result.answers for step in answer.steps}
    return list(steps.values())


def proof_json(acceptance: Acceptance, result: LookupResult) -> list[dict[str, Any]]:
    """Prove each step of a result.

    Args:
        acceptance: The records as the caller sees them.
        result: The answer of a lookup over them.

    Returns:
        For each record of `steps_of`: its anchor, the clause, the form that reads it, and the records that
        could have opposed it.
    """
    world = acceptance.verdicts.world
    places = {world.id_of(world.records[place]): place for place in acceptance.accepted}
    reader = ClauseReader(world)
    against = _rivals(acceptance, result)
    proofs: list[dict[str, Any]] = []
    for step in steps_of(result):
        place = places[step.record]
        iri = world.records[place]
        triple = (world.subject.one[iri], world.predicate.one[iri], world.object.one[iri])
        quote = step.support.quote or ""
        proofs.append(
            {
                "record": step.record,
                "anchor": acceptance.anchor_iri(place, acceptance.proof[place]),
                "clause": clause_of(quote),
                "form": stating_form(reader, quote, *triple),
                "opposition": {
                    "predicates": sorted(world.predicates[triple[1]].opposes),
                    "found": [],
                    "dismissed": [
                        {"record": world.id_of(world.records[rival]), "reason": _reason(acceptance, rival)}
                        for rival in against.get(triple, ())
                    ],
                },
            }
        )
    return proofs


def _rivals(acceptance: Acceptance, result: LookupResult) -> Mapping[tuple[str, str, str], list[int]]:
    """Find the visible records that claim the opposite of a step; one pass over the records for all steps."""
    world = acceptance.verdicts.world
    wanted: dict[tuple[str, str, str], list[int]] = {}
    opposite: dict[tuple[str, str, str], list[tuple[str, str, str]]] = {}
    steps = {step.record for step in steps_of(result)}
    claims: list[tuple[int, tuple[str, str, str]]] = []
    for place in acceptance.visible:
        iri = world.records[place]
        subject, predicate, obj = (
            column.one.get(iri) for column in (world.subject, world.predicate, world.object)
        )
        if subject is None or predicate is None or obj is None or predicate not in world.predicates:
            continue
        claims.append((place, (subject, predicate, obj)))
        if place in acceptance.accepted and world.id_of(iri) in steps:
            triple = (subject, predicate, obj)
            wanted[triple] = []
            for rival in world.predicates[predicate].opposes:
                opposite.setdefault((subject, rival, obj), []).append(triple)
    for place, claim in claims:
        for triple in dict.fromkeys(opposite.get(claim, ())):
            wanted[triple].append(place)
    return wanted


def _reason(acceptance: Acceptance, rival: int) -> str:
    """Say why an opposing record does not count; if it did, the step would not be accepted."""
    failures = acceptance.refused.get(rival)
    return failures[0].rule if failures else acceptance.ineligible[rival]
