"""The enumeration of paths: right on small graphs, bounded on hostile ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product

from hypothesis import given
from hypothesis import strategies as st

from graph_rdf.lookup.search import Edge, Trace, simple_paths

Edges = Callable[[int, str], Sequence[Edge]]


def counted(edges: Edges) -> tuple[Edges, list[int]]:
    """Count how many edges are handed out."""
    total = [0]

    def ask(step: int, node: str) -> Sequence[Edge]:
        given_out = edges(step, node)
        total[0] += len(given_out)
        return given_out

    return ask, total


def layers(width: int, *, dead_from: int = 1 << 30) -> Edges:
    """Build layers that are fully joined to the next; from some layer on there are no edges."""

    def edges(step: int, node: str) -> Sequence[Edge]:
        return (
            [] if step >= dead_from else [Edge(step * width + at, f"{step + 1}.{at}") for at in range(width)]
        )

    return edges


def test_diamonds_stop_at_the_number_of_paths_that_is_taken() -> None:
    edges, asked = counted(layers(100))
    trace = Trace()
    paths = list(islice(simple_paths("start", 16, edges, trace, 10_000), 1001))
    assert len(set(paths)) == 1001
    assert not trace.exhausted
    assert asked[0] <= 16 * 100 * 100


def test_layers_of_dead_ends_cost_one_look_each() -> None:
    edges, asked = counted(layers(100, dead_from=15))
    trace = Trace()
    assert list(simple_paths("start", 16, edges, trace, 1_000_000)) == []
    assert not trace.exhausted
    assert asked[0] == 100 + 14 * 100 * 100
    assert len(trace.reached) == 1 + 15 * 100


def test_a_dense_cyclic_graph_gives_up_and_says_so() -> None:
    nodes = [str(at) for at in range(12)]
    edges, _ = counted(lambda step, _: [Edge(at, node) for at, node in enumerate(nodes)] if step < 11 else [])
    trace = Trace()
    assert list(simple_paths("0", 13, edges, trace, 5000)) == []
    assert trace.exhausted


def test_a_long_chain_needs_no_recursion() -> None:
    trace = Trace()
    (path,) = simple_paths("0", 5000, lambda step, _: [Edge(step, str(step + 1))], trace, 10_000)
    assert [edge.record for edge in path] == list(range(5000))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[list[tuple[int, int]]]]:
    steps = draw(st.integers(1, 4))
    pair = st.tuples(st.integers(0, 4), st.integers(0, 4))
    return steps, [draw(st.lists(pair, max_size=8)) for _ in range(steps)]


@given(graphs())
def test_paths_are_those_of_brute_force_in_order(graph: tuple[int, list[list[tuple[int, int]]]]) -> None:
    steps, edge_lists = graph
    numbered = [list(enumerate(edges)) for edges in edge_lists]

    def edges(step: int, node: str) -> list[Edge]:
        return [Edge(record, str(to)) for record, (source, to) in numbered[step] if str(source) == node]

    trace = Trace()
    found = [tuple(edge.record for edge in path) for path in simple_paths("0", steps, edges, trace, 1 << 30)]
    reached: set[tuple[int, str]] = {(0, "0")}
    cycles: set[tuple[int, int]] = set()
    expected = []
    for length in range(1, steps + 1):
        for choice in product(*numbered[:length]):
            nodes = [0, *(to for _, (_, to) in choice)]
            joined = all(source == nodes[at] for at, (_, (source, _)) in enumerate(choice))
            if not joined or len(set(nodes[:-1])) != length:
                continue
            if nodes[-1] in nodes[:-1]:
                cycles.add((length - 1, choice[-1][0]))
            elif length < steps:
                reached.add((length, str(nodes[-1])))
            else:
                expected.append(tuple(record for record, _ in choice))
    assert found == sorted(expected)
    assert trace == Trace(reached, cycles)
