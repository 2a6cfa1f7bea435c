"""What the store chooses to check and what is checked everywhere must give the same results."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_rdf.shacl import evaluation, push_down
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from tests.shacl_worlds import NUMBERS, PLAIN, REWRITTEN, TIMES, World, worlds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.shacl.protocol import ShaclRun


SCANS, LOOKS_UP = 10**9, 0
"""Values of `_SMALL_SHARE`: every set of focus nodes is worth a scan of the path, or none is."""


def run(world: World, *, pushed: bool, few: int = 0, share: int = SCANS, told: bool = False) -> ShaclRun:
    engine = NativeEngine(push_down=pushed)
    dataset = world.told_dataset() if told else world.dataset()
    # Focus sets of these worlds are small: by default never fetch unasked suspects.
    with mock.patch.object(evaluation, "_SMALL_SHARE", share), mock.patch.object(push_down, "FEW", few):
        return engine.validate(dataset, world.shapes_graph(), Limits())


def compare(world: World, few: int, share: int, told: bool) -> None:
    pushed = run(world, pushed=True, few=few, share=share, told=told)
    assert pushed == run(world, pushed=False, told=told)


CHOICES = (st.sampled_from((0, 1000)), st.sampled_from((SCANS, LOOKS_UP)), st.booleans())


QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
SLOW = settings(QUICK, max_examples=5000)
LITERALS = {
    "kept by the store": (*PLAIN, *NUMBERS, *TIMES),
    "rewritten by the store": (*REWRITTEN, *NUMBERS, '"x"'),
    "mixed": (*PLAIN, *NUMBERS, *REWRITTEN, *TIMES),
}


@pytest.mark.parametrize("literals", LITERALS.values(), ids=LITERALS)
def test_same_results(literals: tuple[str, ...]) -> None:
    QUICK(given(worlds(literals), *CHOICES)(compare))()


@pytest.mark.slow
@pytest.mark.parametrize("literals", LITERALS.values(), ids=LITERALS)
def test_same_results_of_many(literals: tuple[str, ...]) -> None:
    SLOW(given(worlds(literals), *CHOICES)(compare))()


def pushed_shapes(world: World) -> Iterator[str]:
    """The shapes of a world that the store decides on."""
    asked: list[str] = []
    original = push_down.SuspectQuery.suspects

    def spy(query: push_down.SuspectQuery, descriptions: object) -> object:
        asked.append("asked")
        return original(query, descriptions)  # type: ignore[arg-type]

    with mock.patch.object(push_down.SuspectQuery, "suspects", spy):
        run(world, pushed=True)
    return iter(asked)


def test_the_store_is_asked() -> None:
    world = World(":a a :C ; :p 1 .", ":s sh:targetClass :C ; sh:property [ sh:path :p ; sh:maxCount 1 ] .")
    assert len(list(pushed_shapes(world))) == 2
