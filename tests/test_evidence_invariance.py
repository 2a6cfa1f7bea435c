"""What changes no verdict on worlds with faults: the order of lines, the ids of records, more entities."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse

from benchmarks.faults import FAULTS, edited
from benchmarks.worlds import GeneratedWorld, generate
from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.evidence import Eligibility, choose_view, judge, read_world, record_verdicts, verify
from graph_rdf.export import write_records
from graph_rdf.ontology import packaged_ontology
from graph_rdf.records import RdfProfile, lexical_record_triples, read_records
from graph_rdf.records.model import Entity, Relation, Representation
from tests.test_evidence_properties import names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from graph_rdf.evidence import RecordVerdict
    from graph_rdf.records.model import Record

ONTOLOGY = tuple(packaged_ontology())
WORLDS = tuple(generate(6, 11, tuple(FAULTS)))
"""Three faults each: together they have every one."""

each_world = pytest.mark.parametrize("world", WORLDS, ids=range(len(WORLDS)))


def lines_of(records: Iterable[Record]) -> list[bytes]:
    out = io.BytesIO()
    write_records(records, out)
    return out.getvalue().splitlines(keepends=True)


def verdicts(lines: Iterable[bytes], edits: Collection[str]) -> list[RecordVerdict]:
    """Verdicts on records of a file, sorted by id."""
    triples = edited(lexical_record_triples(read_records(b"".join(lines)), RdfProfile()), edits)
    text = "".join(f"{s} {p} {o} .\n" for s, p, o in triples)
    data = [quad.triple for quad in parse(text.encode(), format=RdfFormat.N_TRIPLES)]
    world = read_world(EmbeddedDataset.from_triples([*data, *ONTOLOGY]))
    judged = judge(verify(world, {}), Eligibility(world, choose_view(world)))
    return sorted(record_verdicts(judged), key=lambda verdict: verdict.id)


def test_the_worlds_have_every_fault() -> None:
    found = [verdicts(lines_of(world.records), world.edits) for world in WORLDS]
    assert {reason for each in found for verdict in each for reason in verdict.reasons} == set(FAULTS)
    assert all({"refused", "supported"} == {verdict.verdict for verdict in each} for each in found)


@each_world
@settings(deadline=None, max_examples=10)
@given(chance=st.randoms(use_true_random=False))
def test_permuting_lines(world: GeneratedWorld, chance: Any) -> None:
    lines = lines_of(world.records)
    expected = verdicts(lines, world.edits)
    chance.shuffle(lines)
    assert verdicts(lines, world.edits) == expected


@each_world
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_renaming_record_ids(world: GeneratedWorld, data: st.DataObject) -> None:
    old = [record.id for record in world.records if isinstance(record, Relation)]
    taken = {record.id for record in world.records}
    free = names.filter(lambda name: name not in taken)
    fresh = data.draw(st.lists(free, min_size=len(old), max_size=len(old), unique=True))
    new = dict(zip(old, fresh, strict=True))
    renamed = [
        replace(record, id=new[record.id]) if isinstance(record, Relation) else record
        for record in world.records
    ]
    expected = [
        replace(verdict, id=new[verdict.id]) for verdict in verdicts(lines_of(world.records), world.edits)
    ]
    found = verdicts(lines_of(renamed), [new[record] for record in world.edits])
    assert found == sorted(expected, key=lambda verdict: verdict.id)


def texts_of(world: GeneratedWorld) -> str:
    """All that a name could be read in."""
    bodies = [record.body or "" for record in world.records if isinstance(record, Representation)]
    quotes = [
        anchor.quote or ""
        for record in world.records
        if isinstance(record, Relation)
        for anchor in record.support
    ]
    return "\n".join([*bodies, *quotes])


@each_world
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_adding_entities_with_fresh_labels(world: GeneratedWorld, data: st.DataObject) -> None:
    """A name that stands in no text, and that nothing has."""
    text = texts_of(world)
    taken: set[str] = set()
    for record in world.records:
        taken.add(record.id)
        if isinstance(record, Entity):
            taken.update((record.label, *record.aliases))
        if isinstance(record, Relation):  # it may mean an entity that nobody declared
            taken.update((record.subject, record.object))
    free = names.filter(lambda name: name not in text and name not in taken)
    fresh = data.draw(st.lists(free, min_size=3, max_size=9, unique=True))
    third = len(fresh) // 3
    more = [
        Entity(name, "Project", label, (alias,))
        for name, label, alias in zip(
            fresh[:third], fresh[third : 2 * third], fresh[2 * third : 3 * third], strict=True
        )
    ]
    expected = verdicts(lines_of(world.records), world.edits)
    assert verdicts(lines_of([*world.records, *more]), world.edits) == expected


def test_a_label_that_is_not_fresh_changes_a_verdict() -> None:
    """The same labels again, on more entities: what is stated in a wording is ambiguous then."""
    changed = set()
    for world in WORLDS:
        entities = [record for record in world.records if isinstance(record, Entity)]
        twins = [replace(entity, id=f"twin:{entity.id}") for entity in entities]
        before = verdicts(lines_of(world.records), world.edits)
        after = verdicts(lines_of([*world.records, *twins]), world.edits)
        changed |= {(old.verdict, new.reasons) for old, new in zip(before, after, strict=True) if old != new}
    assert changed == {("supported", ("ambiguous-label",))}
