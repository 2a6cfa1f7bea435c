"""What runs beside the caller gives what it would give in turn, and leaves nothing behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
from unittest import mock

import pytest

from graph_rdf.beside import Beside, can_fork, on_threads
from graph_rdf.errors import EngineError, LimitError, QueryError
from graph_rdf.shacl import data_view
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from tests.shacl_worlds import World

needs_fork = pytest.mark.skipif(not can_fork(), reason="this platform cannot fork")


@pytest.mark.parametrize("fork", [True, False])
def test_result(fork: bool) -> None:
    assert Beside(lambda: {"a": 1}, fork=fork).result() == {"a": 1}
    assert multiprocessing.active_children() == []


@needs_fork
def test_child_that_dies() -> None:
    with pytest.raises(EngineError, match="before its time"):
        Beside(lambda: os._exit(1), fork=True).result()


@pytest.mark.parametrize("fork", [True, False])
def test_failure_is_that_of_the_function(fork: bool) -> None:
    def fails() -> None:
        raise LimitError("too much", path="a.ttl", line=3)

    with pytest.raises(LimitError) as raised:
        Beside(fails, fork=fork).result()
    assert str(raised.value) == "a.ttl:3: too much"
    assert multiprocessing.active_children() == []


@needs_fork
def test_interrupts_are_left_to_the_caller() -> None:
    def interrupted() -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return "went on"

    assert Beside(interrupted, fork=True).result() == "went on"


@pytest.mark.parametrize("parallel", [True, False])
def test_threads_keep_the_order(parallel: bool) -> None:
    assert on_threads(lambda item: item * 2, range(50), parallel=parallel) == list(range(0, 100, 2))


DATA = "\n".join(f":n{n} a :C ; :p 0{n} , {n + 1} ; :q :n{n + 1} ." for n in range(50))
SHAPES = """
:s sh:targetClass :C ; sh:property [ sh:path :p ; sh:maxCount 1 ; sh:maxInclusive 40 ] ;
  sh:property [ sh:path :q ; sh:class :C ; sh:node :t ] .
:t sh:property [ sh:path :p ; sh:minCount 2 ; sh:in ( 01 2 03 4 ) ] .
"""


def test_large_data_gives_the_same() -> None:
    world = World(DATA, SHAPES)
    engine = NativeEngine()
    small = engine.validate(world.dataset(), world.shapes_graph(), Limits())
    with mock.patch.object(data_view, "LARGE", 0):
        large = engine.validate(world.dataset(), world.shapes_graph(), Limits())
    assert large == small
    assert len(small.results) > 100
    assert multiprocessing.active_children() == []


def test_failure_leaves_no_process() -> None:
    failing = ':f sh:targetClass :C ; sh:sparql [ sh:select "SELECT $this (true AS ?failure) WHERE { }" ] .'
    world = World(DATA, SHAPES + failing)
    with mock.patch.object(data_view, "LARGE", 0), pytest.raises(QueryError):
        NativeEngine().validate(world.dataset(), world.shapes_graph(), Limits())
    assert multiprocessing.active_children() == []
