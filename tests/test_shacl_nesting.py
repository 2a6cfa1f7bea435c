"""Shapes and paths nested far beyond the recursion limit: they are read, linted, evaluated and surveyed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import BlankNode, NamedNode, RdfFormat, parse

from graph_rdf import validate
from graph_rdf.shacl.owners import Owners
from tests.shacl_worlds import PREFIXES

if TYPE_CHECKING:
    from pathlib import Path

DEPTH = 1200
"""Even, and deeper than Python may call by default."""

assert sys.getrecursionlimit() <= DEPTH

DATA = ":a a :C ; :p :a . :b a :C ; :p 1 ."
CASES = {
    "sh:not inline": (f"sh:not [ {'sh:not [ ' * (DEPTH - 1)} sh:class :D {' ]' * DEPTH}", 2),
    "sh:node inline": (f"{'sh:node [ ' * DEPTH} sh:class :D {' ]' * DEPTH}", 2),
    "sh:or in lists": (f"{'sh:or ( [ ' * DEPTH} sh:class :D {' ] )' * DEPTH}", 2),
    "sh:property along a circle": (
        f"{'sh:property [ sh:path :p ; ' * DEPTH} sh:nodeKind sh:Literal {' ]' * DEPTH}",
        1,
    ),
    "an inverse path of an inverse path": (
        f"sh:property [ sh:nodeKind sh:IRI ; sh:path {'[ sh:inversePath ' * DEPTH} :p {' ]' * DEPTH} ]",
        1,
    ),
    "a long sequence": (f"sh:property [ sh:minCount 1 ; sh:path ( {':p ' * DEPTH} ) ]", 1),
}


@pytest.mark.parametrize("name", CASES)
def test_no_depth_is_too_deep(name: str, tmp_path: Path) -> None:
    constraint, number = CASES[name]
    data, shapes = tmp_path / "data.ttl", tmp_path / "shapes.ttl"
    data.write_text(PREFIXES + DATA, encoding="utf-8")
    shapes.write_text(f"{PREFIXES} :s a sh:NodeShape ; sh:targetClass :C ; {constraint} .", encoding="utf-8")
    outcome = validate(data, shapes=shapes, coverage=True)
    assert (len(outcome.findings), outcome.summary.constraints_skipped) == (number, 0)
    assert outcome.report.coverage is not None
    assert len(outcome.report.coverage.shapes) == outcome.summary.shapes


def owner(text: str, label: str) -> str | None:
    triples = [quad.triple for quad in parse((PREFIXES + text).encode(), format=RdfFormat.TURTLE)]
    found = Owners(triples).of(BlankNode(label) if label.startswith("b") else NamedNode(f"http://e/{label}"))
    return None if found is None else found.value


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        (":a :p _:b1 . _:b1 :p _:b2 .", "b2", "http://e/a"),
        (":z :p _:b1 . :y :p _:b1 .", "b1", "http://e/y"),
        (":z :p _:b2 . :a :p _:b1 . _:b1 :p _:b2 .", "b2", "http://e/z"),
        ("_:b1 :p _:b2 . _:b2 :p _:b1 .", "b1", None),
        ("_:b1 :p _:b2 . _:b2 :p _:b1 . :a :p _:b2 .", "b1", "http://e/a"),
        ("_:b1 :p _:b1 .", "b1", None),
        ("_:b1 :p :a .", "b1", None),
        (":a :p :c .", "c", "http://e/c"),
    ],
)
def test_owner(text: str, label: str, expected: str | None) -> None:
    assert owner(text, label) == expected
