"""`ttl-check push`: put a world on a SPARQL server."""

from __future__ import annotations

from typing import Any

import click

from ttl_check.options import world_options
from ttl_check.reading import read_options
from ttl_check.server_options import endpoint_option, server_client, server_options, service_options
from ttl_check.terminal import terminal_of


@click.command("push")
@click.argument("world", metavar="WORLD")
@endpoint_option
@service_options
@world_options
@click.pass_context
def command(context: click.Context, /, world: str, **settings: Any) -> int:
    """Put a world on a server, in place of what was pushed there before.

    One named graph for each document version, one catalogue graph, the ontology, and one accepted graph for
    each view. They become visible together, or not at all. The server shows them to whoever may read it: only
    the accepted graphs leave out what is for some audiences.

    \b
    Examples:
      ttl-check push my-world --server fuseki --endpoint http://localhost:3030/ds
      ttl-check push my-world --endpoint https://h/sparql --update https://h/update --graph-store
      https://h/rdf
    """
    from graph_rdf.gate.callers import open_world
    from graph_rdf.gate.server import push_world
    from graph_rdf.servers import GraphStore

    terminal = terminal_of(context)
    options = read_options(settings)
    urls = server_options(settings).urls()
    if urls.graphs is None:
        raise click.UsageError("give --server, or --graph-store and --update")
    opened = open_world(world, options)
    with server_client(terminal, settings) as client, terminal.sending("triple") as progress:
        report = push_world(opened, GraphStore(urls, client), options, progress)
    terminal.note(f"pushed {report.triples:,} triples in {report.graphs:,} graphs\n")
    if report.dropped:
        terminal.note(f"dropped {len(report.dropped):,} graphs of the last push\n")
    if report.merged:
        terminal.note(f"the server keeps values: {report.merged:,} triples became equal to others\n")
    return 0
