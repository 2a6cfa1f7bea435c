"""The packaged world has right digests and spans; generated worlds are the same shape, and repeat."""

from __future__ import annotations

import io
import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.faults import FAULTS, edited
from benchmarks.worlds import GeneratedWorld, generate, main
from graph_rdf import namespaces as ns
from graph_rdf.export import write_records, write_turtle
from graph_rdf.records import (
    ExportWarning,
    RdfProfile,
    RecordSet,
    lexical_record_triples,
    read_body,
    read_records,
)
from graph_rdf.records.model import Relation, Representation, View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.records.model import Support

FINAL = Path(__file__).parent.parent / "examples" / "final"
PREDICATES = ("operated_by", "not_operated_by", "contact", "mentions")
PROFILE = RdfProfile({name: ns.EG + name for name in PREDICATES})


def cited_text(support: Support, bodies: dict[str, bytes]) -> str:
    """The text at a span, counted without the code under test."""
    assert support.span is not None
    raw = bodies[support.representation]
    if support.span.unit == "byte":
        return raw[support.span.start : support.span.end].decode("utf-8")
    return raw.decode("utf-8")[support.span.start : support.span.end]


def check_anchors(relations: Iterable[Relation], records: RecordSet, bodies: dict[str, bytes]) -> int:
    count = 0
    for relation in relations:
        for support in relation.support:
            digest = sha256(bodies[support.representation]).hexdigest()
            representation = records.catalogue.representations[support.representation]
            version = records.catalogue.versions[representation.version]
            assert support.sha256 == representation.sha256 == digest
            assert support.version in (None, version.id)
            assert support.document in (None, version.document)
            assert support.source in (None, records.catalogue.documents[version.document].source)
            assert cited_text(support, bodies) == support.quote
            count += 1
    return count


def test_final_is_the_world_of_the_evidence_model() -> None:
    records = read_records(FINAL / "final.records.jsonl")
    main, shortcut, ghost = (f"project:final:{name}" for name in ("main", "shortcut", "ghost"))
    north, south = "org:final:north", "org:final:south"
    desk, other = "contact:final:desk", "contact:final:other"
    assert {
        relation.id[-1]: (
            relation.subject,
            relation.predicate,
            relation.object,
            *(support.representation.removeprefix("doc:final:") for support in relation.support),
        )
        for relation in records.relations()
    } == {
        "1": (main, "operated_by", north, "assignments@v1/text"),
        "2": (north, "contact", desk, "contacts@v1/text"),
        "3": (main, "operated_by", south, "assignments@v2/text"),
        "4": (south, "contact", other, "contacts@v1/text"),
        "5": (main, "not_operated_by", north, "notice@v1/text"),
        "6": (shortcut, "mentions", desk, "notes@v1/text"),
        "7": (desk, "contact", main, "contacts@v1/text"),
        "8": (ghost, "operated_by", south, "assignments@v2/text"),
        "9": (ghost, "contact", desk),
    }
    assert list(records.relation_ids()) == [f"rel:final:{number}" for number in range(1, 10)]
    supports = {relation.id: relation.support for relation in records.relations()}
    assert supports["rel:final:8"] == supports["rel:final:3"]
    catalogue = records.catalogue
    assert {entity.id: (entity.type, entity.label) for entity in catalogue.entities.values()} == {
        "project:final:main": ("Project", "PR-84"),
        "project:final:shortcut": ("Project", "PR-89"),
        "project:final:ghost": ("Project", "PR-88"),
        "org:final:north": ("Organisation", "Rowan"),
        "org:final:south": ("Organisation", "Rowan"),
        "contact:final:desk": ("Contact", "Cedar"),
        "contact:final:other": ("Contact", "Alder"),
    }
    assert {document.id: document.current for document in catalogue.documents.values()} == {
        f"doc:final:{name}": f"doc:final:{name}@v1" for name in ("assignments", "contacts", "notes", "notice")
    }
    base = {"doc:final:assignments@v1", "doc:final:contacts@v1", "doc:final:notes@v1"}
    assert {view.id: set(view.admits) for view in catalogue.views.values()} == {
        "view:final:base": base,
        "view:final:revised": base - {"doc:final:assignments@v1"} | {"doc:final:assignments@v2"},
        "view:final:contested": base | {"doc:final:notice@v1"},
    }


def test_final_has_right_digests_and_spans() -> None:
    records = read_records(FINAL / "final.records.jsonl")
    bodies: dict[str, bytes] = {}
    for representation in records.catalogue.representations.values():
        assert representation.path is not None
        bodies[representation.id] = (FINAL / representation.path).read_bytes()
        assert read_body(representation.path, FINAL) == bodies[representation.id]
    assert sorted(path.name for path in (FINAL / "sources").iterdir()) == sorted(
        Path(representation.path or "").name for representation in records.catalogue.representations.values()
    )
    assert check_anchors(records.relations(), records, bodies) == 8
    first = next(records.relations(["rel:final:1"])).support[0]
    assert (first.span.unit, first.span.start, first.span.end) == ("byte", 0, 46) if first.span else False


def test_final_world_is_its_export() -> None:
    warnings: list[ExportWarning] = []
    out = io.BytesIO()
    triples = lexical_record_triples(read_records(FINAL / "final.records.jsonl"), PROFILE, warnings)
    write_turtle(triples, out, PROFILE.prefixes())
    assert out.getvalue() == (FINAL / "world.ttl").read_bytes()
    assert warnings == []


def test_every_rule_of_support_has_a_fault() -> None:
    assert tuple(FAULTS) == (
        "undeclared-predicate",
        "unknown-entity",
        "missing-support",
        "anchor-mismatch",
        "body-unavailable",
        "missing-digest",
        "digest-mismatch",
        "missing-span",
        "span-out-of-range",
        "span-splits-character",
        "span-disagreement",
        "missing-quote",
        "quote-mismatch",
        "clause-truncated",
        "unlicensed-clause",
        "ambiguous-label",
        "wrong-bridge",
    )


@pytest.mark.parametrize("tangled", [False, True])
def test_generated_worlds_have_right_digests_and_spans(tangled: bool) -> None:
    for world in generate(40, 3, tangled=tangled):
        records = RecordSet.of(world.records)
        assert world.edits == ()
        relations = list(records.relations())
        assert (len(relations) == 9) is not tangled
        bodies = {
            record.id: (record.body or "").encode("utf-8")
            for record in world.records
            if isinstance(record, Representation)
        }
        assert check_anchors(relations, records, bodies) == len(relations) - 1
        assert world.expected == {
            f"rel:{world.name}:8": ("wrong-bridge",),
            f"rel:{world.name}:9": ("missing-support",),
        }
        if tangled:
            assert any(relation.subject == relation.object for relation in relations)
            assert any(
                "extra" in version
                for record in world.records
                if isinstance(record, View)
                for version in record.admits
            )


def test_worlds_hold_what_makes_text_hard() -> None:
    text = "".join(
        (record.body or "") + "\n"
        for world in generate(40)
        for record in world.records
        if isinstance(record, Representation)
    )
    for part in ("ä", "e\u0301", "\U0001d504", "\U0001f4dc", "\ufeff", "\r\n", "(", "“"):
        assert part in text
    units = {
        support.span.unit
        for world in generate(5)
        for record in world.records
        if isinstance(record, Relation)
        for support in record.support
        if support.span is not None
    }
    assert units == {"byte", "char"}


def test_a_world_is_the_same_however_many_are_made() -> None:
    few, many = list(generate(3, 7, FAULTS)), list(generate(6, 7, list(reversed(FAULTS))))
    assert many[:3] == few
    assert next(generate(1, 8, FAULTS)) != few[0]


def test_merged_worlds_are_one_readable_set(tmp_path: Path) -> None:
    main(["12", "--seed", "5", "--faults", "--tangled", "-o", str(tmp_path / "out")])
    records = read_records(tmp_path / "out" / "worlds.records.jsonl")
    worlds = list(generate(12, 5, FAULTS, tangled=True))
    assert sorted(records.records(), key=repr) == sorted(
        (r for world in worlds for r in world.records), key=repr
    )
    sidecar = json.loads((tmp_path / "out" / "worlds.expected.json").read_text("utf-8"))
    assert sidecar == {
        "expected": {
            identifier: list(rules) for world in worlds for identifier, rules in world.expected.items()
        },
        "edits": [identifier for world in worlds for identifier in world.edits],
    }
    assert {rule for rules in sidecar["expected"].values() for rule in rules} == set(FAULTS)


def test_unknown_fault_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["1", "--faults", "wrong-brige", "-o", str(tmp_path)])
    assert "no fault for wrong-brige" in capsys.readouterr().err
    with pytest.raises(KeyError):
        list(generate(1, 0, ["wrong-brige"]))
    assert list(tmp_path.iterdir()) == []


def with_fault(rule: str) -> list[tuple[GeneratedWorld, Relation, RecordSet]]:
    found = []
    for world in generate(30, 11, [rule]):
        broken = [
            identifier
            for identifier, rules in world.expected.items()
            if rules == (rule,) and identifier[-1] not in "89"
        ]
        assert len(broken) == 1
        records = RecordSet.of(world.records)
        found.append((world, next(records.relations(broken)), records))
    return found


@pytest.mark.parametrize("rule", sorted(FAULTS))
def test_a_fault_changes_its_record_alone(rule: str) -> None:
    clean = {world.name: world for world in generate(30, 11)}
    for world, broken, records in with_fault(rule):
        before = {r.id: r for r in clean[world.name].records}
        changed = {r.id for r in world.records if before.get(r.id) != r}
        added = {identifier for identifier in changed if identifier not in before}
        assert changed - added == (set() if rule == "span-disagreement" else {broken.id})
        assert added == {s.representation for s in broken.support} & added
        assert world.edits == ((broken.id,) if rule == "span-disagreement" else ())
        assert records.catalogue.representations.keys() >= added
        lines = io.BytesIO()
        write_records(world.records, lines)
        assert sorted(read_records(lines.getvalue()).records(), key=repr) == sorted(world.records, key=repr)


def test_span_disagreement_is_an_edit_of_triples() -> None:
    for world, broken, records in with_fault("span-disagreement"):
        before = list(lexical_record_triples(records, PROFILE))
        after = list(edited(before, world.edits))
        [(old, new)] = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        assert old[0].endswith("#anchor-1-chars>")
        assert old[:2] == new[:2]
        assert int(old[2].split('"')[1]) - int(new[2].split('"')[1]) == 1
        assert broken.support[0].quote
