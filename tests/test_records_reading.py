"""Reading records files: the cases of `records/bad` with their exact problems, and what is no problem."""

from __future__ import annotations

import gc
import json
import os
from itertools import islice
from pathlib import Path

import pytest

from graph_rdf.errors import InputError, RecordsError
from graph_rdf.findings import Finding, Severity
from graph_rdf.records import RecordProblem, RecordsInput, problem_findings, read_records
from graph_rdf.records.lines import MAX_LINE
from graph_rdf.records.model import Entity, Relation, Span, Support, View
from graph_rdf.records.times import time_problem

BAD = Path(__file__).parent / "records" / "bad"
MANIFEST: dict[str, list[tuple[int, int | None, str | None, str]]] = {
    name: [(line, column, path, message) for line, column, path, message in problems]
    for name, problems in json.loads((BAD / "problems.json").read_text("utf-8")).items()
}
ENTITY = b'{"kind":"entity","id":"a","type":"Project","label":"A"}'


def problems_of(*inputs: Path | bytes | RecordsInput, max_line: int = MAX_LINE) -> list[str]:
    with pytest.raises(RecordsError) as caught:
        read_records(*inputs, max_line=max_line)
    return [str(problem) for problem in caught.value.problems]


def test_folder_equals_manifest() -> None:
    assert sorted(path.name for path in BAD.glob("*.records.jsonl")) == sorted(MANIFEST)
    assert all(MANIFEST.values())


@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_bad_file_has_exactly_these_problems(name: str) -> None:
    with pytest.raises(RecordsError) as caught:
        read_records(BAD / name)
    found = []
    for problem in caught.value.problems:
        assert isinstance(problem, RecordProblem)
        assert problem.path == str(BAD / name)
        prefix = f"{problem.json_path}: " if problem.json_path else ""
        assert problem.message.startswith(prefix)
        found.append((problem.line, problem.column, problem.json_path, problem.message[len(prefix) :]))
    assert found == MANIFEST[name]


@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_problems_can_be_printed(name: str) -> None:
    with pytest.raises(RecordsError) as caught:
        read_records(BAD / name)
    for problem in caught.value.problems:
        assert str(problem).isprintable()
    for finding in problem_findings(caught.value.problems):
        repr(finding).encode("utf-8")


def test_problems_as_findings() -> None:
    with pytest.raises(RecordsError) as caught:
        read_records(RecordsInput("w.records.jsonl", ENTITY + b"\n" + ENTITY + b"\n{", None))
    assert problem_findings(caught.value.problems) == [
        Finding(
            "record-error",
            Severity.ERROR,
            '$.id: "a" is the id of line 1 already',
            path="w.records.jsonl",
            line=2,
            end_line=2,
            record="a",
        ),
        Finding(
            "record-error",
            Severity.ERROR,
            "not JSON: the line ends too early",
            path="w.records.jsonl",
            line=3,
            column=2,
            end_line=3,
        ),
    ]


def test_deep_nesting_is_one_problem() -> None:
    deep = b'{"kind":"entity","id":"b","type":"Project","label":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    unknown = b'{"kind":"view","id":"v","admits":[],"x":' + b'{"a":' * 200 + b'"\\ud800"' + b"}" * 201
    assert problems_of(b"\n".join((deep, ENTITY, unknown))) == [
        "-:1: nested too deeply",
        "-:3: $.x" + ".a" * 200 + ": a lone surrogate, which no UTF-8 text can hold",
        "-:3: $.x: unknown key",
    ]


def test_long_line_is_skipped_as_a_whole() -> None:
    long = b'{"kind":"entity","id":"b","type":"Project","label":"' + b"x" * 100 + b'"}'
    after = b'{"kind":"view","id":"v","admits":["x"]}'
    data = b"\n".join((ENTITY, long, after, long))
    assert problems_of(data, max_line=len(ENTITY) + 1) == [
        "-:2: the line is longer than 56 bytes",
        '-:3: $.admits[0]: no line declares the version "x"',
        "-:4: the line is longer than 56 bytes",
    ]
    assert len(read_records(ENTITY + b"\n", max_line=len(ENTITY) + 1).catalogue.entities) == 1


def test_several_files_are_one_set(tmp_path: Path) -> None:
    first, second = tmp_path / "a.records.jsonl", tmp_path / "b.records.jsonl"
    first.write_bytes(ENTITY + b"\n[]")
    second.write_bytes(b"\n" + ENTITY + b'\n{"kind":"document","id":"d","source":"s"}\n')
    assert problems_of(first, second) == [
        f"{first}:2: $: must be an object, is an array",
        f'{second}:2: $.id: "a" is the id of line 1 of {first} already',
        f'{second}:3: $.source: no line declares the source "s"',
    ]
    first.write_bytes(b'{"kind":"source","id":"s","label":"S"}')
    found = read_records(first, second)
    assert found.place("s") == (str(first), 1)
    assert found.place("d") == (str(second), 3)
    assert found.place("nothing") is None
    assert found.folder("d") == tmp_path
    assert found.folder("nothing") is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n \t\r\n\n",
        b"\xef\xbb\xbf",
    ],
)
def test_nothing_is_an_empty_set(data: bytes) -> None:
    assert list(read_records(data).records()) == []


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"", b" \t\r\n\r\n\n"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_bom(end: bytes, bom: bytes) -> None:
    relation = b'{"kind":"relation","id":"r","subject":"a","predicate":"p","object":"a","support":[]}'
    found = read_records(bom + relation + b"\r\n\r\n" + ENTITY + end)
    assert list(found.records()) == [Entity("a", "Project", "A"), Relation("r", "a", "p", "a")]
    assert found.place("r") == ("-", 1)
    assert found.place("a") == ("-", 3)


def test_defaults_nulls_and_sets() -> None:
    data = """
        {"kind":"view","id":"v","admits":[]}
        {"kind":"entity","id":"a","type":"https://w3id.org/evidence-graph/ns#Project","label":"","aliases":["b","ä","b","a"]}
        {"kind":"relation","id":"r","subject":"no","predicate":"any thing","object":"no","support":[
        """
    data = data.rstrip().removesuffix("[") + (
        '[{"representation":"x","version":null,"document":null,"source":null,"sha256":null,"span":null,'
        '"quote":null},{"representation":"x","span":{"end":0,"start":0,"unit":"char"},"quote":""}],'
        '"confidence":1,"extractor":null}'
    )
    found = list(read_records(data.encode()).records())
    assert found == [
        Entity("a", "Project", "", ("a", "b", "ä")),
        Relation(
            "r",
            "no",
            "any thing",
            "no",
            (Support("x"), Support("x", span=Span("char", 0, 0), quote="")),
            confidence=1.0,
        ),
        View("v"),
    ]
    assert isinstance(found[1], Relation)
    assert isinstance(found[1].confidence, float)


def test_relations_come_sorted_and_one_at_a_time() -> None:
    line = '{"kind":"relation","id":"%s","subject":"a","predicate":"p","object":"ö","support":[]}'
    ids = ["r:2", "\U0001f333", "r:10", "ä", "z", "\uffff"]
    found = read_records("\n".join(line % identifier for identifier in ids).encode())
    assert list(found.relation_ids()) == ["r:10", "r:2", "z", "ä", "\uffff", "\U0001f333"]
    assert [relation.id for relation in found.relations()] == list(found.relation_ids())
    assert [relation.id for relation in found.relations(["z", "r:2", "z"])] == ["z", "r:2", "z"]


def test_file_that_changes_between_the_passes(tmp_path: Path) -> None:
    path = tmp_path / "w.records.jsonl"
    line = b'{"kind":"relation","id":"r","subject":"a","predicate":"p","object":"b","support":[]}'
    path.write_bytes(line)
    found = read_records(path)
    for changed in (b"", line.replace(b'"r"', b'"s"'), b"\xff" + line, line[1:], ENTITY):
        path.write_bytes(changed)
        with pytest.raises(InputError, match="the file changed while it was read") as caught:
            list(found.relations())
        assert (caught.value.path, caught.value.line) == (str(path), 1)
    path.unlink()
    with pytest.raises(InputError, match="the file cannot be read: No such file or directory"):
        list(found.relations())


def test_pipe_is_refused(tmp_path: Path) -> None:
    """It has no writer, so opening it would wait for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(
        InputError, match="a pipe cannot be read twice, which records need; give it as - instead"
    ):
        read_records(pipe)


@pytest.mark.parametrize("name", ["absent.records.jsonl", "."])
def test_file_that_cannot_be_opened(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        read_records(tmp_path / name)
    assert caught.value.path == str(tmp_path / name)
    assert not isinstance(caught.value, RecordsError)


@pytest.mark.parametrize(
    "value",
    [
        "2026-01-01T00:00:00Z",
        "2024-02-29T23:59:59.123456789+14:00",
        "2000-02-29T00:00:00-00:00",
        "2026-12-31T24:00:00.000-13:59",
        "0000-01-01T00:00:00Z",
        "-0004-02-29T00:00:00Z",
        "12345678901234567890-01-01T00:00:00Z",
    ],
)
def test_right_times(value: str) -> None:
    assert time_problem(value) is None


def test_relations_are_not_kept_as_objects() -> None:
    lines = (
        f'{{"kind":"relation","id":"kept-{number}","subject":"a","predicate":"p","object":"b","support":[]}}'
        for number in range(500)
    )
    found = read_records("\n".join(lines).encode())

    def alive() -> int:
        gc.collect()
        return sum(isinstance(item, Relation) and item.id.startswith("kept-") for item in gc.get_objects())

    assert alive() == 0
    most = max(alive() for _ in islice(found.relations(), 5))
    assert most <= 2
    assert len(found.relation_ids()) == 500


LINE_ENDS = [
    (b"\r", [1, 3, 4]),
    (b"\r\n", [1, 3, 4]),
    (b"\n", [1, 3, 4]),
]


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize(("end", "expected"), LINE_ENDS)
@pytest.mark.parametrize("max_line", [MAX_LINE, 70])
def test_every_line_end_counts(
    end: bytes, expected: list[int], last: bool, max_line: int, tmp_path: Path
) -> None:
    relation = b'{"kind":"relation","id":"r","subject":"a","predicate":"p","object":"a","support":[]}'
    second = ENTITY.replace(b'"a"', b'"b"')
    rows = [ENTITY, b"", second, relation if max_line == MAX_LINE else ENTITY.replace(b'"a"', b'"r"')]
    path = tmp_path / "w.records.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + end.join(rows) + (end if last else b""))
    records = read_records(path, max_line=max_line)
    assert [(records.place(name) or ("", 0))[1] for name in ("a", "b", "r")] == expected
    if max_line == MAX_LINE:
        assert [one.id for one in records.relations()] == ["r"]


def test_line_ends_may_be_mixed_and_long_lines_are_counted() -> None:
    long = ENTITY.replace(b'"A"', b'"' + b"A" * 90 + b'"')
    data = long + b"\r" + ENTITY + b"\r\n" + long + b"\r\r\n" + long + b"\n" + ENTITY + b"\r" + long
    assert problems_of(data, max_line=70) == [
        "-:1: the line is longer than 70 bytes",
        "-:3: the line is longer than 70 bytes",
        "-:5: the line is longer than 70 bytes",
        '-:6: $.id: "a" is the id of line 2 already',
        "-:7: the line is longer than 70 bytes",
    ]
