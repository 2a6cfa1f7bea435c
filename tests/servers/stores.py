"""The graph store of each server, empty at the start of a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.servers import GraphStore, urls_of

if TYPE_CHECKING:
    from graph_rdf.dataset.endpoint_client import Client
    from tests.servers.processes import Server


def empty_store(server: Server, client: Client, base: str | None = None) -> GraphStore:
    store = GraphStore(urls_of(server.kind, base or server.base), client)
    client.request("POST", str(store.urls.update), body=b"DROP ALL", content_type="application/sparql-update")
    return store


def graph_names(store: GraphStore) -> list[str]:
    rows = store.dataset.select("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g")
    return [row[0].value for row in rows]  # type: ignore[union-attr]


def put_default(store: GraphStore, body: bytes, media_type: str = "application/n-triples") -> None:
    store.client.request("PUT", f"{store.urls.graphs}?default", body=body, content_type=media_type)


def put_graphs(store: GraphStore, graphs: dict[str, bytes]) -> None:
    """Replace all that the server holds by named graphs, given as N-Triples, in one request."""
    quads = b"".join(
        line.removesuffix(b" .\n") + f" <{name}> .\n".encode()
        for name, lines in graphs.items()
        for line in lines.splitlines(keepends=True)
    )
    store.client.request("PUT", str(store.urls.graphs), body=quads, content_type="application/n-quads")
