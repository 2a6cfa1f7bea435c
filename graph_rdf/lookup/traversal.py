"""Bounded traversal: follow exactly the requested predicates, over accepted records alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING

from graph_rdf.evidence import judge
from graph_rdf.lookup.proof import make_step
from graph_rdf.lookup.refusals import find_refusals
from graph_rdf.lookup.result import (
    AMBIGUOUS,
    ANSWERED,
    CONFLICT,
    NO_EVIDENCE,
    TRUNCATED,
    UNKNOWN_START,
    Answer,
    Limits,
    LookupResult,
    Refusal,
)
from graph_rdf.lookup.search import EDGES_PER_PATH, Edge, Trace, simple_paths

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph_rdf.evidence import Acceptance, Eligibility, Verdicts


def lookup(
    verdicts: Verdicts,
    eligibility: Eligibility,
    start: str,
    path: Sequence[str],
    limits: Limits | None = None,
) -> LookupResult:
    """Follow a predicate sequence from an entity.

    Args:
        verdicts: The support checks of the world.
        eligibility: The view, and the scopes of the caller.
        start: The canonical id of the first entity.
        path: The IRIs of declared predicates, as `parse_path` returns them; at least one.
        limits: The limits.

    Returns:
        Status, answers with their proof, and what was not followed and why; the same for the same input.

    Source: evidence model, section 8.
    """
    return Traversal(judge(verdicts, eligibility), limits or Limits()).follow(start, path)


@dataclass(slots=True)
class _Found:
    """The end entities of one search: the first path to each, and the number of others."""

    first: dict[str, tuple[Edge, ...]] = field(default_factory=dict)
    others: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    trace: Trace = field(default_factory=Trace)
    limits_hit: set[str] = field(default_factory=set)


class Traversal:
    """Lookups for one caller in one view; they share the judgement and the index of the records.

    Args:
        acceptance: The records as the caller sees them.
        limits: The limits of each lookup.
    """

    def __init__(self, acceptance: Acceptance, limits: Limits) -> None:
        self._acceptance = acceptance
        self._limits = limits
        self._world = acceptance.verdicts.world

    def follow(self, start: str, path: Sequence[str]) -> LookupResult:
        """Follow a predicate sequence from the entity with an id; see `lookup`."""
        nodes = self._entities.get(start, ())
        if len(nodes) != 1:
            near = get_close_matches(start, self._entities, n=3, cutoff=0.5)
            return self._result(start, path, UNKNOWN_START, nearest=tuple(sorted(near)))
        node, limits = nodes[0], self._limits
        found = self._search(node, path[: limits.steps], self._acceptance.accepted, limits.paths)
        refusals, is_cut = find_refusals(self._acceptance, self._index, path, found.trace, limits.fan_out)
        hit = found.limits_hit | ({"fan_out"} if is_cut else set())
        if len(path) > limits.steps:
            hit.add("steps")
            found.first.clear()
        contested = False
        if not found.first and not hit:
            usable = self._acceptance.accepted | self._acceptance.opponents.keys()
            rival = self._search(node, path, usable, 1)
            contested = bool(rival.first)
            if not contested:
                hit |= rival.limits_hit
        answers = tuple(
            Answer(
                entity=self._world.id_of(end),
                label=next(iter(self._world.label.values(end)), None),
                steps=tuple(make_step(self._acceptance, edge.record) for edge in way),
                other_paths=found.others.get(end, 0),
            )
            for end, way in found.first.items()
        )
        reached = next((name for name in ("steps", "fan_out", "paths") if name in hit), None)
        status = TRUNCATED if reached else _status(len(answers), contested=contested)
        return self._result(start, path, status, answers=answers, refusals=refusals, reached=reached)

    def _search(self, node: str, path: Sequence[str], usable: frozenset[int], max_paths: int) -> _Found:
        """Find the paths over some records; a limit that is hit is noted in the result."""
        found = _Found()
        objects, records = self._world.object.one, self._world.records
        fan_out = self._limits.fan_out

        def edges(step: int, subject: str) -> list[Edge]:
            leaving = [record for record in self._index.get((subject, path[step]), ()) if record in usable]
            if len(leaving) > fan_out:
                found.limits_hit.add("fan_out")
            return [Edge(record, objects[records[record]]) for record in leaving[:fan_out]]

        max_edges = EDGES_PER_PATH * max(self._limits.paths, 1)
        paths = simple_paths(node, len(path), edges, found.trace, max_edges)
        for count, one in enumerate(paths if path else (), 1):
            if count > max_paths:
                found.limits_hit.add("paths")
                break
            end = one[-1].target
            if end in found.first:
                found.others[end] += 1
            else:
                found.first[end] = one
        if found.trace.exhausted:
            found.limits_hit.add("paths")
        return found

    @cached_property
    def _index(self) -> Mapping[tuple[str, str], list[int]]:
        """(subject, predicate) → the visible records that claim it, in order."""
        world = self._world
        subject, predicate, obj = world.subject.one, world.predicate.one, world.object.one
        index: dict[tuple[str, str], list[int]] = defaultdict(list)
        for record in self._acceptance.visible:
            iri = world.records[record]
            if iri in subject and iri in predicate and iri in obj:
                index[subject[iri], predicate[iri]].append(record)
        return dict(index)

    @cached_property
    def _entities(self) -> Mapping[str, list[str]]:
        """Id → the entities that bear it."""
        entities: dict[str, list[str]] = defaultdict(list)
        for node in self._world.entities:
            entities[self._world.id_of(node)].append(node)
        return dict(sorted(entities.items()))

    def _result(
        self,
        start: str,
        path: Sequence[str],
        status: str,
        *,
        answers: tuple[Answer, ...] = (),
        refusals: tuple[Refusal, ...] = (),
        reached: str | None = None,
        nearest: tuple[str, ...] = (),
    ) -> LookupResult:
        eligibility = self._acceptance.eligibility
        return LookupResult(
            status=status,
            start=start,
            path=tuple(self._world.name_of_predicate(predicate) for predicate in path),
            view=eligibility.view.id if eligibility.view.node is not None else None,
            as_of=eligibility.view.as_of,
            scopes=tuple(sorted(eligibility.scopes or ())),
            records=len(self._acceptance.visible),
            accepted=len(self._acceptance.accepted),
            answers=answers,
            refusals=refusals,
            limits=self._limits,
            reached=reached,
            nearest=nearest,
        )


def _status(ends: int, *, contested: bool) -> str:
    if ends:
        return ANSWERED if ends == 1 else AMBIGUOUS
    return CONFLICT if contested else NO_EVIDENCE
