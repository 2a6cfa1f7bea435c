"""Path evaluation against the same paths in SPARQL, which gives each pair once for DISTINCT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode, RdfFormat, parse

from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.path_evaluation import chain_of, predicates_of, reach
from graph_rdf.shacl.paths import Step, parse_path, path_expression
from tests.shacl_worlds import PREFIXES

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term

NODES = tuple(NamedNode(f"http://e/{name}") for name in "abcd")
leaves = st.sampled_from(("<http://e/p>", "<http://e/q>"))
expressions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds("^({})".format, inner),
        st.builds("({})*".format, inner),
        st.builds("({})+".format, inner),
        st.builds("({})?".format, inner),
        st.builds("({}/{})".format, inner, inner),
        st.builds("({}|{})".format, inner, inner),
    ),
    max_leaves=5,
)
names = st.sampled_from((":a", ":b", ":c"))
graphs = st.lists(
    st.builds("{} {} {} .".format, names, st.sampled_from((":p", ":q")), names), min_size=1, max_size=10
)


def dataset(data: str) -> EmbeddedDataset:
    return EmbeddedDataset.from_triples(list(parse((PREFIXES + data).encode(), format=RdfFormat.TURTLE)))


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs, expressions, st.booleans())
def test_reaches_what_sparql_reaches(triples: list[str], expression: str, inverse: bool) -> None:
    # oxigraph finds no path of length zero at a node that is nowhere in the graph; SPARQL 1.1, 18.4 does.
    data = dataset("\n".join([*triples, ":a :r :b , :c , :d ."]))
    path = parse_path(expression)
    reached = reach(path, NODES, DataView(data), inverse=inverse)
    text = path_expression(path)
    for node in NODES:
        pattern = f"?end {text} {node}" if inverse else f"{node} {text} ?end"
        expected = {row[0] for row in data.select(f"SELECT DISTINCT ?end WHERE {{ {pattern} }}")}
        found = list(reached.get(node, ()))
        assert len(found) == len(set(found))
        assert set(found) == expected


def test_chain() -> None:
    path = parse_path("<http://e/p>/^(<http://e/q>/<http://e/p>)")
    assert [(move.predicate.value[-1], move.inverse) for move in chain_of(path) or ()] == [
        ("p", False),
        ("p", True),
        ("q", True),
    ]
    assert chain_of(None) == ()
    assert chain_of(parse_path("<http://e/p>*")) is None
    assert [predicate.value[-1] for predicate in predicates_of(path)] == ["p", "q", "p"]


def test_long_cycle_and_deep_path() -> None:
    size = 3000
    data = DataView(dataset("\n".join(f":n{n} :p :n{(n + 1) % size} ." for n in range(size))))
    start = NamedNode("http://e/n0")
    assert len(reach(parse_path("<http://e/p>+"), [start], data)[start]) == size
    deep = (Step("iri", "http://e/p"), *[Step("?", arity=1)] * size)
    assert set(reach(deep, [start], data)[start]) == {start, NamedNode("http://e/n1")}


def test_path_through_rewritten_literals() -> None:
    data = DataView(dataset(":a :p 01 , 1 . :b :p 01 . :c :p 1 . :d :q 1 ."))
    a, b, c, d = NODES

    def ends(expression: str) -> dict[Term, set[Term]]:
        reached = reach(parse_path(expression), NODES, data)
        return {node: set(found) for node, found in reached.items() if found}

    assert ends("<http://e/p>/^<http://e/p>") == {a: {a, b, c}, b: {a, b}, c: {a, c}}
    assert ends("<http://e/p>/^<http://e/q>") == {a: {d}, c: {d}}
