"""The report of a run: W3C triples, Turtle, findings."""

from __future__ import annotations

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, parse

from graph_rdf.findings import Finding, Severity
from graph_rdf.namespaces import EGSH, SH, XSD
from graph_rdf.shacl.messages import default_message
from graph_rdf.shacl.protocol import ShaclResult, ShaclRun
from graph_rdf.shacl.report_rdf import report_triples
from graph_rdf.shacl.report_turtle import report_turtle
from graph_rdf.shacl.result_findings import shacl_findings
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.shacl.vocabulary import COMPONENT_OF_PARAMETER
from graph_rdf.syntax import source_from_bytes

EX = "http://example.org/"
PATH = "^<http://example.org/p>/<http://example.org/q>"
SHAPES = ShapesGraph.read(
    [
        source_from_bytes(
            f"@prefix sh: <{SH}> . @prefix ex: <{EX}> . @prefix egsh: <{EGSH}> . @prefix xsd: <{XSD}> .\n"
            "ex:s sh:minCount 2 ; sh:datatype xsd:integer ; sh:in ( 1 ex:a 'x' ) ;\n"
            "  sh:pattern 'a{1}' ; sh:class ex:C ; sh:hasValue 'v' ; sh:equals ex:q .".encode(),
            name="s.ttl",
        )
    ]
)


def result(component: str = "MinCount", **changes: object) -> ShaclResult:
    given: dict[str, object] = {
        "focus_node": NamedNode(EX + "a"),
        "source_shape": NamedNode(EX + "s"),
        "component": NamedNode(f"{SH}{component}ConstraintComponent"),
        "severity": NamedNode(SH + "Violation"),
        "result_path": f"^<{EX}p>/<{EX}q>",
    }
    return ShaclResult(**(given | changes))  # type: ignore[arg-type]


def run(*results: ShaclResult) -> ShaclRun:
    return ShaclRun(results=results, shapes=1, shapes_with_targets=1, focus_nodes=1)


def test_turtle_of_a_report() -> None:
    text = report_turtle(run(result(messages=(Literal("zu wenig", language="de"),))))
    assert text.partition("\n\n")[2] == (
        "_:report\n"
        "    a sh:ValidationReport ;\n"
        '    sh:conforms "false"^^xsd:boolean ;\n'
        "    sh:result _:result0 .\n\n"
        "_:result0\n"
        "    a sh:ValidationResult ;\n"
        "    sh:focusNode <http://example.org/a> ;\n"
        "    sh:resultPath _:result0path1 ;\n"
        "    sh:resultSeverity sh:Violation ;\n"
        "    sh:sourceConstraintComponent sh:MinCountConstraintComponent ;\n"
        "    sh:sourceShape <http://example.org/s> ;\n"
        '    sh:resultMessage "zu wenig"@de .\n\n'
        "_:result0path0\n"
        "    sh:inversePath <http://example.org/p> .\n\n"
        "_:result0path1\n"
        "    rdf:first _:result0path0 ;\n"
        "    rdf:rest _:result0path2 .\n\n"
        "_:result0path2\n"
        "    rdf:first <http://example.org/q> ;\n"
        "    rdf:rest rdf:nil .\n"
    )


def test_turtle_and_triples_are_the_same_graph() -> None:
    odd = Literal('a"\\\n\u0001 <x>', datatype=NamedNode(EX + "d#²"))
    given = run(
        result(), result("In", value=odd), result(value=BlankNode("f0b0"), source_shape=BlankNode("s0b1"))
    )
    read = {quad.triple for quad in parse(report_turtle(given), RdfFormat.TURTLE)}
    assert read == set(report_triples(given))
    assert report_turtle(given) == report_turtle(given)


def test_conforms_follows_shacl_on_any_result() -> None:
    def conforms(given: ShaclRun) -> list[str]:
        return [t.object.value for t in report_triples(given) if t.predicate.value == SH + "conforms"]  # type: ignore[union-attr]

    assert conforms(run()) == ["true"]
    assert conforms(run(result(severity=NamedNode(SH + "Info")))) == ["false"]


def test_findings_are_sorted_without_duplicates() -> None:
    found = shacl_findings(
        run(
            result(),
            result(),
            result(
                "In",
                value=Literal("01", datatype=NamedNode(XSD + "integer")),
                severity=NamedNode(SH + "Info"),
            ),
            result(
                source_shape=NamedNode(EGSH + "wrong-bridge"),
                result_path=None,
                severity=NamedNode(EX + "Own"),
            ),
            result(
                "Node",
                focus_node=BlankNode("f0b1"),
                severity=NamedNode(SH + "Warning"),
                value=BlankNode("f0b2"),
            ),
        ),
        SHAPES,
    )
    assert found == [
        Finding(
            "in",
            Severity.INFO,
            '"01"^^xsd:integer is not one of ("1"^^xsd:integer <http://example.org/a> "x")',
            focus_node=EX + "a",
            result_path=PATH,
            value=f'"01"^^<{XSD}integer>',
            shape=EX + "s",
        ),
        Finding(
            "min-count",
            Severity.ERROR,
            f"{PATH} has too few values, at least 2 needed",
            focus_node=EX + "a",
            result_path=PATH,
            shape=EX + "s",
        ),
        Finding(
            "node",
            Severity.WARNING,
            "_:f0b2 does not conform to its parameter",
            focus_node="_:f0b1",
            result_path=PATH,
            value="_:f0b2",
            shape=EX + "s",
        ),
        Finding(
            "wrong-bridge",
            Severity.ERROR,
            "the node has too few values, at least its parameter needed",
            focus_node=EX + "a",
            shape=EGSH + "wrong-bridge",
        ),
    ]


@pytest.mark.parametrize(
    ("messages", "language", "expected"),
    [
        (["en:one", "de:zwei"], "en", "one"),
        (["en:one", "de:zwei"], "de", "zwei"),
        (["en-gb:one", "plain"], "en", "one"),
        (["fr:un", "plain"], "en", "plain"),
        (["fr:un", "de:eins"], "en", "eins"),
    ],
)
def test_message_in_the_wanted_language(messages: list[str], language: str, expected: str) -> None:
    literals = [
        Literal(text, language=tag) if colon else Literal(tag)
        for tag, colon, text in (message.partition(":") for message in messages)
    ]
    (finding,) = shacl_findings(run(result(messages=tuple(literals))), SHAPES, language=language)
    assert finding.message == expected


@pytest.mark.parametrize(
    ("component", "expected"),
    [
        ("Datatype", '"v{0}" is not of datatype xsd:integer'),
        ("Pattern", '"v{0}" does not match "a{1}"'),
        ("Class", '"v{0}" is not an instance of <http://example.org/C>'),
        ("HasValue", f'{PATH} must have the value "v"'),
        (
            "Equals",
            f'the values of {PATH} and <{EX}q> must be the same; "v{{0}}" is only in one of them',
        ),
        ("My", '"v{0}" does not meet the constraint sh:MyConstraintComponent'),
    ],
)
def test_default_messages(component: str, expected: str) -> None:
    assert default_message(result(component, value=Literal("v{0}")), SHAPES) == expected


def test_every_component_has_a_sentence() -> None:
    for component in {*COMPONENT_OF_PARAMETER.values(), SH + "QualifiedMaxCountConstraintComponent"}:
        name = component.removeprefix(SH).removesuffix("ConstraintComponent")
        if name != "Property":  # its results are those of the property shape
            assert "does not meet the constraint" not in default_message(result(name), SHAPES), name
