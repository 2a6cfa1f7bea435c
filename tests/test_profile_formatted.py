"""What `export` and `accept` write is laid out already: `fmt` has nothing to do on it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from benchmarks.worlds import generate, write_worlds
from graph_rdf import namespaces as ns
from graph_rdf.evidence import judge
from graph_rdf.export import PROFILES, write_annotated
from graph_rdf.formatting import FORMATTED, format_source
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.export_writing import write_export
from graph_rdf.gate.exporting import Choice, open_export
from graph_rdf.gate.options import ReadOptions
from graph_rdf.records import RecordSet
from graph_rdf.syntax import format_of, source_from_bytes
from tests.profile_forms import FINAL, ROOT, chance_export, written
from tests.record_strategies import record_lists

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.records.model import Record

HOSTILE = ROOT / "tests" / "golden" / "inputs" / "records" / "hostile.records.jsonl"
SUFFIXES = {
    "rdf11": "ttl", "rdf12": "ttl", "prov": "ttl", "nanopub": "trig", "trig": "trig", "nt": "nt", "nq": "nq"
}  # fmt: skip
"""Profile → the ending of its syntax, for those in a syntax that has a layout."""
OTHERS = {"csv", "graphml", "jsonl", "jsonld", "parquet", "rdfxml", "records-parquet", "webannotation"}
PREFIXES = {"dcterms": ns.DCTERMS, "eg": ns.EG, "id": ns.ID_BASE, "prov": ns.PROV}
WORLDS = ("final", "hostile", "generated")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_worlds(generate(10, 3, tangled=True), tmp_path_factory.mktemp("generated"))


def changed(data: bytes, suffix: str) -> bool:
    assert data
    made = format_source(source_from_bytes(data, name=f"w.{suffix}"))
    assert made.findings == ()
    return made.changed


def test_every_profile_is_tried() -> None:
    assert {profile.name for profile in PROFILES} == SUFFIXES.keys() | OTHERS
    assert {format_of(f"w.{suffix}") for suffix in SUFFIXES.values()} == set(FORMATTED)


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("profile", sorted(SUFFIXES))
def test_exports(profile: str, name: str, generated: Path) -> None:
    path = {"final": FINAL, "hostile": HOSTILE, "generated": generated}[name]
    choice = Choice(accepted_only=False) if profile == "nanopub" else None
    out = io.BytesIO()
    write_export(open_export(str(path), ReadOptions(), choice), profile, out)
    assert not changed(out.getvalue(), SUFFIXES[profile])


@settings(deadline=None, max_examples=25)
@given(record_lists())
def test_exports_of_any_records(records: list[Record]) -> None:
    export = chance_export(RecordSet.of(records))
    for profile in ("rdf11", "rdf12", "trig", "nt", "nq"):
        data = written(export, profile)
        assert not data or not changed(data, SUFFIXES[profile])


@pytest.mark.parametrize("name", WORLDS)
def test_annotated_triples_of_accept(name: str, generated: Path) -> None:
    path = {"final": FINAL, "hostile": HOSTILE, "generated": generated}[name]
    opened = open_world(str(path), ReadOptions())
    seen = judge(opened.judgement.verdicts, opened.eligibility(None, None, ()))
    out = io.BytesIO()
    write_annotated(seen, out, PREFIXES)
    assert b"{|" in out.getvalue()
    assert not changed(out.getvalue(), "ttl")
