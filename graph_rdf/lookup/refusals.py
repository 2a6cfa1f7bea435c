"""Refusals: the records that a lookup met and did not follow, each with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.evidence import DEFAULT_VIEW
from graph_rdf.lookup.result import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph_rdf.evidence import Acceptance
    from graph_rdf.lookup.search import Trace

CYCLE: Final = "cycle"
CONFLICT: Final = "conflict"
WEAK_PREDICATE: Final = "weak-predicate"


def find_refusals(
    acceptance: Acceptance,
    index: Mapping[tuple[str, str], list[int]],
    path: Sequence[str],
    trace: Trace,
    most: int,
) -> tuple[tuple[Refusal, ...], bool]:
    """List what was met at the nodes that a search reached, and was not followed.

    Args:
        acceptance: The records as the caller sees them.
        index: (subject, predicate) → visible records, in order.
        path: The IRIs of the requested predicates.
        trace: What the search saw.
        most: Most refusals at one node for one step.

    Returns:
        The refusals by step, then record id, each (step, record) once; and whether some were left out.

    Source: evidence model, section 8.
    """
    world = acceptance.verdicts.world
    weak = sorted(iri for iri, predicate in world.predicates.items() if predicate.weak)
    found: dict[tuple[int, int], Refusal] = {}
    is_cut = False
    for step, node in sorted(trace.reached):
        asked = path[step]
        records = [record for record in index.get((node, asked), ()) if record not in acceptance.accepted]
        is_strong = not world.predicates[asked].weak
        others = [record for iri in weak for record in index.get((node, iri), ())] if is_strong else []
        is_cut = is_cut or len(records) > most or len(others) > most
        for record in records[:most]:
            found[step, record] = find_reason(acceptance, step, record)
        for record in sorted(others)[:most]:
            found[step, record] = _weak(acceptance, step, record, asked)
    for step, record in trace.cycles:
        found[step, record] = _cycle(acceptance, step, record)
    return tuple(found[key] for key in sorted(found)), is_cut


def find_reason(acceptance: Acceptance, step: int, record: int) -> Refusal:
    """Say why a visible record that is not accepted is not followed."""
    world = acceptance.verdicts.world
    name = world.id_of(world.records[record])
    failures = acceptance.refused.get(record)
    if failures is not None:
        return Refusal(name, step, failures[0].rule, failures[0].message)
    reason = acceptance.ineligible.get(record)
    if reason is not None:
        return Refusal(name, step, reason, _ineligible(acceptance, record, reason))
    rivals = acceptance.opponents[record]
    rival = world.records[rivals[0]]
    verb = f"and {len(rivals) - 1} more state" if len(rivals) > 1 else "states"
    return Refusal(
        name,
        step,
        CONFLICT,
        f"record {world.id_of(rival)!r} {verb} the opposite, "
        f"{world.name_of_predicate(world.predicate.one[rival])!r}, of the same two entities",
    )


def _ineligible(acceptance: Acceptance, record: int, reason: str) -> str:
    world = acceptance.verdicts.world
    anchor = world.anchors[acceptance.proof[record]]
    version = world.version_of.one.get(world.source.one[anchor])
    cited = f"version {world.id_of(version)!r}" if version is not None else "its text"
    view = acceptance.eligibility.view
    if reason == "withdrawn":
        return f"{cited} is withdrawn"
    if view.as_of is not None:
        return f"{cited} is not the newest of its document at {view.as_of}"
    if view.id == DEFAULT_VIEW:
        return f"{cited} is not the current version of its document"
    return f"{cited} is not admitted by view {view.id!r}"


def _weak(acceptance: Acceptance, step: int, record: int, asked: str) -> Refusal:
    world = acceptance.verdicts.world
    iri = world.records[record]
    weak = world.name_of_predicate(world.predicate.one[iri])
    strong = world.name_of_predicate(asked)
    return Refusal(
        world.id_of(iri), step, WEAK_PREDICATE, f"{weak!r} is weak and never answers for {strong!r}"
    )


def _cycle(acceptance: Acceptance, step: int, record: int) -> Refusal:
    world = acceptance.verdicts.world
    iri = world.records[record]
    target = world.id_of(world.object.one[iri])
    return Refusal(
        world.id_of(iri), step, CYCLE, f"it leads back to {target!r}, and a path visits no node twice"
    )
