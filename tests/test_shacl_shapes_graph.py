"""The shapes graph: exact terms, the same labels always, which nodes are shapes."""

from __future__ import annotations

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat

from graph_rdf.errors import ShapesError
from graph_rdf.namespaces import SH, XSD
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import source_from_bytes

EX = "http://example.org/"
PREFIXES = (
    f"@prefix sh: <{SH}> . @prefix ex: <{EX}> . @prefix xsd: <{XSD}> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
)


def graph(text: str, *more: str, name: str = "s.ttl") -> ShapesGraph:
    texts = [text, *more]
    return ShapesGraph.read(
        [
            source_from_bytes((PREFIXES + each).encode(), name=f"{n or ''}{name}")
            for n, each in enumerate(texts)
        ]
    )


def names(shapes: ShapesGraph) -> list[str]:
    return [str(shape).replace(EX, "ex:").strip("<>") for shape in shapes.shapes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ex:a a sh:NodeShape .", ["ex:a"]),
        ("ex:a a sh:PropertyShape .", ["ex:a"]),
        ("ex:a a ex:My . ex:My rdfs:subClassOf ex:Mid . ex:Mid rdfs:subClassOf sh:NodeShape .", ["ex:a"]),
        ("ex:a sh:targetClass ex:C .", ["ex:a"]),
        ("ex:a sh:targetNode ex:C .", ["ex:a"]),
        ("ex:a sh:targetSubjectsOf ex:p .", ["ex:a"]),
        ("ex:a sh:targetObjectsOf ex:p .", ["ex:a"]),
        ("ex:a sh:minCount 1 .", ["ex:a"]),
        ("ex:a sh:sparql [ ] .", ["ex:a"]),
        ("ex:a sh:node ex:b .", ["ex:a", "ex:b"]),
        ("ex:a sh:or ( ex:b [ ] ) .", ["ex:a", "ex:b", "_:s0b2"]),
        ("ex:a sh:property ex:b .", ["ex:a", "ex:b"]),
        ("ex:c a sh:ConstraintComponent ; sh:parameter [ sh:path ex:max ] . ex:a ex:max 3 .", ["ex:a"]),
        ("ex:a sh:path ex:p ; sh:name 'x' .", []),
        ("ex:a ex:p ex:b .", []),
    ],
)
def test_which_nodes_are_shapes(text: str, expected: list[str]) -> None:
    assert names(graph(text)) == expected


def test_literals_stay_as_written() -> None:
    shapes = graph('ex:a sh:in ( 01 1.50 "1"^^xsd:boolean "5"^^xsd:byte "x"@en ) .')
    (head,) = shapes.objects(NamedNode(EX + "a"), SH + "in")
    assert shapes.list_items(head) == (
        Literal("01", datatype=NamedNode(XSD + "integer")),
        Literal("1.50", datatype=NamedNode(XSD + "decimal")),
        Literal("1", datatype=NamedNode(XSD + "boolean")),
        Literal("5", datatype=NamedNode(XSD + "byte")),
        Literal("x", language="en"),
    )


def test_blank_nodes_of_two_files_stay_apart_and_have_the_same_labels_always() -> None:
    text = "ex:a sh:property [ sh:path ex:p ; sh:minCount 1 ] ."
    for _ in range(2):
        assert [str(s) for s in graph(text, text).shapes] == [f"<{EX}a>", "_:s0b0", "_:s1b0"]


def test_named_graphs_are_merged() -> None:
    shapes = graph("ex:g { ex:a sh:nodeKind sh:IRI } ex:b sh:nodeKind sh:IRI .", name="s.trig")
    assert names(shapes) == ["ex:a", "ex:b"]


def test_value_refuses_several() -> None:
    shapes = graph("ex:a sh:minCount 1, 2 ; sh:maxCount 3 .")
    node = NamedNode(EX + "a")
    assert shapes.value(node, SH + "maxCount") == Literal("3", datatype=NamedNode(XSD + "integer"))
    assert shapes.value(node, SH + "path") is None
    with pytest.raises(ShapesError, match="has 2 values of sh:minCount, one is allowed"):
        shapes.value(node, SH + "minCount")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("ex:l rdf:first 1 .", "is ill-formed"),
        ("ex:l rdf:rest () .", "is ill-formed"),
        ("ex:l rdf:first 1, 2 ; rdf:rest () .", "is ill-formed"),
        ("ex:l rdf:first 1 ; rdf:rest ex:m . ex:m rdf:first 2 ; rdf:rest ex:l .", "runs into itself"),
    ],
)
def test_broken_lists(text: str, fault: str) -> None:
    with pytest.raises(ShapesError, match=fault):
        graph(text).list_items(NamedNode(EX + "l"))


def test_long_lists_and_deep_class_trees_have_no_limit() -> None:
    members = " ".join(str(n) for n in range(20_000))
    tree = "".join(f"ex:c{n + 1} rdfs:subClassOf ex:c{n} .\n" for n in range(20_000))
    shapes = graph(f"ex:a sh:in ( {members} ) . {tree}")
    (head,) = shapes.objects(NamedNode(EX + "a"), SH + "in")
    assert len(shapes.list_items(head)) == 20_000
    assert len(shapes.subclasses(NamedNode(EX + "c0"))) == 20_001


def test_targets_and_deactivation() -> None:
    shapes = graph(
        "ex:a a rdfs:Class , sh:NodeShape . ex:b a sh:NodeShape .\n"
        "ex:c sh:targetNode 1 ; sh:deactivated true .\n"
        "ex:d a ex:Meta , sh:NodeShape . ex:Meta rdfs:subClassOf rdfs:Class ."
    )
    assert [shapes.has_targets(shape) for shape in shapes.shapes] == [True, False, True, True]
    assert [shapes.is_deactivated(shape) for shape in shapes.shapes] == [False, False, True, False]


def test_names_lead_to_the_owner() -> None:
    shapes = graph("ex:a sh:property [ sh:path ex:p ; sh:or ( [ sh:nodeKind sh:IRI ] [ ] ) ] .")
    assert shapes.owner(BlankNode("s0b2")) == NamedNode(EX + "a")
    assert shapes.name(BlankNode("s0b0")) == f"_:s0b0 of path <{EX}p> in <{EX}a>"
    assert shapes.owner(BlankNode("elsewhere")) is None


def test_all_faults_of_all_files_are_told() -> None:
    with pytest.raises(ShapesError) as caught:
        graph("ex:a nope:b 1 .", "ex:c .", "ex:fine ex:p 1 .")
    assert [str(problem) for problem in caught.value.problems] == [
        "s.ttl:4:6: prefix nope: is not declared; add @prefix nope: <…> .",
        "1s.ttl:4:6: . is not a valid predicate",
    ]


def test_relative_iris_resolve_against_the_file() -> None:
    data = f"<#a> <{SH}minCount> 1 .".encode()
    shapes = ShapesGraph.read([source_from_bytes(data, name="-", format=RdfFormat.TURTLE)])
    assert [str(shape) for shape in shapes.shapes] == ["<stdin:///#a>"]
