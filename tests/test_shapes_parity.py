"""The portable shapes and the native verifier give the same rule for the same anchor."""

from __future__ import annotations

import pytest

from benchmarks.faults import FAULTS
from graph_rdf.resources import resource_path
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests.shape_parity import by_native_structure, by_shapes, by_verifier, faulty, in_rdf, structure_rows
from tests.shape_results import result_rows, shipped_shapes, with_ontology

FINAL = ("examples", "final", "world.ttl")


def test_packaged_world_in_the_native_engine() -> None:
    data = with_ontology(resource_path(*FINAL))
    rows = by_shapes(NativeEngine(), data)
    assert rows == by_verifier(data)
    assert rows == [
        ("missing-support", "id:rel:final:9", None),
        ("wrong-bridge", "id:rel:final:8", "id:rel:final:8#anchor-1"),
    ]


def test_packaged_world_in_pyshacl() -> None:
    data = with_ontology(resource_path(*FINAL))
    assert by_shapes(PyshaclEngine(), data) == by_verifier(data)


def test_ten_faulty_worlds_in_the_native_engine() -> None:
    data = in_rdf(faulty(10, 3))
    rows = by_shapes(NativeEngine(), data)
    assert {rule for rule, _, _ in rows} == set(FAULTS)
    assert rows == by_verifier(data)


@pytest.mark.parametrize("half", [0, 5])
def test_ten_faulty_worlds_in_pyshacl(half: int) -> None:
    data = in_rdf(faulty(10, 3)[half : half + 5])
    assert by_shapes(PyshaclEngine(), data) == by_verifier(data)


def test_the_form_of_ten_faulty_worlds_in_pyshacl() -> None:
    """The faults break rules of support alone; `test_shapes_mutations.py` breaks the form."""
    data = in_rdf(faulty(10, 3))
    rows = structure_rows(result_rows(PyshaclEngine(), data, shipped_shapes("structure")))
    assert rows == by_native_structure(data) == []


@pytest.mark.slow
def test_a_hundred_faulty_worlds_in_the_native_engine() -> None:
    data = in_rdf(faulty(100, 4))
    assert by_shapes(NativeEngine(), data) == by_verifier(data)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 100, 10))
def test_a_hundred_faulty_worlds_in_pyshacl(first: int) -> None:
    data = in_rdf(faulty(100, 4)[first : first + 10])
    assert by_shapes(PyshaclEngine(), data) == by_verifier(data)
