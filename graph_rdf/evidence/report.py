"""What the verifier has to say about a world: a verdict for each record, and findings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.evidence.rules import CONTESTED
from graph_rdf.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.evidence.acceptance import Acceptance
    from graph_rdf.evidence.column import Column
    from graph_rdf.evidence.columns import World

MAX_PAIRS: Final = 100
"""Opponents of one record that are reported one by one; the last finding counts the rest."""


@dataclass(frozen=True, slots=True)
class RecordVerdict:
    """The verdict on one record.

    Args:
        id: Its canonical id.
        subject: The id of its subject; None when it has none, or more than one.
        predicate: The name of its predicate; None when it has none, or more than one.
        object: The id of its object; None when it has none, or more than one.
        verdict: ``supported`` or ``refused``; speaks of support alone.
        reasons: The rule ids, in the order of the checks, without duplicates; empty when supported.
        eligible: Whether the view counts a version that it cites.
        contested: Whether a supported and eligible record opposes it.
    """

    id: str
    subject: str | None
    predicate: str | None
    object: str | None
    verdict: str
    reasons: tuple[str, ...]
    eligible: bool
    contested: bool


def record_verdicts(acceptance: Acceptance) -> list[RecordVerdict]:
    """Return the verdict on each record that the caller may see, sorted by id."""
    world = acceptance.verdicts.world
    verdicts: list[RecordVerdict] = []
    for record in acceptance.visible:
        iri = world.records[record]
        reasons = tuple(dict.fromkeys(failure.rule for failure in acceptance.refused.get(record, ())))
        predicate = world.predicate.one.get(iri)
        verdicts.append(
            RecordVerdict(
                id=world.id_of(iri),
                subject=_id(world, world.subject, iri),
                predicate=None if predicate is None else world.name_of_predicate(predicate),
                object=_id(world, world.object, iri),
                verdict="refused" if reasons else "supported",
                reasons=reasons,
                eligible=record not in acceptance.ineligible,
                contested=record in acceptance.opponents,
            )
        )
    return verdicts


def evidence_findings(acceptance: Acceptance) -> list[Finding]:
    """Return the findings of the verifier.

    Args:
        acceptance: The records as the caller sees them; for validation, the owner of the files.

    Returns:
        Errors: one for each failed record-level check of a refused record, else one for each of its anchors.
        Warnings: the failed anchors of supported records, and one for each contested pair. In the order of
        the records; focus node is the record, value the anchor or the opposing record; without a place.

    Source: evidence model, section 6.
    """
    world, verdicts = acceptance.verdicts.world, acceptance.verdicts
    findings: list[Finding] = []
    for record in acceptance.visible:
        iri = world.records[record]
        own = verdicts.record_failures.get(record)
        if own is not None:
            findings.extend(
                Finding(rule, Severity.ERROR, message, record=world.id_of(iri), focus_node=iri)
                for rule, message in own
            )
            continue
        severity = Severity.ERROR if record in acceptance.refused else Severity.WARNING
        for anchor in acceptance.anchors_of(record):
            failure = verdicts.anchor_failures.get(anchor)
            if failure is not None:
                findings.append(
                    Finding(
                        failure.rule,
                        severity,
                        failure.message,
                        record=world.id_of(iri),
                        focus_node=iri,
                        value=world.anchors[anchor],
                    )
                )
        findings.extend(_contested_pairs(acceptance, record))
    return findings


def reasons_against(acceptance: Acceptance) -> list[tuple[str, int]]:
    """Count why records are not accepted.

    Args:
        acceptance: The records as the caller sees them.

    Returns:
        Rule id or reason, and the number of visible records whose first reason it is; sorted by reason.
    """
    first = [
        *(failures[0].rule for failures in acceptance.refused.values()),
        *(reason for record, reason in acceptance.ineligible.items() if record not in acceptance.refused),
        *(CONTESTED for _ in acceptance.opponents),
    ]
    return sorted(Counter(first).items())


def _contested_pairs(acceptance: Acceptance, record: int) -> Iterator[Finding]:
    """Yield one finding for each pair of which this record comes first."""
    world = acceptance.verdicts.world
    rivals = [other for other in acceptance.opponents.get(record, ()) if other > record]
    iri = world.records[record]
    for place, other in enumerate(rivals[:MAX_PAIRS]):
        rival = world.records[other]
        rest = len(rivals) - MAX_PAIRS if place == MAX_PAIRS - 1 else 0
        yield Finding(
            CONTESTED,
            Severity.WARNING,
            f"record {world.id_of(rival)!r} states {world.name_of_predicate(world.predicate.one[rival])!r} "
            f"of the same two entities, so lookups in this view use neither"
            f"{f'; {rest} more records oppose it' if rest > 0 else ''}",
            record=world.id_of(iri),
            focus_node=iri,
            value=rival,
        )


def _id(world: World, column: Column[str], record: str) -> str | None:
    node = column.one.get(record)
    return None if node is None else world.id_of(node)
