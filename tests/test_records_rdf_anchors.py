"""Anchors in RDF: both selectors of a span, and the bodies that they are computed from."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pyoxigraph as ox
import pytest

from graph_rdf import namespaces as ns
from graph_rdf.export import write_ntriples
from graph_rdf.records import (
    BodyProblem,
    ExportWarning,
    RdfProfile,
    RecordSet,
    lexical_record_triples,
    read_body,
    read_records,
)
from graph_rdf.records.body_cache import BodyCache
from graph_rdf.records.model import Record, Relation, Representation, Span, Support
from tests.record_graphs import PROFILE, parsed, turtle_of

if TYPE_CHECKING:
    from pathlib import Path


def one_relation(
    body: str | None, *anchors: Support, media_type: str = "text/plain", path: str | None = None
) -> RecordSet:
    return RecordSet.of(
        [
            Representation("x", "v", media_type, path=path, body=body),
            Relation("r", "a", "contact", "b", anchors),
        ]
    )


def selectors(records: RecordSet) -> dict[str, tuple[int, int]]:
    """Fragment of each position selector → its offsets."""
    data = parsed(turtle_of(records))
    rows = data.select(f"SELECT ?s ?a ?b WHERE {{ ?s <{ns.OA_START}> ?a ; <{ns.OA_END}> ?b }}")
    found = {}
    for row in rows:
        start, end = row[1], row[2]
        assert isinstance(start, ox.Literal)
        assert isinstance(end, ox.Literal)
        found[str(row[0]).partition("#")[2].rstrip(">")] = (int(start.value), int(end.value))
    return found


@pytest.mark.parametrize(
    ("body", "given_span", "byte_span", "char_span"),
    [
        ("abc", Span("byte", 1, 3), (1, 3), (1, 3)),
        ("abc", Span("char", 3, 3), (3, 3), (3, 3)),
        ("äb\U0001f333c", Span("byte", 2, 7), (2, 7), (1, 3)),
        ("äb\U0001f333c", Span("char", 1, 4), (2, 8), (1, 4)),
        ("äb\U0001f333c", Span("byte", 0, 8), (0, 8), (0, 4)),
        ("\ufeffa", Span("char", 1, 2), (3, 4), (1, 2)),
        ("e\u0301\r\n", Span("char", 1, 4), (1, 5), (1, 4)),
    ],
)
def test_both_selectors_are_computed(
    body: str, given_span: Span, byte_span: tuple[int, int], char_span: tuple[int, int]
) -> None:
    records = one_relation(body, Support("x", span=given_span))
    assert selectors(records) == {"anchor-1-bytes": byte_span, "anchor-1-chars": char_span}


@pytest.mark.parametrize(
    ("body", "span", "anchor", "reason"),
    [
        ("abc", Span("byte", 0, 4), "x", "its span does not fit the body"),
        ("abc", Span("char", 4, 4), "x", "its span does not fit the body"),
        ("äb", Span("byte", 1, 2), "x", "its span does not fit the body"),
        ("äb", Span("byte", 0, 1), "x", "its span does not fit the body"),
        ("äb", Span("byte", 0, 4), "x", "its span does not fit the body"),
        ("äb", Span("char", 0, 3), "x", "its span does not fit the body"),
        ("abc", Span("char", 0, 1), "y", "its representation is not declared"),
    ],
)
def test_span_that_does_not_fit_is_written_alone(body: str, span: Span, anchor: str, reason: str) -> None:
    records = one_relation(body, Support("x", span=Span("char", 0, 1)), Support(anchor, span=span))
    warnings: list[ExportWarning] = []
    list(lexical_record_triples(records, PROFILE, warnings))
    assert warnings == [ExportWarning(f"anchor 2 has the given selector alone: {reason}", "r")]
    assert selectors(records) == {
        "anchor-1-bytes": (0, len(body[0].encode())),
        "anchor-1-chars": (0, 1),
        f"anchor-2-{span.unit}s": (span.start, span.end),
    }


@pytest.mark.parametrize(
    ("media_type", "units"),
    [
        ("text/plain; charset=utf-8", ["anchor-1-bytes", "anchor-1-chars"]),
        ("TEXT/Markdown", ["anchor-1-bytes", "anchor-1-chars"]),
        ("text/html", ["anchor-1-chars"]),
        ("application/json", ["anchor-1-chars"]),
    ],
)
def test_char_selectors_are_computed_for_plain_text_alone(media_type: str, units: list[str]) -> None:
    records = one_relation("abc", Support("x", span=Span("char", 0, 1)), media_type=media_type)
    warnings: list[ExportWarning] = []
    list(lexical_record_triples(records, PROFILE, warnings))
    assert sorted(selectors(records)) == units
    assert warnings == []


ALONE = "anchor 1 has the given selector alone"


def body_triples(turtle: bytes) -> dict[str, str]:
    kept = {ns.EG_BODY: "body", ns.EG_PATH: "path", ns.DCAT_BYTE_SIZE: "size"}
    quads = ox.parse(turtle, format=ox.RdfFormat.TURTLE)
    return {kept[q.predicate.value]: q.object.value for q in quads if q.predicate.value in kept}


@pytest.mark.parametrize(
    ("content", "media_type", "limit", "embedded", "problem"),
    [
        ("ä\0\r\n".encode(), "text/plain", 5, True, None),
        ("ä\0\r\n".encode(), "text/plain", 4, False, None),
        (b"a,b", "text/csv; header=absent", 5, True, None),
        (b"{}", "application/json", 5, False, None),
        (b"\xff", "text/plain", 5, False, f"{ALONE}: the body is not UTF-8"),
        (b"\xed\xa0\x80", "text/plain", 5, False, f"{ALONE}: the body is not UTF-8"),
    ],
)
def test_body_of_a_file(
    tmp_path: Path, content: bytes, media_type: str, limit: int, embedded: bool, problem: str | None
) -> None:
    (tmp_path / "b").write_bytes(content)
    support = Support("x", span=Span("byte", 0, 1 if content[:1].isascii() else 2))
    representation = Representation("x", "v", media_type, path="b")
    records = RecordSet.of([representation, Relation("r", "a", "p", "b", (support,))], tmp_path)
    warnings: list[ExportWarning] = []
    profile = RdfProfile(embed_limit=limit)
    out = io.BytesIO()
    write_ntriples(lexical_record_triples(records, profile, warnings), out)
    expected = {"path": "b", "size": str(len(content))}
    if embedded:
        expected["body"] = content.decode()
    assert body_triples(out.getvalue()) == expected
    assert [warning.message for warning in warnings] == ([] if problem is None else [problem])


def test_body_of_a_record_is_always_embedded() -> None:
    records = one_relation("x" * 10, media_type="application/json")
    assert body_triples(turtle_of(records, RdfProfile(embed_limit=1))) == {"body": "x" * 10, "size": "10"}


@pytest.mark.parametrize(
    ("path", "max_body", "reason"),
    [
        ("absent", 100, "there is no such file"),
        ("../b", 100, "the path leaves the folder of the records"),
        ("b", 2, "the file is larger than 2 bytes"),
    ],
)
def test_body_that_is_not_available(tmp_path: Path, path: str, max_body: int, reason: str) -> None:
    (tmp_path / "b").write_bytes(b"abc")
    records_file = tmp_path / "w.records.jsonl"
    lines = [
        '{"kind":"source","id":"s","label":"S"}',
        '{"kind":"document","id":"d","source":"s"}',
        '{"kind":"version","id":"v","document":"d","version":"1","generated":"2026-01-01T00:00:00Z"}',
        f'{{"kind":"representation","id":"x","version":"v","media_type":"text/plain","path":"{path}"}}',
        (
            '{"kind":"relation","id":"r","subject":"a","predicate":"p","object":"b","support":'
            '[{"representation":"x","span":{"unit":"char","start":0,"end":1}}]}'
        ),
    ]
    records_file.write_text("\n".join(lines))
    records = read_records(records_file)
    warnings: list[ExportWarning] = []
    profile = RdfProfile(max_body=max_body)
    out = io.BytesIO()
    write_ntriples(lexical_record_triples(records, profile, warnings), out)
    assert warnings == [
        ExportWarning(f"anchor 1 has the given selector alone: {reason}", "r", str(records_file), 5),
        ExportWarning(f"the body is not available: {reason}", "x", str(records_file), 4),
    ]
    assert body_triples(out.getvalue()) == {"path": path}
    assert selectors(records) == {"anchor-1-chars": (0, 1)} | (
        {} if path != "b" else {"anchor-1-bytes": (0, 1)}
    )


def test_each_body_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def counted(path: str, folder: Path | None, max_body: int) -> bytes | BodyProblem:
        opened.append(path)
        return read_body(path, folder, max_body)

    monkeypatch.setattr("graph_rdf.records.body_cache.read_body", counted)
    (tmp_path / "a").write_text("ä b")
    (tmp_path / "b").write_text("a b")
    records: list[Record] = [Representation(f"x:{name}", "v", "text/plain", path=name) for name in "abc"]
    for number in range(20):
        anchors = tuple(Support(f"x:{name}", span=Span("char", 0, 1)) for name in "abc")
        records.append(Relation(f"{'az'[number % 2]}{number}", "s", "p", "o", anchors))
    warnings: list[ExportWarning] = []
    list(lexical_record_triples(RecordSet.of(records, tmp_path), PROFILE, warnings))
    assert sorted(opened) == ["a", "b", "c"]
    assert len(warnings) == 21


def test_bodies_past_the_budget_are_read_again_with_the_same_result(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).write_text(f"ä{name * 9}")
    representations = [Representation(name, "v", "text/plain", path=name) for name in "abc"]
    records = RecordSet.of(representations, tmp_path)
    bodies = BodyCache(records, 100, budget=60)
    for _ in range(2):
        for name in "abc":
            span = Span("char", 1, 3)
            assert bodies.both_spans(Support(name), span) == (Span("byte", 2, 4), span)
