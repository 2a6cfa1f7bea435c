"""The native engine against pySHACL on generated worlds: equal results, but for what the list explains.

`tests/interop/test_topbraid.py` does the same with TopBraid, which needs a JDK.
"""

from __future__ import annotations

import pytest

from graph_rdf.shacl.native_engine import NativeEngine
from tests.pyshacl_mends import MENDS
from tests.shacl_peers import Disagreement, compare, components, of_pyshacl, outcome, read_disagreements
from tests.shacl_wide_worlds import generated

DISAGREEMENTS = read_disagreements()


@pytest.mark.parametrize("entry", DISAGREEMENTS, ids=lambda entry: entry.name)
def test_disagreement(entry: Disagreement) -> None:
    """Every entry is what it says, and its cause is what it says."""
    world = entry.world()
    assert entry.right in ("ours", "theirs")
    assert components(outcome(NativeEngine(), world)) == entry.ours
    assert entry.is_in(world)
    assert entry.mend_peer in MENDS if entry.mend is None else entry.mended(world) != world
    if "pyshacl" in entry.peers:
        (found,) = of_pyshacl([world])
        assert components(found) == entry.peers["pyshacl"]
        assert found != outcome(NativeEngine(), world)
        assert compare("pyshacl", of_pyshacl, [world]).unexplained == []


WORLDS = (
    (100, 0),
    *(pytest.param(2000, first, marks=pytest.mark.slow) for first in (0, 10000, 20000)),
)


@pytest.mark.parametrize(("count", "first_seed"), WORLDS)
def test_same_results(count: int, first_seed: int) -> None:
    found = compare("pyshacl", of_pyshacl, generated(count, first_seed))
    assert found.unexplained == []
    assert found.agreed > 0.8 * count
