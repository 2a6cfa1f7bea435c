"""The same queries over HTTP and in the embedded store: equal rows."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.errors import EndpointError, QueryError
from graph_rdf.queries import shipped_queries, shipped_query
from graph_rdf.servers import listing_of, push
from tests import endpoint_cases, query_matrix, query_runner
from tests.endpoint_cases import BOUND, LITERALS, PREFIX, A
from tests.servers import worlds
from tests.servers.stores import put_default, put_graphs

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_rdf.servers import GraphStore

pytestmark = pytest.mark.servers

CASES: list[dict[str, Any]] = json.loads(
    (endpoint_cases.FOLDER.parent / "queries" / "cases.json").read_text(encoding="utf-8")
)


def load_cases(store: GraphStore) -> None:
    put_default(store, b"".join(f"{q.subject} {q.predicate} {q.object} .\n".encode() for q in _quads("")))
    store.put(
        "http://example.org/g",
        b"".join(f"{q.subject} {q.predicate} {q.object} .\n".encode() for q in _quads("g")),
    )


def _quads(graph: str) -> list[Any]:
    wanted = NamedNode("http://example.org/g") if graph else None
    found = endpoint_cases.embedded_store().quads_for_pattern(None, None, None, wanted)
    return [q for q in found if bool(graph) == isinstance(q.graph_name, NamedNode)]


def test_bound_queries(store: GraphStore) -> None:
    """All cases against one loading of the data."""
    load_cases(store)
    differing = {}
    for name, text in BOUND.items():
        found = store.dataset.select(PREFIX + text, {"x": A})
        got = (list(found.variables), endpoint_cases.cells(found, len(found.variables)))
        if got != endpoint_cases.expected(text):
            differing[name] = got
    assert differing == {}


def test_ask_and_construct(store: GraphStore) -> None:
    load_cases(store)
    assert store.dataset.ask(f"{PREFIX}ASK {{ ?x :p :c }}", {"x": A}) is True
    assert store.dataset.ask(f"{PREFIX}ASK {{ ?x :r ?o }}", {"x": A}) is False
    back = NamedNode("http://example.org/back")
    expected = {Triple(NamedNode(f"http://example.org/{o}"), back, A) for o in "bc"}
    assert (
        set(store.dataset.construct(f"{PREFIX}CONSTRUCT {{ ?o :back ?x }} {{ ?x :p ?o }}", {"x": A}))
        == expected
    )
    described = set(store.dataset.construct(f"{PREFIX}DESCRIBE :c"))
    assert (
        Triple(NamedNode("http://example.org/c"), NamedNode("http://example.org/r"), Literal("x"))
        in described
    )


def test_the_wrong_form_is_refused(store: GraphStore) -> None:
    for call, text, message in (
        (store.dataset.select, "ASK { }", "the query is no SELECT"),
        (store.dataset.ask, "SELECT * { }", "the query is no ASK"),
        (store.dataset.construct, "ASK { }", "the query is no CONSTRUCT"),
    ):
        with pytest.raises(QueryError) as caught:
            call(text)
        assert str(caught.value) == message
    with pytest.raises(EndpointError, match=r"/query answers 400 Bad Request: \S"):
        store.dataset.select("SELECT ?x { ?x a }")


@pytest.mark.parametrize("literal", LITERALS, ids=repr)
def test_a_hostile_literal_finds_itself_alone(store: GraphStore, literal: Literal) -> None:
    p = NamedNode("http://example.org/p")
    lines = [f"<http://example.org/{n}> {p} {each} .\n" for n, each in enumerate(LITERALS)]
    put_default(store, "".join(lines).encode())
    found = store.dataset.select(f"SELECT ?s ?x {{ ?s {p} ?x }}", {"x": literal})
    place = LITERALS.index(literal)
    assert endpoint_cases.cells(found, 2) == [[f"<http://example.org/{place}>", str(literal)]]
    assert store.dataset.ask(f"ASK {{ ?s {p} ?x FILTER(sameTerm(?x, ?x)) }}", {"x": literal})


def test_labels_of_two_answers_never_meet(store: GraphStore) -> None:
    put_default(store, b"_:b <http://example.org/p> _:c .\n")
    first, again = (
        [tuple(map(str, (row[0], row[1]))) for row in store.dataset.select("SELECT ?s ?o { ?s ?p ?o }")]
        for _ in "12"
    )
    assert len({*first[0], *again[0]}) == 4
    triple = next(store.dataset.construct("CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }"))
    assert str(triple.subject) not in {*first[0], *again[0]}


@pytest.mark.parametrize("data", sorted({tuple(case["data"]) for case in CASES}), ids=" ".join)
def test_every_shipped_query(store: GraphStore, data: tuple[str, ...]) -> None:
    """The cases of tests/queries, as they are for the other engines."""
    folder = endpoint_cases.FOLDER.parent / "queries" / "data"
    files = [query_runner.example_world() if name == "world" else folder / f"{name}.ttl" for name in data]
    put_default(store, query_runner.data_graph(files))
    cases = [case for case in CASES if tuple(case["data"]) == data]
    assert cases
    for case in cases:
        query = shipped_query(case["query"])
        terms = query_runner.bound_terms(query, case["set"])
        found = store.dataset.select(query.text, {name: NamedNode(iri) for name, iri in terms.items()})
        assert list(found.variables) == [column.name for column in query.columns]
        rows = [
            [
                query_runner.render(None if cell is None else cell.value)
                for cell in itertools.islice(_cells(row), len(query.columns))
            ]
            for row in found
        ]
        assert rows == case["rows"], case


def test_the_matrix(store: GraphStore) -> None:
    """One loading, each graph under a name of its own; a world is asked together with the ontology."""
    place = "http://matrix.example/{}".format
    graphs = {graph.name: graph.lines for graph in query_matrix.matrix_graphs()}
    graphs["ontology"] = query_matrix.ontology_lines()
    put_graphs(store, {place(name): lines for name, lines in graphs.items()})
    differing = []
    for graph, query, rows in query_matrix.cases():
        names = [graph.name, "ontology"] if graph.kind == "world" else [graph.name]
        found = store.dataset.over_graphs(map(place, names)).select(query.text)
        assert list(found.variables) == [column.name for column in query.columns]
        got = [
            [
                query_runner.render(None if cell is None else cell.value)
                for cell in itertools.islice(_cells(row), len(query.columns))
            ]
            for row in found
        ]
        if got != rows:
            differing.append((graph.name, query.name, got[:3], rows[:3]))
    assert differing == []


def _cells(row: Any) -> Any:
    return (row[place] for place in itertools.count())


@pytest.mark.parametrize("sample", [worlds.final, worlds.generated])
def test_every_shipped_query_over_pushed_graphs(
    store: GraphStore, sample: Callable[[], worlds.SampleWorld]
) -> None:
    """Over the graphs of a push and the accepted graph of every view: the rows of the embedded store."""
    world = sample()
    push(store, world.contents)
    listing = listing_of(store)
    over = store.dataset.over_graphs([*listing.data, *listing.ontology])
    accepted = [
        (EmbeddedDataset.from_triples(each.triples), store.dataset.over_graphs([each.node.value]))
        for each in world.accepted
    ]
    seen = 0
    for query in shipped_queries():
        places = [(world.local, over)] if query.runs_on == "world" else accepted
        for local, remote in places:
            rows = endpoint_cases.cells(local.select(query.text), len(query.columns))
            assert endpoint_cases.cells(remote.select(query.text), len(query.columns)) == rows, query.name
            seen += len(rows)
    assert seen >= 36
