"""`ttl-check validate --endpoint` in a process of its own: the report of the same data in a file."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from graph_rdf.gate.export_writing import write_export
from graph_rdf.gate.exporting import open_export
from graph_rdf.gate.options import ReadOptions
from graph_rdf.servers import compare, pull, push
from tests.golden_cases import ROOT
from tests.servers import worlds
from tests.servers.fault_proxy import Fault, answer, proxy_before
from tests.servers.stores import empty_store, put_default

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.dataset.endpoint_client import Client
    from graph_rdf.servers import GraphStore
    from tests.servers.processes import Server

pytestmark = pytest.mark.servers

PLACE = ("path", "line", "column", "end_line")
OWN_SHAPES = """
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix ex: <http://example.org/> .
ex:Item a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property ex:Size .
ex:Size sh:path ex:size ; sh:minCount 1 ; sh:message "an item has a size" .
ex:Big a sh:NodeShape ; sh:targetSubjectsOf ex:size ;
  sh:sparql [ sh:message "the size {?value} is too large" ;
    sh:select "SELECT $this ?value { $this <http://example.org/size> ?value FILTER(?value > 9) }" ] .
"""
OWN_DATA = """
<http://example.org/a> a <http://example.org/Thing> .
<http://example.org/b> a <http://example.org/Thing> ; <http://example.org/size> 10 .
"""

TOO_LARGE = (
    "-: error[sparql] the size 10 is too large\n    focus node <http://example.org/b>\n"
    "    hint: Read the message and the query of the shape; the value is what it found.\n"
)
NO_SIZE = (
    "-: error[min-count] <http://example.org/size>: an item has a size\n    focus node <http://example.org/a>\n"
    "    hint: Add the missing values, or correct the predicate of those that are there.\n"
)


REIFIERS = (
    "ttl-check: records there are reifiers of RDF 1.2 (rdf:reifies), which are read from files alone; push"
    " their file with ttl-check, which writes statements of RDF 1.1\n"
)


def run(folder: Path, *words: str) -> tuple[int, str, str]:
    return call(folder, "validate", *words)


def call(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run the program; no setting of the machine reaches it."""
    paths = os.pathsep.join((str(ROOT), str(ROOT / "cli")))
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", *words],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": paths, "HOME": "/nonexistent", "NO_PROXY": "*"},
        capture_output=True,
        timeout=300,
        check=False,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def without_places(report: str) -> dict[str, Any]:
    """Give a JSON report as one on a server is: without places, and without a number of files."""
    document: dict[str, Any] = json.loads(report)
    for finding in document["findings"]:
        for name in PLACE:
            finding[name] = None
    document["findings"].sort(key=json.dumps)
    document["summary"]["files"] = 0
    return document


@pytest.mark.parametrize("name", ["final", "broken"])
def test_a_pushed_world_gives_the_report_of_its_file(
    server: Server, store: GraphStore, name: str, tmp_path: Path
) -> None:
    world = {"final": worlds.final, "broken": worlds.broken}[name]()
    push(store, world.contents)
    (tmp_path / "world.nt").write_text("".join(f"{t} .\n" for t in world.triples), encoding="utf-8")
    code, expected, _ = run(tmp_path, "world.nt", "--format", "json")
    there = ("--server", server.kind, "--endpoint", server.base)
    assert run(tmp_path, *there, "--format", "json")[0] == code
    found = json.loads(run(tmp_path, *there, "--format", "json")[1])
    assert without_places(json.dumps(found)) == found
    assert found["findings"]
    assert found["records"]
    assert found["summary"]["focus_nodes"] > 0
    assert found == without_places(expected)


def test_own_shapes_on_foreign_data(server: Server, store: GraphStore, tmp_path: Path) -> None:
    put_default(store, OWN_DATA.encode(), "text/turtle")
    (tmp_path / "mine.ttl").write_text(OWN_SHAPES, encoding="utf-8")
    code, out, err = run(
        tmp_path, "--server", server.kind, "--endpoint", server.base, "--shapes", "mine.ttl", "--no-evidence"
    )
    assert (code, out) == (
        1,
        NO_SIZE + TOO_LARGE,
    )
    assert err.startswith(
        f"checked {store.urls.query}: 3 triples\n"
        "  shapes   3 loaded, 2 with targets; 2 focus nodes checked; 0 constraints skipped\n"
    )


def test_an_empty_server_is_no_success(server: Server, store: GraphStore, tmp_path: Path) -> None:
    assert store.dataset.ask("ASK { ?s ?p ?o }") is False
    (tmp_path / "mine.ttl").write_text(OWN_SHAPES, encoding="utf-8")
    code, out, err = run(
        tmp_path, "--server", server.kind, "--endpoint", server.base, "--shapes", "mine.ttl", "--no-evidence"
    )
    assert (code, out) == (2, "")
    assert err.startswith("ttl-check: nothing was checked: no shape of mine.ttl matched a node (")


def test_reifiers_are_refused_and_a_push_of_their_file_heals(
    oxigraph: Server, client: Client, tmp_path: Path
) -> None:
    """Records in the form of RDF 1.2 are statements in files alone; a push writes them as statements."""
    store = empty_store(oxigraph, client)
    out = io.BytesIO()
    world = ROOT / "examples" / "final" / "final.records.jsonl"
    write_export(open_export(str(world), ReadOptions()), "rdf12", out)
    (tmp_path / "rdf12.ttl").write_bytes(out.getvalue())
    put_default(store, out.getvalue(), "text/turtle")
    there = ("--server", "oxigraph", "--endpoint", oxigraph.base)
    commands = [
        ("validate", *there),
        ("lookup", *there, "--from", "project:final:main", "--path", "operated_by"),
        ("query", *there, "relation_records"),
    ]
    for words in commands:
        assert call(tmp_path, *words) == (2, "", REIFIERS), words
    assert call(tmp_path, "push", "rdf12.ttl", *there)[0] == 0
    assert [call(tmp_path, *words)[0] for words in commands] == [1, 1, 0]
    expected = [f"{triple} .\n" for triple in worlds.final().triples]
    found = compare(expected, pull(store).merged())
    assert (found.missing, found.extra) == ((), ())


def test_a_query_that_needs_lateral_is_named(fuseki: Server, client: Client, tmp_path: Path) -> None:
    """A server without LATERAL runs all but that, and the line says which query it is."""
    put_default(empty_store(fuseki, client), OWN_DATA.encode(), "text/turtle")
    (tmp_path / "mine.ttl").write_text(OWN_SHAPES, encoding="utf-8")
    (tmp_path / "limited.ttl").write_text(OWN_SHAPES.replace("9) }", "9) } LIMIT 1"), encoding="utf-8")
    with proxy_before(fuseki.base) as proxy:
        proxy.faults = [Fault(answer(400, "Parse error: LATERAL"), part="LATERAL", times=None, forward=False)]
        there = ("--server", "fuseki", "--endpoint", proxy.base, "--no-evidence", "--shapes")
        assert run(tmp_path, *there, "mine.ttl")[:2] == (1, NO_SIZE + TOO_LARGE)
        code, out, err = run(tmp_path, *there, "limited.ttl")
    assert (code, out) == (2, "")
    assert err == (
        "ttl-check: _:s0b0 in <http://example.org/Big>: the query needs a server that knows LATERAL, for it"
        " has a LIMIT\n"
    )
