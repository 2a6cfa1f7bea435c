"""Queries that differ in HAVING alone: what is put together, and that each still finds its own."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import NamedNode, Quad, RdfFormat, Store, parse

from graph_rdf.errors import LimitError, QueryError
from graph_rdf.shacl.job_pool import JobPool
from graph_rdf.shacl.job_runner import run_job
from graph_rdf.shacl.shared_queries import share_jobs
from graph_rdf.shacl.sparql_constraints import SelectConstraint
from graph_rdf.shacl.sparql_jobs import QueryAnswers, QueryJob

if TYPE_CHECKING:
    from collections.abc import Sequence

E = {"": "http://example.org/"}
DATA = b"""
@prefix : <http://example.org/> .
:a a :T ; :p 1, 2, 3 .
:b a :T ; :p 1 .
:c a :T ; :p 1, "x" .
:d a :T .
"""
GROUP = "SELECT $this WHERE { $this a :T . OPTIONAL { $this :p ?v } } GROUP BY $this"


def grouped(having: str, head: str = "$this", body: str = "OPTIONAL { $this :p ?v }") -> str:
    return f"SELECT {head} WHERE {{ $this a :T . {body} }} GROUP BY $this {having}"


def job(query: str) -> QueryJob:
    return QueryJob(query, E, ("this",), None)


def store() -> Store:
    loaded = Store()
    loaded.extend(Quad(q.subject, q.predicate, q.object) for q in parse(DATA, format=RdfFormat.TURTLE))
    return loaded


def answers(each: QueryJob) -> QueryAnswers:
    found = run_job(store(), each)
    assert not isinstance(found, str), found
    return QueryAnswers(each, *found[:2])


def solutions(found: QueryAnswers) -> Counter[tuple[tuple[str, str], ...]]:
    return Counter(tuple(sorted((name, str(term)) for name, term in row.items())) for _, row in found)


CASES: dict[str, tuple[list[str], list[tuple[int, ...]], list[str]]] = {
    "each rank": (
        [grouped(f"HAVING(COUNT(?v) = {n})") for n in (0, 1, 3)],
        [(0, 1, 2)],
        ["d", "b", "a"],
    ),
    "one condition fails for a group": (
        [grouped("HAVING(SUM(?v) > 0)"), grouped("HAVING(COUNT(?v) = 2)")],
        [(0, 1)],
        ["ab", "c"],
    ),
    "several conditions": (
        [grouped("HAVING(COUNT(?v) > 0) (COUNT(?v) < 3)"), grouped("HAVING(COUNT(?v) >= 1)")],
        [(0, 1)],
        ["bc", "abc"],
    ),
    "a condition that is not boolean": (
        [grouped("HAVING(COUNT(?v))"), grouped('HAVING("")')],
        [(0, 1)],
        ["abc", ""],
    ),
    "the same query twice": ([grouped("HAVING(COUNT(?v) = 1)")] * 2, [(0, 1)], ["b", "b"]),
    "an aggregate among the columns": (
        [grouped(f"HAVING(COUNT(?v) = {n})", "$this (COUNT(?v) AS ?n)") for n in (1, 2)],
        [(0, 1)],
        ["b", "c"],
    ),
    "without the word WHERE": (
        [grouped(f"HAVING(COUNT(?v) = {n})").replace("WHERE ", "") for n in (1, 2)],
        [(0, 1)],
        ["b", "c"],
    ),
    "without HAVING": ([GROUP, GROUP], [(0,), (1,)], ["abcd", "abcd"]),
    "with and without HAVING": ([GROUP, GROUP + " HAVING(COUNT(?v) = 1)"], [(0,), (1,)], ["abcd", "b"]),
    "distinct": (
        [grouped(f"HAVING(COUNT(?v) = {n})", "DISTINCT $this") for n in (1, 2)],
        [(0,), (1,)],
        ["b", "c"],
    ),
    "another group": (
        [grouped("HAVING(COUNT(?v) = 1)"), grouped("HAVING(COUNT(?v) = 1)", body="$this :p ?v")],
        [(0,), (1,)],
        ["b", "b"],
    ),
    "other columns": (
        [grouped("HAVING(COUNT(?v) = 1)"), grouped("HAVING(COUNT(?v) = 1)", "$this (1 AS ?n)")],
        [(0,), (1,)],
        ["b", "b"],
    ),
    "an order": (
        [grouped(f"HAVING(COUNT(?v) = {n}) ORDER BY $this") for n in (1, 2)],
        [(0,), (1,)],
        ["b", "c"],
    ),
    "a limit": (
        [grouped(f"HAVING(COUNT(?v) > {n}) LIMIT 9") for n in (1, 2)],
        [(0,), (1,)],
        ["ac", "a"],
    ),
    "a sub-SELECT alone has it": (
        [f"SELECT $this WHERE {{ {{ {grouped(f'HAVING(COUNT(?v) = {n})')} }} }}" for n in (1, 2)],
        [(0,), (1,)],
        ["b", "c"],
    ),
    "two kinds in turn": (
        [
            grouped("HAVING(COUNT(?v) = 1)"),
            grouped("HAVING(COUNT(?v) = 1)", body="$this :p ?v"),
            grouped("HAVING(COUNT(?v) = 2)"),
            grouped("HAVING(COUNT(?v) = 2)", body="$this :p ?v"),
        ],
        [(0, 2), (1, 3)],
        ["b", "b", "c", "c"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_query_finds_its_own(case: str) -> None:
    queries, expected_members, expected_nodes = CASES[case]
    jobs = [job(query) for query in queries]
    shared = share_jobs(jobs)
    assert [each.members for each in shared] == expected_members
    for each in shared:
        together = answers(each.job)
        for member in each.members:
            found = each.answers_of(member, jobs[member], together)
            assert found.job is jobs[member]
            assert solutions(found) == solutions(answers(jobs[member]))
            nodes = sorted(row["this"].value[-1] for _, row in found if isinstance(row["this"], NamedNode))
            assert "".join(nodes) == expected_nodes[member]


def test_what_differs_besides_the_query_stays_apart() -> None:
    query = grouped("HAVING(COUNT(?v) = 1)")
    a, b = NamedNode("http://example.org/a"), NamedNode("http://example.org/b")
    jobs = [
        job(query),
        QueryJob(query, {"": "http://example.com/"}, ("this",), None),
        QueryJob(query, E, ("this",), [(a,)]),
        QueryJob(query, E, ("this",), [(b,)]),
        QueryJob(query, E, ("this",), None, {"currentShape": a}),
        QueryJob(query, E, ("this",), None, {}, needs_shapes=True),
    ]
    assert [each.members for each in share_jobs(jobs)] == [(number,) for number in range(len(jobs))]


class _Failing:
    """A runner whose only job ends without answers."""

    def __init__(self, error: QueryError | LimitError) -> None:
        self.error = error
        self.asked = 0

    def answers(self, number: int) -> QueryAnswers:
        assert number == 0
        self.asked += 1
        raise self.error

    def close(self) -> None:
        """Nothing runs."""


@pytest.mark.parametrize("error", [QueryError("it fails"), LimitError("it takes too long")])
def test_what_ends_a_shared_query_is_said_to_each_constraint(error: QueryError | LimitError) -> None:
    runner = _Failing(error)
    started: list[Sequence[QueryJob]] = []

    def run(jobs: Sequence[QueryJob]) -> _Failing:
        started.append(jobs)
        return runner

    constraints = [SelectConstraint("c", grouped(f"HAVING(COUNT(?v) = {n})"), E, {}, None) for n in (1, 2)]
    with JobPool(run) as pool:
        for n, constraint in enumerate(constraints, 1):
            pool.add(constraint, job(grouped(f"HAVING(COUNT(?v) = {n})")))
        pool.start()
        for constraint in constraints:
            with pytest.raises(type(error), match=str(error.message)):
                pool.answers(constraint)
    assert [len(jobs) for jobs in started] == [1]
    assert runner.asked == 1
