"""Solutions in the formats of the W3C: another reader reads back the very terms."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
import rdflib.term
from pyoxigraph import (
    BlankNode,
    Literal,
    NamedNode,
    QueryResultsFormat,
    QuerySolutions,
    Triple,
    parse_query_results,
)
from rdflib.query import Result

from graph_rdf.namespaces import ID_BASE, XSD
from graph_rdf.report.solution_formats import (
    RESULT_FORMATS,
    render_solutions,
    render_solutions_markdown,
    render_truth,
)

if TYPE_CHECKING:
    from graph_rdf.report.solutions import Row

HOSTILE = "a\t\"b\"\r\n\\ <c> & 'd', ü\u2028𝄞=1"
ROWS: list[Row] = [
    (NamedNode("http://e/a"), Literal(HOSTILE), BlankNode("b0")),
    (None, Literal("x", language="en"), Literal("01", datatype=NamedNode(XSD + "integer"))),
    (None, None, None),
]
NAMES = ["first", "second", "third"]


@pytest.mark.parametrize("name", [*RESULT_FORMATS, "json"])
def test_read_back(name: str) -> None:
    text = render_solutions(NAMES, ROWS, name)
    formats = {**RESULT_FORMATS, "json": QueryResultsFormat.JSON}
    if name == "csv":
        return
    solutions = parse_query_results(text, format=formats[name])
    assert isinstance(solutions, QuerySolutions)
    assert [variable.value for variable in solutions.variables] == NAMES
    rows = [tuple(solution[at] for at in NAMES) for solution in solutions]
    assert [tuple(map(str, row[:2])) for row in rows] == [tuple(map(str, row[:2])) for row in ROWS]
    assert str(rows[1][2]) == str(ROWS[1][2])


@pytest.mark.parametrize("name", ["json", "xml", "csv"])
def test_read_back_by_rdflib(name: str) -> None:
    text = render_solutions(NAMES, ROWS, name)
    result = Result.parse(format=name, source=io.BytesIO(text.encode("utf-8")))
    first = result.bindings[0]
    assert first[rdflib.term.Variable("first")] == rdflib.term.URIRef("http://e/a")
    # XML readers take CR LF for LF, and the format has no escape that they would keep.
    assert str(first[rdflib.term.Variable("second")]).replace("\r\n", "\n") == HOSTILE.replace("\r\n", "\n")


def test_triple_terms() -> None:
    triple = Triple(NamedNode("http://e/a"), NamedNode("http://e/b"), Literal("c"))
    for name in ("json", "xml", "tsv"):
        assert "http://e/b" in render_solutions(["t"], [(triple,)], name)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("csv", "true\n"), ("tsv", "true\n"), ("json", '{\n  "head": {},\n  "boolean": true\n}\n')],
)
def test_truth(name: str, shown: str) -> None:
    assert render_truth(True, name) == shown


def test_truth_as_xml() -> None:
    assert "<boolean>false</boolean>" in render_truth(False, "xml")


def test_markdown_shows_text_as_text() -> None:
    rows: list[Row] = [(NamedNode(ID_BASE + "a_b"), Literal("<b>|*x*</b>\n"))]
    text = render_solutions_markdown(["one", "two"], rows, ID_BASE)
    assert text.splitlines()[2] == "| id:a\\_b | &lt;b&gt;\\|\\*x\\*&lt;/b&gt;\\\\n |"
    assert {len(line) for line in text.splitlines()} == {len(text.splitlines()[0])}
