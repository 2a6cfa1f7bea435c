"""Validation where the data lies: findings of the embedded run, and the W3C suite as far as a server can."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import RdfFormat

from graph_rdf.dataset.endpoint_client import Client
from graph_rdf.errors import EngineError, GraphRdfError
from graph_rdf.resources import resource_path
from graph_rdf.servers import GraphStore, listing_of, push, urls_of
from graph_rdf.shacl import endpoint_view
from graph_rdf.shacl.endpoint_engine import EndpointEngine
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits, ShaclRun
from graph_rdf.shacl.result_findings import shacl_findings
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import read_source
from graph_rdf.syntax.source import Source
from tests.conformance.shacl_suite import EXPECTED_CASES, actual_report, read_cases, suite_folder
from tests.servers import worlds
from tests.servers.fault_proxy import Fault, answer, proxy_before
from tests.servers.stores import empty_store, put_default

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_rdf.dataset import EmbeddedDataset
    from tests.servers.processes import Server

pytestmark = pytest.mark.servers


def shapes(*names: str) -> ShapesGraph:
    return ShapesGraph.read([read_source(resource_path("shapes", f"{name}.ttl")) for name in names])


@pytest.mark.parametrize("sample", [worlds.final, worlds.generated, worlds.broken])
@pytest.mark.parametrize("names", [("structure", "prefixes"), ("evidence", "prefixes")], ids=" ".join)
def test_findings_are_those_of_the_embedded_run(
    store: GraphStore,
    names: tuple[str, ...],
    sample: Callable[[], worlds.SampleWorld],
) -> None:
    world = sample()
    push(store, world.contents)
    listing = listing_of(store)
    over = store.dataset.over_graphs([*listing.data, *listing.ontology])
    graph = shapes(*names)
    local = NativeEngine().validate(world.local, graph, Limits())
    remote = EndpointEngine().validate(over, graph, Limits())
    assert local.focus_nodes > 0
    found = shacl_findings(local, graph)
    assert found or (names[0] == "structure" and world is not worlds.broken())
    assert shacl_findings(remote, graph) == found
    assert (remote.focus_nodes, remote.untargeted) == (local.focus_nodes, local.untargeted)


@pytest.mark.parametrize("sample", [worlds.final, worlds.generated, worlds.broken])
def test_a_server_without_lateral_gives_the_same(
    server: Server, client: Client, sample: Callable[[], worlds.SampleWorld]
) -> None:
    world = sample()
    push(empty_store(server, client), world.contents)
    graph = shapes("evidence", "prefixes")
    with proxy_before(server.base) as proxy, Client() as through:
        proxy.faults = [Fault(answer(400, "Parse error: LATERAL"), part="LATERAL", times=None, forward=False)]
        store = GraphStore(urls_of(server.kind, proxy.base), through)
        listing = listing_of(store)
        over = store.dataset.over_graphs([*listing.data, *listing.ontology])
        remote = EndpointEngine().validate(over, graph, Limits())
    found = shacl_findings(remote, graph)
    assert found
    assert found == shacl_findings(NativeEngine().validate(world.local, graph, Limits()), graph)


class OnServer:
    """Puts the data of a case on a server and validates it there."""

    name = "on-server"

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    def validate(self, data: EmbeddedDataset, shapes: ShapesGraph, limits: Limits) -> ShaclRun:
        lines = "".join(f"{q.subject} {q.predicate} {q.object} .\n" for q in data.quads())
        put_default(self._store, lines.encode())
        return EndpointEngine().validate(self._store.dataset, shapes, limits)


CASES = read_cases()
CANNOT: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parent / "shacl_cannot.json").read_text(encoding="utf-8")
)
"""Server → case → why a remote engine cannot run it."""


@pytest.mark.skipif(suite_folder() is None, reason="W3C_SUITES is not set, see CONTRIBUTING")
def test_the_w3c_suite(store: GraphStore) -> None:
    """Every case gives the whole report, but for the listed ones, each with its reason."""
    engine = OnServer(store)
    assert len(CASES) == sum(EXPECTED_CASES.values())
    wrong: dict[str, str] = {}
    for case in CASES:
        try:
            report = actual_report(case, engine)
        except GraphRdfError as error:
            if case.report is not None:
                wrong[case.name] = str(error)
            continue
        if report != case.report:
            wrong[case.name] = "another report"
    listed = CANNOT["fuseki" if "/ds" in store.urls.query else "oxigraph"]
    assert wrong == {name: reason.partition(" because ")[0] for name, reason in listed.items()}


BEHIND = """
@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix e: <http://e/> .
e:s sh:targetNode e:a ; sh:property [ sh:path ( e:p e:q ) ; sh:maxCount 0 ] .
"""


def test_too_many_blank_nodes_to_fetch(store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies behind blank nodes is looked at as long as they come in one answer; else that is an error."""
    put_default(store, b"<http://e/a> <http://e/p> [ <http://e/q> 1 ] .", "text/turtle")
    graph = ShapesGraph.read([Source("s.ttl", BEHIND.encode(), RdfFormat.TURTLE, "http://e/")])
    assert len(EndpointEngine().validate(store.dataset, graph, Limits()).results) == 1
    monkeypatch.setattr(endpoint_view, "MAX_BLANK", 1)
    with pytest.raises(EngineError, match="behind a blank node"):
        EndpointEngine().validate(store.dataset, graph, Limits())
