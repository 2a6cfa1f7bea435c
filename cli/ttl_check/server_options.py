"""The options of the commands that talk to a server, and the client that they use."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ttl_check.options import stacked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.dataset.endpoint_client import Client
    from graph_rdf.gate.server import ServerOptions
    from ttl_check.terminal import Terminal

SERVERS = ("fuseki", "oxigraph", "graphdb", "virtuoso", "qlever", "neptune")

service_options = stacked(
    click.option(
        "--server",
        "kind",
        type=click.Choice(SERVERS),
        help="The kind of server: --endpoint is then its base, of the dataset or repository.",
    ),
    click.option("--update", metavar="URL", help="The SPARQL update URL, when there is no --server."),
    click.option("--graph-store", metavar="URL", help="The Graph Store URL, when there is no --server."),
)

endpoint_option = click.option(
    "--endpoint",
    required=True,
    metavar="URL",
    help="The server. TTL_CHECK_USER and TTL_CHECK_PASSWORD, TTL_CHECK_TOKEN or .netrc say who you are.",
)

remote_options = stacked(
    click.option("--endpoint", metavar="URL", help="A SPARQL server; with --server its base."),
    click.option("--server", "kind", type=click.Choice(SERVERS), help="The kind of server."),
    click.option("--graph", "graphs", multiple=True, metavar="IRI", help="A graph to ask; may be repeated."),
    click.option("--union", is_flag=True, help="Ask all graphs of the server as one."),
)
"""For commands that read a world where it lies; a pushed world is found without --graph and --union."""


def require_one_place(world: str | None, settings: Mapping[str, Any], name: str = "WORLD") -> None:
    """Refuse a command that names no world, or two.

    Raises:
        click.UsageError: Neither a world nor --endpoint is given, or both are, or --server and others without
            it.
    """
    if (world is None) == (settings["endpoint"] is None):
        raise click.UsageError(f"give either {name} or --endpoint")
    if world is not None and (settings["kind"] or settings["graphs"] or settings["union"]):
        raise click.UsageError("--server, --graph and --union go with --endpoint")


def server_options(settings: Mapping[str, Any]) -> ServerOptions:
    """Gather which server is meant, from the parameters of a command."""
    from graph_rdf.gate.server import ServerOptions

    names = ("endpoint", "kind", "update", "graph_store", "graphs", "union")
    return ServerOptions(**{name: settings[name] for name in names if settings.get(name) is not None})


@contextmanager
def server_client(terminal: Terminal, settings: Mapping[str, Any]) -> Iterator[Client]:
    """Open an HTTP client for the server of a command, whose remarks go to the terminal."""
    from graph_rdf.dataset.endpoint_client import Client
    from graph_rdf.servers import DIGEST

    with Client(notice=terminal.warn, digest=settings["kind"] in DIGEST) as client:
        yield client
