"""`accept --to rdf12`: what is asserted is what is accepted, and each record stands for its triple."""

from __future__ import annotations

import io
import shutil
from typing import TYPE_CHECKING

import pyoxigraph as ox
import pytest

from benchmarks.worlds import generate, write_worlds
from graph_rdf import namespaces as ns
from graph_rdf.evidence import judge
from graph_rdf.export import write_annotated
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.options import ReadOptions
from graph_rdf.lookup import accepted_graph
from tests.profile_forms import FINAL, ROOT

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = ROOT / "tests" / "golden" / "inputs" / "records" / "hostile.records.jsonl"
PREFIXES = {"dcterms": ns.DCTERMS, "eg": ns.EG, "id": ns.ID_BASE, "prov": ns.PROV}


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_worlds(generate(10, 3, tangled=True), tmp_path_factory.mktemp("generated"))


@pytest.mark.parametrize(("name", "count"), [("final", 4), ("hostile", 1), ("generated", 40)])
def test_asserted_is_accepted(name: str, count: int, generated: Path) -> None:
    path = {"final": FINAL, "hostile": HOSTILE, "generated": generated}[name]
    opened = open_world(str(path), ReadOptions())
    world = opened.judgement.world
    seen = judge(opened.judgement.verdicts, opened.eligibility(None, None, ()))
    out = io.BytesIO()
    write_annotated(seen, out, PREFIXES)
    quads = list(ox.parse(out.getvalue(), format=ox.RdfFormat.TURTLE))
    known = {ns.RDF_REIFIES, ns.DCTERMS_IDENTIFIER, ns.PROV_WAS_DERIVED_FROM}
    plain = {str(quad.triple) for quad in quads if quad.predicate.value not in known}
    assert plain == {str(triple) for triple in accepted_graph(seen).triples}
    records = {world.records[place]: place for place in seen.accepted}
    assert len(records) >= count
    told = {
        (str(quad.subject)[1:-1], quad.predicate.value): quad.object
        for quad in quads
        if quad.predicate.value in known
    }
    assert len(told) == 3 * len(records)
    for record, place in records.items():
        parts = (world.subject.one[record], world.predicate.one[record], world.object.one[record])
        assert told[record, ns.RDF_REIFIES] == ox.Triple(*map(ox.NamedNode, parts))
        assert told[record, ns.DCTERMS_IDENTIFIER] == ox.Literal(world.id_of(record))
        assert told[record, ns.PROV_WAS_DERIVED_FROM] == ox.NamedNode(world.anchors[seen.proof[place]])


def test_records_of_one_triple_stand_together(tmp_path: Path) -> None:
    lines = (FINAL / "final.records.jsonl").read_text("utf-8").splitlines()
    first = next(line for line in lines if '"rel:final:2"' in line)
    again = first.replace('"rel:final:2"', '"rel:final:2b"')
    (tmp_path / "w.records.jsonl").write_text("\n".join([*lines, again]) + "\n", encoding="utf-8")
    shutil.copytree(FINAL / "sources", tmp_path / "sources")
    opened = open_world(str(tmp_path / "w.records.jsonl"), ReadOptions())
    seen = judge(opened.judgement.verdicts, opened.eligibility(None, None, ()))
    out = io.BytesIO()
    write_annotated(seen, out, PREFIXES)
    text = out.getvalue().decode()
    statement = text.partition("id:org:final:north eg:contact id:contact:final:desk\n")[2].partition(" .\n")[
        0
    ]
    assert statement.count("~ id:rel:final:2 {|") == statement.count("~ id:rel:final:2b {|") == 1
