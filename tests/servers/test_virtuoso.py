"""Virtuoso, which wants HTTP Digest and departs from SPARQL 1.1 here and there; skipped without it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from pyoxigraph import Literal, NamedNode, RdfFormat, parse

from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.dataset.endpoint import EndpointDataset
from graph_rdf.dataset.endpoint_client import Client
from graph_rdf.errors import EndpointError
from graph_rdf.namespaces import XSD
from graph_rdf.queries import shipped_queries
from graph_rdf.servers import GraphStore, compare, listing_of, pull, push, urls_of
from tests import endpoint_cases
from tests.golden_cases import ROOT, environment
from tests.servers import worlds
from tests.servers.fault_proxy import proxy_before
from tests.servers.fetch_fuseki import CannotFetchError
from tests.servers.processes import Server, running_virtuoso

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.servers import Contents

pytestmark = pytest.mark.servers

LOGIN = {"TTL_CHECK_USER": "dba", "TTL_CHECK_PASSWORD": "dba"}
COMPUTED = {"true": "1", "false": "0"}
"""A boolean that a query computes comes as a number."""


@pytest.fixture(scope="module")
def virtuoso(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with ExitStack() as stack:
        try:
            server = stack.enter_context(running_virtuoso(tmp_path_factory.mktemp("virtuoso")))
        except CannotFetchError as error:
            pytest.skip(str(error))  # in CI too: not every machine lets a package be installed
        yield server


@pytest.fixture(autouse=True)
def login(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in LOGIN.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def store(virtuoso: Server) -> Iterator[GraphStore]:
    """The server; it has graphs of its own, so that it is never empty."""
    with Client(digest=True) as client:
        yield GraphStore(urls_of("virtuoso", virtuoso.base), client)


def assert_holds(store: GraphStore, contents: Contents) -> None:
    for graph, lines in contents.graphs.items():
        found = compare(lines, (f"{t.subject} {t.predicate} {t.object} .\n" for t in store.get(graph)))
        assert (found.missing, found.extra) == ((), ()), graph


def test_push_and_pull(store: GraphStore) -> None:
    world = worlds.final()
    first = push(store, world.contents, chunk=2000)
    assert_holds(store, world.contents)
    assert push(store, world.contents, chunk=2000) == first
    assert_holds(store, world.contents)
    found = pull(store)
    merged = compare((f"{t.subject} {t.predicate} {t.object} .\n" for t in world.triples), found.merged())
    assert (merged.missing, merged.extra) == ((), ())
    decimals = [t for t in world.triples if isinstance(t.object, Literal) and t.object.value == "1.0"]
    assert merged.rewritten == len(decimals)


def test_every_shipped_query(store: GraphStore) -> None:
    """The rows of the embedded store, but for booleans that a query computes."""
    world = worlds.final()
    push(store, world.contents)
    listing = listing_of(store)
    assert listing is not None
    over = store.dataset.over_graphs([*listing.data, *listing.ontology])
    accepted = [
        (EmbeddedDataset.from_triples(each.triples), store.dataset.over_graphs([each.node.value]))
        for each in world.accepted
    ]
    seen = 0
    for query in shipped_queries():
        for local, remote in [(world.local, over)] if query.runs_on == "world" else accepted:
            rows = [
                [COMPUTED.get(_text(cell), _text(cell)) for cell in _row(row, len(query.columns))]
                for row in local.select(query.text)
            ]
            found = [
                [_text(cell) for cell in _row(row, len(query.columns))] for row in remote.select(query.text)
            ]
            assert found == rows, query.name
            seen += len(rows)
    assert seen >= 36


def _row(row: Any, width: int) -> list[Any]:
    return [row[place] for place in range(width)]


def _text(term: Any) -> str:
    return "-" if term is None else str(term.value)


def test_hostile_literals_stay_as_they_are(store: GraphStore) -> None:
    graph = "http://example.org/literals"
    p = NamedNode("http://example.org/p")
    lines = "".join(
        f"<http://example.org/{n}> {p} {each} .\n" for n, each in enumerate(endpoint_cases.LITERALS)
    )
    store.put(graph, lines.encode())
    try:
        wanted = {quad.triple for quad in parse(lines.encode(), RdfFormat.N_TRIPLES)}
        assert set(store.get(graph)) == wanted
    finally:
        store.delete(graph)
    assert store.get(graph) == []


def test_values_are_rewritten(store: GraphStore) -> None:
    """As the page on servers says: Virtuoso keeps values and not the way in which they are written."""
    written = {"01": "integer", "1.0": "decimal", "true": "boolean", "2026-01-01T00:00:00+01:00": "dateTime"}
    each = [f'"{value}"^^<{XSD}{kind}>' for value, kind in written.items()]
    apart = [f"<http://example.org/{place}> <urn:p> {text} .\n" for place, text in enumerate(each)]
    found = kept(store, apart)
    assert found == {
        ("1", "integer"),
        ("1", "decimal"),
        ("true", "boolean"),
        ("2026-01-01T00:00:00+01:00", "dateTime"),
    }
    assert len(kept(store, [f"<http://example.org/s> <urn:p> {text} .\n" for text in each[:2]])) == 1


def kept(store: GraphStore, lines: list[str]) -> set[tuple[str, str]]:
    graph = "http://example.org/numbers"
    store.put(graph, "".join(lines).encode())
    try:
        values = [triple.object for triple in store.get(graph)]
    finally:
        store.delete(graph)
    assert all(isinstance(value, Literal) for value in values)
    return {(value.value, value.datatype.value.removeprefix(XSD)) for value in values}  # type: ignore[union-attr]


def test_the_password_is_never_sent(virtuoso: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with proxy_before(virtuoso.base) as proxy:
        with Client(digest=True) as client:
            dataset = EndpointDataset(urls_of("virtuoso", proxy.base).query, client)
            assert dataset.ask("ASK { ?s ?p ?o }") is True
            assert dataset.ask("ASK { ?s <urn:none> ?o }") is False
        sent = [headers.get("Authorization", "") for _, _, headers in proxy.log]
        assert sent[0] == ""
        assert all(each.startswith('Digest username="dba"') for each in sent[1:])
        monkeypatch.setenv("TTL_CHECK_PASSWORD", "hunter2")
        with Client(digest=True) as client, pytest.raises(EndpointError) as caught:
            EndpointDataset(urls_of("virtuoso", proxy.base).query, client).ask("ASK { ?s ?p ?o }")
    assert str(caught.value) == f"{proxy.base}/sparql-auth answers 401 Unauthorized"
    assert not any("hunter2" in str(each) for each in proxy.log)


def run(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", *words],
        env={**environment("0"), **LOGIN, "HOME": "/nonexistent", "NO_PROXY": "*"},
        capture_output=True,
        timeout=300,
        check=False,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def test_commands(virtuoso: Server, store: GraphStore) -> None:
    server = ["--server", "virtuoso", "--endpoint", virtuoso.base]
    world = str(ROOT / "examples" / "final" / "world.ttl")
    question = ["--from", "project:final:main", "--path", "operated_by/contact", "--view", "view:final:base"]
    assert run("push", world, *server)[0] == 0
    here, there = run("lookup", world, *question), run("lookup", *server, *question)
    assert (there[0], there[1]) == (0, here[1])
    assert here[1].startswith("answered\n")
    code, out, told = run("validate", *server)
    assert (code, out) == (2, "")
    assert told.startswith("ttl-check: data cannot be validated there: Virtuoso 7 has no LATERAL")
