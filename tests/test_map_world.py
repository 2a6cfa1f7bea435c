"""The map of a world holds what the evidence says, in each view, and nothing that the caller may not see."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.faults import FAULTS
from benchmarks.worlds import generate
from graph_rdf.errors import CertificateError, LimitError
from graph_rdf.evidence import ANCHOR_RULES, RECORD_RULES
from graph_rdf.gate.callers import OpenWorld, open_world
from graph_rdf.gate.certifying import certified_lookup, read_certificate
from graph_rdf.gate.map_views import MAX_INSTANTS, MAX_VIEWS
from graph_rdf.gate.mapping import map_world
from graph_rdf.gate.options import ReadOptions
from graph_rdf.lookup import Limits, Question, parse_path
from graph_rdf.records.model import Document, Record, Representation, Version, View
from graph_rdf.report.checks import ANCHOR_CHECKS, RECORD_CHECKS
from graph_rdf.report.map_model import MapRefusal, WorldMap
from graph_rdf.report.map_page import render_map
from tests.test_lookup_permission import hidden, removed
from tests.test_permission_bytes import with_secrets, without_emptied, written

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parent.parent
FINAL = str(ROOT / "examples" / "final" / "final.records.jsonl")
CERTIFICATE = ROOT / "tests" / "certificates" / "final-base.json"

STANDINGS = {
    "~default": "canacaarr",
    "view:final:base": "aananaarr",
    "view:final:contested": "canacaarr",
    "view:final:revised": "naaanaarr",
    "2026-01-01T00:00:00Z": "annnnnnrr",
    "2026-01-02T00:00:00Z": "aanannarr",
    "2026-01-03T00:00:00Z": "aananaarr",
    "2026-01-04T00:00:00Z": "canacaarr",
    "2026-02-01T00:00:00Z": "naaaaaarr",
}
"""View or instant → the nine records: accepted, contested, refused, not current; model, section 9."""


def final() -> OpenWorld:
    return open_world(FINAL, ReadOptions())


def opened(records: Iterable[Record], folder: Path) -> OpenWorld:
    return open_world(str(written(records, folder, "records")), ReadOptions())


def utf16(text: str, start: int, end: int) -> str:
    """Slice a text as a browser does."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_the_nine_records_in_every_view() -> None:
    found = map_world(final(), "final")
    assert {view.id: view.standing for view in found.views} == STANDINGS
    assert [view.id for view in found.views] == list(STANDINGS)
    assert [view.as_of for view in found.views] == [False] * 4 + [True] * 5
    assert found.selected == 0
    assert found.views[0].opponents == {"0": (4,), "4": (0,)}
    assert (found.views_left_out, found.instants_left_out, found.lookup) == (0, 0, None)


def test_records_entities_and_texts() -> None:
    found = map_world(final(), "final")
    names = {entity.id: (entity.label, entity.types, entity.declared) for entity in found.entities}
    assert names["org:final:north"] == names["org:final:south"] == ("Rowan", ("Organisation",), True)
    rows = [
        " ".join(
            (
                record.id,
                found.entities[record.subject].id if record.subject is not None else "-",
                record.predicate or "-",
                found.entities[record.object].id if record.object is not None else "-",
                "weak" if record.weak else "strong",
                *record.reasons,
                *(anchor.version or "-" for anchor in record.anchors),
            )
        )
        for record in found.records
    ]
    assert rows == [
        "rel:final:1 project:final:main operated_by org:final:north strong doc:final:assignments@v1",
        "rel:final:2 org:final:north contact contact:final:desk strong doc:final:contacts@v1",
        "rel:final:3 project:final:main operated_by org:final:south strong doc:final:assignments@v2",
        "rel:final:4 org:final:south contact contact:final:other strong doc:final:contacts@v1",
        "rel:final:5 project:final:main not_operated_by org:final:north strong doc:final:notice@v1",
        "rel:final:6 project:final:shortcut mentions contact:final:desk weak doc:final:notes@v1",
        "rel:final:7 contact:final:desk contact project:final:main strong doc:final:contacts@v1",
        (
            "rel:final:8 project:final:ghost operated_by org:final:south strong "
            "wrong-bridge doc:final:assignments@v2"
        ),
        "rel:final:9 project:final:ghost contact contact:final:desk strong missing-support",
    ]
    for record in found.records:
        for anchor in record.anchors:
            assert anchor.text is not None
            assert anchor.mark is not None
            assert utf16(found.texts[anchor.text], *anchor.mark) == anchor.quote
    assert len(found.texts) == 5


@pytest.mark.parametrize("seed", range(6))
def test_marks_are_utf_16(seed: int, tmp_path: Path) -> None:
    """Generated worlds have characters outside the basic plane and long bodies; the mark is the quote."""
    (world,) = generate(1, seed)
    found = map_world(opened(world.records, tmp_path / "w"), "w")
    marked = [anchor for record in found.records for anchor in record.anchors if anchor.mark is not None]
    assert len(marked) == 8
    for anchor in marked:
        assert anchor.text is not None
        assert anchor.mark is not None
        assert utf16(found.texts[anchor.text], *anchor.mark) == anchor.quote


def test_long_bodies_are_cut_around_the_span(tmp_path: Path) -> None:
    text = "x" * 5000 + " \U0001f600 a:1 contact a:2. " + "y" * 5000
    found = map_world(open_world(str(one_record(tmp_path, text, "a:1 contact a:2")), ReadOptions()), "w")
    (anchor,) = found.records[0].anchors
    assert anchor.text is not None
    assert anchor.mark is not None
    shown = found.texts[anchor.text]
    assert (anchor.whole, anchor.failed, len(shown)) == (False, None, 815)
    assert utf16(shown, *anchor.mark) == "a:1 contact a:2"


def one_record(folder: Path, body: str, quote: str) -> Path:
    digest = hashlib.sha256(body.encode()).hexdigest()
    start = body.index(quote)
    lines = [
        {"kind": "entity", "id": "a:1", "type": "Contact", "label": "One"},
        {"kind": "entity", "id": "a:2", "type": "Contact", "label": "Two"},
        {"kind": "source", "id": "s", "label": "S"},
        {"kind": "document", "id": "d", "source": "s", "current": "d@1"},
        {"kind": "version", "id": "d@1", "document": "d", "version": "1",
         "generated": "2026-01-01T00:00:00Z"},
        {"kind": "representation", "id": "d@1/t", "version": "d@1", "media_type": "text/plain; charset=utf-8",
         "body": body, "sha256": digest},
        {"kind": "relation", "id": "r", "subject": "a:1", "predicate": "contact", "object": "a:2",
         "support": [{"representation": "d@1/t", "sha256": digest, "quote": quote,
                      "span": {"unit": "char", "start": start, "end": start + len(quote)}}]},
    ]  # fmt: skip
    path = folder / "one.records.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_checks_are_those_of_the_verifier() -> None:
    assert tuple(RECORD_CHECKS) == RECORD_RULES
    assert tuple(ANCHOR_CHECKS) == ANCHOR_RULES


def test_the_lookup_of_a_certificate() -> None:
    found = map_world(final(), "final", certificate=read_certificate(CERTIFICATE))
    lookup = found.lookup
    assert lookup is not None
    assert found.views[found.selected].id == "view:final:base"
    assert (lookup.replay, lookup.status, lookup.cause) == ("holds", "answered", None)
    assert lookup.view == found.selected
    (answer,) = lookup.answers
    assert found.entities[answer.entity].id == "contact:final:desk"
    assert [found.records[record].id for record in answer.records] == ["rel:final:1", "rel:final:2"]
    message = "version 'doc:final:assignments@v2' is not admitted by view 'view:final:base'"
    assert lookup.refusals == (MapRefusal(2, 0, "not-current", message),)


def test_the_view_asked_for_comes_before_that_of_the_certificate() -> None:
    statement = read_certificate(CERTIFICATE)
    found = map_world(final(), "final", view="view:final:revised", certificate=statement)
    assert found.views[found.selected].id == "view:final:revised"
    assert found.lookup is not None
    assert found.lookup.view is not None
    assert found.views[found.lookup.view].id == "view:final:base"


def test_an_instant_at_which_nothing_changes_is_shown_when_asked_for() -> None:
    found = map_world(final(), "final", as_of="2026-01-15T12:00:00+01:00")
    assert (found.views[found.selected].id, found.views[found.selected].standing) == (
        "2026-01-15T12:00:00+01:00",
        "canacaarr",
    )
    assert len(found.views) == len(STANDINGS) + 1
    again = map_world(final(), "final", as_of="2026-02-01T01:00:00+01:00")
    assert len(again.views) == len(STANDINGS)


def test_a_certificate_of_other_scopes_is_refused(tmp_path: Path) -> None:
    world = opened(generate(1, 0).__next__().records, tmp_path / "w")
    node = world.judgement.world
    start = min(map(node.id_of, node.entities))
    path = parse_path("contact", node.predicates)
    question = Question(start, path, None, None, ("board",), Limits(), None)
    statement = certified_lookup(world, question).certificate
    with pytest.raises(CertificateError, match="'board'"):
        map_world(world, "w", certificate=statement)
    found = map_world(world, "w", scopes=("board", "staff"), certificate=statement)
    assert found.lookup is not None
    assert found.lookup.replay == "holds"


def test_limits_are_said(tmp_path: Path) -> None:
    with pytest.raises(LimitError, match="9 records, more than 8"):
        map_world(final(), "final", max_records=8)
    records: list[Record] = []
    for world in generate(30, 0):
        records += world.records
    found = map_world(opened(records, tmp_path / "w"), "w")
    declared = sum(isinstance(record, View) for record in records)
    times = {record.generated for record in records if isinstance(record, Version)}
    assert declared > MAX_VIEWS
    assert sum(not view.as_of for view in found.views) == MAX_VIEWS + 1
    assert found.views_left_out == declared - MAX_VIEWS
    assert found.instants_left_out == max(0, len(times) - MAX_INSTANTS)
    named = max(record.id for record in records if isinstance(record, View))
    again = map_world(opened(records, tmp_path / "again"), "w", view=named)
    assert again.views[again.selected].id == named


CASES = [
    (0, ("assignments",), ()),
    (0, ("contacts",), ()),
    (1, ("assignments", "notice"), ()),
    (2, ("notes",), ()),
    (3, ("assignments", "contacts", "notes", "notice"), ()),
    (3, ("contacts",), tuple(sorted(FAULTS))),
]


@pytest.mark.parametrize(("seed", "documents", "faults"), CASES)
def test_with_and_without_what_is_not_permitted(
    seed: int, documents: tuple[str, ...], faults: tuple[str, ...], tmp_path: Path
) -> None:
    """A caller gets the same bytes whether the world holds the documents that it may not see or not."""
    (world,) = generate(1, seed, faults)
    secret = {f"doc:{world.name}:{name}" for name in documents}
    records = world.records
    assert secret <= {one.id for one in records if isinstance(one, Document)}

    def page(found: WorldMap) -> bytes:
        return render_map(found, "0").encode("utf-8")

    plain = page(map_world(opened(records, tmp_path / "plain"), "w"))
    one = min(secret)
    versions = {each.id for each in records if isinstance(each, Version) and each.document == one}
    text = next(each.id for each in records if isinstance(each, Representation) and each.version in versions)
    with_it = opened(with_secrets(hidden(records, secret), one, text), tmp_path / "with")
    without = opened(without_emptied(removed(records, secret)), tmp_path / "without")
    assert page(map_world(with_it, "w")) == page(map_world(without, "w"))
    assert page(map_world(with_it, "w")) != plain
    assert page(map_world(with_it, "w", scopes=("board",))) != page(map_world(with_it, "w"))
    node = with_it.judgement.world
    start = min(map(node.id_of, node.entities))
    for path in ("operated_by", "contact"):
        question = Question(start, parse_path(path, node.predicates), None, None, (), Limits(), None)
        pages = [
            page(map_world(each, "w", certificate=certified_lookup(each, question).certificate))
            for each in (with_it, without)
        ]
        assert pages[0] == pages[1]
