"""The portable shapes in TopBraid and in Jena give what the native verifier gives, whatever the fault.

The engines in Python are held to the same in `tests/test_shapes_parity.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.faults import FAULTS
from graph_rdf.resources import resource_path
from tests import shape_parity
from tests.interop.conftest import cannot_run
from tests.interop.java_project import CannotRunError
from tests.interop.topbraid_runner import TopBraid
from tests.shacl_worlds import World
from tests.shape_differences import leveled, read_differences
from tests.test_shapes_mutations import MANIFEST, case, trimmed

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.dataset import EmbeddedDataset
    from tests.interop.jena_runner import Jena
    from tests.shape_results import Row

pytestmark = pytest.mark.jena

EVERY_FAULT = 6
"""Three faults a world: this many worlds have all."""
SEED = 5


def rows_by_topbraid(folder: Path, worlds: list[EmbeddedDataset]) -> list[list[Row]]:
    """Results of all three files on each world, in one JVM."""
    try:
        topbraid = TopBraid.build(folder)
    except CannotRunError as error:
        cannot_run(str(error))
    shapes = "".join(resource_path("shapes", f"{name}.ttl").read_text("utf-8") for name in shape_parity.FILES)
    found = []
    for outcome in topbraid.outcomes([World(shape_parity.n_triples(data), shapes) for data in worlds]):
        assert not isinstance(outcome, str), outcome
        found.append(
            shape_parity.rows_of_terms((shape, focus, value) for _, focus, _, value, shape, _, _ in outcome)
        )
    return found


def rows_by_jena(jena: Jena, folder: Path, worlds: list[EmbeddedDataset]) -> list[list[Row]]:
    """Results of all three files on each world, in one JVM."""
    shapes = [str(resource_path("shapes", f"{name}.ttl")) for name in shape_parity.FILES]
    jobs = []
    for number, data in enumerate(worlds):
        path = folder / f"{number}.nt"
        path.write_text(shape_parity.n_triples(data), encoding="utf-8")
        jobs.append({"id": str(number), "kind": "shacl", "shapes": shapes, "data": [str(path)]})
    assert jena.run(jobs, folder) == f"{jena.version} did {len(jobs)} jobs"
    assert {path.stem: path.read_text("utf-8") for path in folder.glob("*.error")} == {}
    found = []
    for number in range(len(worlds)):
        lines = (folder / f"{number}.tsv").read_text("utf-8").split("\n")[:-1]
        cells = [line.split("\t") for line in lines]
        found.append(
            shape_parity.rows_of_terms((shape, focus, value) for _, focus, _, value, shape, _ in cells)
        )
    return found


def differences(
    worlds: list[EmbeddedDataset], found: list[list[Row]]
) -> list[tuple[int, set[Row], set[Row]]]:
    """Number of the world, what the engine alone finds, what it misses."""
    wrong = []
    for number, (data, rows) in enumerate(zip(worlds, found, strict=True)):
        theirs = {*shape_parity.evidence_rows(rows), *shape_parity.structure_rows(rows)}
        ours = {*shape_parity.by_verifier(data), *shape_parity.by_native_structure(data)}
        if theirs != ours:
            wrong.append((number, theirs - ours, ours - theirs))
    return wrong


COUNTS = [EVERY_FAULT, pytest.param(100, marks=pytest.mark.slow)]


def worlds_with_every_fault(count: int) -> list[EmbeddedDataset]:
    made = shape_parity.faulty(count, SEED)
    assert {rule for world in made for rules in world.expected.values() for rule in rules} == set(FAULTS)
    letters = "".join(world.name for world in made)
    assert "ä" in letters
    assert max(letters) > "\uffff"
    return [shape_parity.in_rdf([world]) for world in made]


@pytest.mark.parametrize("count", COUNTS)
def test_topbraid(tmp_path: Path, count: int) -> None:
    worlds = worlds_with_every_fault(count)
    assert differences(worlds, rows_by_topbraid(tmp_path, worlds)) == []


@pytest.mark.parametrize("count", COUNTS)
def test_jena(jena: Jena, tmp_path: Path, count: int) -> None:
    worlds = worlds_with_every_fault(count)
    assert differences(worlds, rows_by_jena(jena, tmp_path, worlds)) == []


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_topbraid_on_mutations(tmp_path: Path, step: int) -> None:
    """The good graph with one thing broken; `test_jena.py` does the same with Jena."""
    names = sorted(MANIFEST)[::step]
    found = rows_by_topbraid(tmp_path, [case(name) for name in names])
    assert {name: sorted(trimmed(name, rows), key=str) for name, rows in zip(names, found, strict=True)} == {
        name: sorted(set(MANIFEST[name]), key=str) for name in names
    }


def test_topbraid_on_the_differences(tmp_path: Path) -> None:
    entries = read_differences()
    assert all("topbraid" in entry.engines for entry in entries)
    found = rows_by_topbraid(tmp_path, [entry.world() for entry in entries])
    assert [leveled(rows) for rows in found] == [(entry.shapes, entry.structure) for entry in entries]


def test_jena_on_the_differences(jena: Jena, tmp_path: Path) -> None:
    entries = read_differences()
    assert all("jena" in entry.engines for entry in entries)
    found = rows_by_jena(jena, tmp_path, [entry.world() for entry in entries])
    assert [leveled(rows) for rows in found] == [(entry.shapes, entry.structure) for entry in entries]
