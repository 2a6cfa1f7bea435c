"""The native engine against TopBraid on generated worlds: equal results, but for what the list explains."""

from __future__ import annotations

import pytest

from graph_rdf.shacl.native_engine import NativeEngine
from tests.interop.conftest import cannot_run
from tests.interop.java_project import CannotRunError
from tests.interop.topbraid_runner import TopBraid
from tests.shacl_peers import compare, components, outcome, read_disagreements
from tests.shacl_wide_worlds import generated

pytestmark = pytest.mark.jena


@pytest.fixture(scope="module")
def topbraid(tmp_path_factory: pytest.TempPathFactory) -> TopBraid:
    try:
        return TopBraid.build(tmp_path_factory.mktemp("topbraid"))
    except CannotRunError as error:
        cannot_run(str(error))


def test_disagreements(topbraid: TopBraid) -> None:
    """Every entry that names it is what it says, and its cause is what it says."""
    entries = [entry for entry in read_disagreements() if "topbraid" in entry.peers]
    assert entries
    worlds = [entry.world() for entry in entries]
    found = topbraid.outcomes(worlds)
    assert [components(each) for each in found] == [entry.peers["topbraid"] for entry in entries]
    assert all(outcome(NativeEngine(), world) != each for world, each in zip(worlds, found, strict=True))
    assert compare("topbraid", topbraid.outcomes, worlds).unexplained == []


WORLDS = (
    (100, 0),
    *(pytest.param(2000, first, marks=pytest.mark.slow) for first in (0, 10000, 20000)),
)


@pytest.mark.parametrize(("count", "first_seed"), WORLDS)
def test_same_results(topbraid: TopBraid, count: int, first_seed: int) -> None:
    found = compare("topbraid", topbraid.outcomes, generated(count, first_seed))
    assert found.unexplained == []
    assert found.agreed > 0.8 * count
