"""What a lookup answers, as values and in the JSON form of the contract."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

ANSWERED: Final = "answered"
AMBIGUOUS: Final = "ambiguous"
CONFLICT: Final = "conflict"
NO_EVIDENCE: Final = "no-evidence"
UNKNOWN_START: Final = "unknown-start"
TRUNCATED: Final = "truncated"

FORMAT_VERSION: Final = "1"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one lookup; none of them is ever hit silently.

    Args:
        steps: Longest path that is followed.
        paths: Most complete paths that are followed.
        fan_out: Most edges followed, and most refusals listed, at one node for one step.
    """

    steps: int = 16
    paths: int = 1000
    fan_out: int = 10000


@dataclass(frozen=True, slots=True)
class SupportingAnchor:
    """The anchor that proves a step; ids, None where the world does not say."""

    source: str | None
    document: str | None
    version: str | None
    representation: str | None
    sha256: str | None
    unit: str | None
    start: int | None
    end: int | None
    quote: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted record of a path, by ids."""

    record: str
    subject: str
    predicate: str
    object: str
    support: SupportingAnchor


@dataclass(frozen=True, slots=True)
class Answer:
    """One end entity, the first path to it and the number of other paths."""

    entity: str
    label: str | None
    steps: tuple[Step, ...]
    other_paths: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record that was looked at and not followed at a step (0-based)."""

    record: str
    step: int
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class LookupResult:
    """The result of one lookup.

    Args:
        status: One of the constants of this module.
        start: The id that was asked for.
        path: The names of the predicates.
        view: The id of the declared view; None for the default view and for a view by time.
        as_of: The time of a view by time.
        scopes: The scopes of the caller, sorted.
        records: Number of records that the caller could see.
        accepted: Number of those that are accepted.
        answers: In the order in which the paths were found.
        refusals: By step, then record id.
        limits: The limits.
        reached: The limit that was hit: ``steps``, ``paths`` or ``fan_out``; None when none was.
        nearest: Ids like an unknown start; empty otherwise.
    """

    status: str
    start: str
    path: tuple[str, ...]
    view: str | None
    as_of: str | None
    scopes: tuple[str, ...]
    records: int
    accepted: int
    answers: tuple[Answer, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    limits: Limits = field(default_factory=Limits)
    reached: str | None = None
    nearest: tuple[str, ...] = ()


def lookup_json(result: LookupResult) -> dict[str, Any]:
    """Return a result in the form of ``lookup --format json``.

    Args:
        result: The result.

    Returns:
        Plain values; the keys are a contract, in its order.
    """
    return {
        "format_version": FORMAT_VERSION,
        "status": result.status,
        "start": result.start,
        "path": list(result.path),
        "view": result.view,
        "as_of": result.as_of,
        "scopes": list(result.scopes),
        "checked": {"records": result.records, "accepted": result.accepted},
        "answers": [
            {
                "entity": answer.entity,
                "label": answer.label,
                "other_paths": answer.other_paths,
                "steps": [step_json(step) for step in answer.steps],
            }
            for answer in result.answers
        ],
        "refusals": [
            {
                "record": refusal.record,
                "step": refusal.step,
                "reason": refusal.reason,
                "message": refusal.message,
            }
            for refusal in result.refusals
        ],
        "limits": {
            "steps": result.limits.steps,
            "paths": result.limits.paths,
            "fan_out": result.limits.fan_out,
            "reached": result.reached,
        },
    }


def step_json(step: Step) -> dict[str, Any]:
    """Return a step in the form of ``lookup --format json``."""
    anchor = step.support
    return {
        "record": step.record,
        "subject": step.subject,
        "predicate": step.predicate,
        "object": step.object,
        "support": {
            "source": anchor.source,
            "document": anchor.document,
            "version": anchor.version,
            "representation": anchor.representation,
            "sha256": anchor.sha256,
            "span": {"unit": anchor.unit, "start": anchor.start, "end": anchor.end},
            "quote": anchor.quote,
        },
    }
