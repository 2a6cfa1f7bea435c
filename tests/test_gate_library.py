"""`graph_rdf.validate` says the same of files and of the same graph in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import rdflib
from pyoxigraph import Dataset, RdfFormat, Store, parse

import graph_rdf
from graph_rdf.errors import InputError, NothingCheckedError, UnknownNameError
from graph_rdf.gate.library import validate
from graph_rdf.namespaces import EG

ROOT = Path(__file__).parent.parent
WORLD = ROOT / "examples" / "final" / "world.ttl"
RECORDS = ROOT / "examples" / "final" / "final.records.jsonl"
TEXT = WORLD.read_bytes()
SHAPES = """@prefix ex: <urn:ex:> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] ."""
DATA = "<urn:a> a <urn:ex:C> ."


def rdflib_graph(text: str | bytes) -> rdflib.Graph:
    return rdflib.Graph().parse(data=text, format="turtle")


def rdflib_dataset() -> rdflib.Dataset:
    dataset = rdflib.Dataset()
    dataset.graph(rdflib.URIRef("urn:g")).parse(data=TEXT, format="turtle")
    return dataset


def store() -> Store:
    made = Store()
    made.load(TEXT, RdfFormat.TURTLE)
    return made


GIVEN: dict[str, Any] = {
    "path": WORLD,
    "text of a path": str(WORLD),
    "paths": [WORLD],
    "records": RECORDS,
    "rdflib graph": rdflib_graph(TEXT),
    "rdflib dataset": rdflib_dataset(),
    "store": store(),
    "dataset": Dataset(parse(TEXT, RdfFormat.TURTLE)),
    "quads": list(parse(TEXT, RdfFormat.TURTLE)),
    "triples": [quad.triple for quad in parse(TEXT, RdfFormat.TURTLE)],
    "iterator": parse(TEXT, RdfFormat.TURTLE),
}


@pytest.mark.parametrize("name", GIVEN)
def test_the_packaged_world(name: str) -> None:
    outcome = graph_rdf.validate(GIVEN[name])
    assert not outcome.conforms
    assert sorted((finding.rule, finding.record) for finding in outcome.findings) == [
        ("contested", "rel:final:1"),
        ("missing-support", "rel:final:9"),
        ("wrong-bridge", "rel:final:8"),
    ]
    assert [record.verdict for record in outcome.records] == ["supported"] * 7 + ["refused"] * 2
    assert (outcome.summary.records, outcome.summary.errors, outcome.summary.warnings) == (9, 2, 1)


def test_the_options_are_passed_on() -> None:
    graph = rdflib_graph(TEXT)
    outcome = validate(graph, view="view:final:base", portable=True, max_results=1)
    assert [finding.rule for finding in outcome.findings] == ["missing-support"]
    with pytest.raises(UnknownNameError):
        validate(graph, view="view:nowhere")
    with pytest.raises(UnknownNameError):
        validate(graph, engine="none-such")


def test_shapes_and_ontology(tmp_path: Path) -> None:
    shapes = tmp_path / "shapes.ttl"
    shapes.write_text(SHAPES, encoding="utf-8")
    for given in (
        shapes,
        str(shapes),
        [shapes],
        rdflib_graph(SHAPES),
        Dataset(parse(SHAPES, RdfFormat.TURTLE)),
    ):
        for engine in ("native", "pyshacl"):
            outcome = validate(rdflib_graph(DATA), shapes=given, engine=engine)
            assert [(f.rule, f.focus_node, f.path, f.line) for f in outcome.findings] == [
                ("min-count", "urn:a", "graph", None)
            ]
    ontology = tmp_path / "ontology.ttl"
    ontology.write_text(f"<urn:ex:r> a <{EG}RelationPredicate> . [] a <urn:ex:C> .", encoding="utf-8")
    blank = rdflib.Graph()
    blank.add((rdflib.BNode("f0b0"), rdflib.RDF.type, rdflib.URIRef("urn:ex:C")))
    outcome = validate(blank, shapes=shapes, ontology=ontology)
    assert outcome.summary.focus_nodes == 2


def test_the_callers_graphs_are_not_changed() -> None:
    graph, shapes, pyoxi = rdflib_graph(TEXT), rdflib_graph(SHAPES), store()
    before = set(graph), set(shapes), set(pyoxi)
    validate(graph, shapes=shapes, allow_empty=True)
    validate(pyoxi, shapes=shapes, allow_empty=True)
    assert (set(graph), set(shapes), set(pyoxi)) == before


def test_without_evidence() -> None:
    outcome = validate(rdflib_graph(TEXT), shapes=rdflib_graph(SHAPES), evidence=False, allow_empty=True)
    assert (outcome.conforms, outcome.records, outcome.summary.records) == (True, (), 0)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ([], InputError),
        (3, InputError),
        ([3], InputError),
        ("nowhere.ttl", InputError),
        (rdflib.Graph(), NothingCheckedError),
        (rdflib_graph(DATA), NothingCheckedError),
    ],
    ids=str,
)
def test_what_cannot_be_checked(given: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        validate(given)
