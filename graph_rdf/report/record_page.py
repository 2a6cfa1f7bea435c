"""All that is known of one record: the claim, its anchors, and whether a lookup may use it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from graph_rdf.evidence import record_verdicts
from graph_rdf.evidence.clauses import ClauseReader
from graph_rdf.evidence.explanation import explain_anchor
from graph_rdf.lookup.proof import supporting_anchor
from graph_rdf.report.explanation_text import explanation_lines
from graph_rdf.report.json_report import FORMAT_VERSION, dump_json
from graph_rdf.report.lookup_text import anchor_lines
from graph_rdf.report.printable import printable
from graph_rdf.report.style import PLAIN, Style

if TYPE_CHECKING:
    from graph_rdf.evidence import Acceptance, Failure, RecordVerdict
    from graph_rdf.evidence.explanation import AnchorExplanation
    from graph_rdf.evidence.text import Bodies
    from graph_rdf.lookup import SupportingAnchor


@dataclass(frozen=True, slots=True)
class RecordPage:
    """What a caller may know of a record.

    Args:
        verdict: The verdict.
        failures: Why the record itself is refused.
        anchors: Its anchors that the caller may see, each with its failed check, if one failed.
        explanations: What can be shown of each of them.
        view: The id of the view.
        ineligible: Why the view does not count it; None when it does.
        opponents: The ids of the records that oppose it.
        accepted: Whether a lookup may use it.
    """

    verdict: RecordVerdict
    failures: tuple[Failure, ...]
    anchors: tuple[tuple[SupportingAnchor, Failure | None], ...]
    explanations: tuple[AnchorExplanation, ...]
    view: str
    ineligible: str | None
    opponents: tuple[str, ...]
    accepted: bool


def record_page(acceptance: Acceptance, record: int, bodies: Bodies) -> RecordPage:
    """Gather what a caller may know of a record.

    Args:
        acceptance: The records as the caller sees them.
        record: The place of a record that the caller may see.
        bodies: The bodies of the world; only those that the record cites are asked for.
    """
    world, verdicts = acceptance.verdicts.world, acceptance.verdicts
    record_id = world.id_of(world.records[record])
    by_id = {verdict.id: verdict for verdict in record_verdicts(acceptance)}
    seen = acceptance.anchors_of(record)
    reader = ClauseReader(world)
    return RecordPage(
        verdict=by_id[record_id],
        failures=verdicts.record_failures.get(record, ()),
        anchors=tuple(
            (supporting_anchor(world, world.anchors[anchor]), verdicts.anchor_failures.get(anchor))
            for anchor in seen
        ),
        explanations=tuple(
            explain_anchor(world, bodies, reader, world.anchors[a], verdicts.anchor_failures.get(a))
            for a in seen
        ),
        view=acceptance.eligibility.view.id,
        ineligible=acceptance.ineligible.get(record),
        opponents=tuple(world.id_of(world.records[other]) for other in acceptance.opponents.get(record, ())),
        accepted=record in acceptance.accepted,
    )


def render_record(page: RecordPage, style: Style = PLAIN) -> str:
    """Render a page for people."""
    verdict = page.verdict
    triple = " ".join(printable(part or "?") for part in (verdict.subject, verdict.predicate, verdict.object))
    supported = verdict.verdict == "supported"
    support = style.paint("good" if supported else "error", verdict.verdict)
    if verdict.reasons:
        support += f": {', '.join(verdict.reasons)}"
    lines = [
        f"{style.paint('strong', printable(verdict.id))}  {triple}",
        f"  support      {support}",
        f"  eligibility  {_eligibility(page)}",
        f"  contested    {', '.join(map(printable, page.opponents)) or 'no'}",
        f"  accepted     {'yes' if page.accepted else 'no'}",
    ]
    lines += [f"  {failure.rule}: {printable(failure.message)}" for failure in page.failures]
    shown = zip(page.anchors, page.explanations, strict=True)
    for number, ((anchor, failure), explanation) in enumerate(shown, 1):
        first, second = anchor_lines(anchor, style)
        lines += ["", f"  anchor {number}  {first}", f"    {second}"]
        if failure is not None:
            lines.append(f"    {style.paint('error', failure.rule)}: {printable(failure.message)}")
        lines += explanation_lines(explanation, triple, style)
    return "".join(line + "\n" for line in lines)


def _eligibility(page: RecordPage) -> str:
    """Say whether the view counts the record."""
    view = "the current versions" if page.view == "~default" else printable(page.view)
    return f"yes, in {view}" if page.ineligible is None else f"no, in {view}: {page.ineligible}"


def render_record_json(page: RecordPage) -> str:
    """Render a page as one JSON object; the verdict has the keys of the validation report."""
    document: dict[str, Any] = {
        "format_version": FORMAT_VERSION,
        **asdict(page.verdict),
        "view": page.view,
        "ineligible": page.ineligible,
        "opponents": list(page.opponents),
        "accepted": page.accepted,
        "failures": [_failure(failure) for failure in page.failures],
        "anchors": [
            {
                **asdict(anchor),
                "failure": None if failure is None else _failure(failure),
                **asdict(explanation),
            }
            for (anchor, failure), explanation in zip(page.anchors, page.explanations, strict=True)
        ],
    }
    return dump_json(document)


def _failure(failure: Failure) -> dict[str, str]:
    return {"rule": failure.rule, "message": failure.message}
