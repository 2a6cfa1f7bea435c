"""`ttl-check pull`: fetch a world from a SPARQL server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ttl_check.options import common_options, output_file_option
from ttl_check.server_options import endpoint_option, server_client, server_options, service_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_stream

if TYPE_CHECKING:
    from pathlib import Path


@click.command("pull")
@endpoint_option
@service_options
@click.option("--base", metavar="IRI", help="The id base that the world was pushed with.")
@click.option(
    "--to",
    "syntax",
    type=click.Choice(["ttl", "nt", "nq"]),
    default="ttl",
    show_default=True,
    help="The syntax; N-Quads keep the named graphs apart.",
)
@output_file_option
@common_options
@click.pass_context
def command(
    context: click.Context, /, syntax: str, output: Path | None, base: str | None, **settings: Any
) -> int:
    """Fetch a world that was pushed to a server.

    The ontology and the accepted graphs are left out: they are computed from the world.

    \b
    Examples:
      ttl-check pull --server fuseki --endpoint http://localhost:3030/ds -o world.ttl
      ttl-check pull --server oxigraph --endpoint http://localhost:7878 --to nq
    """
    from graph_rdf.export import write_turtle
    from graph_rdf.namespaces import ID_BASE, PREFIXES
    from graph_rdf.servers import GraphNames, GraphStore, pull

    terminal = terminal_of(context)
    names = GraphNames(base or ID_BASE)
    with server_client(terminal, settings) as client, terminal.progress("pulling"):
        pulled = pull(GraphStore(server_options(settings).urls(), client), names)
    merged = pulled.merged()
    with output_stream(output) as out:
        if syntax == "nq":
            for graph, lines in pulled.data.items():
                out.writelines(f"{line[:-3]} <{graph}> .\n".encode() for line in lines)
        elif syntax == "nt":
            out.writelines(line.encode() for line in merged)
        else:
            from graph_rdf.servers.partition import terms_of

            write_turtle(map(terms_of, merged), out, {**PREFIXES, "id": names.base})
    terminal.note(f"pulled {len(merged):,} triples from {len(pulled.data):,} graphs\n")
    return 0
