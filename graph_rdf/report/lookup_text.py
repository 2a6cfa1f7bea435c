"""The result of a lookup for people: the answer with its quotes, and what was not followed and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.report.printable import printable
from graph_rdf.report.style import PLAIN, Style
from graph_rdf.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.lookup import Answer, LookupResult, SupportingAnchor

_UNITS = {"byte": "bytes", "char": "code points"}


def render_lookup(result: LookupResult, style: Style = PLAIN) -> str:
    """Render status, answers with their proof, and refusals.

    Args:
        result: The result.
        style: The colours.

    Returns:
        Text; the steps are counted from 1, as people do.
    """
    role = "good" if result.status == "answered" else "warning"
    lines = [style.paint(role, result.status)]
    if result.nearest:
        lines[0] += f"; nearest: {', '.join(map(printable, result.nearest))}"
    if result.reached is not None:
        lines[0] += f": the limit on {result.reached} was reached, so this is not all"
    for answer in result.answers:
        lines += _answer_lines(answer, style)
    if result.refusals:
        lines += ["", style.paint("strong", "not followed")]
        width = max(len(printable(refusal.record)) for refusal in result.refusals)
        for refusal in result.refusals:
            why = f"{refusal.reason}: {printable(refusal.message)}"
            lines.append(f"  step {refusal.step + 1}  {printable(refusal.record):<{width}}  {why}")
    return "".join(line + "\n" for line in lines)


def _answer_lines(answer: Answer, style: Style) -> Iterator[str]:
    """Render one answer."""
    label = f' "{printable(answer.label)}"' if answer.label is not None else ""
    others = f"; {counted(answer.other_paths, 'other path')}" if answer.other_paths else ""
    yield ""
    yield f"{style.paint('strong', printable(answer.entity))}{label}{others}"
    for number, step in enumerate(answer.steps, 1):
        edge = f"{printable(step.subject)} --{printable(step.predicate)}--> {printable(step.object)}"
        yield f"  {number}  {edge}  [{printable(step.record)}]"
        for line in anchor_lines(step.support, style):
            yield f"     {line}"


def anchor_lines(anchor: SupportingAnchor, style: Style = PLAIN) -> Iterator[str]:
    """Render an anchor: its quote, and where that stands."""
    quote = "no quote" if anchor.quote is None else f'"{printable(anchor.quote)}"'
    yield style.paint("good", quote)
    span = "no span"
    if anchor.unit is not None:
        span = f"{_UNITS.get(anchor.unit, anchor.unit)} {anchor.start}-{anchor.end}"
    digest = "no digest" if anchor.sha256 is None else f"sha256 {printable(anchor.sha256[:12])}…"
    where = printable(anchor.representation or "no representation")
    yield style.paint("quiet", f"{where}, {span}, {digest}")


def render_lookup_summary(result: LookupResult) -> str:
    """Render what was looked at."""
    view = result.view or (
        "the versions in force at " + result.as_of if result.as_of else "the current versions"
    )
    scopes = ", ".join(map(printable, result.scopes)) or "none"
    return (
        f"looked at {counted(result.records, 'record')}, {result.accepted:,} accepted; "
        f"view: {printable(view)}; scopes: {scopes}\n"
    )
