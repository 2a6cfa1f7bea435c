"""Contested records: supported and eligible, and opposed by another such record of the same two entities."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.evidence.columns import World


def find_contested(world: World, records: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Find the records that oppose each other.

    Args:
        world: The columns.
        records: The places of the records that count: supported and eligible for one view and one caller.

    Returns:
        Contested record → its opponents, in order; empty when nothing is contested. Records of one predicate
        about one pair of entities share their opponents, so the cost is linear.

    Source: evidence model, section 8; `eg:opposes`.
    """
    opposing = {iri for iri, predicate in world.predicates.items() if predicate.opposes}
    pairs: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(dict)
    for record in records:
        iri = world.records[record]
        predicate = world.predicate.one[iri]
        if predicate in opposing:
            sides = pairs[world.subject.one[iri], world.object.one[iri]]
            sides.setdefault(predicate, []).append(record)
    contested: dict[int, tuple[int, ...]] = {}
    for sides in pairs.values():
        if len(sides) < 2:
            continue
        for predicate, own in sides.items():
            against = sorted(
                other for rival in world.predicates[predicate].opposes for other in sides.get(rival, ())
            )
            if against:
                opponents = tuple(against)
                contested.update((record, opponents) for record in own)
    return dict(sorted(contested.items()))
