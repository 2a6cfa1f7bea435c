"""Support: does the cited text, in its own version, state the triple of the record?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph_rdf.evidence.anchors import AnchorChecker
from graph_rdf.evidence.clauses import ClauseReader
from graph_rdf.evidence.quick import QuickPass
from graph_rdf.evidence.rules import RULE_ORDER, Failure
from graph_rdf.evidence.text import Bodies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.evidence.columns import World
    from graph_rdf.records.bodies import BodyProblem


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """What the support checks found; only failures are kept.

    Args:
        world: The columns that were checked.
        record_failures: Place in `world.records` → the failed record-level checks, in their order.
        anchor_failures: Place in `world.anchors` → the first failed check of that anchor.
    """

    world: World
    record_failures: Mapping[int, tuple[Failure, ...]]
    anchor_failures: Mapping[int, Failure]

    def failures(self, record: int, anchors: Iterable[int]) -> tuple[Failure, ...]:
        """Return why a record is not supported by some of its anchors.

        Args:
            record: Its place in `world.records`.
            anchors: The places of the anchors that count.

        Returns:
            The failures in the order of the checks, then of the anchors; empty when it is supported.
        """
        own = self.record_failures.get(record)
        if own is not None:
            return own
        found: list[Failure] = []
        for anchor in anchors:
            failure = self.anchor_failures.get(anchor)
            if failure is None:
                return ()
            found.append(failure)
        return tuple(sorted(found, key=lambda failure: RULE_ORDER[failure.rule]))


def verify(world: World, bodies: Mapping[str, bytes | BodyProblem]) -> Verdicts:
    """Check every record of a world against the texts that it cites.

    Args:
        world: The columns.
        bodies: Representation → bytes, or the reason why there are none, for what `world.body_paths` lists.
            Nothing is read here; an embedded body needs no entry.

    Returns:
        The failures of all records and anchors.

    Source: evidence model, section 6.
    """
    return verify_with(world, Bodies(world, bodies), ClauseReader(world))


def verify_with(world: World, read: Bodies, clauses: ClauseReader) -> Verdicts:
    """Check every record of a world, with bodies and a reader of clauses that other worlds may share.

    Args:
        world: The columns.
        read: The bodies.
        clauses: The reader of clauses, for the same entities and predicates.

    Returns:
        The failures of all records and anchors.
    """
    record_failures: dict[int, tuple[Failure, ...]] = {}
    anchor_failures: dict[int, Failure] = {}
    quick, checker = QuickPass(world, read, clauses), AnchorChecker(world, read, clauses)
    declared, entities, first = world.predicates, world.entities, world.first_anchor
    claims = (map(column.one.get, world.records) for column in (world.subject, world.predicate, world.object))
    for place, (subject, predicate, obj) in enumerate(zip(*claims, strict=True)):
        start, stop = first[place], first[place + 1]
        if (
            subject is None
            or predicate is None
            or obj is None
            or start == stop
            or predicate not in declared
            or subject not in entities
            or obj not in entities
        ):
            record_failures[place] = _record_failures(world, world.records[place], has_anchor=start != stop)
            continue
        for anchor in range(start, stop):
            if quick.holds(anchor, subject, predicate, obj):
                continue
            failure = checker.check(world.anchors[anchor], subject, predicate, obj)
            if failure is not None:
                anchor_failures[anchor] = failure
    return Verdicts(world, record_failures, anchor_failures)


def _record_failures(world: World, record: str, *, has_anchor: bool) -> tuple[Failure, ...]:
    failures: list[Failure] = []
    predicates = world.predicate.values(record)
    if len(predicates) != 1:
        failures.append(
            Failure("undeclared-predicate", f"the record has {len(predicates)} predicates, not one")
        )
    elif predicates[0] not in world.predicates:
        name = world.name_of_predicate(predicates[0])
        meant = "" if name == predicates[0] else f" (<{predicates[0]}>)"
        failures.append(
            Failure(
                "undeclared-predicate",
                f"predicate {name!r}{meant} is not declared as eg:RelationPredicate; give the ontology that "
                "declares it with --ontology FILE, on a server load it there",
            )
        )
    troubles: list[str] = []
    for role, column in (("subject", world.subject), ("object", world.object)):
        values = column.values(record)
        if len(values) != 1:
            troubles.append(f"the record has {len(values)} {role}s, not one")
        elif values[0] not in world.entities:
            troubles.append(f"{role} {world.id_of(values[0])!r} is not a declared entity")
    if troubles:
        failures.append(Failure("unknown-entity", "; ".join(troubles)))
    if not has_anchor:
        failures.append(
            Failure("missing-support", "the record has no anchor; nothing says where a text states it")
        )
    return tuple(failures)
