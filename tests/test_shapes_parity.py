"""The portable shapes and the native verifier give the same rule for the same anchor."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from benchmarks.faults import FAULTS, edited
from benchmarks.worlds import generate
from graph_rdf.evidence import RECORD_RULES, read_world, verify
from graph_rdf.export import write_records
from graph_rdf.records import RdfProfile, lexical_record_triples, read_records
from graph_rdf.resources import resource_path
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests.shape_results import Row, of_triples, result_rows, shipped_shapes, with_ontology

if TYPE_CHECKING:
    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.shacl.protocol import ShaclEngine

FINAL = ("examples", "final", "world.ttl")


def by_shapes(engine: ShaclEngine, data: EmbeddedDataset) -> list[Row]:
    """Rule, record, anchor; None for the anchor where the record itself is refused."""
    rows = {
        (rule, record, None if rule in RECORD_RULES else anchor)
        for rule, record, anchor in result_rows(engine, data, shipped_shapes("evidence"))
    }
    return sorted(rows, key=str)


def by_verifier(data: EmbeddedDataset) -> list[Row]:
    world = read_world(data)
    verdicts = verify(world, {})
    rows: list[Row] = []
    for place, record in enumerate(world.records):
        own = verdicts.record_failures.get(place, ())
        rows += [(failure.rule, named(record), None) for failure in own]
        rows += [
            (failure.rule, named(record), named(world.anchors[anchor]))
            for anchor in world.anchors_of(place)
            if not own and (failure := verdicts.anchor_failures.get(anchor)) is not None
        ]
    return sorted(rows, key=str)


def named(iri: str) -> str:
    return iri.replace("https://w3id.org/evidence-graph/id/", "id:")


def faulty_worlds(first: int, last: int, seed: int) -> EmbeddedDataset:
    """Worlds first to last of a seed, in RDF, with all faults in turn."""
    worlds = list(generate(last, seed, tuple(FAULTS)))[first:]
    out = io.BytesIO()
    write_records((record for world in worlds for record in world.records), out)
    edits = [record for world in worlds for record in world.edits]
    triples = edited(lexical_record_triples(read_records(out.getvalue()), RdfProfile()), edits)
    return of_triples("".join(f"{s} {p} {o} .\n" for s, p, o in triples).encode())


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
    data = faulty_worlds(0, 10, seed=3)
    rows = by_shapes(NativeEngine(), data)
    assert {rule for rule, _, _ in rows} == set(FAULTS)
    assert rows == by_verifier(data)


@pytest.mark.parametrize("half", [0, 5])
def test_ten_faulty_worlds_in_pyshacl(half: int) -> None:
    data = faulty_worlds(half, half + 5, seed=3)
    assert by_shapes(PyshaclEngine(), data) == by_verifier(data)


@pytest.mark.slow
def test_a_hundred_faulty_worlds_in_the_native_engine() -> None:
    data = faulty_worlds(0, 100, seed=4)
    assert by_shapes(NativeEngine(), data) == by_verifier(data)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 100, 10))
def test_a_hundred_faulty_worlds_in_pyshacl(first: int) -> None:
    data = faulty_worlds(first, first + 10, seed=4)
    assert by_shapes(PyshaclEngine(), data) == by_verifier(data)
