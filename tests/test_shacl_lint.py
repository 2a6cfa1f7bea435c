"""The lint of shapes: each file of tests/shacl/lint and the exact problems that its manifest lists."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from graph_rdf.errors import GraphRdfError, NothingCheckedError, ShapesError
from graph_rdf.namespaces import SH
from graph_rdf.shacl.known_terms import KNOWN_TERMS, UNSUPPORTED_TERMS
from graph_rdf.shacl.lint import lint_shapes
from graph_rdf.shacl.lint_values import VALUE_RULES
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.shacl.vocabulary import COMPONENT_OF_PARAMETER
from graph_rdf.syntax import read_source, source_from_bytes

FOLDER = Path(__file__).parent / "shacl" / "lint"
MANIFEST = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
PREFIXES = f"@prefix sh: <{SH}> . @prefix ex: <http://example.org/> .\n"


def shapes_of(text: str) -> ShapesGraph:
    return ShapesGraph.read([source_from_bytes((PREFIXES + text).encode(), name="s.ttl")])


def verdict(name: str) -> dict[str, object]:
    try:
        shapes = ShapesGraph.read([read_source(FOLDER / name, name=name)])
        warnings = lint_shapes(shapes)
    except GraphRdfError as error:
        problems = getattr(error, "problems", ()) or (error,)
        return {"outcome": type(error).__name__, "messages": [str(problem) for problem in problems]}
    return {"outcome": "accepted", "messages": [str(warning) for warning in warnings]}


def test_folder_equals_manifest() -> None:
    assert sorted(path.name for path in FOLDER.glob("*.ttl")) == sorted(MANIFEST)
    assert MANIFEST


@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_file(name: str) -> None:
    assert verdict(name) == MANIFEST[name]


def test_allow_empty_forgives_unknown_terms_and_missing_shapes_and_nothing_else() -> None:
    unknown = shapes_of("ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:nodeKind sh:IRI ; sh:mincount 1 .")
    assert [str(w) for w in lint_shapes(unknown, allow_empty=True)] == [
        "s.ttl:2:1: <http://example.org/S>: sh:mincount is no term of SHACL; did you mean sh:minCount?"
    ]
    assert [str(w) for w in lint_shapes(shapes_of(""), allow_empty=True)] == [
        "s.ttl: there is no shape in it"
    ]
    with pytest.raises(ShapesError, match="it takes an IRI"):
        lint_shapes(shapes_of("ex:S sh:targetClass 1 ; sh:nodeKind sh:IRI ."), allow_empty=True)


def test_one_file_without_shapes_beside_a_good_one() -> None:
    good = source_from_bytes(
        (PREFIXES + "ex:S sh:targetNode 1 ; sh:nodeKind sh:IRI .").encode(), name="a.ttl"
    )
    other = source_from_bytes(b"<urn:a> <urn:b> <urn:c> .", name="b.ttl")
    with pytest.raises(NothingCheckedError) as caught:
        lint_shapes(ShapesGraph.read([good, other]))
    assert str(caught.value) == "b.ttl: there is no shape in it"


def test_error_tells_the_first_problem_and_how_many_more() -> None:
    with pytest.raises(ShapesError) as caught:
        lint_shapes(shapes_of("ex:S a sh:NodeShape ; sh:targetClass 1, 2 ; sh:nodeKind sh:IRI ."))
    assert caught.value.message == (
        '<http://example.org/S>: sh:targetClass "1"^^xsd:integer: it takes an IRI (and 1 more)'
    )
    assert len(caught.value.problems) == 2


def test_nesting_of_5000_shapes_has_no_limit_and_a_ring_of_5000_is_found() -> None:
    chain = "".join(f"ex:s{n} sh:not ex:s{n + 1} .\n" for n in range(5000))
    open_end = "ex:s0 sh:targetNode 1 . ex:s5000 sh:nodeKind sh:IRI ."
    assert lint_shapes(shapes_of(chain + open_end)) == ()
    with pytest.raises(ShapesError) as caught:
        lint_shapes(shapes_of(chain + "ex:s5000 sh:not ex:s0 ."))
    (problem,) = caught.value.problems
    assert "the shape uses itself: <http://example.org/s0> → <http://example.org/s1>" in str(problem)
    assert "→ … →" in str(problem)


def test_nested_blank_nodes_5000_deep() -> None:
    text = (
        "ex:S sh:targetNode 1 ; sh:not " + "[ sh:not " * 5000 + "[ sh:nodeKind sh:IRI ]" + " ]" * 5000 + " ."
    )
    assert lint_shapes(shapes_of(text)) == ()


def test_every_parameter_has_a_rule_and_is_known() -> None:
    without_rule = {SH + "hasValue"}
    assert set(COMPONENT_OF_PARAMETER) - set(VALUE_RULES) == without_rule
    assert set(VALUE_RULES) <= KNOWN_TERMS
    assert not KNOWN_TERMS & set(UNSUPPORTED_TERMS)


def test_the_vocabulary_of_shacl_beside_the_shapes_is_no_fault() -> None:
    vocabulary = files("pyshacl").joinpath("assets", "shacl.ttl").read_bytes()
    shape = (PREFIXES + "ex:S sh:targetNode 1 ; sh:nodeKind sh:IRI .").encode()
    sources = [source_from_bytes(data, name=f"{n}.ttl") for n, data in enumerate((vocabulary, shape))]
    assert lint_shapes(ShapesGraph.read(sources)) == ()
