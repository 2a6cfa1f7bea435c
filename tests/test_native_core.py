"""SHACL Core where the W3C suite is silent: terms as written, what cannot be compared, depth, repetition."""

from __future__ import annotations

import pytest

from graph_rdf.errors import ShapesError
from tests.native_cases import results

PREDICATE = ":s sh:targetNode :a ; sh:property [ sh:path :p ; {} ] ."

CASES = {
    "a naive time is not comparable with a zoned one, however far apart": (
        ':a :p "1999-01-01T00:00:00"^^xsd:dateTime , "2001-01-01T00:00:00Z"^^xsd:dateTime .',
        PREDICATE.format('sh:minInclusive "1990-01-01T00:00:00Z"^^xsd:dateTime'),
        [':a MinInclusive "1999-01-01T00:00:00"^^xsd:dateTime'],
    ),
    "zones are compared as points in time": (
        ':a :p "2026-01-01T01:00:00+02:00"^^xsd:dateTime .',
        PREDICATE.format('sh:maxExclusive "2026-01-01T00:00:00Z"^^xsd:dateTime'),
        [],
    ),
    "24:00 is the next day": (
        ':a :p "2026-01-01T24:00:00Z"^^xsd:dateTime .',
        PREDICATE.format('sh:minInclusive "2026-01-02T00:00:00Z"^^xsd:dateTime'),
        [],
    ),
    "years before 1 and after 9999 are ordered": (
        ':a :p "-0044-03-15"^^xsd:date , "12026-01-01"^^xsd:date .',
        PREDICATE.format('sh:minExclusive "0001-01-01"^^xsd:date ; sh:maxExclusive "9999-12-31"^^xsd:date'),
        [':a MinExclusive "-0044-03-15"^^xsd:date', ':a MaxExclusive "12026-01-01"^^xsd:date'],
    ),
    "numbers of all types are compared by value": (
        ':a :p 1.5 , 15e-1 , "2"^^xsd:byte , 123456789012345678901234567890 .',
        PREDICATE.format("sh:minInclusive 2"),
        [':a MinInclusive "1.5"^^xsd:decimal', ':a MinInclusive "15e-1"^^xsd:double'],
    ),
    "NaN is in no range": (
        ':a :p "NaN"^^xsd:double .',
        PREDICATE.format("sh:minInclusive 0 ; sh:maxInclusive 0"),
        [':a MinInclusive "NaN"^^xsd:double', ':a MaxInclusive "NaN"^^xsd:double'],
    ),
    "an ill-typed number is in no range": (
        ':a :p "300"^^xsd:byte .',
        PREDICATE.format("sh:minInclusive 0"),
        [':a MinInclusive "300"^^xsd:byte'],
    ),
    "a number is no string": (':a :p "5" .', PREDICATE.format("sh:minInclusive 0"), [':a MinInclusive "5"']),
    "strings go by code point": (
        ':a :p "Z" , "a" , "\U0001d504" .',
        PREDICATE.format('sh:maxInclusive "b"'),
        [':a MaxInclusive "\U0001d504"'],
    ),
    "sh:in compares terms, not values": (
        ':a :p 1 , 01 , 1.0 , "1"^^xsd:byte .',
        PREDICATE.format("sh:in ( 1 )"),
        [':a In "01"^^xsd:integer', ':a In "1"^^xsd:byte', ':a In "1.0"^^xsd:decimal'],
    ),
    "sh:hasValue compares terms": (":a :p 01 .", PREDICATE.format("sh:hasValue 1"), [":a HasValue -"]),
    "equal values written twice are two values": (
        ":a :p 1 , 01 .",
        PREDICATE.format("sh:maxCount 1"),
        [":a MaxCount -"],
    ),
    "a derived datatype is not its base": (
        ':a :p "5"^^xsd:nonNegativeInteger , 5 .',
        PREDICATE.format("sh:datatype xsd:integer"),
        [':a Datatype "5"^^xsd:nonNegativeInteger'],
    ),
    "an ill-typed literal violates its own datatype": (
        ':a :p "2026-02-30"^^xsd:date , "1_000"^^xsd:integer .',
        PREDICATE.format("sh:or ( [ sh:datatype xsd:date ] [ sh:datatype xsd:integer ] )"),
        [':a Or "1_000"^^xsd:integer', ':a Or "2026-02-30"^^xsd:date'],
    ),
    "the value in the report is as written": (
        ":a :q 007 .",
        ":s sh:targetNode :a ; sh:closed true .",
        [':a Closed "007"^^xsd:integer'],
    ),
    "a closed shape that allows no property": (
        ":a :p 1 . :b :q 2 .",
        ":s sh:targetSubjectsOf :p ; sh:closed true ; sh:property [ sh:path [ sh:inversePath :p ] ] .",
        [':a Closed "1"^^xsd:integer'],
    ),
    "lengths count code points": (
        ':a :p "\U0001d504\U0001f333" .',
        PREDICATE.format("sh:minLength 3 ; sh:maxLength 2"),
        [':a MinLength "\U0001d504\U0001f333"'],
    ),
    "a blank node has no length and no pattern": (
        ":a :p _:x .",
        PREDICATE.format('sh:minLength 0 ; sh:maxLength 9 ; sh:pattern ""'),
        [":a MinLength _:x", ":a MaxLength _:x", ":a Pattern _:x"],
    ),
    "an IRI has a pattern": (":a :p :b .", PREDICATE.format('sh:pattern "^http://e/b$"'), []),
    "flags apply": (
        ':a :p "ABC" .',
        PREDICATE.format('sh:pattern "^b" ; sh:flags "i"'),
        [':a Pattern "ABC"'],
    ),
    "language ranges": (
        ':a :p "x"@de-AT , "y"@den , "z" .',
        PREDICATE.format('sh:languageIn ( "de" )'),
        [':a LanguageIn "y"@den', ':a LanguageIn "z"'],
    ),
    "each repeated language is one result": (
        ':a :p "x"@en , "y"@en , "z"@en , "x"@de , "y"@DE , "x" , "y" .',
        PREDICATE.format("sh:uniqueLang true"),
        [":a UniqueLang -", ":a UniqueLang -"],
    ),
    "a pair out of order is one result for each other value": (
        ":a :p 3 ; :q 1 , 2 , 4 .",
        PREDICATE.format("sh:lessThan :q"),
        [':a LessThan "3"^^xsd:integer', ':a LessThan "3"^^xsd:integer'],
    ),
    "a shape that is reached twice reports twice": (
        ":a :p :b ; :q :b . :b :r 1 .",
        """:s sh:targetNode :a ; sh:property [ sh:path :p ; sh:property :t ] ;
             sh:property [ sh:path :q ; sh:property :t ] .
        :t sh:path :r ; sh:datatype xsd:string .""",
        [':b Datatype "1"^^xsd:integer', ':b Datatype "1"^^xsd:integer'],
    ),
    "a deactivated shape conforms": (
        ":a :p 1 .",
        """:s sh:targetNode :a ; sh:not :t ;
             sh:property [ sh:path :p ; sh:maxCount 0 ; sh:deactivated true ] .
        :t sh:nodeKind sh:Literal ; sh:deactivated true .""",
        [":a Not :a"],
    ),
    "targets of literals": (
        ':a :p "x" , 01 .',
        ":s sh:targetObjectsOf :p ; sh:targetNode 1 ; sh:datatype xsd:string .",
        ['"01"^^xsd:integer Datatype "01"^^xsd:integer', '"1"^^xsd:integer Datatype "1"^^xsd:integer'],
    ),
    "subclasses of the data count, of any depth and in a circle": (
        ":a a :E . :E rdfs:subClassOf :D . :D rdfs:subClassOf :C . :C rdfs:subClassOf :E .",
        ":s sh:targetClass :C ; sh:class :D ; sh:class :F .",
        [":a Class :a"],
    ),
    "a cycle in the data ends": (
        ":a :p :b . :b :p :a , :c .",
        ":s sh:targetNode :a ; sh:property [ sh:path [ sh:oneOrMorePath :p ] ; sh:in ( :a ) ] .",
        [":a In :b", ":a In :c"],
    ),
}


@pytest.mark.parametrize("push_down", [True, False], ids=["pushed down", "exact"])
@pytest.mark.parametrize(("data", "shapes", "expected"), CASES.values(), ids=CASES)
def test_case(data: str, shapes: str, expected: list[str], push_down: bool) -> None:
    assert sorted(results(data, shapes, push_down=push_down).elements()) == sorted(expected)


def test_nesting_of_any_depth() -> None:
    depth = 3000
    shapes = [":s0 sh:targetNode :a ; sh:node :s1 ."]
    shapes += [f":s{n} a sh:NodeShape ; sh:not :s{n + 1} ." for n in range(1, depth)]
    shapes.append(f":s{depth} sh:nodeKind sh:IRI .")
    assert results(":a :p 1 .", "\n".join(shapes)) == {":a Node :a": 1}  # 2,999 denials of what holds
    shapes[-1] = f":s{depth} sh:nodeKind sh:Literal ."
    assert results(":a :p 1 .", "\n".join(shapes)) == {}


def test_properties_of_any_depth() -> None:
    depth = 1000
    shapes = [":s0 a sh:NodeShape ; sh:targetClass :C ; sh:property :s1 ."]
    shapes += [f":s{n} sh:path :p ; sh:property :s{n + 1} ." for n in range(1, depth)]
    shapes.append(f":s{depth} sh:path :p ; sh:maxCount 0 .")
    data = ":n0 a :C . " + " ".join(f":n{n} :p :n{n + 1} ." for n in range(depth + 1))
    assert results(data, "\n".join(shapes)) == {f":n{depth - 1} MaxCount -": 1}


def test_recursion_is_refused() -> None:
    with pytest.raises(ShapesError, match="recursive"):
        results(
            ":a :p 1 .",
            ":s sh:targetNode :a ; sh:node :t . :t sh:property [ sh:path :p ; sh:node :s ] .",
        )


@pytest.mark.parametrize("pattern", ["(", "[a", "a{2,1}"])
def test_pattern_that_is_none(pattern: str) -> None:
    with pytest.raises(ShapesError, match="not a regular expression"):
        results(":a :p 1 .", f':s sh:targetNode :a ; sh:pattern "{pattern}" .')


def test_a_number_of_too_many_digits_is_refused() -> None:
    with pytest.raises(ShapesError, match="has more than 1,000 digits"):
        results(":a :p 1 .", f":s sh:targetNode :a ; sh:property [ sh:path :p ; sh:minCount {'9' * 5000} ] .")
