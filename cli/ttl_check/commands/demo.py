"""`ttl-check demo`: the whole idea on one screen, with the packaged world."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import click

from ttl_check.options import common_options
from ttl_check.terminal import terminal_of

if TYPE_CHECKING:
    from graph_rdf.evidence import Acceptance
    from graph_rdf.lookup import LookupResult
    from graph_rdf.report.style import Style

RECORD = "rel:final:1"
START, PATH, VIEW = "project:final:main", "operated_by/contact", "view:final:base"


@click.command("demo")
@common_options
@click.pass_context
def command(context: click.Context) -> int:
    """Show what ttl-check does, on nine relation records.

    The records are exported as RDF, each is checked against the text that it cites, and one question is
    answered along two of them. Nothing is written.
    """
    from graph_rdf.evidence import OWNER, judge
    from graph_rdf.evidence.views import Eligibility
    from graph_rdf.gate.callers import open_world
    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.lookup import lookup, parse_path
    from graph_rdf.resources import resource_path

    terminal = terminal_of(context)
    style = terminal.out
    path = str(resource_path("examples", "final", "final.records.jsonl"))
    opened = open_world(path, ReadOptions())
    verdicts, world = opened.judgement.verdicts, opened.judgement.world
    seen = judge(verdicts, Eligibility(world, opened.judgement.choice(None, None), OWNER))
    answer = lookup(verdicts, opened.eligibility(VIEW, None, ()), START, parse_path(PATH, world.predicates))
    terminal.report(
        f"{_head(1, f'{len(world.records)} relation records become {opened.data.triples} triples', style)}"
        f"A record claims a triple and cites the text for it. This is {RECORD}:\n\n"
        f"{_excerpt(path)}\n"
        f"{_head(2, 'Each record is checked against the text that it cites', style)}"
        f"{_verdicts(seen, style)}\n"
        f"{_head(3, 'Who is the registered contact of PR-84? Two steps, each with its quote', style)}"
        f"Asked in {VIEW}, which leaves out the notice that contradicts {RECORD}:\n\n"
        f"{_proof(answer, style)}\n"
        "Next:  ttl-check init my-world && ttl-check validate my-world\n"
        "       ttl-check explain wrong-bridge\n"
    )
    return 0


def _head(number: int, text: str, style: Style) -> str:
    return style.paint("strong", f"{number}. {text}") + "\n"


def _excerpt(path: str) -> str:
    """Show one record of the export with its anchor, without the prefixes and the parts of other tools."""
    from graph_rdf.gate.export_writing import write_export
    from graph_rdf.gate.exporting import open_export
    from graph_rdf.gate.options import ReadOptions

    out = BytesIO()
    write_export(open_export(path, ReadOptions()), "rdf11", out)
    blocks = out.getvalue().decode("utf-8").split("\n\n")
    wanted = [block.strip("\n") for block in blocks if RECORD in block.split(" ", 1)[0] + " "]
    shown = [block for block in wanted if _names(block, RECORD)]
    return "\n".join("".join(f"    {line}\n" for line in block.splitlines()) for block in shown)


def _names(block: str, record: str) -> bool:
    """Tell whether a block describes the record or its anchor's quote."""
    subject = block.split(" ", 1)[0].strip("<>")
    return subject.endswith((record, f"{record}#anchor-1-quote", f"{record}#anchor-1-bytes"))


def _verdicts(seen: Acceptance, style: Style) -> str:
    """Show the claim and the verdict of each record."""
    from graph_rdf.evidence import evidence_findings, record_verdicts

    listed = record_verdicts(seen)
    messages = {finding.record: finding.message for finding in evidence_findings(seen)}
    width = max(len(f"{v.subject} {v.predicate} {v.object}") for v in listed)
    lines: list[str] = []
    for verdict in listed:
        claim = f"{verdict.subject} {verdict.predicate} {verdict.object}"
        good = verdict.verdict == "supported"
        said = style.paint("good" if good else "error", f"{verdict.verdict:<9}")
        why = ", ".join(verdict.reasons) or ("contested" if verdict.contested else "")
        lines.append(f"    {verdict.id}  {claim:<{width}}  {said}  {why}".rstrip())
        if not good:
            lines.append(f"        {messages[verdict.id]}")
    return "".join(line + "\n" for line in lines)


def _proof(answer: LookupResult, style: Style) -> str:
    """Show the answer with its quotes."""
    from graph_rdf.report.lookup_text import render_lookup

    return "".join(f"    {line}".rstrip() + "\n" for line in render_lookup(answer, style).splitlines())
