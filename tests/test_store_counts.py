"""Counts of predicates: the right numbers, and no more scans than one pass over all would cost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import Literal, NamedNode, Quad, Store

from graph_rdf.errors import EngineError
from graph_rdf.shacl.store_counts import StoreCounts
from graph_rdf.shacl.store_select import select

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyoxigraph import QuerySolution

EX = "http://example.org/"
SIZES = {NamedNode(f"{EX}p{size}"): size for size in (1, 3, 10, 40)}
"""Predicate → how many triples it has, each with a subject of its own and one of two objects."""


class Asked:
    """A store with `SIZES` that remembers its queries."""

    def __init__(self) -> None:
        self.store = Store()
        for predicate, size in SIZES.items():
            for n in range(size):
                self.store.add(Quad(NamedNode(f"{EX}s{n}"), predicate, Literal(str(n % 2))))
        self.queries: list[str] = []

    def select(self, query: str) -> Iterator[QuerySolution]:
        self.queries.append(query)
        return select(self.store, query)


@pytest.fixture
def asked() -> Asked:
    return Asked()


def counts_of(asked: Asked) -> StoreCounts:
    return StoreCounts(asked.select, lambda: len(asked.store))


def test_counts_are_those_of_the_store(asked: Asked) -> None:
    counts = counts_of(asked)
    assert {predicate: counts.count(predicate) for predicate in SIZES} == SIZES
    assert counts.count(NamedNode(EX + "none")) == 0
    assert [counts.has_more(p, size) for p, size in SIZES.items()] == [False] * 4
    assert [counts.has_more(p, size - 1) for p, size in SIZES.items()] == [True] * 4


def test_single_counts_stop_when_they_have_cost_a_part_of_the_store(asked: Asked) -> None:
    counts = counts_of(asked)
    small, three, ten, forty = SIZES
    assert [counts.count(p) for p in (small, three, ten)] == [1, 3, 10]
    assert len(asked.queries) == 3
    assert counts.count(forty) == 40
    assert "GROUP BY" in asked.queries[3]
    assert not counts.has_more(NamedNode(EX + "none"), 0)
    assert counts.has_more(forty, 39)
    assert len(asked.queries) == 4


def test_a_look_whether_there_are_more_counts_as_a_scan(asked: Asked) -> None:
    counts = counts_of(asked)
    *_, ten, forty = SIZES
    assert counts.has_more(forty, 20)
    assert counts.has_more(ten, 9)
    assert ["GROUP BY" in query for query in asked.queries] == [False, True]


def test_without_a_size_predicates_are_counted_one_by_one(asked: Asked) -> None:
    counts = StoreCounts(asked.select)
    assert [counts.count(p) for p in [*SIZES, *SIZES]] == [*SIZES.values(), *SIZES.values()]
    assert counts.has_more(NamedNode(f"{EX}p40"), 39)
    assert len(asked.queries) == len(SIZES) + 1
    assert not any("GROUP BY" in query for query in asked.queries)


def test_predicates_are_functional_in_one_direction(asked: Asked) -> None:
    counts = counts_of(asked)
    forty = NamedNode(f"{EX}p40")
    assert (counts.is_functional(forty), counts.is_functional(forty, inverse=True)) == (True, False)
    assert counts.statistics(forty) == (40, 40, 0)
    assert (counts.is_functional(forty), counts.is_functional(forty, inverse=True)) == (True, False)


def test_threads_that_ask_the_same_share_one_answer(asked: Asked) -> None:
    counts = StoreCounts(asked.select)
    forty = NamedNode(f"{EX}p40")
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(counts.count, [forty] * 32)) == [40] * 32
    assert len(asked.queries) == 1


def test_what_is_no_number_is_said() -> None:
    store = Store()
    counts = StoreCounts(lambda query: select(store, query))
    with pytest.raises(EngineError, match="no number"):
        counts.number("SELECT ('x' AS ?n) WHERE { }")
