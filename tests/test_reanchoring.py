"""Re-anchoring: quotes found again, never changed, and only where they stand once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_rdf.errors import UnknownNameError
from graph_rdf.evidence.reanchoring import Place, find_place
from graph_rdf.evidence.text import Body
from graph_rdf.export import write_records
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.reanchoring import Reanchoring
from graph_rdf.gate.validate import validate
from graph_rdf.records.model import Relation, Span
from tests.golden_cases import INPUTS, ROOT

if TYPE_CHECKING:
    from pathlib import Path

MOVED = INPUTS / "moved.records.jsonl"


@pytest.mark.parametrize(
    ("body", "quote", "old", "place"),
    [
        ("a b.", "a b", Span("byte", 0, 3), Place("same", Span("byte", 0, 3), 1)),
        ("a b.", "a b", Span("char", 0, 3), Place("same", Span("char", 0, 3), 1)),
        ("ü a b.", "a b", Span("byte", 0, 3), Place("moved", Span("byte", 3, 6), 1)),
        ("ü a b.", "a b", Span("char", 0, 3), Place("moved", Span("char", 2, 5), 1)),
        ("ü a b.", "a b", None, Place("moved", Span("byte", 3, 6), 1)),
        ("a b, a b", "a b", Span("byte", 0, 3), Place("several", None, 2)),
        ("a b-c, xa b", "a b", Span("byte", 0, 3), Place("gone", None, 0)),
        ("a b-c, a b", "a b", Span("byte", 0, 3), Place("moved", Span("byte", 7, 10), 1)),
        ("a  b", "a b", Span("byte", 0, 3), Place("gone", None, 0)),
        ("A b", "a b", Span("byte", 0, 3), Place("gone", None, 0)),
        ("", "a b", None, Place("gone", None, 0)),
        ("a b", "", None, Place("gone", None, 0)),
    ],
)
def test_place(body: str, quote: str, old: Span | None, place: Place) -> None:
    assert find_place(Body(body.encode()), quote, old) == place


@given(
    st.text("aü😀. "),
    st.text("xy ", min_size=1).filter(str.strip),
    st.text("aü😀. "),
    st.sampled_from(["byte", "char"]),
)
def test_the_new_span_covers_the_quote(before: str, quote: str, after: str, unit: str) -> None:
    body = Body(f"{before} {quote}\n{after}".encode())
    place = find_place(body, quote, Span("char" if unit == "char" else "byte", 0, 1))
    if place.span is not None:
        start, end = place.span.start, place.span.end
        found = body.text[start:end] if unit == "char" else body.raw[start:end].decode()
        assert (found, place.span.unit) == (quote, unit)


def test_nothing_but_the_moved_anchors_changes() -> None:
    before = [json.loads(line) for line in MOVED.read_text(encoding="utf-8").splitlines()]
    work = Reanchoring(str(MOVED), "d@2", ReadOptions())
    after = {record.id: record for record in work.records()}
    assert set(after) == {row["id"] for row in before}
    for row in before:
        record = after[row["id"]]
        if isinstance(record, Relation):
            (old,) = row["support"]
            (new,) = record.support
            assert (record.subject, record.predicate, record.object, new.quote) == (
                row["subject"],
                row["predicate"],
                row["object"],
                old["quote"],
            )
            is_moved = row["id"] in ("r:moved", "r:chars")
            assert (new.representation != old["representation"]) is is_moved
    assert [(move.record, move.outcome) for move in work.moves] == [
        ("r:chars", "moved"),
        ("r:gone", "gone"),
        ("r:moved", "moved"),
        ("r:several", "several"),
    ]


def test_what_moved_is_supported_by_the_new_version(tmp_path: Path) -> None:
    work = Reanchoring(str(MOVED), "d@2", ReadOptions())
    path = tmp_path / "new.records.jsonl"
    with path.open("wb") as out:
        write_records(work.records(), out)
    report = validate([str(path)], ReadOptions(), CheckOptions()).report
    assert {record.id: (record.verdict, record.eligible) for record in report.records} == {
        "r:chars": ("supported", True),
        "r:gone": ("supported", False),
        "r:moved": ("supported", True),
        "r:several": ("supported", False),
        "r:there": ("supported", True),
    }


def test_a_body_that_has_not_its_digest_is_not_cited(tmp_path: Path) -> None:
    path = tmp_path / "w.records.jsonl"
    rows = [json.loads(line) for line in MOVED.read_text(encoding="utf-8").splitlines()]
    next(row for row in rows if row["id"] == "d@2/text")["sha256"] = "0" * 64
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    work = Reanchoring(str(path), "d@2", ReadOptions())
    assert [record for record in work.records() if record.id == "r:moved"]
    assert {move.outcome for move in work.moves} == {"no-body"}


def test_an_unknown_version() -> None:
    with pytest.raises(UnknownNameError, match="no version 'd@3'"):
        Reanchoring(str(MOVED), "d@3", ReadOptions())


def test_another_document_is_left_alone() -> None:
    path = ROOT / "examples" / "final" / "final.records.jsonl"
    work = Reanchoring(str(path), "doc:final:assignments@v2", ReadOptions())
    list(work.records())
    assert [(move.record, move.outcome) for move in work.moves] == [("rel:final:1", "gone")]
