"""The quick look for typed literals: what it finds, what the parser has to tell, that it misses none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, RdfFormat

from graph_rdf.dataset import load_sources
from graph_rdf.namespaces import XSD
from graph_rdf.syntax import Source, parse_quads, typed_literals
from tests.conformance.rdf_suites import Case, cases, suites_folder
from tests.test_syntax_lexical import DECLARATIONS, LITERALS

PREFIXES = f"@prefix : <http://example.org/> . @prefix xsd: <{XSD}> . @prefix x.y: <{XSD}> .\n"


def literal(value: str, datatype: str) -> Literal:
    return Literal(value, datatype=NamedNode(datatype if ":" in datatype else XSD + datatype))


SEEN = {
    "nothing typed": (':s :p "x", "y"@en-GB, \'z\', :o .', []),
    "quoted": (':s :p "01"^^xsd:integer , "2"^^x.y:byte .', [("01", "integer"), ("2", "byte")]),
    "quoted with an IRI": (':s :p "1"^^<http://example.org/d> .', [("1", "http://example.org/d")]),
    "empty": (':s :p ""^^xsd:hexBinary .', [("", "hexBinary")]),
    "bare": (":s :p 1, -02, 1.50, .5, 1e3, +1.E-2 .", [
        ("1", "integer"), ("-02", "integer"), ("1.50", "decimal"), (".5", "decimal"), ("1e3", "double"),
        ("+1.E-2", "double"),
    ]),
    "booleans": (":s :p true, false.", [("true", "boolean"), ("false", "boolean")]),
    "at the end of a statement": (":s :p 1. :t :p 2.5.", [("1", "integer"), ("2.5", "decimal")]),
    "in lists and nodes": (":s :p (1 2), [ :q 3 ] .", [("1", "integer"), ("2", "integer"), ("3", "integer")]),
    "numbers in strings, names, IRIs and comments": (
        ':s1 :2 " 3 ", \'4\', """5 " 6""", \'\'\'7\'\'\', :a.8, :a.-9, <http://example.org/10> . # 11\n', []
    ),
    "a word like a boolean": (':s :p :true, "true", x.y:false .', []),
    "quotes in strings": (r""":s :p "a\" 1 ", 'b\' 2 ', "'", '"' .""", []),
    "escapes in names": (r":s :p :a\'b, :c\#d, :e%20f .", []),
    "keywords": ("PREFIX e: <http://example.org/> BASE <http://example.org/> :s a :T .", []),
    "right behind an empty name": (":s :-9, :p.5; :.5 .", [("-9", "integer"), (".5", "decimal")]),
    "in a comment too": (':s :p 1 . # "2"^^xsd:integer', [("1", "integer"), ("2", "integer")]),
}  # fmt: skip

NOT_SEEN = {
    "an escape": rb':s :p "\u0031"^^xsd:integer .',
    "an escaped quote": rb':s :p "1\"2"^^xsd:integer .',
    "single quotes": b":s :p '1'^^xsd:integer .",
    "long quotes": b':s :p """1"""^^xsd:integer .',
    "carets in a string": b':s :p "^^", 1 .',
    "a space before the datatype": b':s :p "1"^^ xsd:integer .',
    "an escape in the datatype": rb':s :p "1"^^xsd:integer\- .',
    "a prefix of two meanings": b'@prefix xsd: <http://example.org/> . :s :p "1"^^xsd:integer .',
    "a relative datatype": b':s :p "1"^^<integer> .',
    "a long literal": b':s :p "' + b"1" * 200 + b'"^^xsd:integer .',
    "a triple term": b":s :p <<( :s :p 1 )>> .",
    "an annotation": b":s :p :o {| :q 1 |} .",
}


def source(text: str | bytes, rdf_format: RdfFormat = RdfFormat.TURTLE) -> Source:
    body = text if isinstance(text, bytes) else text.encode()
    return Source("data", body, rdf_format, base="http://example.org/")


def written(read: Source) -> set[Literal]:
    values = (quad.object for quad in parse_quads(read))
    return {
        value
        for value in values
        if isinstance(value, Literal) and not value.language and value.datatype.value != XSD + "string"
    }


@pytest.mark.parametrize("case", SEEN)
def test_what_it_sees(case: str) -> None:
    text, expected = SEEN[case]
    read = source(PREFIXES + text)
    literals = frozenset(literal(value, datatype) for value, datatype in expected)
    assert typed_literals(read) == literals
    assert written(read) <= literals


@pytest.mark.parametrize("case", NOT_SEEN)
def test_what_it_leaves_to_the_parser(case: str) -> None:
    assert typed_literals(source(PREFIXES.encode() + NOT_SEEN[case])) is None


def test_lines_have_neither_prefixes_nor_bare_literals() -> None:
    line = f'<urn:s> <urn:p> "01"^^<{XSD}integer> .\n'
    assert typed_literals(source(line, RdfFormat.N_TRIPLES)) == frozenset([literal("01", "integer")])


@pytest.mark.parametrize("rdf_format", [RdfFormat.RDF_XML, RdfFormat.JSON_LD])
def test_other_syntaxes_are_for_the_parser(rdf_format: RdfFormat) -> None:
    assert typed_literals(source(b"", rdf_format)) is None


POSITIVE = [case for case in cases() if "Negative" not in case.kind]


@pytest.mark.skipif(suites_folder() is None, reason="W3C_SUITES names no folder")
@pytest.mark.parametrize("case", POSITIVE, ids=lambda case: case.name)
def test_it_misses_no_literal_of_the_suites(case: Case) -> None:
    seen = typed_literals(case.source())
    assert seen is None or written(case.source()) <= seen


@pytest.mark.skipif(suites_folder() is None, reason="W3C_SUITES names no folder")
def test_it_sees_the_literals_of_many_suite_files() -> None:
    seen = [typed_literals(case.source()) for case in POSITIVE]
    assert sum(each is not None for each in seen) > 300
    assert sum(len(each) for each in seen if each is not None) > 40


@settings(max_examples=500, deadline=None)
@given(st.lists(LITERALS, min_size=1, max_size=4))
def test_it_misses_no_quoted_literal(literals: list[str]) -> None:
    read = source(DECLARATIONS + "<urn:s> <urn:p> " + " , ".join(literals) + " .")
    seen = typed_literals(read)
    assert seen is None or written(read) <= seen


def test_a_dataset_sees_its_sources_and_what_was_added() -> None:
    extra = [quad.triple for quad in parse_quads(source(PREFIXES + ':a :p 3, "x", :o .'))]
    dataset, _ = load_sources(
        [source(PREFIXES + ":s :p 1 ."), source(PREFIXES + ":s :p 02 .")], triples=extra
    )
    assert dataset.typed_literals() == {literal(value, "integer") for value in ("1", "02", "3")}
    unclear, _ = load_sources([source(PREFIXES + ":s :p '2'^^xsd:integer .")])
    assert unclear.typed_literals() is None
