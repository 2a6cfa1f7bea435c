"""`ttl-check map`: draw a world as one page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from graph_rdf import __version__
from ttl_check.numbers import Count
from ttl_check.options import FILE, caller_options, output_file_option, world_options
from ttl_check.reading import read_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_stream, refuse_inputs


@click.command("map")
@click.argument("world", metavar="WORLD")
@output_file_option
@caller_options
@click.option(
    "--certificate",
    type=FILE,
    metavar="FILE",
    help="Draw the path of this lookup, as 'ttl-check lookup --certificate' wrote it.",
)
@click.option(
    "--max-records",
    type=Count(),
    default=20_000,
    show_default=True,
    metavar="N",
    help="Refuse to write a page with more records.",
)
@world_options
@click.pass_context
def command(
    context: click.Context,
    /,
    world: str,
    output: Path | None,
    view: str | None,
    as_of: str | None,
    scopes: tuple[str, ...],
    certificate: Path | None,
    max_records: int,
    **settings: Any,
) -> int:
    """Draw a world as one page: a graph, a table, and the text behind each edge.

    The page needs no network and holds one script. It shows each record as an edge with its verdict, its
    reason and the version that it cites; views and instants are a switch. Of a large world it draws what lies
    around one entity. Like a lookup it runs for a caller: what is not permitted is not in the page.

    \b
    Examples:
      ttl-check map my-world -o map.html
      ttl-check map my-world -o map.html --view view:final:base
      ttl-check map my-world -o map.html --certificate answer.json
    """
    from graph_rdf.gate.callers import open_world
    from graph_rdf.gate.certifying import read_certificate
    from graph_rdf.gate.mapping import map_world
    from graph_rdf.report.map_page import render_map
    from graph_rdf.report.words import counted

    terminal = terminal_of(context)
    if output is not None:
        refuse_inputs(output)
    with terminal.progress("drawing"):
        statement = None if certificate is None else read_certificate(certificate)
        opened = open_world(world, read_options(settings))
        name = Path(world).name if world != "-" else settings["stdin_filename"] or "standard input"
        found = map_world(opened, name, view, as_of, scopes, statement, max_records)
        page = render_map(found, __version__).encode("utf-8")
    with output_stream(output) as out:
        out.write(page)
    lookup = "" if found.lookup is None else f"; the certificate {_REPLAYS[found.lookup.replay]}"
    instants = sum(each.as_of for each in found.views)
    terminal.note(
        f"mapped {counted(len(found.records), 'record')}, {counted(len(found.entities), 'entity')}, "
        f"{counted(len(found.views) - instants, 'view')}, {counted(instants, 'instant')}{lookup}\n"
    )
    return 0


_REPLAYS = {"holds": "holds", "changed": "does not hold: the world has changed", "altered": "was altered"}
