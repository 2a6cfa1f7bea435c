"""Limits stop a run, are said, and never make a result wrong."""

from __future__ import annotations

import multiprocessing
import time
from unittest import mock

import pytest

from graph_rdf.errors import QueryError
from graph_rdf.shacl import job_runner
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from tests.shacl_worlds import World

needs_fork = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="without fork a query cannot be stopped"
)
DATA = "\n".join(f":n{n} a :C ; :p {n} ." for n in range(300))
# 300 to the power of 5 comparisons: more than a life.
ENDLESS = (
    "SELECT $this { ?a :p ?v . ?b :p ?w . ?c :p ?x . ?d :p ?y . ?e :p ?z FILTER(?v + ?w < ?x - ?y - ?z) }"
)
SHAPES = f"""
:slow sh:targetClass :C ; sh:sparql [ sh:select "PREFIX : <http://e/> {ENDLESS}" ] .
:quick sh:targetClass :C ; sh:sparql [ sh:select "SELECT $this WHERE {{ $this <http://e/p> 7 }}" ] .
:core sh:targetClass :C ; sh:property [ sh:path :p ; sh:maxExclusive 299 ] .
"""


@needs_fork
def test_endless_query_is_stopped() -> None:
    world = World(DATA, SHAPES)
    started = time.monotonic()
    run = NativeEngine(query_seconds=0.3).validate(world.dataset(), world.shapes_graph(), Limits())
    assert time.monotonic() - started < 30
    assert [str(result.focus_node) for result in run.results] == ["<http://e/n299>", "<http://e/n7>"]
    assert (run.constraints_skipped, run.truncated) == (1, True)
    assert [reason.partition(": ")[2] for reason in run.limits_hit] == [
        "the query was stopped when its time budget was spent"
    ]


@needs_fork
def test_what_needs_a_stopped_query_is_left_out() -> None:
    shapes = (
        SHAPES
        + ":not sh:targetClass :C ; sh:not :slow ; sh:nodeKind sh:Literal ."
        + ":of sh:targetNode :n1 ; sh:node :not ."
    )
    world = World(DATA, shapes)
    run = NativeEngine(query_seconds=0.2).validate(
        world.dataset(), world.shapes_graph(), Limits(max_per_shape=1)
    )
    assert run.constraints_skipped == 3  # the query, sh:not of it, sh:node of that
    assert {result.component.value.rpartition("#")[2] for result in run.results} == {
        "MaxExclusiveConstraintComponent",
        "NodeKindConstraintComponent",
        "SPARQLConstraintComponent",
    }


def test_spent_time_leaves_all_out() -> None:
    world = World(DATA, SHAPES)
    run = NativeEngine().validate(world.dataset(), world.shapes_graph(), Limits(seconds=0.0))
    assert run.results == ()
    assert run.constraints_skipped == 4
    assert run.truncated
    assert run.limits_hit == ("the run stopped after its time budget of 0 s",)


def test_spent_memory_leaves_all_out() -> None:
    world = World(DATA, SHAPES)
    run = NativeEngine().validate(world.dataset(), world.shapes_graph(), Limits(memory=1 << 20))
    assert (run.results, run.constraints_skipped) == ((), 4)
    assert run.limits_hit == ("the run stopped at its memory budget of 1 MiB",)


@pytest.mark.parametrize(
    ("limits", "kept", "truncated"),
    [
        (Limits(), 600, False),
        (Limits(max_results=600), 600, False),
        (Limits(max_results=5), 5, True),
        (Limits(max_per_shape=2), 4, True),
        (Limits(max_results=3, max_per_shape=2), 3, True),
    ],
)
def test_number_of_results(limits: Limits, kept: int, truncated: bool) -> None:
    world = World(DATA, ":s sh:targetClass :C ; sh:maxLength 1 . :t sh:targetClass :C ; sh:maxLength 2 .")
    run = NativeEngine().validate(world.dataset(), world.shapes_graph(), limits)
    assert (len(run.results), run.truncated) == (kept, truncated)
    assert run.constraints_skipped == 0


@needs_fork
def test_query_that_has_no_memory_left_ends_the_run(capfd: pytest.CaptureFixture[str]) -> None:
    """At once, not when its time is spent, and without a traceback."""
    world = World(DATA, ':s sh:targetClass :C ; sh:sparql [ sh:select "SELECT $this { $this a ?c }" ] .')
    with (
        mock.patch.object(job_runner, "run_job", side_effect=MemoryError),
        pytest.raises(QueryError, match="ended before its time, perhaps for want of memory"),
    ):
        NativeEngine(query_seconds=20).validate(world.dataset(), world.shapes_graph(), Limits())
    assert capfd.readouterr() == ("", "")
    assert multiprocessing.active_children() == []


def test_failing_query_is_an_error() -> None:
    shapes = ':s sh:targetClass :C ; sh:sparql [ sh:select "SELECT $this (true AS ?failure) WHERE { }" ] .'
    world = World(DATA, shapes)
    with pytest.raises(QueryError, match="failure"):
        NativeEngine().validate(world.dataset(), world.shapes_graph(), Limits())
    assert multiprocessing.active_children() == []
