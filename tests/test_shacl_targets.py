"""Targets: focus nodes, counts, and what is said of shapes that matched nothing."""

from __future__ import annotations

import pytest
from pyoxigraph import NamedNode

from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.errors import NothingCheckedError
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.shacl.targets import data_subclasses, focus_nodes, require_focus, survey_targets, targets_of
from graph_rdf.syntax import source_from_bytes

EX = "http://example.org/"
PREFIXES = (
    f"@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix ex: <{EX}> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
)
DATA = """
ex:Child rdfs:subClassOf ex:Person . ex:Baby rdfs:subClassOf ex:Child . [] rdfs:subClassOf ex:Odd .
ex:ann a ex:Person ; ex:knows ex:bob, "b", 01 . ex:bob a ex:Child . ex:cid a ex:Baby, ex:Person .
ex:dan a _:anonymous . _:anonymous rdfs:subClassOf ex:Odd .
"""


def shapes_of(*texts: str) -> ShapesGraph:
    return ShapesGraph.read(
        [source_from_bytes((PREFIXES + text).encode(), name=f"s{n}.ttl") for n, text in enumerate(texts)]
    )


def data_of(text: str = DATA) -> EmbeddedDataset:
    data, findings = load_sources([source_from_bytes((PREFIXES + text).encode(), name="d.ttl")])
    assert findings == []
    return data


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("sh:targetClass ex:Person", ["ex:ann", "ex:bob", "ex:cid"]),
        ("sh:targetClass ex:Child", ["ex:bob", "ex:cid"]),
        ("sh:targetClass ex:Odd", ["ex:dan"]),
        ("sh:targetClass ex:Nobody", []),
        ("sh:targetNode ex:absent, 7", ["ex:absent", '"7"^^<http://www.w3.org/2001/XMLSchema#integer>']),
        ("sh:targetSubjectsOf ex:knows", ["ex:ann"]),
        ("sh:targetObjectsOf ex:knows", ["ex:bob", '"1"^^<http://www.w3.org/2001/XMLSchema#integer>', '"b"']),
        ("sh:targetClass ex:Baby ; sh:targetSubjectsOf ex:knows", ["ex:ann", "ex:cid"]),
        ("a rdfs:Class, sh:NodeShape", ["ex:bob", "ex:cid"]),
    ],
)
def test_focus_nodes(target: str, expected: list[str]) -> None:
    data = data_of()
    shapes = shapes_of(f"ex:Child {target} .")
    targets = targets_of(shapes, NamedNode(EX + "Child"), data_subclasses(data))
    found = [str(node).replace(f"<{EX}", "ex:").removesuffix(">") for node in focus_nodes(data, targets)]
    assert found == [each.removesuffix(">") for each in expected]


def test_survey_counts_each_shape_and_all_together() -> None:
    shapes = shapes_of(
        "ex:a sh:targetClass ex:Person . ex:b sh:targetNode ex:ann, ex:new .\n"
        "ex:c sh:targetClass ex:Nobody ."
        "ex:off sh:targetClass ex:Person ; sh:deactivated true . ex:none sh:nodeKind sh:IRI ."
    )
    survey = survey_targets(data_of(), shapes)
    assert {str(shape): count for shape, count in survey.counts.items()} == {
        f"<{EX}a>": 3,
        f"<{EX}b>": 2,
        f"<{EX}c>": 0,
    }
    assert survey.focus_nodes == 4
    assert survey.untargeted == (EX + "c",)


@pytest.mark.parametrize(
    ("shape", "hint"),
    [
        (
            "ex:s sh:targetClass ex:person .",
            "class <http://example.org/person> has no instance; did you mean <http://example.org/Person>?",
        ),
        (
            "ex:s sh:targetClass ex:Agent . ex:Person rdfs:subClassOf ex:Agent .",
            (
                f"class <{EX}Agent> has no instance; its subclass <{EX}Person> has, but the subclass axiom"
                " stands only in the shapes or ontology file, not in the data"
            ),
        ),
        ("ex:s sh:targetClass ex:Zebra .", "class <http://example.org/Zebra> has no instance in the data"),
        ("ex:s sh:targetSubjectsOf ex:likes .", "no node has a <http://example.org/likes>"),
        ("ex:s sh:targetObjectsOf ex:likes .", "no node is a value of <http://example.org/likes>"),
    ],
)
def test_hints(shape: str, hint: str) -> None:
    shapes = shapes_of(shape)
    survey = survey_targets(data_of(), shapes)
    assert {str(node): text for node, text in survey.hints.items()} == {f"<{EX}s>": hint}
    warning = f"s0.ttl: <{EX}s> matched no node: {hint}"
    assert require_focus(survey, shapes, allow_empty=True) == (warning,)
    with pytest.raises(NothingCheckedError) as caught:
        require_focus(survey, shapes)
    assert str(caught.value) == f"nothing was checked: no shape of s0.ttl matched a node ({warning})"


def test_no_shape_with_a_target() -> None:
    shapes = shapes_of("ex:s sh:nodeKind sh:IRI .")
    survey = survey_targets(data_of(), shapes)
    assert require_focus(survey, shapes, allow_empty=True) == ()
    with pytest.raises(NothingCheckedError, match=r"no shape matched a node \(no shape has a target\)"):
        require_focus(survey, shapes)


def test_each_shapes_file_must_match_something() -> None:
    shapes = shapes_of("ex:s sh:targetClass ex:Person .", "ex:t sh:targetClass ex:Persona .")
    with pytest.raises(NothingCheckedError, match=r"no shape of s1\.ttl matched a node"):
        require_focus(survey_targets(data_of(), shapes), shapes)


def test_a_silent_shape_beside_one_that_matched_is_a_warning() -> None:
    shapes = shapes_of("ex:s sh:targetClass ex:Person . ex:t sh:targetSubjectsOf ex:likes .")
    assert require_focus(survey_targets(data_of(), shapes), shapes) == (
        f"s0.ttl: <{EX}t> matched no node: no node has a <{EX}likes>",
    )


def test_empty_data_is_nothing_checked() -> None:
    shapes = shapes_of("ex:s sh:targetClass ex:Person .")
    with pytest.raises(NothingCheckedError):
        require_focus(survey_targets(data_of(""), shapes), shapes)
