"""Every shipped query: its header, its algebra, and its exact rows by two engines."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_rdf.errors import QueryError, UnknownNameError
from graph_rdf.namespaces import EG, ID_BASE
from graph_rdf.queries import Query, parse_query, shipped_queries, shipped_query
from tests import query_lint, query_runner

FOLDER = Path(__file__).parent / "queries"
CASES: list[dict[str, Any]] = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
QUERIES = shipped_queries()
HEADERS: dict[str, str] = json.loads((FOLDER / "headers.json").read_text(encoding="utf-8"))
LINT: dict[str, list[str]] = json.loads((FOLDER / "lint.json").read_text(encoding="utf-8"))

GOOD_HEADER = """# Title
#
# Answers: What?
#   More of it.
# Runs on: world
# Parameters:
#   a (id): A.
# Columns:
#   a: A.
#   b: B.
# Example: a=x
#   id:x | -

SELECT ?a ?b WHERE { ?a ?b ?c } ORDER BY ?a ?b
"""


def data_file(name: str) -> Path:
    return query_runner.example_world() if name == "world" else FOLDER / "data" / f"{name}.ttl"


def case_id(case: dict[str, Any]) -> str:
    return " ".join([case["query"], *case["data"], *(f"{key}={value}" for key, value in case["set"].items())])


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_rows(case: dict[str, Any]) -> None:
    query = shipped_query(case["query"])
    data = query_runner.data_graph([data_file(name) for name in case["data"]])
    terms = query_runner.bound_terms(query, case["set"])
    assert query_runner.rows_by_pyoxigraph(query.text, data, terms) == case["rows"]
    assert query_runner.rows_by_rdflib(query.text, data, terms) == case["rows"]


def test_cases_cover_the_folder() -> None:
    queries = {query.name: query for query in QUERIES}
    assert len(queries) == 8
    assert {case["query"] for case in CASES} == set(queries)
    assert {case["query"] for case in CASES if case["rows"]} == set(queries)
    assert {case["query"] for case in CASES if not case["rows"]} == set(queries)
    set_somewhere = {(case["query"], name) for case in CASES for name in case["set"] if case["rows"]}
    assert set_somewhere == {
        (query.name, parameter.name) for query in QUERIES for parameter in query.parameters
    }
    used = {name for case in CASES for name in case["data"]} - {"world"}
    assert used == {path.stem for path in (FOLDER / "data").iterdir()}
    assert len({case_id(case) for case in CASES}) == len(CASES)


@pytest.mark.parametrize(
    "query", [query for query in QUERIES if query.parameters], ids=lambda query: str(query.name)
)
def test_a_bound_query_filters_the_unbound_one(query: Query) -> None:
    """Binding a variable gives the rows of the plain query that have the value, no more and no less."""
    files = [query_runner.example_world(), *(data_file(name) for name in ("accepted-loops", "odd", "report"))]
    data = query_runner.data_graph(files)
    plain = query_runner.rows_by_pyoxigraph(query.text, data, {})
    names = [column.name for column in query.columns]
    for parameter in query.parameters:
        place = names.index(parameter.name)
        values = sorted({row[place] for row in plain if row[place].startswith(("id:", "eg:"))})
        assert values
        for value in values:
            bound = {parameter.name: (ID_BASE if value.startswith("id:") else EG) + value[3:]}
            expected = [row for row in plain if row[place] == value]
            assert query_runner.rows_by_pyoxigraph(query.text, data, bound) == expected
            assert query_runner.rows_by_rdflib(query.text, data, bound) == expected


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: str(query.name))
def test_header_and_algebra(query: Query) -> None:
    assert query_lint.lint(query.text) == []
    assert query_lint.columns(query.text) == [column.name for column in query.columns]
    parameters = {parameter.name for parameter in query.parameters}
    assert parameters - query_lint.variables(query.text) == set()
    assert parameters - {column.name for column in query.columns} == set()
    assert "PREFIX" in query.text
    assert query.text.endswith("\n")
    assert "\r" not in query.text


@pytest.mark.parametrize(
    "query", [query for query in QUERIES if query.example is not None], ids=lambda query: query.name
)
def test_the_example_is_true(query: Query) -> None:
    file = query_runner.example_world() if query.runs_on == "world" else data_file("accepted-base")
    data = query_runner.data_graph([file])
    terms = query_runner.bound_terms(query, dict(query.settings))
    assert query.example
    assert query_runner.rows_by_pyoxigraph(query.text, data, terms) == [list(row) for row in query.example]


@pytest.mark.parametrize("name", sorted(LINT))
def test_lint_case(name: str) -> None:
    assert query_lint.lint((FOLDER / "lint" / name).read_text(encoding="utf-8")) == LINT[name]


def test_the_lint_folder_is_its_manifest() -> None:
    folder = FOLDER / "lint"
    assert LINT
    assert sorted(LINT) == sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.rq"))
    assert {name for name, breaches in LINT.items() if not breaches} == {
        name for name in LINT if name.startswith("good/")
    }


def test_a_header_is_read() -> None:
    query = parse_query("q", GOOD_HEADER)
    assert (query.title, query.answers, query.runs_on) == ("Title", "What? More of it.", "world")
    assert [(p.name, p.kind, p.description) for p in query.parameters] == [("a", "id", "A.")]
    assert [(c.name, c.description) for c in query.columns] == [("a", "A."), ("b", "B.")]
    assert (query.settings, query.example) == ((("a", "x"),), (("id:x", "-"),))


@pytest.mark.parametrize("change", sorted(HEADERS))
def test_a_bad_header_is_refused(change: str) -> None:
    """Each case replaces one line of the good header, and gives the whole message."""
    old, new = change.split(" => ")
    text = GOOD_HEADER.replace(f"{old}\n", new and f"{new}\n")
    assert text != GOOD_HEADER
    with pytest.raises(QueryError) as caught:
        parse_query("q", text)
    assert str(caught.value) == HEADERS[change]


def test_an_unknown_query_is_named() -> None:
    with pytest.raises(UnknownNameError) as caught:
        shipped_query("project_contacts")
    assert str(caught.value).startswith("no query 'project_contacts'; nearest: project_contact")


NODES = "abcde"
EDGES = st.frozensets(
    st.tuples(
        st.sampled_from(NODES),
        st.sampled_from(["operated_by", "contact", "mentions"]),
        st.sampled_from(NODES),
    ),
    max_size=14,
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(EDGES)
def test_the_path_is_the_traversal(edges: frozenset[tuple[str, str, str]]) -> None:
    """Cycles and self loops included, project_contact finds the pairs of edges with three different nodes."""
    expected = sorted(
        [f"id:{a}", f"id:{b}", f"id:{d}"]
        for (a, first, b), (c, second, d) in itertools.product(edges, edges)
        if (first, second) == ("operated_by", "contact") and b == c and len({a, b, d}) == 3
    )
    data = pyoxigraph.serialize(
        [
            pyoxigraph.Triple(
                pyoxigraph.NamedNode(ID_BASE + s),
                pyoxigraph.NamedNode(EG + p),
                pyoxigraph.NamedNode(ID_BASE + o),
            )
            for s, p, o in sorted(edges)
        ],
        format=pyoxigraph.RdfFormat.N_TRIPLES,
    )
    assert data is not None
    text = shipped_query("project_contact").text
    assert query_runner.rows_by_pyoxigraph(text, data, {}) == expected
    assert query_runner.rows_by_rdflib(text, data, {}) == expected
