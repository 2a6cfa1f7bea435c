"""pySHACL behind the protocol: exact terms, one order, errors of ours, nothing printed."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.errors import EngineError
from graph_rdf.namespaces import SH, XSD
from graph_rdf.shacl.protocol import Limits, ShaclEngine, ShaclResult, ShaclRun
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from graph_rdf.shacl.rdflib_terms import from_rdflib, to_rdflib
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import source_from_bytes

EX = "http://example.org/"
PREFIXES = f"@prefix sh: <{SH}> . @prefix ex: <{EX}> . @prefix xsd: <{XSD}> .\n"


def shapes_of(text: str) -> ShapesGraph:
    return ShapesGraph.read([source_from_bytes((PREFIXES + text).encode(), name="s.ttl")])


def data_of(text: str) -> EmbeddedDataset:
    data, findings = load_sources(
        [source_from_bytes((PREFIXES + text).encode(), name="d.trig")], lexical=False
    )
    assert findings == []
    return data


def run(data: str, shapes: str, limits: Limits | None = None) -> ShaclRun:
    engine: ShaclEngine = PyshaclEngine()
    return engine.validate(data_of(data), shapes_of(shapes), limits or Limits())


def test_whole_result() -> None:
    shape = (
        "[ sh:path [ sh:zeroOrOnePath ex:p ] ; sh:nodeKind sh:Literal ; sh:severity sh:Warning ; sh:message "
    )
    found = run(
        "ex:a ex:p [ ex:q 1 ] .", f"ex:s sh:targetNode ex:a ; sh:property {shape} 'no', 'nein'@de ] ."
    )
    result = ShaclResult(
        focus_node=NamedNode(EX + "a"),
        source_shape=BlankNode("s0b1"),
        component=NamedNode(SH + "NodeKindConstraintComponent"),
        severity=NamedNode(SH + "Warning"),
        messages=(Literal("nein", language="de"), Literal("no")),
        result_path=f"<{EX}p>?",
        value=NamedNode(EX + "a"),
    )
    other = replace(result, value=BlankNode("f0b0"))
    assert set(found.results) == {result, other}
    assert (found.shapes, found.shapes_with_targets, found.focus_nodes) == (2, 1, 1)
    assert (found.constraints_skipped, found.untargeted, found.truncated) == (0, (), False)


@pytest.mark.parametrize(
    "literal",
    [
        "01",
        "1.50",
        '"1"^^xsd:boolean',
        '"5"^^xsd:byte',
        '"2020-01-01T00:00:00+00:00"^^xsd:dateTimeStamp',
        '"P12M"^^xsd:duration',
        '"x"@en-gb',
        '"not a number"^^xsd:integer',
        '"a\\u0001\\r\\n\\u0085"',
        '" "^^xsd:token',
    ],
)
def test_values_are_as_written(literal: str) -> None:
    data = data_of(f"ex:a ex:p {literal} .")
    (quad,) = data.quads()
    assert from_rdflib(to_rdflib(quad.object)) == quad.object
    (result,) = (
        PyshaclEngine()
        .validate(
            data,
            shapes_of("ex:s sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:nodeKind sh:IRI ] ."),
            Limits(),
        )
        .results
    )
    assert result.value == quad.object


def test_no_message_of_ours_is_made_up() -> None:
    (result,) = run("ex:a ex:p 1 .", "ex:s sh:targetNode ex:a ; sh:class ex:C .").results
    assert result.messages == ()


def test_message_of_a_sparql_constraint() -> None:
    query = "SELECT $this ?value { $this ?p ?value }"
    shapes = (
        f"ex:s sh:targetNode ex:a ; sh:sparql ex:c . ex:c sh:message 'bad {{?value}}' ; sh:select '{query}' ."
    )
    found = run("ex:a ex:p 1 .", shapes)
    (result,) = found.results
    assert [message.value for message in result.messages] == ["bad 1"]
    assert result.source_constraint == NamedNode(EX + "c")


def test_named_graphs_are_not_the_data_graph() -> None:
    assert run("ex:g { ex:a a ex:C }", "ex:s sh:targetClass ex:C ; sh:nodeKind sh:Literal .").focus_nodes == 0


@pytest.mark.parametrize(
    ("limits", "count", "truncated"),
    [
        (Limits(), 3, False),
        (Limits(max_results=3), 3, False),
        (Limits(max_results=2), 2, True),
        (Limits(max_results=0), 0, True),
        (Limits(max_per_shape=1), 2, True),
    ],
)
def test_limits_are_said(limits: Limits, count: int, truncated: bool) -> None:
    found = run(
        "ex:a ex:p 1 .",
        "ex:s sh:targetNode ex:a, ex:b ; sh:nodeKind sh:Literal . ex:t sh:targetNode ex:a ; sh:class ex:C .",
        limits,
    )
    assert (len(found.results), found.truncated) == (count, truncated)


def test_order_is_that_of_the_focus_node() -> None:
    found = run("ex:a ex:p 1 .", "ex:s sh:targetNode ex:b, ex:c, ex:a ; sh:nodeKind sh:Literal .")
    assert [str(result.focus_node) for result in found.results] == [f"<{EX}{name}>" for name in "abc"]


@pytest.mark.parametrize(
    ("shapes", "fault"),
    [
        ("ex:s sh:targetNode ex:a ; sh:sparql [ sh:select 'SELECT nonsense' ] .", "pySHACL: "),
        ("ex:s sh:targetNode ex:a ; sh:minLength 'x' .", "pySHACL: "),
        (
            "ex:s sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:node ex:s ] .",
            "pySHACL: Validation path too deep!",
        ),
        (
            "ex:s sh:targetNode ex:a ; sh:not "
            + "[ sh:not " * 400
            + "[ sh:nodeKind sh:IRI ]"
            + " ]" * 400
            + " .",
            "pySHACL: the shapes are nested too deep",
        ),
        *(
            (
                f"ex:s sh:targetNode ex:a ; sh:sparql [ sh:select 'SELECT $this {query}' ] .",
                "uses FROM, which reaches for the network|must not contain a federated query",
            )
            for query in (
                "FROM <http://127.0.0.1:9/> WHERE { $this ?p ?value }",
                "WHERE { SERVICE <http://127.0.0.1:9/> { $this ?p ?value } }",
                "WHERE { FILTER EXISTS { SERVICE <http://127.0.0.1:9/> { $this ?p ?value } } }",
            )
        ),
    ],
)
def test_its_exceptions_are_ours(shapes: str, fault: str) -> None:
    with pytest.raises(EngineError, match=fault):
        run("ex:a ex:p ex:a .", shapes)


def test_constraints_that_it_passes_over_are_counted() -> None:
    shapes = "ex:s sh:targetNode ex:a ; sh:qualifiedMinCount 1 ; sh:nodeKind sh:IRI ."
    assert run("ex:a ex:p ex:a .", shapes).constraints_skipped == 1


def test_nothing_is_printed_or_logged(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        run(
            'ex:a ex:p "x"^^xsd:integer .',
            "ex:s sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .",
        )
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_terms_of_rdf_12_are_refused_by_name() -> None:
    term = Triple(NamedNode("urn:a"), NamedNode("urn:b"), NamedNode("urn:c"))
    data = EmbeddedDataset.from_triples([Triple(NamedNode(EX + "a"), NamedNode(EX + "p"), term)])
    with pytest.raises(EngineError, match=r"RDF 1\.1 only"):
        PyshaclEngine().validate(data, shapes_of("ex:s sh:targetNode ex:a ; sh:nodeKind sh:IRI ."), Limits())
