"""The stream says of every record what the general way says of it."""

from __future__ import annotations

import json
import random
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.faults import FAULTS
from benchmarks.worlds import generate, write_worlds
from graph_rdf.errors import InputError
from graph_rdf.gate import streaming
from graph_rdf.gate.inputs import collect_inputs
from graph_rdf.gate.ontologies import read_ontology
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.reading import records_inputs
from graph_rdf.gate.streaming import Streamed, stream_records
from graph_rdf.gate.validate import validate
from graph_rdf.report.json_report import render_json
from tests.golden_cases import INPUTS, ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.validation import Validation

FINAL = ROOT / "examples" / "final" / "final.records.jsonl"
COUNTED = ("records", "supported", "refused", "contested", "errors", "warnings", "infos", "files")
VIEWS: list[dict[str, Any]] = [{}, {"as_of": "2026-01-03T12:00:00Z"}, {"as_of": "2027-01-01T00:00:00Z"}]


def outcome(validation: Validation) -> tuple[Any, Any, Any]:
    report = json.loads(render_json(validation.report, ""))
    return report["findings"], report["records"], {key: report["summary"][key] for key in COUNTED}


def both(*paths: Path | str, reading: ReadOptions | None = None, **options: Any) -> tuple[Any, Any, Any]:
    """Check files both ways; whatever a stream gives is what the general way gives."""
    names, reading = [str(path) for path in paths], reading or ReadOptions()
    general = outcome(validate(names, reading, CheckOptions(**options)))
    streamed = outcome(validate(names, reading, CheckOptions(stream=True, **options)))
    assert streamed == general
    return general


def streamed(*paths: Path, **options: Any) -> Streamed | None:
    files = collect_inputs(map(str, paths))
    return stream_records(records_inputs(files), read_ontology(()), ReadOptions(), CheckOptions(**options))


@pytest.mark.parametrize(
    "view", [*VIEWS, *({"view": f"view:final:{name}"} for name in ("base", "revised", "contested"))]
)
def test_the_packaged_world(view: dict[str, Any]) -> None:
    findings, records, _ = both(FINAL, **view)
    assert len(records) == 9
    assert [finding["rule"] for finding in findings][-2:] == ["wrong-bridge", "missing-support"]


RECORDS = sorted(path for path in INPUTS.rglob("*.records.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_the_inputs_of_the_golden_cases(path: Path) -> None:
    both(path)


@pytest.mark.parametrize("view", VIEWS)
def test_generated_worlds_with_every_fault(view: dict[str, Any], tmp_path: Path) -> None:
    worlds = list(generate(40, 7, FAULTS))
    path = write_worlds(worlds, tmp_path)
    findings, _, summary = both(path, **view)
    assert {finding["rule"] for finding in findings} >= set(FAULTS) - {"span-disagreement"}
    assert summary["refused"] > 40


@pytest.mark.parametrize("batch", [1, 2, 7])
def test_the_size_of_a_batch_means_nothing(
    batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_worlds(generate(6, 3, FAULTS), tmp_path)
    monkeypatch.setattr(streaming, "BATCH", batch)
    both(path)


def test_the_order_of_lines_means_nothing(tmp_path: Path) -> None:
    path = write_worlds(generate(8, 5, FAULTS), tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    random.Random(1).shuffle(lines)  # noqa: S311 - a fixed order, no secret
    expected = {(finding["rule"], finding["record"]) for finding in both(path)[0]}
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(line.rstrip() for line in lines))
    assert {(finding["rule"], finding["record"]) for finding in both(path)[0]} == expected


def test_the_layout_of_lines_means_nothing(tmp_path: Path) -> None:
    shutil.copytree(FINAL.parent / "sources", tmp_path / "sources")
    rows = [json.loads(line) for line in FINAL.read_text(encoding="utf-8").splitlines()]
    plain = both(FINAL)[1]
    path = tmp_path / "w.records.jsonl"
    for layout in ({}, {"indent": None, "sort_keys": True}, {"separators": (" ,", " : ")}):
        text = "".join(json.dumps(row, **layout) + "\n\n" for row in rows)
        path.write_text(text, encoding="utf-8")
        assert both(path)[1] == plain


def test_several_files_are_one_set(tmp_path: Path) -> None:
    first = write_worlds(generate(2, 1, FAULTS), tmp_path / "a")
    second = write_worlds(generate(3, 2, FAULTS), tmp_path / "b")
    findings, records, _ = both(first, second)
    assert len(records) == 45
    assert {finding["path"] for finding in findings} == {str(first), str(second)}


ANCHOR = {
    "representation": "doc:final:assignments@v1/text",
    "quote": "project:final:main operated_by org:final:north",
    "sha256": "98ff6124bebbcb4752fbefdef12de5aee69a799046e73db083651bc9688c0f5d",
    "span": {"unit": "byte", "start": 0, "end": 46},
}
RELATION = {
    "kind": "relation",
    "id": "rel:x",
    "subject": "project:final:main",
    "predicate": "operated_by",
    "object": "org:final:north",
    "support": [ANCHOR],
}
CHANGES: list[dict[str, Any]] = [
    {},
    {"subject": "nobody"},
    {"subject": "rel:final:2"},
    {"object": "rel:x"},
    {"object": "doc:final:notes"},
    {"predicate": "https://w3id.org/evidence-graph/ns#operated_by"},
    {"predicate": "owns"},
    {"predicate": "https://example.org/owns"},
    {"support": []},
    {"support": [ANCHOR, ANCHOR]},
    {"support": [{**ANCHOR, "sha256": "0" * 64}, ANCHOR]},
    {"support": [{**ANCHOR, "representation": "rel:final:1"}]},
    {"support": [{**ANCHOR, "representation": "nowhere"}]},
    {"support": [{**ANCHOR, "version": "rel:final:1"}]},
    {"support": [{**ANCHOR, "version": None, "document": None, "source": None}]},
    {"support": [{**ANCHOR, "document": "doc:final:notes"}]},
    {"support": [{**ANCHOR, "source": "source:final:bulletin"}]},
    {"support": [{**ANCHOR, "span": {"unit": "char", "start": 0, "end": 46}}]},
    {"support": [{**ANCHOR, "span": {"unit": "byte", "start": 0, "end": 460}}]},
    {"support": [{**ANCHOR, "span": None}]},
    {"support": [{**ANCHOR, "quote": ""}]},
    {"support": [{"representation": "doc:final:assignments@v1/text"}]},
    {"confidence": 0.5, "extractor": "me"},
    {"confidence": None, "extractor": None},
    {"id": 'rel:ü 😀 " \\ #'},
    {"extractor": 'a ": b'},
    # What follows is wrong with the line, so the general way reports it.
    {"confidence": True},
    {"confidence": "1"},
    {"extractor": 1},
    {"extractor": "\ud800"},
    {"id": "~x"},
    {"id": ""},
    {"id": 1},
    {"id": "rel:final:1"},
    {"id": "org:final:north"},
    {"subject": ["a"]},
    {"subject": 1},
    {"support": {"a": ANCHOR}},
    {"support": [[ANCHOR]]},
    {"support": [{**ANCHOR, "more": 1}]},
    {"support": [{**ANCHOR, "span": {"unit": "byte", "start": 0.0, "end": 46}}]},
    {"support": [{**ANCHOR, "span": {"unit": "byte", "start": False, "end": 46}}]},
    {"support": [{**ANCHOR, "span": {"unit": "byte", "start": -1, "end": 46}}]},
    {"support": [{**ANCHOR, "span": {"unit": ["byte"], "start": 0, "end": 46}}]},
    {"support": [{**ANCHOR, "span": {"unit": "line", "start": 0, "end": 46}}]},
    {"support": [{**ANCHOR, "span": {"unit": "byte", "start": 0, "end": 46, "x": 1}}]},
    {"more": 1},
]
LINES = {
    "no JSON": '{"kind":"relation"',
    "two objects": json.dumps(RELATION, separators=(",", ":")) + "{}",
    "a key twice": json.dumps(RELATION, separators=(",", ":"))[:-1] + ',"subject":"project:final:main"}',
    "a key twice below": json.dumps(RELATION, separators=(",", ":")).replace(
        '"start":0', '"start":0,"start":0'
    ),
    "not a number": json.dumps(RELATION, separators=(",", ":"))[:-1] + ',"confidence":NaN}',
    "too many digits": json.dumps(RELATION, separators=(",", ":"))[:-1] + ',"confidence":' + "9" * 5000 + "}",
    "nested": '{"kind":"relation","id":' + "[" * 100_000,
    "a list": "[]",
    "a view of nothing": '{"kind":"view","id":"v","admits":["nothing"]}',
}


def world_with(text: str, folder: Path) -> Path:
    shutil.copytree(FINAL.parent / "sources", folder / "sources")
    path = folder / "w.records.jsonl"
    path.write_text(FINAL.read_text(encoding="utf-8") + text + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("compact", [True, False])
@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_one_more_record(change: dict[str, Any], compact: bool, tmp_path: Path) -> None:
    layout: dict[str, Any] = {"separators": (",", ":"), "ensure_ascii": False} if compact else {}
    text = json.dumps({**RELATION, **change}, **layout).replace("\ud800", "\\ud800")
    both(world_with(text, tmp_path))


@pytest.mark.parametrize("name", sorted(LINES))
def test_a_line_that_is_wrong(name: str, tmp_path: Path) -> None:
    path = world_with(LINES[name], tmp_path)
    assert streamed(path) is None
    findings, records, _ = both(path)
    assert findings
    assert records == []


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = world_with("", tmp_path)
    path.write_bytes(path.read_bytes() + json.dumps(RELATION, separators=(",", ":")).encode() + b"\xff\n")
    assert streamed(path) is None
    both(path)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 500), st.sets(st.sampled_from(sorted(FAULTS)), max_size=3))
def test_any_generated_world(tmp_path_factory: pytest.TempPathFactory, seed: int, faults: set[str]) -> None:
    both(write_worlds(generate(2, seed, faults, tangled=True), tmp_path_factory.mktemp("world")))


def test_a_plain_world_takes_the_quick_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All right records do; the general checks see the two wrong ones of each world alone."""
    path = write_worlds(generate(20, 2), tmp_path)
    judged: list[int] = []
    plain = streaming._Stream._check

    def counted(self: Any, places: list[Any]) -> None:
        judged.append(len(places))
        plain(self, places)

    monkeypatch.setattr(streaming._Stream, "_check", counted)
    found = streamed(path)
    assert found is not None
    assert (found.records, found.supported, sum(judged)) == (180, 140, 40)


def test_each_body_is_opened_once(tmp_path: Path) -> None:
    path = write_worlds(generate(10, 2, FAULTS), tmp_path)
    bodies = sum('"kind":"representation"' in line for line in path.read_text(encoding="utf-8").splitlines())
    found = streamed(path)
    assert found is not None
    assert found.opened <= bodies


def test_bodies_that_do_not_fit_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_worlds(generate(6, 2, FAULTS), tmp_path)
    monkeypatch.setattr("graph_rdf.gate.streaming.BUDGET", 1)
    both(path)


def test_verdicts_are_kept_only_on_demand() -> None:
    found = streamed(FINAL, keep_records=False)
    assert found is not None
    assert (found.verdicts, found.records, found.supported, found.contested) == ([], 9, 7, 2)


def test_progress_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "EVERY", 2)
    told: list[tuple[int, int]] = []
    validate(
        [str(FINAL)], ReadOptions(), CheckOptions(stream=True), lambda done, size: told.append((done, size))
    )
    lines = [line for line in FINAL.read_bytes().splitlines(keepends=True) if b'"relation"' in line]
    assert [done for done, _ in told] == [2, 4, 6, 8, 9]
    assert sum(size for _, size in told) == sum(map(len, lines))


@pytest.mark.parametrize(
    ("paths", "options", "message"),
    [
        ([FINAL.parent / "world.ttl"], {}, "a stream takes records files (*.records.jsonl) alone"),
        (
            [FINAL],
            {"portable": True},
            "a stream runs no shapes; leave --shapes, --portable, --coverage and --no-evidence out",
        ),
    ],
)
def test_what_a_stream_does_not_take(paths: list[Path], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as refused:
        validate(map(str, paths), ReadOptions(), CheckOptions(stream=True, **options))
    assert refused.value.message == message
