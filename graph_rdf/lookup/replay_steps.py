"""The steps of a certificate, one by one: what became of the record, and which of its parts changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph_rdf.lookup.proof import make_step
from graph_rdf.lookup.refusals import find_reason
from graph_rdf.lookup.replay import StepCheck
from graph_rdf.lookup.result import step_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.evidence import Acceptance


def check_steps(certificate: Mapping[str, Any], acceptance: Acceptance) -> tuple[StepCheck, ...]:
    """Judge each step that a certificate lists.

    Args:
        certificate: What `parse_certificate` read; steps that have not the form of a step are left out, the
            comparison of the whole reports them.
        acceptance: The records as the caller of the certificate sees them now.

    Returns:
        The steps in the order of the answers, each record once.
    """
    world = acceptance.verdicts.world
    places = {world.id_of(world.records[place]): place for place in acceptance.visible}
    steps = {step["record"]: step for step in _steps(certificate)}
    return tuple(
        StepCheck(record, tuple(_reasons(acceptance, step, places.get(record))))
        for record, step in steps.items()
    )


def _reasons(acceptance: Acceptance, step: Mapping[str, Any], place: int | None) -> Iterator[str]:
    if place is None:
        yield "the caller of the certificate sees no such record"
        return
    if place not in acceptance.accepted:
        refusal = find_reason(acceptance, 0, place)
        yield f"{refusal.reason}: {refusal.message}"
        return
    now = step_json(make_step(acceptance, place))
    for key in ("subject", "predicate", "object"):
        if step.get(key) != now[key]:
            yield f"{key} is {now[key]!r}, the certificate says {step.get(key)!r}"
    theirs, ours = step.get("support"), now["support"]
    if not isinstance(theirs, dict):
        yield "the certificate gives no support"
        return
    for key, value in ours.items():
        if theirs.get(key) != value:
            yield f"{key} is {value!r}, the certificate says {theirs.get(key)!r}"


def _steps(certificate: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    predicate = certificate.get("predicate")
    answer = predicate.get("answer") if isinstance(predicate, dict) else None
    answers = answer.get("answers") if isinstance(answer, dict) else None
    for one in answers if isinstance(answers, list) else ():
        steps = one.get("steps") if isinstance(one, dict) else None
        for step in steps if isinstance(steps, list) else ():
            if isinstance(step, dict) and isinstance(step.get("record"), str):
                yield step
