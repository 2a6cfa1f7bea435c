"""Acceptance: what a caller sees of the records in a view, and which of them a lookup may use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.evidence.contested import find_contested
from graph_rdf.evidence.rules import NOT_CURRENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.evidence.columns import World
    from graph_rdf.evidence.rules import Failure
    from graph_rdf.evidence.support import Verdicts
    from graph_rdf.evidence.views import Eligibility


_NUMBERED: Final = re.compile(r"(.*#anchor-)[1-9][0-9]*", re.DOTALL)
"""The IRIs that anchors of records files have; others are kept as they are."""


@dataclass(frozen=True, slots=True, eq=False)
class Acceptance:
    """The records as one caller sees them in one view; records are named by their place in `world.records`.

    Args:
        verdicts: The support checks.
        eligibility: The view and the scopes.
        visible: The records that the caller may see, in order.
        refused: Record → why its text does not support it, for visible records.
        ineligible: Record → why the view does not count it, for visible records.
        proof: Supported record → the anchor that proves it: the first good one that counts in the view, else
            the first good one.
        opponents: Contested record → the records that oppose it, in order.
        accepted: The records that a lookup may use: supported, eligible and not contested.
    """

    verdicts: Verdicts
    eligibility: Eligibility
    visible: tuple[int, ...]
    refused: Mapping[int, tuple[Failure, ...]]
    ineligible: Mapping[int, str]
    proof: Mapping[int, int]
    opponents: Mapping[int, tuple[int, ...]]
    accepted: frozenset[int]

    def anchors_of(self, record: int) -> list[int]:
        """Return the places of the anchors of a record that the caller may see, in order."""
        return visible_anchors(self.eligibility, record)

    def anchor_iri(self, record: int, anchor: int) -> str:
        """Return the IRI of an anchor for the caller: numbered anew, so that no gap tells of a hidden one.

        Args:
            record: The place of a visible record.
            anchor: The place of one of its visible anchors.
        """
        world = self.verdicts.world
        node = world.anchors[anchor]
        seen = self.anchors_of(record)
        if len(seen) == len(world.anchors_of(record)):
            return node
        numbered = _NUMBERED.fullmatch(node)
        return node if numbered is None else f"{numbered[1]}{seen.index(anchor) + 1}"


def judge(verdicts: Verdicts, eligibility: Eligibility) -> Acceptance:
    """Put support, eligibility and opposition together for one caller.

    An anchor that cites something hidden from the caller does not exist for it; a record all of whose anchors
    are such does not exist either, and opposes nothing.

    Args:
        verdicts: The support checks.
        eligibility: The view and the scopes.

    Returns:
        What the caller sees.

    Source: evidence model, sections 7 and 8.
    """
    world = verdicts.world
    visible: list[int] = []
    refused: dict[int, tuple[Failure, ...]] = {}
    ineligible: dict[int, str] = {}
    proof: dict[int, int] = {}
    standings: dict[str, str] = {}

    def standing(anchor: int) -> str:
        representation = world.source.one.get(world.anchors[anchor])
        if representation is None:
            return NOT_CURRENT
        known = standings.get(representation)
        if known is None:
            version = world.version_of.one.get(representation)
            known = standings[representation] = eligibility.standing(version)
        return known

    for record in range(len(world.records)):
        seen = visible_anchors(eligibility, record)
        if (not seen and world.anchors_of(record)) or world.records[record] in eligibility.hidden:
            continue
        visible.append(record)
        failures = verdicts.failures(record, seen)
        if failures:
            refused[record] = failures
        else:
            seen = [anchor for anchor in seen if anchor not in verdicts.anchor_failures]
        reason = standing(seen[0]) if seen else NOT_CURRENT
        chosen = next((anchor for anchor in seen if not standing(anchor)), None) if reason else seen[0]
        if chosen is None:
            ineligible[record] = reason
        if not failures:
            proof[record] = seen[0] if chosen is None else chosen
    counted = [record for record in visible if record not in refused and record not in ineligible]
    opponents = find_contested(world, counted)
    accepted = frozenset(record for record in counted if record not in opponents)
    return Acceptance(verdicts, eligibility, tuple(visible), refused, ineligible, proof, opponents, accepted)


def visible_anchors(eligibility: Eligibility, record: int) -> list[int]:
    """Return the anchors of a record that cite and claim nothing hidden from the caller, in order."""
    world, hidden = eligibility.world, eligibility.hidden
    places = list(world.anchors_of(record))
    if not hidden:
        return places
    return [
        place
        for place in places
        if (anchor := world.anchors[place]) not in hidden and hidden.isdisjoint(_cited(world, anchor))
    ]


def _cited(world: World, anchor: str) -> Iterator[str]:
    """Yield what an anchor stands on, and what it claims to stand on."""
    for column in (world.source, world.cites_version, world.cites_document, world.cites_source):
        yield from column.values(anchor)
