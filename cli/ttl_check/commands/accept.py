"""`ttl-check accept`: write the accepted graph of a view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ttl_check.options import caller_options, output_file_option, world_options
from ttl_check.reading import read_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_stream

if TYPE_CHECKING:
    from pathlib import Path

FORMATS = ("ttl", "nt", "nq", "trig", "rdf12")


@click.command("accept")
@click.argument("world", metavar="WORLD")
@click.option(
    "--to",
    "profile",
    type=click.Choice(FORMATS),
    help="The syntax; by default that of the ending of -o, else Turtle.",
)
@caller_options
@output_file_option
@world_options
@click.pass_context
def command(
    context: click.Context,
    /,
    world: str,
    profile: str | None,
    view: str | None,
    as_of: str | None,
    scopes: tuple[str, ...],
    output: Path | None,
    **settings: Any,
) -> int:
    """Write the accepted graph of a view.

    It holds the plain triples that supported, eligible and uncontested records state.
    TriG and N-Quads name the graph and say which view, time and scopes it was made for; Turtle and N-Triples
    hold the triples alone. rdf12 is Turtle 1.2 (a draft): each triple is annotated with its records.

    \b
    Examples:
      ttl-check accept my-world --view view:final:base
      ttl-check accept my-world -o accepted.trig
    """
    from graph_rdf.evidence import judge, reasons_against
    from graph_rdf.export import write_annotated, write_nquads, write_ntriples, write_trig, write_turtle
    from graph_rdf.gate.callers import open_world
    from graph_rdf.lookup import accepted_graph
    from graph_rdf.namespaces import ID_BASE, PREFIXES
    from graph_rdf.report.words import counted

    terminal = terminal_of(context)
    suffix = output.suffix.removeprefix(".") if output is not None else ""
    chosen = profile or (suffix if suffix in FORMATS else "ttl")
    base = settings["base"] or ID_BASE
    with terminal.progress("computing the accepted graph"):
        opened = open_world(world, read_options(settings))
        seen = judge(opened.judgement.verdicts, opened.eligibility(view, as_of, scopes))
        graph = accepted_graph(seen, base)
    prefixes = {**PREFIXES, "id": base}
    graphs = [(None, graph.description), (graph.node, graph.triples)]
    with output_stream(output) as out:
        if chosen == "ttl":
            write_turtle(graph.triples, out, {name: prefixes[name] for name in ("eg", "id")})
        elif chosen == "rdf12":
            write_annotated(seen, out, {name: prefixes[name] for name in ("dcterms", "eg", "id", "prov")})
        elif chosen == "nt":
            write_ntriples(graph.triples, out)
        elif chosen == "trig":
            write_trig(graphs, out, {name: prefixes[name] for name in ("eg", "id", "xsd")})
        else:
            write_nquads(graphs, out)
    if not seen.accepted:
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in reasons_against(seen))
        terminal.warn(f"no record is accepted: {reasons or 'there is none that the caller may see'}")
    terminal.note(f"accepted {len(seen.accepted):,} of {counted(len(seen.visible), 'record')}\n")
    return 0
