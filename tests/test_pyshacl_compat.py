"""One import is changed: pySHACL and the library say the same of the same graphs."""

from __future__ import annotations

import io
import logging
import tomllib
import warnings
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest
import rdflib
from rdflib.compare import isomorphic

from graph_rdf import pyshacl_compat
from graph_rdf.errors import DataError, ShapesError
from graph_rdf.namespaces import SH
from graph_rdf.pyshacl_compat import UnsupportedError

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyshacl

FILE = Path(__file__).parent / "pyshacl_compat" / "cases.toml"
TABLE = tomllib.loads(FILE.read_text(encoding="utf-8"))
PREFIXES = TABLE.pop("prefixes")
MESSAGE = rdflib.URIRef(SH + "resultMessage")
DETAIL = rdflib.URIRef(SH + "detail")
SHAPES = (
    PREFIXES
    + """
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
"""
)
DATA = PREFIXES + "ex:a a ex:C ."


def parsed(text: str | None) -> rdflib.Graph | None:
    return None if text is None else rdflib.Graph().parse(data=PREFIXES + text, format="turtle")


def comparable(report: rdflib.Graph, shapes: rdflib.Graph) -> rdflib.Graph:
    """Leave out the messages that no shape states, and sh:detail, which is optional."""
    for detail in list(report.subject_objects(DETAIL)):
        report.remove((detail[0], DETAIL, detail[1]))
        for reached in list(report.transitive_objects(detail[1], None)):
            if isinstance(reached, rdflib.BNode):
                report.remove((reached, None, None))
    stated = set(shapes.objects(None, rdflib.URIRef(SH + "message")))
    for triple in list(report.triples((None, MESSAGE, None))):
        if triple[2] not in stated and not any("{" in str(message) for message in stated):
            report.remove(triple)
    return report


def test_there_are_cases() -> None:
    assert len(TABLE) == 19


@pytest.mark.parametrize("name", sorted(TABLE))
def test_the_same_report(name: str) -> None:
    case = TABLE[name]
    reports = []
    for validate in (pyshacl_compat.validate, pyshacl.validate):
        data, shapes, ontology = (parsed(case.get(key)) for key in ("data", "shapes", "ontology"))
        assert data is not None
        given = {id(graph): set(graph) for graph in (data, shapes, ontology) if graph is not None}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # owlrl and rdflib warn of what pySHACL does with them
            conforms, report, text = validate(
                data, shacl_graph=shapes, ont_graph=ontology, **case.get("arguments", {})
            )
        assert isinstance(report, rdflib.Graph)
        assert conforms is case["conforms"]
        assert text.startswith(f"Validation Report\nConforms: {conforms}\n")
        if validate is pyshacl_compat.validate:  # pySHACL adds to the shapes graph
            assert {id(graph): set(graph) for graph in (data, shapes, ontology) if graph is not None} == given
        reports.append(comparable(report, data if shapes is None else shapes))
    assert isomorphic(*reports)


def test_the_text_counts_and_names() -> None:
    shapes = rdflib.Graph().parse(data=SHAPES, format="turtle")
    _, _, text = pyshacl_compat.validate(DATA, shacl_graph=shapes)
    lines = text.splitlines()
    assert lines[:4] == [
        "Validation Report",
        "Conforms: False",
        "Results (1):",
        f"Constraint Violation in MinCountConstraintComponent ({SH}MinCountConstraintComponent):",
    ]
    assert lines[4] == "\tSeverity: sh:Violation"
    assert lines[5].startswith("\tSource Shape: _:")
    assert lines[6:8] == ["\tFocus Node: ex:a", "\tResult Path: <urn:ex:p>"]
    assert lines[8].startswith("\tMessage: ")


INPUTS: list[tuple[str, Any]] = [
    ("text", DATA),
    ("bytes", DATA.encode()),
    ("file", io.BytesIO(DATA.encode())),
    ("graph", rdflib.Graph().parse(data=DATA, format="turtle")),
    ("dataset", pyoxigraph.Dataset(pyoxigraph.parse(DATA, pyoxigraph.RdfFormat.TURTLE))),
    ("list", [DATA, rdflib.Graph().parse(data=PREFIXES + "ex:b a ex:D .", format="turtle")]),
]


@pytest.mark.parametrize(("name", "given"), INPUTS, ids=[name for name, _ in INPUTS])
def test_what_pyshacl_takes(name: str, given: Any) -> None:
    conforms, report, _ = pyshacl_compat.validate(given, shacl_graph=SHAPES)
    assert isinstance(report, rdflib.Graph)
    assert not conforms
    assert list(report.objects(None, rdflib.URIRef(SH + "focusNode"))) == [rdflib.URIRef("urn:ex:a")]


def test_paths_and_formats(tmp_path: Path) -> None:
    path = tmp_path / "data.dat"
    path.write_text(
        "<urn:ex:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:ex:C> .\n", encoding="utf-8"
    )
    for given in (path, str(path)):
        assert not pyshacl_compat.validate(given, shacl_graph=SHAPES, data_graph_format="nt")[0]


def test_a_named_graph_counts() -> None:
    data = rdflib.Dataset()
    data.graph(rdflib.URIRef("urn:g")).add(
        (rdflib.URIRef("urn:ex:a"), rdflib.RDF.type, rdflib.URIRef("urn:ex:C"))
    )
    assert not pyshacl_compat.validate(data, shacl_graph=SHAPES)[0]


def test_the_report_as_bytes() -> None:
    _, report, _ = pyshacl_compat.validate(DATA, shacl_graph=SHAPES, serialize_report_graph="nt")
    assert isinstance(report, bytes)
    assert b"ValidationReport" in report
    _, report, _ = pyshacl_compat.validate(DATA, shacl_graph=SHAPES, serialize_report_graph=True)
    assert isinstance(report, bytes)
    assert report.startswith(b"@prefix")


@pytest.mark.parametrize("argument", ["abort_on_first", "abort_on_error"])
def test_the_first_result_alone(argument: str) -> None:
    data = DATA + " ex:b a ex:C ."
    arguments: dict[str, Any] = {argument: True}
    _, report, text = pyshacl_compat.validate(data, shacl_graph=SHAPES, **arguments)
    assert isinstance(report, rdflib.Graph)
    assert len(list(report.objects(None, rdflib.URIRef(SH + "result")))) == 1
    assert "Results (1):" in text


UNSUPPORTED: list[dict[str, Any]] = [
    {"advanced": True},
    {"check_dash_result": True},
    {"check_sht_result": True},
    {"debug": True},
    {"do_owl_imports": True},
    {"focus_nodes": ["urn:ex:a"]},
    {"inference": "all"},
    {"inference": "rdfs", "inplace": True},
    {"iterate_rules": True},
    {"js": True},
    {"max_validation_depth": 5},
    {"meta_shacl": True},
    {"multi_data_graphs_mode": "validate_each"},
    {"sparql_mode": True},
    {"use_shapes": ["urn:ex:S"]},
    {"data_graph_format": "hext"},
]


@pytest.mark.parametrize("arguments", UNSUPPORTED, ids=str)
def test_refused_by_name(arguments: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedError, match="hext" if "hext" in arguments.values() else min(arguments)):
        pyshacl_compat.validate(DATA, shacl_graph=SHAPES, **arguments)


def test_neutral_values_pass() -> None:
    neutral: dict[str, Any] = dict.fromkeys(pyshacl_compat._REFUSED)
    assert not pyshacl_compat.validate(DATA, shacl_graph=SHAPES, inplace=True, **neutral)[0]
    assert not pyshacl_compat.validate(DATA, shacl_graph=SHAPES, advanced=False, focus_nodes=[])[0]


def test_what_pyshacl_does_not_know() -> None:
    with pytest.raises(TypeError, match="'shapes'"):
        pyshacl_compat.validate(DATA, shapes=SHAPES)


def test_nothing_is_fetched() -> None:
    with pytest.raises(UnsupportedError, match="nothing is fetched"):
        pyshacl_compat.validate("https://example.org/data.ttl", shacl_graph=SHAPES)


def test_broken_inputs() -> None:
    with pytest.raises(DataError, match="the data graph:1:"):
        pyshacl_compat.validate("ex:a a ex:C .\n", shacl_graph=SHAPES)
    with pytest.raises(ShapesError, match="it takes one xsd:integer"):
        pyshacl_compat.validate(DATA, shacl_graph=SHAPES.replace("sh:minCount 1", "sh:minCount 'one'"))


def test_remarks_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="graph_rdf.pyshacl_compat"):
        pyshacl_compat.validate(DATA, shacl_graph=SHAPES.replace("sh:minCount 1", "sh:minCont 1"))
    assert any("minCont" in record.getMessage() for record in caplog.records)
