"""Records to RDF and back: the form of section 4, and nothing lost on the way."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox
import pytest
from hypothesis import given, settings

from graph_rdf import namespaces as ns
from graph_rdf.errors import InputError
from graph_rdf.export import record_line, write_records
from graph_rdf.records import (
    RdfProfile,
    RecordSet,
    lexical_record_triples,
    read_records,
    record_triples,
    records_from_dataset,
)
from graph_rdf.records.relation_rdf import decimal_form
from tests.record_graphs import PREFIXES, PROFILE, parsed, turtle_of
from tests.record_strategies import CONFIDENCES, DECLARED, record_lists

if TYPE_CHECKING:
    from graph_rdf.records.model import Record

FINAL = Path(__file__).parent.parent / "examples" / "final"
CASES = Path(__file__).parent / "records" / "rdf"
NAMES = {iri: name for name, iri in DECLARED.items()}


def terms(data: bytes | str) -> list[str]:
    return sorted(str(quad.triple) for quad in ox.parse(data, format=ox.RdfFormat.TURTLE))


def ordered(records: list[Record]) -> list[str]:
    return sorted(record_line(record) for record in records)


CASE_NAMES = sorted(path.name.removesuffix(".records.jsonl") for path in CASES.glob("*.records.jsonl"))


def test_every_case_has_its_rdf() -> None:
    assert CASE_NAMES
    assert sorted(path.name.removesuffix(".ttl") for path in CASES.glob("*.ttl")) == CASE_NAMES


@pytest.mark.parametrize("name", CASE_NAMES)
def test_case(name: str) -> None:
    records = read_records(CASES / f"{name}.records.jsonl")
    assert terms(turtle_of(records)) == terms(PREFIXES + (CASES / f"{name}.ttl").read_text("utf-8"))


@settings(deadline=None)
@given(record_lists())
def test_records_to_rdf_and_back_is_the_identity(records: list[Record]) -> None:
    turtle = turtle_of(RecordSet.of(records))
    back, warnings = records_from_dataset(parsed(turtle), NAMES)
    assert ordered(list(back.records())) == ordered(records)
    assert warnings == ()
    assert turtle_of(back) == turtle
    written = io.BytesIO()
    write_records(back.records(), written)
    read = read_records(written.getvalue())
    assert list(read.records()) == list(back.records())


@settings(deadline=None, max_examples=30)
@given(record_lists())
def test_triples_are_sorted_and_without_blank_nodes(records: list[Record]) -> None:
    lines = list(lexical_record_triples(RecordSet.of(records), PROFILE))
    assert lines == sorted(set(lines), key=lambda triple: (triple[0][1:-1], *triple[1:]))
    assert not any(term.startswith("_:") for triple in lines for term in triple)
    assert [(str(s), str(p), str(o)) for s, p, o in record_triples(RecordSet.of(records), PROFILE)] == lines


@given(CONFIDENCES)
def test_confidence_keeps_every_digit(value: float) -> None:
    digits = decimal_form(value)
    assert repr(float(digits)) == repr(value)
    assert not {"e", "E"} & set(digits)


def test_final_comes_back() -> None:
    declared = {name: ns.EG + name for name in ("operated_by", "not_operated_by", "contact", "mentions")}
    profile = RdfProfile(declared)
    records = read_records(FINAL / "final.records.jsonl")
    world = (FINAL / "world.ttl").read_bytes()
    assert turtle_of(records, profile) == world
    back, warnings = records_from_dataset(
        parsed(world), {iri: name for name, iri in declared.items()}, folder=FINAL
    )
    assert warnings == ()
    assert list(back.records()) == list(records.records())
    assert turtle_of(back, profile) == world


def test_other_base() -> None:
    profile = RdfProfile(DECLARED, base="https://example.org/é/")
    records = read_records(FINAL / "final.records.jsonl")
    turtle = turtle_of(records, profile)
    assert b"w3id.org/evidence-graph/id" not in turtle
    back, _ = records_from_dataset(parsed(turtle), NAMES, base="https://example.org/é/")
    assert list(back.records()) == list(records.records())


def test_bad_base_is_refused() -> None:
    with pytest.raises(InputError, match="is no base for ids"):
        RdfProfile(base="https://example.org/#")
