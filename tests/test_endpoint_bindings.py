"""Bound queries mean what substitutions in the embedded store mean, and no value becomes syntax."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Store, Triple

from graph_rdf.dataset.endpoint_bindings import bound_query
from graph_rdf.dataset.sparql_tokens import sparql_term, tokenize
from graph_rdf.errors import QueryError
from graph_rdf.namespaces import EG, ID_BASE
from graph_rdf.queries import Query, shipped_queries
from tests import endpoint_cases, query_runner
from tests.endpoint_cases import BOUND, LITERALS, PREFIX, REFUSED, A, cells


@pytest.mark.parametrize("name", BOUND)
def test_values_give_the_rows_of_substitution(name: str) -> None:
    names, rows = endpoint_cases.expected(BOUND[name])
    found: Any = endpoint_cases.embedded_store().query(bound_query(PREFIX + BOUND[name], {"x": A}))
    assert [variable.value for variable in found.variables] == names
    assert cells(found, len(names)) == rows


def test_the_cases_have_rows() -> None:
    empty = [name for name, text in BOUND.items() if not endpoint_cases.expected(text)[1]]
    assert empty == ["minus", "graph name", "list"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("SELECT ?x { :a :q ?v FILTER(BOUND(?x)) }", [[str(A)]]),
        ("SELECT ?x ?t { :a :q ?v BIND(?x AS ?t) }", [[str(A), str(A)]]),
    ],
)
def test_where_the_embedded_store_is_wrong(text: str, rows: list[list[str]]) -> None:
    """The two listed differences: there the variable is not bound, here it is."""
    found: Any = endpoint_cases.embedded_store().query(bound_query(PREFIX + text, {"x": A}))
    assert cells(found, len(rows[0])) == rows
    assert endpoint_cases.expected(text)[1] != rows


@pytest.mark.parametrize("text", REFUSED)
def test_a_query_that_cannot_be_bound_is_refused(text: str) -> None:
    with pytest.raises(QueryError) as caught:
        bound_query(PREFIX + text, {"x": A})
    assert str(caught.value) == REFUSED[text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ASK { ?x :p :c }", True),
        ("ASK { ?x :r ?o }", False),
        ("ASK WHERE { :b :p ?o . { ?o :q 1 FILTER(?x = :a) } }", True),
    ],
)
def test_ask(text: str, *, expected: bool) -> None:
    assert bool(endpoint_cases.embedded_store().query(bound_query(PREFIX + text, {"x": A}))) is expected


@pytest.mark.parametrize(
    "text",
    [
        "CONSTRUCT { ?o :back ?x } { ?x :p ?o }",
        "CONSTRUCT { ?o :back ?x } WHERE { { SELECT ?x ?o { ?x :p ?o } } }",
    ],
)
def test_construct(text: str) -> None:
    found: Any = endpoint_cases.embedded_store().query(bound_query(PREFIX + text, {"x": A}))
    back = NamedNode("http://example.org/back")
    assert set(found) == {Triple(NamedNode(f"http://example.org/{o}"), back, A) for o in "bc"}


def test_construct_without_a_template() -> None:
    found: Any = endpoint_cases.embedded_store().query(
        bound_query(f"{PREFIX}CONSTRUCT WHERE {{ ?x :p ?o }}", {"x": A})
    )
    p = NamedNode("http://example.org/p")
    assert set(found) == {Triple(A, p, NamedNode(f"http://example.org/{o}")) for o in "bc"}


@pytest.mark.parametrize(
    ("term", "message"),
    [
        (BlankNode("b"), "a binding on a server is an IRI or a literal of RDF 1.1, not BlankNode"),
        (Triple(A, A, A), "a binding on a server is an IRI or a literal of RDF 1.1, not Triple"),
    ],
)
def test_terms_that_no_query_can_name_are_refused(term: Any, message: str) -> None:
    with pytest.raises(QueryError) as caught:
        bound_query("SELECT ?x { ?x ?p ?o }", {"x": term})
    assert str(caught.value) == message


def selected(text: str) -> list[Any]:
    rows: Any = Store().query(text)
    return [tuple(row) for row in rows]


@pytest.mark.parametrize("literal", LITERALS, ids=repr)
def test_a_hostile_literal_stays_itself(literal: Literal) -> None:
    query = bound_query("SELECT ?x ?y { { } VALUES ?y { 1 } }", {"x": literal})
    assert selected(query) == [(literal, Literal(1))]
    assert "\n" not in sparql_term(literal)


TEXT = st.text(
    st.one_of(st.sampled_from("\\uU0022\"'{}#\n"), st.characters(exclude_categories=["Cs"])), max_size=12
)


def read_before_the_grammar(text: str) -> str:
    """What a server sees that replaces escapes first, without counting backslashes."""
    import re

    return re.sub(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})", lambda m: chr(int(m[1] or m[2], 16)), text)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(TEXT)
def test_any_text_stays_itself_for_every_kind_of_parser(text: str) -> None:
    term = sparql_term(Literal(text))
    assert selected(f"SELECT ?x {{ VALUES ?x {{ {term} }} }}") == [(Literal(text),)]
    assert [token.kind for token in tokenize(term)] == ["string"]
    early = read_before_the_grammar(term)
    if not any(char in text for char in "\x00\x0b\x7f"):
        assert selected(f"SELECT ?x {{ VALUES ?x {{ {early} }} }}") == [(Literal(text),)]


@pytest.mark.parametrize(
    "query", [query for query in shipped_queries() if query.parameters], ids=lambda q: q.name
)
def test_every_parameter_of_every_shipped_query(query: Query) -> None:
    """Every subset of the parameters, by every value that some row of the plain query has."""
    folder = endpoint_cases.FOLDER.parent / "queries" / "data"
    files = [
        query_runner.example_world(),
        *(folder / f"{name}.ttl" for name in ("accepted-loops", "odd", "report")),
    ]
    data = query_runner.data_graph(files)
    plain = query_runner.rows_by_pyoxigraph(query.text, data, {})
    places = [[column.name for column in query.columns].index(p.name) for p in query.parameters]
    assert plain
    for size in range(1, len(places) + 1):
        for chosen in itertools.combinations(places, size):
            for values in sorted({tuple(row[place] for place in chosen) for row in plain}):
                if not all(value.startswith(("id:", "eg:")) for value in values):
                    continue
                terms = {
                    query.columns[place].name: (ID_BASE if value.startswith("id:") else EG) + value[3:]
                    for place, value in zip(chosen, values, strict=True)
                }
                text = bound_query(query.text, {name: NamedNode(iri) for name, iri in terms.items()})
                expected = query_runner.rows_by_pyoxigraph(query.text, data, terms)
                assert expected
                assert query_runner.rows_by_pyoxigraph(text, data, {}) == expected
