"""The evidence of a run: the world, what supports its records, and who may see what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph_rdf.evidence import (
    ANCHOR_RULES,
    OWNER,
    RECORD_RULES,
    Acceptance,
    Eligibility,
    Failure,
    Scopes,
    Verdicts,
    World,
    choose_view,
    judge,
    read_world,
    verify,
)
from graph_rdf.gate.bodies import BodyFiles
from graph_rdf.namespaces import EGSH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.evidence import ViewChoice
    from graph_rdf.findings import Finding
    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.gate.reading import Data, DataGraph


@dataclass(frozen=True, slots=True)
class Judgement:
    """The world and the verdicts on its records, before anybody asks about a view."""

    world: World
    verdicts: Verdicts

    def seen(self, view: str | None, as_of: str | None, scopes: Scopes) -> Acceptance:
        """Give the records as one caller sees them.

        Args:
            view: The id of a view; the default view when None.
            as_of: A time in place of a view.
            scopes: What the caller may see; None for the owner of the files.

        Raises:
            UnknownNameError: There is no such view.
            TimeError: The time is none.
        """
        return judge(self.verdicts, Eligibility(self.world, self.choice(view, as_of, scopes), scopes))

    def choice(self, view: str | None, as_of: str | None, scopes: Scopes = OWNER) -> ViewChoice:
        """Find the view that the caller names, among those that it may see."""
        return choose_view(self.world, view, as_of, scopes)


def judge_support(data: Data, options: ReadOptions) -> Judgement:
    """Verify every record of the data against the texts that it cites."""
    world = read_world(data.dataset)
    return Judgement(world, verify(world, BodyFiles(world, data, options)))


def judge_by_shapes(data: DataGraph, findings: Iterable[Finding]) -> Judgement:
    """Take the verdicts from the results of `evidence.ttl`, which speaks of one anchor at a time.

    Args:
        data: The data.
        findings: The SHACL findings of the run.

    Returns:
        A record is refused when a record-level rule refuses it, or each of its anchors is refused.
    """
    world = read_world(data.dataset)
    places = {record: place for place, record in enumerate(world.records)}
    anchors = {(place, world.anchors[a]): a for place in places.values() for a in world.anchors_of(place)}
    own: dict[int, list[Failure]] = {}
    each: dict[int, Failure] = {}
    for finding in findings:
        place = places.get(finding.focus_node or "")
        if place is None or finding.shape != EGSH + finding.rule:
            continue
        if finding.rule in RECORD_RULES:
            own.setdefault(place, []).append(Failure(finding.rule, finding.message))
        elif finding.rule in ANCHOR_RULES and (place, finding.value) in anchors:
            each.setdefault(anchors[place, finding.value or ""], Failure(finding.rule, finding.message))
    return Judgement(world, Verdicts(world, {place: tuple(rules) for place, rules in own.items()}, each))
