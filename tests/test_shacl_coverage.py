"""What shapes looked at: each way to look at a triple, and the exact triples that are left over."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from pyoxigraph import RdfFormat, parse

from graph_rdf import validate
from graph_rdf.gate import stopping
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate as validate_files
from graph_rdf.report.coverage_text import ROWS, render_coverage
from graph_rdf.report.json_report import render_json
from graph_rdf.shacl.coverage import survey_coverage
from graph_rdf.shacl.coverage_values import Coverage, UnseenClass, UnseenPredicate
from graph_rdf.shacl.query_reads import query_reads
from tests.golden_cases import ROOT
from tests.shacl_worlds import PREFIXES, World

if TYPE_CHECKING:
    from pathlib import Path

E = "http://e/"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

CASES = {
    "the path of a focus node, and no other node": (
        ":a a :C ; :p 1 ; :q 2 . :b :p 3 .",
        ":s sh:targetClass :C ; sh:property [ sh:path :p ; sh:maxCount 1 ] .",
        {":a :q 2", ":b :p 3"},
    ),
    "an inverse path looks from the object": (
        ":a a :C . :b :p :a . :b :p :c .",
        ":s sh:targetClass :C ; sh:property [ sh:path [ sh:inversePath :p ] ; sh:maxCount 1 ] .",
        {":b :p :c"},
    ),
    "a sequence, as far as it leads": (
        ":a a :C ; :p :b ; :q :x . :b :q :c . :c :q :d .",
        ":s sh:targetClass :C ; sh:property [ sh:path ( :p :q ) ; sh:maxCount 1 ] .",
        {":a :q :x", ":c :q :d"},
    ),
    "a path without end": (
        ":a a :C ; :p :b . :b :p :c . :c :p :b , :d ; :q 1 . :x :p :y .",
        ":s sh:targetClass :C ; sh:property [ sh:path [ sh:zeroOrMorePath :p ] ; sh:maxCount 9 ] .",
        {":c :q 1", ":x :p :y"},
    ),
    "alternatives": (
        ":a a :C ; :p 1 ; :q 2 ; :r 3 .",
        ":s sh:targetClass :C ; sh:property [ sh:path [ sh:alternativePath ( :p :q ) ] ; sh:maxCount 9 ] .",
        {":a :r 3"},
    ),
    "another shape at the value nodes": (
        ":a a :C ; :p :b . :b :q 1 ; :r 2 . :c :q 3 .",
        (
            ":s sh:targetClass :C ; sh:property [ sh:path :p ; sh:node :t ] ."
            " :t sh:property [ sh:path :q ; sh:maxCount 1 ] ."
        ),
        {":b :r 2", ":c :q 3"},
    ),
    "shapes in a list and behind sh:not": (
        ":a a :C ; :p 1 ; :q 2 ; :r 3 .",
        (
            ":s sh:targetClass :C ; sh:or ( [ sh:not [ sh:path :p ; sh:minCount 1 ] ]"
            " [ sh:property [ sh:path :q ; sh:minCount 1 ] ] ) ."
        ),
        {":a :r 3"},
    ),
    "a closed shape sees all of its nodes": (
        ":a a :C ; :p 1 ; :q 2 . :b :q 3 .",
        ":s sh:targetClass :C ; sh:closed true ; sh:ignoredProperties ( rdf:type ) .",
        {":b :q 3"},
    ),
    "the class of a value": (
        ":a a :C ; :p :b . :b a :D . :c a :D .",
        ":s sh:targetClass :C ; sh:property [ sh:path :p ; sh:class :D ] .",
        {":c a :D"},
    ),
    "the other property of a pair": (
        ":a a :C ; :p 1 ; :q 2 . :b :q 3 .",
        ":s sh:targetClass :C ; sh:property [ sh:path :p ; sh:lessThan :q ] .",
        {":b :q 3"},
    ),
    "the predicates of a query, at every node": (
        ":a a :C ; :p :b ; :r 1 . :b :q 3 . :x :q 4 .",
        ":s sh:targetClass :C ; sh:sparql [ sh:select 'SELECT $this { $this <http://e/p>/<http://e/q> 9}' ].",
        {":a :r 1"},
    ),
    "a query whose shape has no focus node": (
        ":a a :C ; :q 3 .",
        ":s sh:targetClass :D ; sh:sparql [ sh:select 'SELECT $this { $this <http://e/q> 9 }' ] .",
        {":a a :C", ":a :q 3"},
    ),
    "a query with a variable for the predicate sees all of its focus nodes": (
        ":a a :C ; :q 3 . :b :q 4 .",
        ":s sh:targetClass :C ; sh:sparql [ sh:select 'SELECT $this { $this ?any 9 }' ] .",
        {":b :q 4"},
    ),
    "the classes of a query": (
        ":a a :C . :b a :D . :c a :F .",
        ":s sh:targetClass :C ; sh:sparql [ sh:select 'SELECT $this { ?x a <http://e/D> , $this }' ] .",
        {":c a :F"},
    ),
    "a component of the shapes graph, with the predicate as its parameter": (
        ":a a :C ; :p 1 ; :q 2 .",
        (
            ":c a sh:ConstraintComponent ; sh:parameter [ sh:path :has ] ;"
            " sh:validator [ sh:ask 'ASK { $this $has ?x }' ] . :s sh:targetClass :C ; :has :p ."
        ),
        {":a :q 2"},
    ),
    "targets look too": (
        ":a :p 1 . :b :q :c . :d a :D . :D rdfs:subClassOf :C . :x :r 1 .",
        ":s sh:targetSubjectsOf :p ; sh:targetObjectsOf :q ; sh:targetClass :C ; sh:nodeKind sh:IRI .",
        {":x :r 1"},
    ),
    "a deactivated shape looks at nothing": (
        ":a a :C ; :p 1 .",
        ":s sh:targetClass :C ; sh:deactivated true ; sh:property [ sh:path :p ; sh:maxCount 1 ] .",
        {":a a :C", ":a :p 1"},
    ),
    "a literal is looked at as it was written": (
        ':a a :C . :b :p "01"^^xsd:integer . :c :p 1 .',
        ':s sh:targetNode "01"^^xsd:integer ; sh:property [ sh:path [ sh:inversePath :p ] ; sh:maxCount 1 ].',
        {":a a :C", ":c :p 1"},
    ),
}


def triples_of(text: str) -> set[object]:
    return {quad.triple for quad in parse((PREFIXES + text).encode(), format=RdfFormat.TURTLE)}


def covered(data: str, shapes: str) -> Coverage:
    world = World(data, shapes)
    dataset = world.dataset()
    own = [quad.triple for quad in dataset.quads()]
    return survey_coverage(world.shapes_graph(), dataset, own, {})


@pytest.mark.parametrize("name", CASES)
def test_what_is_left_over(name: str) -> None:
    data, shapes, left = CASES[name]
    found = covered(data, shapes)
    expected = triples_of(" .\n".join(left) + " .")
    assert found.triples == len(triples_of(data))
    assert found.unseen == len(expected)
    rows = {row.predicate: row.triples for row in found.predicates}
    predicates = [triple.predicate.value for triple in expected]  # type: ignore[attr-defined]
    assert rows == {predicate: predicates.count(predicate) for predicate in predicates}
    subjects = [triple.subject.value for triple in expected]  # type: ignore[attr-defined]
    assert {row.example for row in found.predicates} <= set(subjects)


SLIPS = """
:a a :Person ; :label "x" ; :knows :b . :b a :Person ; :lable "y" ; :knows :c ; :age 1 .
:c a :Persn ; :label "z" . :n :label "no class" .
"""
PERSON = """
:S a sh:NodeShape ; sh:targetClass :Person ; sh:targetNode :nobody ; sh:targetSubjectsOf :nothing ;
  sh:property [ sh:path :label ; sh:maxCount 1 ] , [ sh:path :knows ; sh:nodeKind sh:IRI ; sh:maxCount 2 ] .
"""


def test_a_slip_is_easy_to_see() -> None:
    found = covered(SLIPS, PERSON)
    assert found.predicates == (
        UnseenPredicate(E + "lable", 1, read=False, nearest=E + "label", example=E + "b"),
        UnseenPredicate(E + "age", 1, read=False, nearest=None, example=E + "b"),
        UnseenPredicate(E + "label", 2, read=True, nearest=None, example=E + "c"),
        UnseenPredicate(RDF_TYPE, 1, read=True, nearest=None, example=E + "c"),
    )
    assert found.classes == (
        UnseenClass(E + "Persn", 1, 2, nearest=E + "Person"),
        UnseenClass(E + "Person", 1, 2, nearest=None),
        UnseenClass(None, 1, 1, nearest=None),
    )


def test_the_numbers_of_a_shape() -> None:
    rows = covered(SLIPS, PERSON).shapes
    assert [
        (r.name.partition(" in ")[0], r.targets, r.targets_matched, r.focus_nodes, r.nodes) for r in rows
    ] == [
        (f"<{E}S>", 3, 2, 3, 3),
        (f"_:s0b0 of path <{E}label>", 0, 0, 0, 3),
        (f"_:s0b1 of path <{E}knows>", 0, 0, 0, 3),
    ]
    assert [(r.constraints, r.evaluated, r.skipped) for r in rows] == [(2, 2, 0), (1, 1, 0), (2, 2, 0)]


def test_what_met_no_node_was_not_evaluated() -> None:
    (row,) = covered(":a :p 1 .", ":s sh:targetClass :C ; sh:nodeKind sh:IRI ; sh:minLength 1 .").shapes
    assert (row.targets_matched, row.nodes, row.constraints, row.evaluated) == (0, 0, 2, 0)


def write(folder: Path) -> tuple[Path, Path]:
    data, shapes = folder / "data.ttl", folder / "shapes.ttl"
    data.write_text(PREFIXES + SLIPS, encoding="utf-8")
    shapes.write_text(PREFIXES + PERSON, encoding="utf-8")
    return data, shapes


@pytest.mark.parametrize("engine", ["native", "pyshacl"])
@pytest.mark.parametrize("evidence", [True, False])
def test_on_foreign_data_with_every_engine(tmp_path: Path, engine: str, evidence: bool) -> None:
    data, shapes = write(tmp_path)
    outcome = validate(data, shapes=shapes, engine=engine, evidence=evidence, coverage=True)
    found = outcome.report.coverage
    assert found is not None
    expected = covered(SLIPS, PERSON)
    assert (found.triples, found.unseen) == (expected.triples, expected.unseen)
    assert (found.predicates, found.classes) == (expected.predicates, expected.classes)
    assert [(row.path, row.line) for row in found.shapes] == [(str(shapes), line) for line in (7, 8, 8)]


def test_nobody_asked() -> None:
    assert validate(ROOT / "examples" / "final" / "world.ttl").report.coverage is None


@pytest.mark.parametrize("name", ["world.ttl", "final.records.jsonl"])
@pytest.mark.parametrize("portable", [True, False])
def test_all_of_the_packaged_world_is_looked_at(name: str, portable: bool) -> None:
    """The ontology is not what has to be looked at, and the verifier counts."""
    report = validate(ROOT / "examples" / "final" / name, portable=portable, coverage=True).report
    found = report.coverage
    assert found is not None
    assert (found.triples, found.unseen) == (report.summary.triples, 0)


def test_the_structure_alone_leaves_the_statements_to_others() -> None:
    world = ROOT / "examples" / "final" / "world.ttl"
    shapes = [ROOT / "shapes" / name for name in ("structure.ttl", "prefixes.ttl")]
    found = validate(world, shapes=shapes, evidence=False, coverage=True).report.coverage
    assert found is not None
    assert {re.split("[/#]", row.predicate)[-1]: row.triples for row in found.predicates} == {
        "citesDocument": 8,
        "citesSource": 8,
        "citesVersion": 8,
        "hasSource": 8,
        "wasDerivedFrom": 8,
        "object": 9,
        "predicate": 9,
        "subject": 9,
        "type": 12,
    }


def test_a_slip_in_the_packaged_world(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "final" / "world.ttl").read_text(encoding="utf-8")
    changed = tmp_path / "world.ttl"
    slip = text.replace("skos:prefLabel", "skos:prefLable", 1).replace("eg:citesVersion", "eg:citeVersion", 1)
    changed.write_text(slip, encoding="utf-8")
    found = validate(changed, coverage=True).report.coverage
    assert found is not None
    assert [(re.split("[/#]", row.predicate)[-1], row.nearest) for row in found.predicates] == [
        ("prefLable", "http://www.w3.org/2004/02/skos/core#prefLabel"),
        ("citeVersion", "https://w3id.org/evidence-graph/ns#citesVersion"),
    ]


def test_each_file_counts(tmp_path: Path) -> None:
    data, shapes = write(tmp_path)
    second = tmp_path / "second.ttl"
    second.write_text(f"{PREFIXES} :z a :Person ; :lable 'y' ; :colour 'z' .", encoding="utf-8")
    options = CheckOptions(shapes=(shapes,), evidence=False, each=True, coverage=True)
    found = validate_files([str(data), str(second)], ReadOptions(), options).report.coverage
    assert found is not None
    assert (found.triples, found.unseen) == (13, 7)
    assert [(row.predicate.removeprefix(E), row.triples) for row in found.predicates] == [
        ("lable", 2),
        ("age", 1),
        ("colour", 1),
        ("label", 2),
        (RDF_TYPE, 1),
    ]
    assert [(row.focus_nodes, row.nodes) for row in found.shapes] == [(5, 5), (0, 5), (0, 5)]


def test_skipped_constraints_are_counted_with_their_shape(tmp_path: Path) -> None:
    data, shapes = write(tmp_path)
    options = CheckOptions(shapes=(shapes,), evidence=False, coverage=True, max_seconds=0.0)
    # The engine gives up at once; a busy machine may need longer to say so than a run is given.
    with mock.patch.object(stopping, "LEAST_GRACE", 60.0):
        found = validate_files([str(data)], ReadOptions(), options).report.coverage
    assert found is not None
    assert [(row.evaluated, row.skipped) for row in found.shapes] == [(0, 2), (0, 1), (0, 2)]


def test_the_json_key_is_there_when_asked_for(tmp_path: Path) -> None:
    data, shapes = write(tmp_path)
    report = validate(data, shapes=shapes, coverage=True).report
    document = json.loads(render_json(report, "1"))
    assert list(document)[-1] == "coverage"
    assert list(document["coverage"]) == ["triples", "unseen", "shapes", "predicates", "classes"]
    assert document["coverage"]["predicates"][0] == {
        "predicate": E + "lable",
        "triples": 1,
        "read": False,
        "nearest": E + "label",
        "example": E + "b",
    }


def test_a_long_table_is_cut_and_says_so() -> None:
    data = " ".join(f":a :p{n} {n} ." for n in range(ROWS + 3))
    text = render_coverage(covered(data, ":s sh:targetNode :a ; sh:nodeKind sh:IRI ."), {})
    assert text.count("no shape reads it") == ROWS
    assert "  and 3 more rows, all of them in --format json\n" in text


QUERIES = {
    "SELECT $this { $this ?p ?o }": True,
    "SELECT $this { $this :p ?o ; ?p 1 }": True,
    "SELECT $this { $this :p [ ?p 1 ] }": True,
    "SELECT $this { [ :p 1 ] ?p $this }": True,
    "SELECT $this ?a ?b { $this :p ?a ; :q ?b . FILTER(?a < ?b) ?a :p ?b }": False,
    "SELECT $this (COUNT(?x) AS ?n) ?y { { $this :p ?x } UNION { $this :q ?y } } GROUP BY $this ?x ?y": False,
    "SELECT $this { VALUES (?a ?b ?c) { (1 2 3) } $this :p ?a , ?b }": False,
    "SELECT $this { $this $known ?x }": False,
    "SELECT $this { $this a ?class . BIND(1 AS ?x) ?x :p ?y }": False,
}


@pytest.mark.parametrize("query", QUERIES)
def test_a_variable_predicate_is_seen(query: str) -> None:
    reads = query_reads(query, {"": E}, {"known": next(iter(triples_of(":a :b :c ."))).subject})  # type: ignore[attr-defined]
    assert reads.any_predicate is QUERIES[query]


def test_names_of_a_query() -> None:
    text = "PREFIX x: <urn:x:> SELECT $this { $this x:p|^:q\\-r ?v . ?v rdf:type x:C . ?v a ?w }"
    reads = query_reads(text, {"": E, "rdf": RDF_TYPE.removesuffix("type")}, {})
    assert sorted(iri.value for iri in reads.predicates) == [E + "q-r", "urn:x:", "urn:x:C", "urn:x:p"]
    assert ([iri.value for iri in reads.classes], reads.any_class) == (["urn:x:C"], True)
