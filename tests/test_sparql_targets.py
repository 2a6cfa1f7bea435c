"""SPARQL-based targets: what they select, on both engines, and what the lint refuses.

Source: SHACL Advanced Features 1.0, section 3.
"""

from __future__ import annotations

import multiprocessing
import re
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import BlankNode

from graph_rdf import validate
from graph_rdf.errors import NothingCheckedError, QueryError, ShapesError
from graph_rdf.shacl.coverage import survey_coverage
from graph_rdf.shacl.lint import lint_shapes
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests.shacl_worlds import PREFIXES, World

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.shacl.protocol import ShaclEngine

DATA = """
:a a :C ; :born "de" ; :p 1 . :b a :C ; :born "fr" ; :p 2 . :c a :D ; :born "de" ; :p 3 .
:d :born "de" , "fr" ; :knows :a .
"""
ONTOLOGY = ':o sh:declare [ sh:prefix "e" ; sh:namespace "http://e/"^^xsd:anyURI ] .\n'
TYPE = f"""{ONTOLOGY}
:BornIn a sh:SPARQLTargetType ; rdfs:subClassOf sh:Target ; sh:prefixes :o ;
  sh:parameter [ sh:path :country ] , [ sh:path :kind ; sh:optional true ] ;
  sh:select "SELECT ?this WHERE {{ ?this e:born $country }}" .
"""
CASES = {
    "a query": (
        ONTOLOGY
        + ":s sh:target [ a sh:SPARQLTarget ; sh:prefixes :o ;"
        + " sh:select 'SELECT ?this { ?this e:born \"de\" }' ]",
        {":a", ":c", ":d"},
    ),
    "its own prefixes": (
        ':s sh:target [ sh:select "PREFIX x: <http://e/> SELECT ?this { ?this a x:C }" ]',
        {":a", ":b"},
    ),
    "MINUS and VALUES, since nothing is bound before": (
        (
            ":s sh:target [ sh:select 'SELECT ?this { VALUES ?k { <http://e/C> <http://e/D> }"
            ' ?this a ?k MINUS { ?this <http://e/born> "fr" } }\' ]'
        ),
        {":a", ":c"},
    ),
    "two queries and a class": (
        (
            ":s sh:targetClass :D ; sh:target [ sh:select 'SELECT ?this { ?x <http://e/knows> ?this }' ] ,"
            " [ sh:select 'SELECT ?this ?y { ?this <http://e/knows> ?y }' ]"
        ),
        {":a", ":c", ":d"},
    ),
    "a query that finds nothing beside one that does": (
        ":s sh:targetNode :a ; sh:target [ sh:select 'SELECT ?this { ?this <http://e/z> 1 }' ]",
        {":a"},
    ),
    "a limit": (
        (
            ":s sh:target [ a sh:SPARQLTarget ;"
            " sh:select 'SELECT ?this { ?this <http://e/p> ?v } ORDER BY DESC(?v) LIMIT 1' ]"
        ),
        {":c"},
    ),
    "a target type with a parameter": (TYPE + ':s sh:target [ a :BornIn ; :country "fr" ]', {":b", ":d"}),
    "a target with a name": (TYPE + ':t a :BornIn ; :country "fr" . :s sh:target :t', {":b", ":d"}),
}
ENGINES: tuple[ShaclEngine, ...] = (NativeEngine(), NativeEngine(push_down=False), PyshaclEngine())


def world(shapes: str, data: str = DATA) -> World:
    return World(data, f"{shapes} .\n")


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("engine", ENGINES, ids=["native", "native-listed", "pyshacl"])
def test_focus_nodes(name: str, engine: ShaclEngine) -> None:
    shapes, focus = CASES[name]
    given = world(f"{shapes} ; sh:nodeKind sh:Literal")
    assert lint_shapes(given.shapes_graph()) == ()
    run = engine.validate(given.dataset(), given.shapes_graph(), Limits())
    assert {result.focus_node for result in run.results} == {_node(name) for name in focus}
    assert (run.focus_nodes, run.shapes_with_targets, run.untargeted) == (len(focus), 1, ())


def _node(name: str) -> object:
    (quad,) = World(f"{name} a {name} .", "").dataset().quads()
    return quad.subject


def test_constraints_of_every_kind_on_what_a_query_found() -> None:
    shapes = (
        ":s sh:target [ sh:select 'SELECT ?this { ?this <http://e/p> ?v }' ] ;"
        " sh:property [ sh:path :p ; sh:maxInclusive 1 ] ; sh:not :t ;"
        " sh:sparql [ sh:select 'SELECT $this { $this <http://e/born> \"fr\" }' ] . :t sh:class :D"
    )
    given = world(shapes)
    found = [
        [
            (str(r.focus_node), r.component.value.rpartition("#")[2])
            for r in engine.validate(given.dataset(), given.shapes_graph(), Limits()).results
        ]
        for engine in ENGINES
    ]
    assert found[0] == found[1] == found[2]
    assert found[0] == [
        ("<http://e/b>", "SPARQLConstraintComponent"),
        ("<http://e/b>", "MaxInclusiveConstraintComponent"),
        ("<http://e/c>", "NotConstraintComponent"),
        ("<http://e/c>", "MaxInclusiveConstraintComponent"),
    ]


def test_a_blank_node_is_found() -> None:
    given = world(
        ":s sh:target [ sh:select 'SELECT ?this { ?this <http://e/p> 9 }' ] ; sh:nodeKind sh:IRI",
        "_:x :p 9 .",
    )
    run = NativeEngine().validate(given.dataset(), given.shapes_graph(), Limits())
    assert [type(result.focus_node) for result in run.results] == [BlankNode]


WRONG = {
    "no query": (
        ":s sh:target [ a sh:SPARQLTarget ]",
        "a target needs one sh:select string",
    ),
    "an unknown type": (":s sh:target [ a :Other ]", "a target needs one sh:select string"),
    "a literal": (":s sh:target 1", "it takes a SPARQL-based target"),
    "two queries": (
        ':s sh:target [ sh:select "SELECT ?this {}" , "SELECT ?this { }" ]',
        "one string",
    ),
    "no ?this": (
        ':s sh:target [ sh:select "SELECT ?that { ?that a ?x }" ]',
        "SELECT clause must have",
    ),
    "ASK": (':s sh:target [ sh:select "ASK { ?this a ?x }" ]', "a SELECT query"),
    "ill-formed": (':s sh:target [ sh:select "SELECT ?this { ?this }" ]', "the query is ill-formed"),
    "an unknown prefix": (
        ':s sh:target [ sh:select "SELECT ?this { ?this a u:x }" ]',
        "the query is ill-formed",
    ),
    "the network": (
        ':s sh:target [ sh:select "SELECT ?this { SERVICE <http://e/> { ?this a ?x } }" ]',
        "SERVICE is not allowed",
    ),
    "a parameter is missing": (
        TYPE + ":s sh:target [ a :BornIn ]",
        "a value of <http://e/country>",
    ),
    "a parameter twice": (TYPE + ":s sh:target [ a :BornIn ; :country 1 , 2 ]", "has 2 values of"),
    "VALUES beside a parameter": (
        (
            ":T a sh:SPARQLTargetType ; sh:parameter [ sh:path :v ] ;"
            " sh:select 'SELECT ?this { VALUES ?v {} }' ."
            " :s sh:target [ a :T ; :v 1 ]"
        ),
        "VALUES is not allowed",
    ),
    "JavaScript": (":s sh:target [ a sh:JSTarget ; sh:jsFunctionName 'f' ]", "JavaScript"),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_lint_refuses(name: str) -> None:
    shapes, message = WRONG[name]
    with pytest.raises(ShapesError) as caught:
        lint_shapes(world(f"{shapes} ; sh:nodeKind sh:IRI").shapes_graph())
    problems = [str(problem) for problem in caught.value.problems]
    assert any(re.match(r"shapes\.ttl:\d+:\d+: ", p) and message in p for p in problems), problems


def test_a_failing_query_is_an_error_with_its_name() -> None:
    given = world(
        ":s sh:target [ sh:select 'SELECT ?this { ?x ?p ?v BIND(<http://e/f>(?v) AS ?this) }' ]"
        " ; sh:nodeKind sh:IRI"
    )
    with pytest.raises((QueryError, ShapesError), match="f"):
        NativeEngine().validate(given.dataset(), given.shapes_graph(), Limits())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="nothing can be stopped")
def test_an_endless_query_is_stopped_and_said() -> None:
    data = "".join(f":n{n} :p {n} ." for n in range(100))
    names = "uvwxyz"
    pattern = " ".join(f"?{name}0 <http://e/p> ?{name} ." for name in names)
    endless = f"SELECT ?this {{ {pattern} FILTER(?u + ?v + ?w < ?x - ?y - ?z) ?this <http://e/p> 1 }}"
    shapes = (
        f':s sh:target [ sh:select "{endless}" ] ; sh:nodeKind sh:Literal ; sh:minLength 99 .'
        ":t sh:targetNode :n1 ; sh:node :s"
    )
    given = world(shapes, data)
    run = NativeEngine(query_seconds=0.3).validate(given.dataset(), given.shapes_graph(), Limits())
    assert (run.constraints_skipped, run.truncated, run.untargeted) == (2, True, ("http://e/s",))
    assert run.limits_hit == (
        "the target _:s0b0 in <http://e/s>: the query was stopped when its time budget was spent",
    )
    # What another shape asks of it is still answered.
    assert [result.component.value.rpartition("#")[2] for result in run.results] == [
        "NodeConstraintComponent"
    ]
    assert multiprocessing.active_children() == []


NOTHING = ":s sh:target [ sh:select 'SELECT ?this { ?this <http://e/z> 1 }' ] ; sh:nodeKind sh:IRI"


@pytest.mark.parametrize("engine", ["native", "pyshacl"])
def test_a_run_whose_query_finds_nothing_is_not_green(tmp_path: Path, engine: str) -> None:
    data, shapes = tmp_path / "d.ttl", tmp_path / "s.ttl"
    data.write_text(PREFIXES + DATA, encoding="utf-8")
    shapes.write_text(f"{PREFIXES}{NOTHING} .", encoding="utf-8")
    with pytest.raises(NothingCheckedError, match="the query of its target finds none"):
        validate(data, shapes=shapes, engine=engine)
    outcome = validate(data, shapes=shapes, engine=engine, allow_empty=True)
    assert outcome.warnings == (
        f"{shapes}: <http://e/s> matched no node: the query of its target finds none",
    )
    shapes.write_text(f"{PREFIXES}{NOTHING} . :t sh:targetNode :a ; sh:nodeKind sh:IRI .", encoding="utf-8")
    outcome = validate(data, shapes=shapes, engine=engine)
    assert len(outcome.warnings) == 1
    assert outcome.summary.focus_nodes == 1


def test_coverage_knows_what_the_query_reads() -> None:
    shapes, _ = CASES["two queries and a class"]
    given = world(f"{shapes} ; sh:nodeKind sh:IRI")
    own = [quad.triple for quad in given.dataset().quads()]
    found = survey_coverage(given.shapes_graph(), given.dataset(), own, {})
    assert {row.predicate.rpartition("/")[2] for row in found.predicates} == {
        "born",
        "p",
        "22-rdf-syntax-ns#type",
    }
    assert [(row.targets, row.targets_matched, row.focus_nodes) for row in found.shapes] == [(3, 3, 3)]
