"""What is wrong with a closure, traced back to records and to the texts that they cite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.entailment import Inconsistency, find_clashes, records_behind
from graph_rdf.findings import Finding, Severity
from graph_rdf.lookup import make_step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.entailment import Closure, Entailed, Projection
    from graph_rdf.entailment.names import Names
    from graph_rdf.evidence import Acceptance

INCONSISTENT: Final = "inconsistent"
UNEXPLAINED: Final = "unexplained-entailment"
SHOWN: Final = 3
"""Triples without a reason that the finding shows; it counts all."""


def inconsistencies(
    acceptance: Acceptance, projection: Projection, closure: Closure, entailed: Entailed, names: Names
) -> list[Inconsistency]:
    """Find what is contradictory.

    Args:
        acceptance: The records as the caller sees them.
        projection: What was reasoned over.
        closure: What the engine gave.
        entailed: How each triple follows.
        names: How terms are shown.

    Returns:
        The contradictions among triples that are asserted or that a rule explains.
    """
    held = [*projection.asserted, *(t for t in closure.entailed if t in entailed.derivations)]
    found: list[Inconsistency] = []
    for clash in find_clashes(held):
        places = records_behind(clash.triples, projection, entailed.derivations)
        steps = tuple(make_step(acceptance, place) for place in places)
        found.append(Inconsistency(clash.rule, names.shown_text(clash.text), clash.triples, steps))
    return found


def clash_findings(
    acceptance: Acceptance, found: Iterable[Inconsistency], closure: Closure, names: Names
) -> list[Finding]:
    """Make findings of contradictions.

    Args:
        acceptance: The records as the caller sees them.
        found: The contradictions.
        closure: What the engine gave: what it says itself counts when nothing else was found.
        names: How terms are shown.

    Returns:
        Errors; the focus node is the first record behind a contradiction, else the first node of its first
        triple.
    """
    world = acceptance.verdicts.world
    iris = {world.id_of(node): node for node in world.records}
    findings: list[Finding] = []
    for each in found:
        triples = "; ".join(map(names.shown_triple, each.triples))
        ids = [step.record for step in each.records]
        rest = f", by {'record' if len(ids) == 1 else 'records'} {', '.join(ids)}" if ids else ""
        subject = each.triples[0][0]
        findings.append(
            Finding(
                INCONSISTENT,
                Severity.ERROR,
                f"{each.text} ({each.rule}): {triples}{rest}",
                record=ids[0] if ids else None,
                focus_node=iris[ids[0]] if ids else subject[1:-1] if subject[0] == "<" else subject,
            )
        )
    if not findings:
        findings += [
            Finding(INCONSISTENT, Severity.ERROR, f"the engine says: {message}")
            for message in closure.messages
        ]
    return findings


def unexplained_findings(entailed: Entailed, names: Names, engine: str) -> list[Finding]:
    """Warn of triples that an engine gives and no rule does."""
    if not entailed.unexplained:
        return []
    shown = "; ".join(map(names.shown_triple, entailed.unexplained[:SHOWN]))
    number = len(entailed.unexplained)
    rest = f" and {number - SHOWN:,} more" if number > SHOWN else ""
    verb = "is" if number == 1 else "are"
    message = f"{engine} entails {shown}{rest}, which no rule of the profile gives; {verb} kept out"
    return [Finding(UNEXPLAINED, Severity.WARNING, message)]
