"""Explanations: passages, readings, and near misses with the place where the quote really stands."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_rdf.evidence import read_world, verify
from graph_rdf.evidence.clauses import ClauseReader, parse_form
from graph_rdf.evidence.explanation import AnchorExplanation, explain_anchor, form_text, stating_form
from graph_rdf.evidence.explanation_near import KINDS, near_misses
from graph_rdf.evidence.explanation_passage import MAX_LINES, MAX_WIDTH, passage_of
from graph_rdf.evidence.text import Bodies, Body
from tests.evidence.builder import Builder, iri, one_record_world

if TYPE_CHECKING:
    from collections.abc import Callable

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "evidence" / "near_misses.json").read_text(encoding="utf-8")
)


def test_every_kind_has_a_case() -> None:
    assert {kind for case in CASES for near in case["near"] for kind in near["kinds"]} == set(KINDS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_near_miss(case: dict[str, Any]) -> None:
    body = Body(case["body"].encode())
    found = near_misses(body, case["quote"], case["given"], case["unit"])
    assert [
        {
            "kinds": list(near.kinds),
            "bytes": [near.byte_start, near.byte_end],
            "chars": [near.start, near.end],
            "shift": near.shift,
            "note": near.note,
        }
        for near in found
    ] == case["near"]


LETTERS = st.text("aeoAEO äöß“”’'\" \t\n\u0308\U0001f600한", max_size=20)
CHANGES: dict[str, Callable[[str], str]] = {
    "white space": lambda text: text.replace(" ", "\u00a0\n"),
    "quotation marks": lambda text: text.replace('"', "“"),
    "Unicode form": lambda text: unicodedata.normalize("NFD", text),
    "case": lambda text: text.upper(),
}


@given(LETTERS, st.text('abö" ', min_size=1).map(lambda text: f"x{text}x"), st.sampled_from(KINDS), LETTERS)
def test_a_changed_quote_is_found(before: str, quote: str, kind: str, after: str) -> None:
    changed = CHANGES[kind](quote)
    body = Body(f"{before} .{changed}. {after}".encode())
    at = len(before) + 2
    found = near_misses(body, quote, at, "char")
    assert [near.start for near in found] == ([at] if changed != quote else [])
    assert all(body.text[near.start : near.end] == changed and near.kinds == (kind,) for near in found)
    assert all(body.raw[near.byte_start : near.byte_end].decode() == changed for near in found)


@given(st.text("ab\r\n", max_size=30), st.data())
def test_a_passage_marks_the_span(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    passage = passage_of(text, start, end)
    marked = "".join(line.text[line.mark[0] : line.mark[1]] for line in passage.lines if line.mark)
    visible = text[start:end].replace("\r", "").replace("\n", "")
    assert visible.startswith(marked) if len(passage.lines) > MAX_LINES else marked == visible


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(ending: str) -> None:
    text = ending.join(["one", "two", "three", ""])
    passage = passage_of(text, text.index("three"), text.index("three") + 5)
    assert (passage.line, passage.column) == (3, 1)
    assert [(line.number, line.text, line.mark) for line in passage.lines] == [
        (2, "two", None),
        (3, "three", (0, 5)),
    ]


def test_a_long_line_is_cut_around_the_span() -> None:
    text = "x" * 10_000 + "here" + "y" * 10_000
    (line,) = passage_of(text, 10_000, 10_004).lines
    assert line.mark is not None
    assert (line.text[slice(*line.mark)], len(line.text)) == ("here", MAX_WIDTH)
    assert (line.cut_before, line.cut_after) == (True, True)


def explained(builder: Builder) -> AnchorExplanation:
    world = read_world(builder.dataset())
    verdicts = verify(world, {})
    failure = verdicts.anchor_failures.get(0)
    return explain_anchor(world, Bodies(world, {}), ClauseReader(world), world.anchors[0], failure)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("a:1 contact b:1", [("a:1", "contact", "b:1", "{subject} contact {object}", False)]),
        ("Ash has contact Birch", [("a:1", "contact", "b:1", "{subject} has contact {object}", False)]),
        (
            "Ash is operated by Apple.",
            [("a:1", "operated_by", "a:3", "{subject} is operated by {object}", False)],
        ),
        ("Twin mentions Elm", [("Twin", "mentions", "Elm", "{subject} mentions {object}", True)]),
        (
            "Birch has contact Birch has contact Birch",
            [
                ("b:1", "contact", "b:2", "{subject} has contact {object}", False),
                ("b:2", "contact", "b:1", "{subject} has contact {object}", False),
            ],
        ),
        ("Ash likes Birch", []),
    ],
)
def test_what_a_clause_states(quote: str, expected: list[tuple[object, ...]]) -> None:
    shown = explained(one_record_world(f"It says: {quote}\n", quote))
    assert shown.found == quote
    assert [
        (one.subject, one.predicate, one.object, one.form, one.ambiguous) for one in shown.readings
    ] == expected


@pytest.mark.parametrize(
    ("quote", "triple", "form"),
    [
        ("a:1 contact b:1.", ("a:1", "eg:contact", "b:1"), "{subject} contact {object}"),
        ("Ash has contact Birch", ("a:1", "eg:contact", "b:1"), "{subject} has contact {object}"),
        ("Ash has contact Birch", ("a:1", "eg:contact", "b:2"), None),
        ("Twin has contact Birch", ("a:2", "eg:contact", "b:1"), None),
    ],
)
def test_the_form_that_states(quote: str, triple: tuple[str, str, str], form: str | None) -> None:
    world = read_world(one_record_world("a:1 contact b:1", "a:1 contact b:1").dataset())
    subject, predicate, obj = map(iri, triple)
    assert stating_form(ClauseReader(world), quote, subject, predicate, obj) == form


@given(st.text("ab ", max_size=3), st.text("ab ", max_size=3), st.text("ab ", max_size=3), st.booleans())
def test_a_form_is_written_as_it_was_read(before: str, between: str, after: str, turned: bool) -> None:
    slots = ("{object}", "{subject}") if turned else ("{subject}", "{object}")
    text = f"{before}{slots[0]}{between}{slots[1]}{after}"
    form = parse_form(text)
    assert form is not None
    assert form_text(form) == text


def test_without_a_body_there_is_no_passage() -> None:
    builder = one_record_world("a:1 contact b:1", "a:1 contact b:1")
    builder.triples = [one for one in builder.triples if not one.predicate.value.endswith("#body")]
    shown = explained(builder)
    assert (shown.no_body, shown.passage, shown.near) == ("it has neither eg:body nor eg:path", None, ())
