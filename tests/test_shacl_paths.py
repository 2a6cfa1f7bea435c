"""Paths: RDF, expression and steps say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, NamedNode, Triple

from graph_rdf.errors import ShapesError
from graph_rdf.shacl.paths import Path, Step, parse_path, path_expression, path_triples, read_path
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.shacl.terms import short_iri

EXPRESSIONS = [
    "<a:a>",
    "^<a:a>",
    "^<a:a>*",
    "(^<a:a>)*",
    "(<a:a>*)*",
    "^(^<a:a>)",
    "<a:a>/<a:b>/<a:c>",
    "(<a:a>/<a:b>)/<a:c>",
    "<a:a>|<a:b>/<a:c>+",
    "(<a:a>|<a:b>)/<a:c>?",
    "(<a:a>|<a:b>)|<a:c>",
    "^(<a:a>/<a:b>)/(<a:c>|^<a:d>)*",
]


def through_rdf(path: Path) -> Path:
    node, triples = path_triples(path, "p")
    return read_path(ShapesGraph(triples), node)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expression_round_trips(text: str) -> None:
    assert path_expression(parse_path(text)) == text
    assert path_expression(through_rdf(parse_path(text))) == text


def joined(parts: list[Path], operator: str) -> Path:
    return (*(step for part in parts for step in part), Step(operator, arity=len(parts)))


predicates = st.sampled_from("abc").map(lambda name: (Step("iri", f"a:{name}"),))
paths: st.SearchStrategy[Path] = st.recursive(
    predicates,
    lambda inner: (
        st.tuples(inner, st.sampled_from("^*+?")).map(lambda pair: (*pair[0], Step(pair[1], arity=1)))
        | st.builds(joined, st.lists(inner, min_size=2, max_size=3), st.sampled_from("/|"))
    ),
    max_leaves=12,
)


@given(paths)
def test_every_path_round_trips(path: Path) -> None:
    assert parse_path(path_expression(path)) == path
    assert through_rdf(path) == path


@pytest.mark.parametrize(
    "text", ["", "<a:a>/", "/<a:a>", "(<a:a>", "<a:a>)", "<a:a", "*", "<a:a>||<a:b>", "a:a", "^"]
)
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ShapesError, match="not a path expression"):
        parse_path(text)


def test_depth_of_5000() -> None:
    text = "(" * 5000 + "<a:a>" + "*)" * 4999 + "*)"
    assert len(parse_path(text)) == 5001
    assert through_rdf(parse_path(text)) == parse_path(text)


def test_shared_nodes_cannot_explode() -> None:
    alternative, first, rest, nil = (
        NamedNode(f"http://www.w3.org/{name}")
        for name in (
            "ns/shacl#alternativePath",
            "1999/02/22-rdf-syntax-ns#first",
            "1999/02/22-rdf-syntax-ns#rest",
            "1999/02/22-rdf-syntax-ns#nil",
        )
    )
    _, triples = path_triples(parse_path("<a:a>|<a:b>"), "p")
    for level in range(60):
        below = BlankNode(f"l{level - 1}") if level else NamedNode("a:a")
        node, one, two = (BlankNode(f"{kind}{level}") for kind in "lxy")
        triples += [
            Triple(node, alternative, one),
            Triple(one, first, below),
            Triple(one, rest, two),
            Triple(two, first, below),
            Triple(two, rest, nil),
        ]
    with pytest.raises(ShapesError, match="more than 100000 steps"):
        read_path(ShapesGraph(triples), BlankNode("l59"))


def test_names_can_be_short() -> None:
    path = parse_path("<http://www.w3.org/ns/prov#wasDerivedFrom>/<http://example.org/b>")
    assert path_expression(path, short_iri) == "prov:wasDerivedFrom/<http://example.org/b>"
