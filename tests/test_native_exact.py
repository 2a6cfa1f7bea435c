"""Users' queries see literals as written, and paths of length zero start anywhere; else the run says so."""

from __future__ import annotations

import pytest

from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from tests.shacl_worlds import World

INTEGER = "^^<http://www.w3.org/2001/XMLSchema#integer>"
CASES = {
    "STR": (
        ":a :p 01 , 1 .",
        "SELECT $this ?value { $this :p ?value FILTER(STR(?value) = '01') }",
        [f'"01"{INTEGER}'],
    ),
    "a value": (
        ":a :p 01 , 1 .",
        "SELECT $this ?value { $this :p ?value FILTER(?value = 1.0) }",
        [f'"01"{INTEGER}', f'"1"{INTEGER}'],
    ),
    "a join": (":a :p 01 ; :q 1 .", "SELECT $this ?value { $this :p ?value ; :q ?value }", []),
    "a pattern": (":a :p 1 .", "SELECT $this { $this :p 01 }", []),
    "arithmetic": (
        ":a :p 01 .",
        "SELECT $this ?value { $this :p ?x BIND(?x + 1 AS ?value) }",
        [f'"2"{INTEGER}'],
    ),
    "DATATYPE": (
        ":a :p '1'^^<http://www.w3.org/2001/XMLSchema#byte> .",
        "SELECT $this ?value { $this :p ?x BIND(DATATYPE(?x) AS ?value) }",
        ["<http://www.w3.org/2001/XMLSchema#byte>"],
    ),
    "a variable predicate": (
        ":a :p 01 , 1 ; :q 02 .",
        "SELECT $this ?value { $this ?p ?value FILTER(STRSTARTS(STR(?value), '0')) }",
        [f'"01"{INTEGER}', f'"02"{INTEGER}'],
    ),
    "a join by a variable predicate": (
        ":a :p 01 ; :q 1 .",
        "SELECT $this ?value { $this ?p ?value . $this :q ?value }",
        [f'"1"{INTEGER}'],
    ),
    "sameTerm behind one predicate": (
        ":a :p 01 , 2 .",
        "SELECT $this ?value { $this :p ?x , ?y FILTER(!sameTerm(?x, ?y)) BIND('other' AS ?value) }",
        ['"other"'] * 2,
    ),
    "sameTerm of literals that became one": (
        ":a :p 01 , 1 .",
        "SELECT $this ?value { $this :p ?x , ?y FILTER(!sameTerm(?x, ?y)) BIND('other' AS ?value) }",
        ['"other"'] * 2,
    ),
    "sameTerm behind two predicates": (
        ":a :p 01 ; :q 1 .",
        "SELECT $this { $this :p ?x ; :q ?y FILTER(sameTerm(?x, ?y)) }",
        [],
    ),
    "sameTerm with another literal": (
        ":a :p 01 .",
        "SELECT $this { $this :p ?x BIND(1 AS ?y) FILTER(sameTerm(?x, ?y)) }",
        [],
    ),
    "sameTerm with a variable of two predicates": (
        ":a :p 01 ; :q 01 . :b :q 1 .",
        "SELECT $this { $this :p ?x ; ?any ?y FILTER(sameTerm(?x, ?y) && ?y > 5) }",
        [],
    ),
    "a path of length zero": (":b :p 1 .", "SELECT $this ?value { $this :p* ?value }", ["<http://e/a>"]),
    "two ways of length zero": (
        ":b :p 1 .",
        "SELECT $this ?value { $this :p*|:q? ?value }",
        ["<http://e/a>"] * 2,
    ),
    "from a named node": (":b :p 1 .", "SELECT $this ?value { :z :q* ?value }", ["<http://e/z>"]),
    "not from a variable": (":b :p 1 .", "SELECT $this ?value { ?x :q* ?value FILTER(?value = $this) }", []),
    "the word of a list in a string": (
        ":a :p 1 .",
        "SELECT $this { $this :p ?x FILTER(STR(?x) = ' NOT IN () ') }",
        [],
    ),
    "a count of what is distinct": (
        ":a :p 2 ; :q 2 .",
        "SELECT $this (COUNT(DISTINCT ?x) AS ?value) { $this :p|:q ?x } GROUP BY $this",
        ['"1"^^<http://www.w3.org/2001/XMLSchema#integer>'],
    ),
    "the greatest number of the store": (
        ":a :p 9223372036854775807 , 170141183460469231731.5 .",
        "SELECT $this ?value { $this :p ?value FILTER(?value > 9.5) }",
        [
            '"170141183460469231731.5"^^<http://www.w3.org/2001/XMLSchema#decimal>',
            f'"9223372036854775807"{INTEGER}',
        ],
    ),
    "an ill-typed number": (
        ":a :p 'x'^^<http://www.w3.org/2001/XMLSchema#integer> .",
        "SELECT $this ?value { $this :p ?value FILTER(?value > 9) }",
        [],
    ),
    "a great number that is not read": (
        ":a :p 1 ; :q 9223372036854775808 .",
        "SELECT $this ?value { $this :p ?value FILTER(?value > 0) }",
        [f'"1"{INTEGER}'],
    ),
    "a computed number beside a written one of its value": (
        ":a :p '003'^^<http://www.w3.org/2001/XMLSchema#byte> .",
        "SELECT $this ?value { $this :p ?x BIND(1 + 2 AS ?y) BIND(?y AS ?value) }",
        [f'"3"{INTEGER}'],
    ),
    "a count beside a number of its value": (
        ":a :p 01 .",
        "SELECT $this (COUNT(?x) AS ?value) { $this :p ?x } GROUP BY $this",
        [f'"1"{INTEGER}'],
    ),
    "a number that is handed on": (
        ":a :p 01 .",
        "SELECT $this ?value { $this :p ?x BIND(IF(true, ?x, 5) AS ?value) }",
        [f'"01"{INTEGER}'],
    ),
    "inside EXISTS": (":b :p 1 .", "SELECT $this { FILTER NOT EXISTS { $this :q* ?x } }", []),
}
DOUBTS = {
    "the form of a greatest value": (
        ":a :p 01 .",
        "SELECT $this (MAX(?x) AS ?value) { $this :p ?x } GROUP BY $this",
    ),
    "an empty list": (":a :p 1 .", "SELECT $this { $this ?p ?x FILTER(?p NOT IN ()) }"),
    "a blank node at a path": (":b :p 1 .", "SELECT $this { $this :q* [ :p 1 ] }"),
    "a path in EXISTS from where another may end outside": (
        ":b :p 1 .",
        "SELECT $this { $this :q* ?x FILTER EXISTS { ?x :q* ?y } }",
    ),
    "an integer past 64 bits": (
        ":a :p 9223372036854775808 .",
        "SELECT $this ?value { $this :p ?value FILTER(?value > 100) }",
    ),
    "a derived one": (
        ":a :p '18446744073709551615'^^<http://www.w3.org/2001/XMLSchema#unsignedLong> .",
        "SELECT $this ?value { $this ?any ?value FILTER(?value > 100) }",
    ),
    "a decimal of 19 digits behind the point": (
        ":a :p 101.0000000000000000001 .",
        "SELECT $this ?value { $this :p ?value FILTER(?value > 100) }",
    ),
    "a great constant": (":a :p 1 .", "SELECT $this { $this :p ?x FILTER(?x < 99999999999999999999) }"),
    "a great constant with a sign": (
        ":a :p 1 .",
        "SELECT $this { $this :p ?x FILTER(?x > -9223372036854775809) }",
    ),
    "a count over two branches": (
        ":a :p 1 ; :q 1 .",
        "SELECT $this (COUNT(?x) AS ?value) { $this :p|:q ?x } GROUP BY $this",
    ),
}


def run(data: str, query: str) -> tuple[list[str], int]:
    shapes = f':s sh:targetNode :a ; sh:sparql [ sh:select """PREFIX : <http://e/> {query}""" ] .'
    world = World(data, shapes)
    found = NativeEngine().validate(world.dataset(), world.shapes_graph(), Limits())
    return [str(result.value) for result in found.results], len(found.doubts)


@pytest.mark.parametrize("name", CASES)
def test_exact(name: str) -> None:
    data, query, expected = CASES[name]
    assert run(data, query) == (expected, 0)


@pytest.mark.parametrize("name", DOUBTS)
def test_doubt(name: str) -> None:
    assert run(*DOUBTS[name])[1] == 1


def test_doubt_of_a_parameter() -> None:
    shapes = """:M a sh:ConstraintComponent ; sh:parameter [ sh:path :most ] ;
        sh:validator [ a sh:SPARQLAskValidator ; sh:ask "ASK { FILTER($value < $most) }" ] .
        :s sh:targetNode 5 ; :most 99999999999999999999 ."""
    world = World(":a :p 1 .", shapes)
    (doubt,) = NativeEngine().validate(world.dataset(), world.shapes_graph(), Limits()).doubts
    assert f'"99999999999999999999"{INTEGER}' in doubt


def test_many_ways_to_a_computed_value() -> None:
    """Each pair of variables hands on the pair before it: 2 to the 60th ways lead to the value."""
    steps = " ".join(
        f"BIND(IF(true, ?a{n}, ?b{n}) AS ?a{n + 1}) BIND(IF(true, ?b{n}, ?a{n}) AS ?b{n + 1})"
        for n in range(60)
    )
    first = "BIND(1 + 2 AS ?a0) BIND(1 + 2 AS ?b0)"
    query = f"SELECT $this ?value {{ $this :p ?x {first} {steps} BIND(?a60 AS ?value) }}"
    assert run(":a :p 003 .", query) == ([f'"3"{INTEGER}'], 0)
