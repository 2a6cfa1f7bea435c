"""The walk must follow the order of the parser exactly, or blank nodes would be shown at the wrong place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_rdf.syntax import source_from_bytes
from tests.conformance.rdf_suites import Case, cases, suites_folder
from tests.syntax_walks import agrees, parsed, walked

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source


def differences(source: Source) -> list[object]:
    shapes, quads = walked(source), parsed(source)
    if len(shapes) != len(quads):
        return [f"{len(shapes)} quads walked, {len(quads)} parsed", shapes, quads]
    return [(shape, str(quad)) for shape, quad in zip(shapes, quads, strict=True) if not agrees(shape, quad)]


POSITIVE = [case for case in cases() if "Negative" not in case.kind]


@pytest.mark.skipif(suites_folder() is None, reason="W3C_SUITES names no folder")
@pytest.mark.parametrize("case", POSITIVE, ids=lambda case: case.name)
def test_suite_files_are_walked_as_they_are_parsed(case: Case) -> None:
    assert differences(case.source()) == []


@pytest.mark.skipif(suites_folder() is None, reason="W3C_SUITES names no folder")
def test_enough_suite_files_are_walked() -> None:
    assert len(POSITIVE) == 769


CASES = [
    ":s :p ( 1 2 3 ) .",
    ':s :p ( "a" "b"@en "c"^^:d ) .',
    ":s :p ( ( 1 ) ( 2 ) ) , () .",
    ":s :p ( [ :q 1 ] [ :r [] ] ) , [] , 5 .",
    "( 1 [ :p _:x ] ) :p 3 .",
    "[ :a [ :b 1 ] ; :c 2 ; ] :d 3 .",
    "[ :a 1 ] .",
    "[] :a [] ; ; :b _:z , _:a .",
    "_:g { _:x :p _:y } [] { :a :p [] . } GRAPH _:h { [ :p 1 ] . () :p () }",
    "{ :a :p _:b . _:c :p :d }",
    "<< :a :p [] ~ _:r >> :q 1 .",
    ":x :q << _:a :p _:b ~ >> , << _:a :p _:b ~ _:b2 >>.",
    ":x :q <<( _:a :p <<( _:c :p _:d )>> )>> .",
    "<< :a :p << _:c :p 1 >> >> :q << [] :z _:k >> .",
    ":a :p :b {| :q 1 ; :r [ :s 2 ] |} , _:c ~ _:d {| :e 1 |} {| :f 1 |} .",
    ':a :p "s" ~ , "t" {| :q "u" |} , "v"@en ~ :r {| :x "y" |} .',
    ":a :p [ :q 1 ] {| :r 1 |} , ( 1 [] ) ~ _:q .",
    "<< :a :p :b >> .",
    "PREFIX e: <urn:e:> e:a.b e:c\\,d e:%41 . @prefix e: <urn:f:> . e:a a e:b.",
    "BASE <http://h/x/> <a> <b> <../c> . @base <http://g/> . <#a> <b> <?q> .",
    ':s :p """a " \\""" b""", \'\'\'c\'\'d\'\'\' , "#no" . ',
    ":s :p 1.5 , .5 , 1. :s :p 1.e5 , -1 , +.5E-3 . :t :p true.",
]


@pytest.mark.parametrize("text", CASES)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_forms_are_walked_as_they_are_parsed(text: str, line_end: str) -> None:
    data = ("@prefix : <urn:x:> ." + line_end + text.replace(" ", " " + line_end)).encode()
    source = source_from_bytes(data, name="a.trig")
    assert parsed(source)
    assert differences(source) == []


NAMES = st.sampled_from([":a", "<urn:b>", ":c.d", "_:x", "_:y.z", "[]"])
VERBS = st.sampled_from([":p", "a", "<urn:q>"])
# The parser refuses a long string inside a triple term.
SHORT_LITERALS = st.sampled_from(['"s"', "'t'@en", '"1"^^:d', "1", "-2.5", "1e0", "true", '"\\""'])
LITERALS = st.one_of(SHORT_LITERALS, st.just('"""u " v"""'))


def lists(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    objects = st.lists(annotated(inner), min_size=1, max_size=3).map(" , ".join)
    pairs = st.builds("{} {}".format, VERBS, objects)
    return st.lists(pairs, min_size=1, max_size=2).map(" ; ".join)


def annotated(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    plain = st.just("")
    note = st.sampled_from(
        [" ~", " ~ _:r", " ~ :r {| :n 1 |}", " {| :n [] ; :m 2 |}", " {| :n _:x |} {| a :b |}"]
    )
    return st.builds("{}{}".format, inner, st.one_of(plain, plain, note))


REIFIED = st.builds(
    "<< {} {} {}{} >>".format,
    NAMES,
    VERBS,
    st.one_of(NAMES, SHORT_LITERALS),
    st.sampled_from(["", " ~", " ~ _:r", " ~ :r"]),
)
TERMS = st.builds("<<( {} {} {} )>>".format, NAMES, VERBS, st.one_of(NAMES, SHORT_LITERALS))
OBJECTS = st.recursive(
    st.one_of(NAMES, LITERALS, REIFIED, TERMS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "( " + " ".join(items) + " )"),
        lists(inner).map("[ {} ]".format),
    ),
    max_leaves=6,
)
SUBJECTS = st.one_of(
    NAMES,
    st.lists(OBJECTS, max_size=3).map(lambda items: "( " + " ".join(items) + " )"),
    lists(OBJECTS).map("[ {} ]".format),
    REIFIED,
)
TRIPLES = st.builds("{} {}".format, SUBJECTS, lists(OBJECTS))
BLOCKS = st.one_of(
    TRIPLES.map("{} .".format),
    lists(OBJECTS).map("[ {} ] .".format),
    st.builds(
        "{}{{ {} }}".format,
        st.sampled_from(["", ":g ", "_:x ", "[] ", "GRAPH _:g "]),
        st.lists(TRIPLES, max_size=2).map(" . ".join),
    ),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(BLOCKS, min_size=1, max_size=4))
def test_any_text_is_walked_as_it_is_parsed(blocks: list[str]) -> None:
    source = source_from_bytes(("@prefix : <urn:x:> .\n" + "\n".join(blocks)).encode(), name="a.trig")
    assert differences(source) == []


DEEP = 100_000
DEPTHS = {
    "brackets": "<urn:s> <urn:p> " + "[ <urn:p> " * DEEP + "1 " + "] " * DEEP + ".",
    "parentheses": "<urn:s> <urn:p> " + "( " * DEEP + ") " * DEEP + ".",
    "annotations": "<urn:s> <urn:p> 1 " + "{| <urn:q> 2 " * DEEP + "|} " * DEEP + ".",
    "reified triples": "<< <urn:a> <urn:b> " * DEEP + "1" + ">> " * DEEP + ".",
}


@pytest.mark.parametrize("case", DEPTHS)
def test_depth_costs_no_stack(case: str) -> None:
    source = source_from_bytes(DEPTHS[case].encode(), name="a.ttl")
    assert len(walked(source)) == len(parsed(source)) >= DEEP - 1
