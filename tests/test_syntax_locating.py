"""Where subjects and predicates stand."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, NamedNode

from graph_rdf.syntax import (
    Place,
    StatementIndex,
    locate,
    locate_in,
    locate_predicates,
    parse_quads,
    source_from_bytes,
)

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source

TURTLE = """\
@prefix : <urn:x:> .   # a prefix, <urn:x:s> a <urn:x:T> .
@base <http://h/d/> .
<urn:x:s> a <urn:x:T> .
  :a.b :p "x . <urn:x:no> a <urn:no> ." ,
    \"\"\"long
<urn:x:no> a <urn:no> .\"\"\" ;
  :q 1.5 , 2. <rel> :p <#f> .
<#f> :p :o . :esc\\,aped :p :o .
PREFIX e: <urn:e:> e: :p :o .
<\\u0075rn:e:u> :p e:x .
[] :p [ :q [ :r 1 ] ;
  :s ( 1 2
  ) ] , _:z .
_:z :p :o ;
  :q :o .
:a.b :again 1 .
<< :s :p :o ~ :r1 >> :q 1 .
:s2 :p :o {| :q
  2 |} .
:s3 :p :o ~ :r2 {| :q 3 |} .
"""

# Subject → line, column, end line.
SUBJECTS: dict[str, tuple[int, int, int]] = {
    "urn:x:s": (3, 1, 3),
    "urn:x:a.b": (4, 3, 7),
    "http://h/d/rel": (7, 15, 7),
    "http://h/d/#f": (8, 1, 8),
    "urn:x:esc,aped": (8, 14, 8),
    "urn:e:": (9, 20, 9),
    "urn:e:u": (10, 1, 10),
    "urn:x:s2": (18, 1, 19),
    "urn:x:s3": (20, 1, 20),
    "urn:x:r1": (17, 1, 17),
    "urn:x:r2": (20, 17, 20),
}
BLANKS: dict[tuple[str, str], tuple[int, int, int]] = {
    # By a predicate and its object.
    ("urn:x:r", "1"): (11, 12, 11),
    ("urn:x:q", "_:"): (11, 7, 13),
    ("urn:x:p", "_:"): (11, 1, 13),
    ("urn:x:p", "urn:x:o"): (14, 1, 15),
    ("urn:x:q", "2"): (18, 11, 19),
    ("http://www.w3.org/1999/02/22-rdf-syntax-ns#first", "1"): (12, 6, 13),
    ("http://www.w3.org/1999/02/22-rdf-syntax-ns#first", "2"): (12, 10, 12),
}


def indexed(source: Source) -> StatementIndex:
    """As it comes from another process."""
    index = pickle.loads(pickle.dumps(StatementIndex(source)))  # noqa: S301 - our own
    assert isinstance(index, StatementIndex)
    return index


def turtle(text: str = TURTLE, number: int = 3) -> Source:
    return replace(source_from_bytes(text.encode(), name="a.ttl"), number=number)


def shown(places: dict[str, Place]) -> dict[str, tuple[int, int, int]]:
    assert {place.path for place in places.values()} <= {
        "a.ttl",
        "a.nq",
        "a.nt",
        "a.trig",
        "a.rdf",
        "a.jsonld",
    }
    return {subject: (place.line, place.column, place.end_line) for subject, place in places.items()}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_iris(line_end: str, mark: str) -> None:
    source = turtle(mark + TURTLE.replace("\n", line_end))
    asked = [*SUBJECTS, "urn:x:no", "urn:x:o", "urn:x:T", "_:f0b0"]
    assert shown(locate(source, asked)) == SUBJECTS
    assert shown(locate(source, asked, indexed(source))) == SUBJECTS


@pytest.mark.parametrize("subject", SUBJECTS)
def test_one_iri(subject: str) -> None:
    assert shown(locate(turtle(), [subject])) == {subject: SUBJECTS[subject]}


def test_blank_nodes() -> None:
    source = turtle()
    found: dict[tuple[str, str], str] = {}
    for quad in parse_quads(source):
        if isinstance(quad.subject, BlankNode):
            value = quad.object
            text = "_:" if isinstance(value, BlankNode) else getattr(value, "value", "")
            found.setdefault((quad.predicate.value, text), str(quad.subject))
    labels = {found[key]: place for key, place in BLANKS.items()}
    assert len(labels) == len(BLANKS)
    assert all(label.startswith("_:f3b") for label in labels)
    assert shown(locate(source, labels)) == labels


def test_iris_are_the_same_when_blank_nodes_are_asked_too() -> None:
    found = shown(locate(turtle(), [*SUBJECTS, "_:f3b0"]))
    assert {subject: place for subject, place in found.items() if subject in SUBJECTS} == SUBJECTS
    assert set(found) == {*SUBJECTS, "_:f3b0"}


def test_a_blank_node_that_is_no_subject_has_the_place_of_its_mention() -> None:
    source = turtle("<urn:s> <urn:p> _:x ,\n [] .", 0)
    assert shown(locate(source, ["_:f0b0", "_:f0b1", "_:f0b2"])) == {
        "_:f0b0": (1, 17, 1),
        "_:f0b1": (2, 2, 2),
    }


def test_nothing_asked_nothing_found() -> None:
    assert locate(turtle(), []) == {}
    assert locate_predicates(turtle(), []) == {}
    assert locate(turtle(""), ["urn:a"]) == {}


def test_several_sources() -> None:
    texts = ["<urn:a> <urn:p> 1 .", "\n<urn:a> <urn:p> _:x .", "<urn:b> <urn:p> 1 ."]
    sources = [
        replace(source_from_bytes(text.encode(), name=f"{number}.ttl"), number=number)
        for number, text in enumerate(texts)
    ]
    found = locate_in(sources, ["urn:a", "urn:b", "_:f1b0", "urn:c"])
    assert found == {
        "urn:a": Place("0.ttl", 1, 1, 1),
        "_:f1b0": Place("1.ttl", 2, 17, 2),
        "urn:b": Place("2.ttl", 1, 1, 1),
    }


TRIG = """\
PREFIX : <urn:x:>
:g { :a :p 1 . :b :p 2 }
GRAPH :h {
  :a :q 3 ; :p 4 .
  [ :p 5 ] .
  :c :p 6
}
{ :d :p 7 . }
:e :p 8 .
"""


def test_trig() -> None:
    source = source_from_bytes(TRIG.encode(), name="a.trig")
    expected = {
        "urn:x:a": (2, 6, 2),
        "urn:x:b": (2, 16, 2),
        "urn:x:c": (6, 3, 6),
        "urn:x:d": (8, 3, 8),
        "urn:x:e": (9, 1, 9),
    }
    assert shown(locate(source, [*expected, "urn:x:g", "urn:x:h"])) == expected
    assert shown(locate(source, [*expected, "urn:x:g", "urn:x:h"], indexed(source))) == expected
    assert shown(locate(source, [*expected, "_:f0b0"])) == expected | {"_:f0b0": (5, 3, 5)}


LINES = """\
# <urn:no> <urn:p> <urn:o> .
<urn:s> <urn:p> "a . b"@en .

_:x <urn:p> <urn:o> {g}.
<urn:t> <urn:p> _:y {g}."""


@pytest.mark.parametrize(("name", "graph"), [("a.nt", ""), ("a.nq", "<urn:g> "), ("a.nq", "_:g ")])
def test_lines(name: str, graph: str) -> None:
    source = source_from_bytes(LINES.replace("{g}", graph).encode(), name=name)
    expected = {"urn:s": (2, 1, 2), "urn:t": (5, 1, 5)}
    assert shown(locate(source, [*expected, "urn:no", "urn:g"])) == expected
    assert shown(locate(source, [*expected, "urn:no", "urn:g"], indexed(source))) == expected
    assert shown(locate(source, [*expected, "_:f0b0"])) == expected | {"_:f0b0": (4, 1, 4)}


XML = """\
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:" xml:base="http://h/d/">
  <rdf:Description rdf:about="urn:s"><x:p>1</x:p>
  </rdf:Description>
  <x:T rdf:ID="i"><x:p><x:U rdf:about="e"/></x:p></x:T>
</rdf:RDF>
"""


def test_rdf_xml() -> None:
    expected = {"urn:s": (2, 3, 3), "http://h/d/#i": (4, 3, 4), "http://h/d/e": (4, 24, 4)}
    assert (
        shown(locate(source_from_bytes(XML.encode(), name="a.rdf"), [*expected, "urn:no", "_:f0b0"]))
        == expected
    )


JSON = """\
{"@context": {"p": "urn:p", "k": {"@id": "urn:p:k"}},
 "@graph": [
  {"@id": "urn:s", "p": "{"},
  {"p": {"p": 1,
   "@id": "e" }, "@id": "urn:t"}
]}
"""


def test_json_ld() -> None:
    expected = {"urn:s": (3, 3, 3), "http://h/d/e": (4, 9, 5), "urn:t": (4, 3, 5)}
    source = source_from_bytes(JSON.encode(), name="a.jsonld", base="http://h/d/f")
    assert shown(locate(source, [*expected, "urn:no", "_:f0b0"])) == expected


def test_predicates() -> None:
    rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
    expected = {
        ("urn:x:s", rdf_type): (3, 11),
        ("urn:x:a.b", "urn:x:p"): (4, 8),
        ("urn:x:a.b", "urn:x:q"): (7, 3),
        ("urn:x:a.b", "urn:x:again"): (16, 6),
        ("urn:e:u", "urn:x:p"): (10, 16),
    }
    source = turtle()
    found = locate_predicates(source, [*expected, ("urn:x:s", "urn:x:p"), ("urn:x:no", "urn:x:p")])
    assert {pair: (place.line, place.column) for pair, place in found.items()} == expected
    nested = next(q for q in parse_quads(source) if q.predicate == NamedNode("urn:x:r"))
    pair = (str(nested.subject), "urn:x:r")
    mixed = locate_predicates(source, [*expected, pair])
    assert {key: (place.line, place.column) for key, place in mixed.items()} == expected | {pair: (11, 14)}


PIECES = st.sampled_from(
    [":s{} :p 1 .", ":s{} :p 'a.' , \"b\\\"\" .", "<urn:x:s{}> a :T ; :p [ :q 1 ] .", ":s{} :p ( 1 :x.y ) .",
     "# :s{} :p 1 .\n", "[] :p :s{} .", ":s{} :p -1.5e3 , .5 , 1 ;; .", ":s{} :p '''a\n'b''' . :k a :T .",
     "<< :s{} :p 1 >> :q 1 .", "@prefix : <urn:y:> .", "PREFIX : <urn:x:>", "@base <http://h/{}/> .",
     "<#s> :p <s{}> ."]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(PIECES, st.sampled_from(["\n", "\r\n", " ", "\t# x\n"])), max_size=12))
def test_the_fast_look_and_the_walk_agree(pieces: list[tuple[str, str]]) -> None:
    text = "".join(piece.replace("{}", str(number)) + end for number, (piece, end) in enumerate(pieces))
    source = source_from_bytes(f"@prefix : <urn:x:> . @base <http://h/> .\n{text}".encode(), name="a.ttl")
    subjects = {quad.subject.value for quad in parse_quads(source) if isinstance(quad.subject, NamedNode)}
    fast = locate(source, subjects)
    slow = locate(source, [*subjects, "_:f0b9999"])
    assert fast == slow
    assert set(fast) == subjects
    assert locate(source, subjects, indexed(source)) == fast
