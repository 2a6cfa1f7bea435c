"""SHACL-SPARQL where the W3C suite is silent."""

from __future__ import annotations

import re

import pytest
from pyoxigraph import Literal

from graph_rdf.errors import QueryError, ShapesError
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from tests.native_cases import results
from tests.shacl_worlds import World

DATA = ":a a :C ; :p 1 , 2 , 3 . :b a :C ; :p 4 . :c a :C ."
E = "PREFIX : <http://e/> "


def constraint(query: str, shape: str = "sh:targetClass :C", more: str = "") -> str:
    return f':s {shape} ; sh:sparql [ {more} sh:select """{E}{query}""" ] .'


CASES = {
    "a filter alone": ("SELECT $this WHERE { FILTER($this = :b) }", [":b SPARQL :b"]),
    "BIND sees the focus node": (
        "SELECT $this ?value WHERE { BIND($this AS ?value) FILTER(?value = :a) }",
        [":a SPARQL :a"],
    ),
    "each solution is a result": (
        "SELECT $this ?value WHERE { $this :p ?value FILTER(?value < 3) }",
        [':a SPARQL "1"^^xsd:integer', ':a SPARQL "2"^^xsd:integer'],
    ),
    "equal solutions are results too": (
        "SELECT $this WHERE { $this :p ?any }",
        [":a SPARQL :a"] * 3 + [":b SPARQL :b"],
    ),
    "DISTINCT": ("SELECT DISTINCT $this WHERE { $this :p ?any }", [":a SPARQL :a", ":b SPARQL :b"]),
    "LIMIT is one for each focus node": (
        "SELECT $this ?value WHERE { $this :p ?value } ORDER BY DESC(?value) LIMIT 1",
        [':a SPARQL "3"^^xsd:integer', ':b SPARQL "4"^^xsd:integer'],
    ),
    "GROUP BY": (
        "SELECT $this (SUM(?v) AS ?value) WHERE { $this :p ?v } GROUP BY $this HAVING(COUNT(?v) > 1)",
        [':a SPARQL "6"^^xsd:integer'],
    ),
    "GROUP BY another key": (
        "SELECT $this ?value WHERE { $this :p ?v BIND(?v > 2 AS ?value) } GROUP BY ?value",
        [':a SPARQL "false"^^xsd:boolean', ':a SPARQL "true"^^xsd:boolean', ':b SPARQL "true"^^xsd:boolean'],
    ),
    "the counted rows of a sub-SELECT": (
        "SELECT $this { { SELECT $this (COUNT(?v) AS ?n) { $this :p ?v } GROUP BY $this } FILTER(?n = 3) }",
        [":a SPARQL :a"],
    ),
    "a sub-SELECT that does not look at the focus node": (
        """SELECT $this ?value WHERE { $this :p ?value FILTER(?value = ?m)
        { SELECT $this (MAX(?v) AS ?m) WHERE { ?x :p ?v } GROUP BY $this } }""",
        [':b SPARQL "4"^^xsd:integer'],
    ),
    "OPTIONAL and NOT EXISTS": (
        "SELECT $this { OPTIONAL { $this :p ?v } FILTER(!bound(?v) && NOT EXISTS { $this :q [ :q [] ] }) }",
        [":c SPARQL :c"],
    ),
    "COUNT(*) in a sub-SELECT": (
        "SELECT $this ?value { { SELECT $this (COUNT(*) AS ?value) { $this :p ?x } GROUP BY $this } }",
        [':a SPARQL "3"^^xsd:integer', ':b SPARQL "1"^^xsd:integer'],
    ),
    "EXISTS in the SELECT clause": (
        "SELECT $this (EXISTS { $this :p 4 } AS ?value) { $this a :C }",
        [
            f':{name} SPARQL "{answer}"^^xsd:boolean'
            for name, answer in zip("abc", ("false", "true", "false"), strict=True)
        ],
    ),
    "EXISTS in that of a sub-SELECT": (
        "SELECT $this ?value { { SELECT $this (EXISTS { $this :p 4 } AS ?value) WHERE { $this a :C } } }",
        [
            f':{name} SPARQL "{answer}"^^xsd:boolean'
            for name, answer in zip("abc", ("false", "true", "false"), strict=True)
        ],
    ),
    "deep OPTIONAL": (
        "SELECT $this { $this :p 4 " + "OPTIONAL { $this :p ?v " * 200 + "}" * 200 + " }",
        [":b SPARQL :b"],
    ),
    "SELECT *": ("SELECT * WHERE { $this :p ?value FILTER(?value = 4) }", [':b SPARQL "4"^^xsd:integer']),
    "comments and strings with braces": (
        "SELECT $this # { $this\nWHERE { $this :p ?v FILTER(?v = 4 && \"}\" != '{') } # }",
        [":b SPARQL :b"],
    ),
}


@pytest.mark.parametrize("push_down", [True, False], ids=["found", "listed"])
@pytest.mark.parametrize(("query", "expected"), CASES.values(), ids=CASES)
def test_select(query: str, expected: list[str], push_down: bool) -> None:
    query = query.replace("\\", "\\\\").replace('"', '\\"')
    assert sorted(results(DATA, constraint(query), push_down=push_down).elements()) == sorted(expected)


REFUSED = {
    "SELECT $this WHERE { $this :p ?v MINUS { $this :q ?v } }": "MINUS",
    "SELECT $this WHERE { $this :p ?v VALUES ?v { 1 } }": "VALUES",
    "SELECT $this WHERE { $this :p ?v } VALUES ?v { 1 }": "VALUES",
    "SELECT $this WHERE { SERVICE <http://e/> { $this :p ?v } }": "SERVICE",
    "SELECT $this WHERE { BIND(1 AS $this) }": "AS \\$this",
    "SELECT (1 AS $this) WHERE { $this :p ?v }": "AS \\$this",
    "SELECT $this WHERE { { SELECT ?v WHERE { $this :p ?v } } }": "sub-SELECT",
    "SELECT $this WHERE { { SELECT * WHERE { $this :p ?v } } }": "sub-SELECT",
    "SELECT ?v WHERE { $this :p ?v }": "must have \\$this",
    "SELECT $this FROM <http://e/> WHERE { $this :p ?v }": "FROM",
    "ASK { $this :p ?v }": "needs a SELECT",
    "CONSTRUCT { $this :p ?v } WHERE { $this :p ?v }": "neither SELECT nor ASK",
    "SELECT $this WHERE { $this :p ?v ": "without its",
    "SELECT $this WHERE {\n $this nope:p ?v }": "ill-formed: line 2 of it: the prefix nope: is not declared",
    "SELECT $this WHERE {\n\n $this :p ?v . FILTER(?v = ) }": "ill-formed: line 3, column [0-9]+ of it: ",
    "SELECT $this WHERE {\n $this :p ?v ?w }": "ill-formed: line 2, column [0-9]+ of it: expected",
    "SELECT $this { $this :p 4 " + "OPTIONAL { $this :p ?v " * 240 + "}" * 240 + " }": "http://e/s.*deeper",
    "SELECT $this WHERE { $this $PATH ?v }": "PATH",
    "SELECT $this WHERE { $this :p '\\\\u0027' }": "escape",
}


@pytest.mark.parametrize(("query", "message"), REFUSED.items())
def test_refused(query: str, message: str) -> None:
    with pytest.raises(ShapesError, match=message):
        results(DATA, constraint(query))


def messages(shapes: str, data: str = DATA) -> list[tuple[Literal, ...]]:
    world = World(data, shapes)
    run = NativeEngine().validate(world.dataset(), world.shapes_graph(), Limits())
    return [result.messages for result in run.results]


def test_messages_of_every_language_are_filled() -> None:
    shapes = constraint(
        "SELECT $this ?value WHERE { $this :p ?value FILTER(?value = 4) }",
        more='sh:message "{?value} at {$this}, not {?other}"@en , "{?value} bei {$this}"@de ;',
    )
    assert messages(shapes) == [
        (Literal("4 at http://e/b, not {?other}", language="en"), Literal("4 bei http://e/b", language="de"))
    ]


def test_the_value_of_a_message_is_as_written() -> None:
    shapes = constraint("SELECT $this ?value WHERE { $this :q ?value }", more='sh:message "<{?value}>" ;')
    data = ':a a :C ; :q 01, 1.50 , "1"^^xsd:byte . :b a :C ; :q 1.5 .'
    found = [message.value for (message,) in messages(shapes, data)]
    assert sorted(found) == ["<01>", "<1.50>", "<1.5>", "<1>"]


def test_value_never_becomes_a_template() -> None:
    shapes = constraint("SELECT $this ?value WHERE { $this :q ?value }", more='sh:message "<{?value}>" ;')
    assert messages(shapes, ':a a :C ; :q "{$this}" .') == [(Literal("<{$this}>"),)]


def test_message_of_the_solution_comes_first() -> None:
    shapes = constraint(
        'SELECT $this ?message WHERE { BIND(\\"own\\" AS ?message) FILTER($this = :a) }',
        more='sh:message "not this" ;',
    )
    assert messages(shapes) == [(Literal("own"),)]


def test_message_of_the_solution_is_no_template() -> None:
    shapes = constraint("SELECT $this ?message WHERE { $this :q ?message }")
    assert messages(shapes, ':a a :C ; :q "{?message} {$this}" .') == [(Literal("{?message} {$this}"),)]


PREFIX_FAULTS = {
    "[ sh:prefix 'k k' ; sh:namespace 'urn:k' ]": "k k.* is no prefix",
    "[ sh:prefix 'k' ; sh:namespace 'urn:k' ] , [ sh:prefix 'k' ; sh:namespace 'urn:l' ]": (
        "^_:s0b2 in <http://e/s>: the prefix k: is declared for two namespaces"
    ),
    "[ sh:prefix 'k' ]": "needs one sh:prefix and one sh:namespace",
}


@pytest.mark.parametrize(("declared", "message"), PREFIX_FAULTS.items(), ids=range(len(PREFIX_FAULTS)))
def test_faults_of_prefixes(declared: str, message: str) -> None:
    shapes = f":o sh:declare {declared} . " + constraint(
        "SELECT $this { $this :p 4 }", more="sh:prefixes :o ;"
    )
    with pytest.raises(ShapesError) as error:
        results(DATA, shapes)
    assert re.search(message, error.value.message), error.value.message


def test_value_as_written() -> None:
    shapes = constraint("SELECT $this ?value WHERE { $this :p ?value }")
    assert results(":a a :C ; :p 007 , 1.50 .", shapes) == {
        ':a SPARQL "007"^^xsd:integer': 1,
        ':a SPARQL "1.50"^^xsd:decimal': 1,
    }


def test_path_and_property_shape() -> None:
    shapes = constraint(
        "SELECT $this ?value WHERE { $this $PATH ?value }",
        "sh:targetClass :C ; sh:path [ sh:alternativePath ( :p ( :q :p ) ) ]",
    )
    assert results(":a a :C ; :p 1 ; :q :b . :b :p 2 .", shapes) == {
        ':a SPARQL "1"^^xsd:integer': 1,
        ':a SPARQL "2"^^xsd:integer': 1,
    }


def test_deactivated_constraint() -> None:
    shapes = constraint("SELECT $this WHERE { }", more="sh:deactivated true ;")
    assert results(DATA, shapes) == {}


def test_failure() -> None:
    with pytest.raises(QueryError, match="failure"):
        results(DATA, constraint("SELECT $this (true AS ?failure) WHERE { }"))


def test_two_namespaces_of_a_prefix() -> None:
    shapes = constraint("SELECT $this WHERE { }", more="sh:prefixes :o ;") + (
        ' :o sh:declare [ sh:prefix "x" ; sh:namespace "http://x/" ] .'
        ' :o sh:declare [ sh:prefix "x" ; sh:namespace "http://y/" ] .'
    )
    with pytest.raises(ShapesError, match="two namespaces"):
        results(DATA, shapes)


COMPONENT = """
:Bound a sh:ConstraintComponent ;
  sh:parameter [ sh:path :least ] , [ sh:path :most ; sh:optional true ] ;
  sh:validator [
    sh:message "not in {$least}..{$most}"@en ;
    sh:ask "ASK { FILTER($value >= $least && (!bound(?most) || $value <= ?most)) }" ;
  ] .
"""


def test_ask_validator_with_an_optional_parameter() -> None:
    data = ":a a :C ; :p 01 , 2 , 3 ."
    with_both = ":s sh:targetClass :C ; sh:property [ sh:path :p ; :least 2 ; :most 2 ] ."
    without = ":s sh:targetClass :C ; sh:property [ sh:path :p ; :least 2 ] ."
    assert results(data, COMPONENT + with_both) == {
        ':a http://e/Bound "01"^^xsd:integer': 1,
        ':a http://e/Bound "3"^^xsd:integer': 1,
    }
    assert results(data, COMPONENT + without) == {':a http://e/Bound "01"^^xsd:integer': 1}
    assert messages(COMPONENT + with_both, data)[0] == (Literal("not in 2..2", language="en"),)
    assert messages(COMPONENT + without, data)[0] == (Literal("not in 2..{$most}", language="en"),)


def test_parameter_with_two_values_makes_two_constraints() -> None:
    component = """:Not a sh:ConstraintComponent ; sh:parameter [ sh:path :bad ] ;
      sh:nodeValidator [ sh:select "SELECT $this WHERE { FILTER($this = $bad) }" ] ."""
    shapes = component + ":s sh:targetClass :C ; :bad :a , :b ."
    assert results(DATA, shapes) == {":a http://e/Not :a": 1, ":b http://e/Not :b": 1}


def test_validator_of_the_other_kind_of_shape_is_passed_over() -> None:
    component = """:Not a sh:ConstraintComponent ; sh:parameter [ sh:path :bad ] ;
      sh:propertyValidator [ sh:select "SELECT $this WHERE { }" ] ."""
    assert results(DATA, component + ":s sh:targetClass :C ; :bad :a .") == {}


def test_shapes_graph_is_visible_by_its_variable_only() -> None:
    seen = constraint(
        "SELECT $this WHERE { GRAPH $shapesGraph { $currentShape :mark ?any } }", ":mark 1 ; sh:targetNode :a"
    )
    assert results(DATA, seen) == {":a SPARQL :a": 1}
    unseen = constraint("SELECT $this WHERE { ?shape :mark ?any }", ":mark 1 ; sh:targetNode :a")
    assert results(DATA, unseen) == {}


def test_caller_keeps_its_data() -> None:
    world = World(
        DATA, constraint("SELECT $this WHERE { GRAPH $shapesGraph { ?a ?b ?c } }", "sh:targetNode :a")
    )
    dataset = world.dataset()
    before = sorted(str(quad) for quad in dataset.store)
    NativeEngine().validate(dataset, world.shapes_graph(), Limits())
    assert sorted(str(quad) for quad in dataset.store) == before
    assert list(dataset.store.named_graphs()) == []


def test_blank_focus_nodes_and_literals() -> None:
    shapes = constraint(
        "SELECT $this WHERE { FILTER(isBlank($this) || isLiteral($this)) }", "sh:targetObjectsOf :p"
    )
    assert results(":a :p _:x , 01 , :b .", shapes) == {
        "_:x SPARQL _:x": 1,
        '"01"^^xsd:integer SPARQL "01"^^xsd:integer': 1,
    }


def test_error_names_the_constraint() -> None:
    with pytest.raises(ShapesError, match=r"6:.*<http://e/bad>: the query has no group"):
        results(DATA, ':s sh:targetClass :C ; sh:sparql :bad . :bad sh:select "SELECT $this" .')
