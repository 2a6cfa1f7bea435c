"""`ttl-check entail`: reason over what is accepted, apart from it, and write down what that changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graph_rdf import __version__
from ttl_check.numbers import MOST_MEBIBYTES, Count, Seconds
from ttl_check.options import caller_options, output_file_option, stacked, world_options
from ttl_check.reading import read_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_stream

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.entailing import Entailment
    from ttl_check.terminal import Terminal

_budget_options = stacked(
    click.option(
        "--max-triples",
        type=Count(),
        default=5_000_000,
        show_default=True,
        metavar="N",
        help="Stop when the closure holds more triples.",
    ),
    click.option(
        "--max-seconds",
        type=Seconds(),
        default=600.0,
        show_default=True,
        metavar="N",
        help="Stop the engine after so many seconds.",
    ),
    click.option(
        "--max-memory",
        type=Count(most=MOST_MEBIBYTES),
        default=4096,
        show_default=True,
        metavar="MIB",
        help="Stop the engine when it needs more memory (Linux).",
    ),
)


@click.command("entail")
@click.argument("world", metavar="WORLD")
@click.option("--profile", type=click.Choice(["owl2rl", "rdfs"]), default="owl2rl", show_default=True)
@click.option(
    "--engine",
    metavar="NAME",
    default="owlrl",
    show_default=True,
    help="owlrl, the reference, or reasonable, much faster with fewer rules.",
)
@caller_options
@click.option(
    "--lookup",
    "lookups",
    multiple=True,
    metavar="ID:PATH",
    help="Compare the answers of this lookup; may be repeated. By default: all of one and of two steps.",
)
@click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Compare the answers of this path from every entity.",
)
@click.option(
    "--explain",
    nargs=3,
    metavar="S P O",
    help="Show the proof of one triple in place of the ledger: ids, names, prefixed names or <IRI>.",
)
@click.option("--with-contested", is_flag=True, help="Reason over contested records too, and see the clash.")
@click.option("--hermit", is_flag=True, help="Let HermiT look at the T-Box too (extra dl, and Java).")
@_budget_options
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
)
@output_file_option
@click.option("--time", metavar="T", help="Note the time of the run in the output: now, or an xsd:dateTime.")
@click.option("--no-measure", is_flag=True, help="Leave out time and memory: equal input, equal bytes.")
@world_options
@click.pass_context
def command(
    context: click.Context,
    /,
    world: str,
    output: Path | None,
    output_format: str,
    explain: tuple[str, str, str] | None,
    time: str | None,
    **settings: Any,
) -> int:
    """Reason over the accepted triples of a view, and show what that changes.

    An entailed triple has no record and is no evidence: it goes into a graph of its own, with -o as TriG or
    N-Quads. The report says what was entailed and by which rules, what that cost, what contradicts itself,
    and which lookups answer something else. The exit code is 1 when there is a contradiction; no graph is
    written then.

    \b
    Examples:
      ttl-check entail my-world --view view:final:base
      ttl-check entail my-world --ontology mine.ttl --engine reasonable -o entailed.trig
      ttl-check entail my-world --ontology mine.ttl --explain project:final:main runs org:final:north
    """
    from graph_rdf.entailment import Budget
    from graph_rdf.findings import Severity
    from graph_rdf.gate.entailing import EntailOptions, entail

    terminal = terminal_of(context)
    ended = _time(time)
    options = EntailOptions(
        profile=settings["profile"],
        engine=settings["engine"],
        budget=Budget(settings["max_triples"], settings["max_seconds"], settings["max_memory"]),
        view=settings["view"],
        as_of=settings["as_of"],
        scopes=settings["scopes"],
        with_contested=settings["with_contested"],
        lookups=settings["lookups"],
        paths=settings["paths"],
        hermit=settings["hermit"],
    )
    with terminal.progress("reasoning"):
        outcome = entail(world, read_options(settings), options)
    if explain is not None:
        return _explain(terminal, outcome, explain, output_format)
    is_broken = any(finding.severity is Severity.ERROR for finding in outcome.ledger.findings)
    if output is not None and not is_broken:
        _write(outcome, output, ended, settings["base"])
    _report(terminal, outcome, output_format, measured=not settings["no_measure"])
    if output is not None and is_broken:
        terminal.warn(f"a contradiction entails everything, so {output} was not written")
    return int(is_broken)


def _time(text: str | None) -> str | None:
    """Read ``now`` or a time; the clock is only looked at when it is asked for."""
    from datetime import UTC, datetime

    from graph_rdf.errors import TimeError
    from graph_rdf.records.times import time_problem

    if text == "now":
        return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    if text is not None and time_problem(text) is not None:
        raise TimeError(f"{text!r} is neither now nor a time with a zone, such as 2026-03-01T00:00:00Z")
    return text


def _write(outcome: Entailment, file: Path, ended: str | None, base: str | None) -> None:
    """Write the entailed graph and what is said about it."""
    from graph_rdf.export import write_nquads, write_trig
    from graph_rdf.namespaces import ID_BASE, PREFIXES

    graph, description = outcome.description(ended)
    graphs = [(None, description), (graph, outcome.triples)]
    with output_stream(file) as out:
        if file.suffix == ".nq":
            write_nquads(graphs, out)
        else:
            names = ("dcat", "eg", "owl", "prov", "rdfs", "xsd")
            write_trig(graphs, out, {**{name: PREFIXES[name] for name in names}, "id": base or ID_BASE})


def _report(terminal: Terminal, outcome: Entailment, output_format: str, *, measured: bool) -> None:
    """Print findings and ledger."""
    from graph_rdf.report.entailment_html import render_ledger_html
    from graph_rdf.report.entailment_json import render_ledger_json
    from graph_rdf.report.entailment_text import render_ledger
    from graph_rdf.report.text import render_findings

    ledger, names = outcome.ledger, outcome.names
    if output_format == "json":
        terminal.report(render_ledger_json(ledger, names, __version__, measured=measured))
    elif output_format == "html":
        terminal.report(render_ledger_html(ledger, names, measured=measured))
    else:
        terminal.report(render_findings(ledger.findings, outcome.line_of, terminal.out))
        terminal.report(render_ledger(ledger, names, terminal.out, measured=measured))


def _explain(
    terminal: Terminal, outcome: Entailment, triple: tuple[str, str, str], output_format: str
) -> int:
    """Print a proof."""
    from graph_rdf.lookup import make_step
    from graph_rdf.report.entailment_json import render_proof_json
    from graph_rdf.report.entailment_text import render_proof

    if output_format == "html":
        raise click.UsageError("a proof is text or json")
    proof = outcome.proof(triple)
    if proof is None:
        terminal.note(f"{' '.join(triple)}: neither asserted nor entailed\n")
        return 1
    steps = {place: make_step(outcome.acceptance, place) for place in proof.records}
    if output_format == "json":
        terminal.report(render_proof_json(proof, steps, __version__))
    else:
        terminal.report(render_proof(proof, outcome.names, steps))
    return 0
