"""Push and pull on real servers: equal graphs, all at once, healed by the next push."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from graph_rdf.dataset.endpoint_client import Client, ClientLimits
from graph_rdf.errors import EndpointError, GraphRdfError
from graph_rdf.namespaces import EG_BODY, ID_BASE, XSD
from graph_rdf.servers import Contents, GraphStore, compare, contents_of, listing_of, pull, push, urls_of
from graph_rdf.servers.contents import STAGING
from tests.servers import worlds
from tests.servers.conftest import cannot_run
from tests.servers.fault_proxy import Fault, Proxy, answer, cut, proxy_before, slow, vanish
from tests.servers.fetch_fuseki import CannotFetchError
from tests.servers.processes import Server, running_fuseki, running_oxigraph
from tests.servers.stores import empty_store, graph_names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.servers

CHUNK = 2000
"""Small, so that the graphs of the packaged world go in several pieces."""


def smaller() -> Contents:
    """The packaged world without version 2 of the assignments and without the views."""
    gone = (f"<{ID_BASE}doc:final:assignments@v2", f"<{ID_BASE}view:", f"<{ID_BASE}rel:final:3")
    kept = tuple(t for t in worlds.final().triples if not str(t.subject).startswith(gone))
    return worlds.sample_world(kept).contents


def assert_holds(store: GraphStore, contents: Contents) -> None:
    """The server holds these graphs, all of them and nothing else."""
    expected = {graph: lines for graph, lines in contents.graphs.items() if lines}
    assert graph_names(store) == sorted(expected)
    for graph, lines in expected.items():
        found = compare(lines, (f"{t.subject} {t.predicate} {t.object} .\n" for t in store.get(graph)))
        assert (found.missing, found.extra) == ((), ()), graph


def test_a_pull_gives_what_was_pushed(store: GraphStore) -> None:
    world = worlds.final()
    told: list[tuple[int, int]] = []
    report = push(store, world.contents, lambda done, total: told.append((done, total)), CHUNK)
    total = sum(map(len, world.contents.graphs.values()))
    assert (report.graphs, report.triples, report.dropped, report.merged) == (12, total, (), 0)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[-1] == (total, total)
    assert len(told) > len(world.contents.graphs)
    found = pull(store, derived=True)
    assert found.listing == listing_of(store)
    merged = compare((f"{t.subject} {t.predicate} {t.object} .\n" for t in world.triples), found.merged())
    assert (merged.missing, merged.extra) == ((), ())
    # Fuseki in memory keeps terms, oxigraph keeps values: sizes become xsd:integer, and 1.0 becomes 1.
    types = {f"{XSD}nonNegativeInteger", f"{XSD}decimal"}
    typed = [t for t in world.triples if isinstance(t.object, Literal) and t.object.datatype.value in types]
    assert merged.rewritten == (0 if "/ds" in store.urls.query else len(typed))
    assert {graph for graph, lines in found.derived.items() if lines} == {
        graph for graph, lines in world.contents.derived.items() if lines
    }
    assert_holds(store, world.contents)


def test_a_second_push_changes_nothing(store: GraphStore) -> None:
    world = worlds.final()
    first = push(store, world.contents)
    assert push(store, world.contents) == first
    assert_holds(store, world.contents)


def test_a_push_replaces_the_last_one(store: GraphStore) -> None:
    """Graphs that the world no longer has go; graphs of others stay."""
    store.put(
        "http://example.org/other",
        b"<http://example.org/a> <http://example.org/b> <http://example.org/c> .\n",
    )
    world = worlds.final()
    push(store, world.contents)
    report = push(store, smaller())
    assert report.dropped == (
        f"{ID_BASE}doc:final:assignments@v2",
        f"{ID_BASE}view:final:base#accepted",
        f"{ID_BASE}view:final:contested#accepted",
        f"{ID_BASE}view:final:revised#accepted",
    )
    store.delete("http://example.org/other")
    assert_holds(store, smaller())


def test_hostile_values_come_back(store: GraphStore) -> None:
    p = NamedNode(EG_BODY)
    hard = ['"', "\\", "\n\r\t", "\\u0022", "} ;", "\U0001f600 e\u0301", "\u2028", "", "x" * 5000]
    triples = [Triple(NamedNode(f"{ID_BASE}%C3%BC{n}"), p, Literal(text)) for n, text in enumerate(hard)]
    triples.append(
        Triple(NamedNode("http://example.org/\u00fc"), p, Literal("\u00fc", language="de-x-\u0061"))
    )
    contents = contents_of(triples)
    push(store, contents, chunk=10)
    assert compare(contents.data[contents.names.catalogue], pull(store).merged()).is_equal


def test_values_that_a_server_merges_are_counted(store: GraphStore) -> None:
    a, p, integer = (
        NamedNode("http://example.org/a"),
        NamedNode("http://example.org/p"),
        NamedNode(f"{XSD}integer"),
    )
    contents = contents_of([Triple(a, p, Literal(text, datatype=integer)) for text in ("1", "01", "001")])
    merged = push(store, contents).merged
    assert merged == (0 if "/ds" in store.urls.query else 2)
    assert compare(contents.data[contents.names.catalogue], pull(store).merged()).is_equal


def test_nothing_was_pushed(store: GraphStore) -> None:
    with pytest.raises(EndpointError) as caught:
        pull(store)
    assert str(caught.value) == (
        f"nothing was pushed there: the graph {ID_BASE}~graphs names no graphs; check --base"
    )


def test_a_server_without_updates_gets_each_graph_whole(store: GraphStore) -> None:
    plain = GraphStore(replace(store.urls, update=None), store.client)
    push(plain, worlds.final().contents)
    assert_holds(store, worlds.final().contents)
    report = push(plain, smaller())
    assert len(report.dropped) == 4
    assert_holds(store, smaller())


@pytest.fixture
def proxied(server: Server) -> Iterator[tuple[GraphStore, Proxy, GraphStore]]:
    """A server that holds the smaller world, a proxy before it, and a way around the proxy."""
    with proxy_before(server.base) as proxy, Client(ClientLimits(silence=1.0)) as client, Client() as direct:
        store = GraphStore(urls_of(server.kind, proxy.base), client)
        client.sleep = lambda _seconds: None
        around = empty_store(server, direct)
        push(around, smaller())
        yield store, proxy, around


FAULTS: dict[str, tuple[Fault, str]] = {
    "reading the last listing": (Fault(answer(500, "down"), method="GET"), "500 Internal Server Error: down"),
    "first graph": (Fault(answer(500, "disk full"), method="PUT"), "500 Internal Server Error: disk full"),
    "a later graph": (Fault(answer(507, "quota"), method="PUT", after=4), "507 Insufficient Storage: quota"),
    "a later piece": (
        Fault(answer(500, "disk full"), method="POST", part="graph=", after=3),
        "500 Internal Server Error: disk full",
    ),
    "a piece too large": (Fault(answer(413), method="POST", part="graph="), "413 Request Entity Too Large"),
    "answer lost": (Fault(vanish, method="PUT", after=3, times=3), "the server broke off"),
    "silence": (Fault(slow(2.0), method="PUT", after=3), "no answer within 1 s"),
    "counting": (Fault(answer(500, "no"), part="COUNT"), "500 Internal Server Error: no"),
    "counting is cut": (Fault(cut, part="COUNT", times=None), "the server broke off"),
    "moving": (Fault(answer(500, "no"), part="INSERT {", forward=False), "500 Internal Server Error: no"),
    "moving is lost on the way": (Fault(vanish, part="INSERT {", forward=False), "the server broke off"),
    "busy for ever": (
        Fault(answer(503, "busy"), part="INSERT {", times=None, forward=False),
        "503 Service Unavailable: busy",
    ),
    "redirect": (
        Fault(answer(307, Location="http://evil.example/"), method="PUT"),
        "redirects to another host, http://evil.example",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_push_that_fails_leaves_the_old_graphs(
    proxied: tuple[GraphStore, Proxy, GraphStore], name: str
) -> None:
    store, proxy, around = proxied
    fault, message = FAULTS[name]
    fault.seen = 0
    proxy.faults.append(fault)
    with pytest.raises(GraphRdfError) as caught:
        push(store, worlds.final().contents, chunk=CHUNK)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert_holds(around, smaller())
    proxy.faults.clear()
    push(store, worlds.final().contents, chunk=CHUNK)
    assert_holds(around, worlds.final().contents)


def test_what_a_server_drops_silently_is_seen(proxied: tuple[GraphStore, Proxy, GraphStore]) -> None:
    """A piece that the server confirms and does not keep."""
    store, proxy, around = proxied
    proxy.faults.append(Fault(answer(204), method="POST", part="graph=", after=2, forward=False))
    with pytest.raises(EndpointError, match=r"the server keeps \d+ of \d+ triples of the graph"):
        push(store, worlds.final().contents, chunk=CHUNK)
    assert_holds(around, smaller())


def test_a_busy_server_is_waited_for(proxied: tuple[GraphStore, Proxy, GraphStore]) -> None:
    store, proxy, around = proxied
    proxy.faults += [
        Fault(answer(429, Retry_After="1"), method="PUT", after=2, times=2, forward=False),
        Fault(answer(503), part="INSERT {", times=2, forward=False),
    ]
    push(store, worlds.final().contents, chunk=CHUNK)
    assert_holds(around, worlds.final().contents)


def test_a_confirmation_that_is_lost(proxied: tuple[GraphStore, Proxy, GraphStore]) -> None:
    """The server moved the graphs, and its answer never came: an error, and a push that heals."""
    store, proxy, around = proxied
    proxy.faults.append(Fault(vanish, part="INSERT {"))
    with pytest.raises(EndpointError, match="the server broke off"):
        push(store, worlds.final().contents)
    assert_holds(around, worlds.final().contents)
    push(store, worlds.final().contents)
    assert_holds(around, worlds.final().contents)


@pytest.mark.parametrize("kind", ["fuseki", "oxigraph"])
@pytest.mark.parametrize("after", [3, 14])
def test_a_server_that_is_killed_in_the_middle(tmp_path: Path, kind: str, after: int) -> None:
    """Kill -9 while pieces come in; started again, it holds the old graphs, and the next push heals."""
    run = running_fuseki if kind == "fuseki" else running_oxigraph
    location = tmp_path / "data"
    with ExitStack() as stack:
        try:
            server = stack.enter_context(run(tmp_path, location))
        except CannotFetchError as error:
            cannot_run(str(error))
        with Client() as client:
            store = GraphStore(urls_of(server.kind, server.base), client)
            push(store, smaller())
            told: list[int] = []

            def kill_after(_done: int, _total: int) -> None:
                told.append(1)
                if len(told) == after:
                    server.kill()

            with pytest.raises(GraphRdfError) as caught:
                push(store, worlds.final().contents, kill_after, CHUNK)
            assert "\n" not in str(caught.value)
    with run(tmp_path, location) as server, Client() as client:
        store = GraphStore(urls_of(server.kind, server.base), client)
        left = [name for name in graph_names(store) if name.endswith(STAGING)]
        assert left
        assert [name for name in graph_names(store) if not name.endswith(STAGING)] == sorted(
            graph for graph, lines in smaller().graphs.items() if lines
        )
        merged = pull(store).merged()
        assert compare((line for lines in smaller().data.values() for line in lines), merged).is_equal
        push(store, worlds.final().contents)
        assert_holds(store, worlds.final().contents)
