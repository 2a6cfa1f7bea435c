"""Parquet: records go there and come back, are verified there, and verdicts are written there."""

from __future__ import annotations

import io
import json
import re
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from graph_rdf.errors import EngineError, InputError, RecordsError
from graph_rdf.export import record_line, write_records_parquet
from graph_rdf.export.records_parquet import verdicts_schema
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from graph_rdf.records import ParquetInput, RecordSet, read_records
from graph_rdf.records.kinds import KINDS
from graph_rdf.records.model import Record, Relation, Span, Support
from graph_rdf.records.parquet import records_schema
from tests.golden_cases import ROOT, run_command
from tests.profile_forms import library
from tests.record_strategies import record_lists

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.validation import Validation

FINAL = ROOT / "examples" / "final"
LARGEST = 2**63 - 1


@pytest.fixture(autouse=True)
def pyarrow() -> Any:
    library("pyarrow.parquet")
    return library("pyarrow")


def holdable(record: Record) -> bool:
    if not isinstance(record, Relation):
        return True
    return all(anchor.span is None or anchor.span.end <= LARGEST for anchor in record.support)


def told(source: bytes | ParquetInput) -> list[str]:
    """Give the records as lines, or what is wrong with them."""
    try:
        return list(map(record_line, read_records(source).records()))
    except RecordsError as error:
        return [problem.message for problem in error.problems]


@settings(deadline=None, max_examples=40)
@given(record_lists())
def test_any_records_come_back(tmp_path_factory: pytest.TempPathFactory, records: list[Record]) -> None:
    held = RecordSet.of(one for one in records if holdable(one))
    path = tmp_path_factory.mktemp("parquet") / "w.records.parquet"
    with path.open("wb") as out:
        write_records_parquet(held.records(), out)
    # Chance records may point at nothing; the JSON Lines form has the same problems then.
    lines = "".join(map(record_line, held.records())).encode()
    assert told(ParquetInput(path.name, path)) == told(lines)


def exported(folder: Path) -> Path:
    shutil.copytree(FINAL, folder, dirs_exist_ok=True)
    path = folder / "final.records.parquet"
    with path.open("wb") as out:
        write_records_parquet(read_records(FINAL / "final.records.jsonl").records(), out)
    return path


def checked(path: Path, *, stream: bool) -> Validation:
    return validate([str(path)], ReadOptions(), CheckOptions(stream=stream, keep_records=True))


@pytest.mark.parametrize("stream", [False, True])
def test_the_packaged_world_is_verified_there(stream: bool, tmp_path: Path) -> None:
    path = exported(tmp_path)
    lines = tmp_path / "final.records.jsonl"
    ours, theirs = checked(path, stream=stream), checked(lines, stream=stream)
    assert ours.records == theirs.records
    order = [json.loads(line)["id"] for line in lines.read_text(encoding="utf-8").splitlines()]
    kept = [one.id for one in read_records(lines).records()]
    rows = {order.index(name) + 1: kept.index(name) + 1 for name in order}
    found = [(f.rule, f.path, f.line, f.message) for f in ours.findings]
    wanted = [(f.rule, str(path), rows[f.line or 0], f.message) for f in theirs.findings]
    assert sorted(found) == sorted(wanted)
    assert [ours.line_of(str(path), line) for line in (1, 2)] == [None, None]


def test_the_command_line(tmp_path: Path, pyarrow: Any) -> None:
    shutil.copytree(FINAL, tmp_path / "final")
    done = [
        run_command(f"ttl-check {line}", tmp_path).returncode
        for line in (
            "export final/final.records.jsonl --to records-parquet -o final/w.records.parquet",
            "validate final/w.records.parquet --verdicts plain.parquet",
            "validate final/w.records.parquet --stream --verdicts stream.parquet",
            "validate final/w.records.parquet --verdicts final/w.records.parquet",
            "export final/w.records.parquet --to jsonl -o back.records.jsonl",
            "lookup final/w.records.parquet --from org:final:north --path contact",
        )
    ]
    assert done == [0, 1, 1, 2, 0, 0]
    paths = (tmp_path / "back.records.jsonl", FINAL / "final.records.jsonl")
    back, whole = (read_records(path) for path in paths)
    assert list(back.records()) == list(whole.records())
    files = [tmp_path / f"{name}.parquet" for name in ("plain", "stream")]
    tables = [pyarrow.parquet.read_table(file).to_pylist() for file in files]
    assert tables[0] == tables[1]
    assert [row["verdict"] for row in tables[0]] == ["supported"] * 7 + ["refused"] * 2
    assert tables[0][7] == {
        "id": "rel:final:8",
        "subject": "project:final:ghost",
        "predicate": "operated_by",
        "object": "org:final:south",
        "verdict": "refused",
        "reasons": ["wrong-bridge"],
        "eligible": False,
        "contested": False,
    }


def test_same_bytes_twice(tmp_path: Path) -> None:
    made = []
    for _ in range(2):
        out = io.BytesIO()
        write_records_parquet(read_records(FINAL / "final.records.jsonl").records(), out)
        made.append(out.getvalue())
    assert made[0] == made[1]


def test_a_span_past_64_bits_is_refused() -> None:
    record = Relation("r", "a", "p", "b", (Support("t", span=Span("byte", 0, LARGEST + 1)),))
    with pytest.raises(EngineError, match="r: a span past 64 bits"):
        write_records_parquet([record], io.BytesIO())
    write_records_parquet([replace(record, support=())], io.BytesIO())


def test_other_files_are_refused_and_other_types_taken(tmp_path: Path, pyarrow: Any) -> None:
    path = tmp_path / "w.records.parquet"
    cases: list[tuple[Any, str]] = [
        ({"kind": ["entity"], "id": ["a"], "colour": ["red"]}, "unknown column 'colour'"),
        ({"kind": ["entity"], "id": ["a"], "generated": [[1]]}, "is no Parquet file of records"),
        (None, "is no Parquet file of records"),
    ]
    for columns, message in cases:
        if columns is None:
            path.write_bytes(b"{}\n")
        else:
            pyarrow.parquet.write_table(pyarrow.table(columns), path)
        with pytest.raises(InputError, match=message):
            ParquetInput("w", path)
    text = pyarrow.array(["x"], pyarrow.large_string())
    large = pyarrow.table({"type": text, "label": text, "id": text})
    kind = pyarrow.array(["entity"]).dictionary_encode()
    pyarrow.parquet.write_table(large.append_column("kind", kind), path)
    assert read_records(ParquetInput("w", path)).catalogue.entities["x"].label == "x"
    pyarrow.parquet.write_table(large, path)
    with pytest.raises(RecordsError, match=r"\$\.kind: is missing"):
        read_records(ParquetInput("w", path))


def test_the_schema_has_every_key_of_every_kind(pyarrow: Any) -> None:
    keys = {"kind", *(key for kind in KINDS.values() for key in kind.fields)}
    assert set(records_schema(pyarrow).names) == keys


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    given_file = ParquetInput("w", exported(tmp_path / "world"))
    assert list((tmp_path / "temporary").iterdir()) == []
    # Two readers of one file do not disturb each other.
    with given_file.opened() as one, given_file.opened() as other:
        assert one.readline() == other.readline()
        assert one.read() == other.read()
        assert one.seek(-1, 2) == other.tell() - 1


def test_the_page_names_every_column_of_the_verdicts(pyarrow: Any) -> None:
    text = (ROOT / "docs" / "reference" / "records.md").read_text(encoding="utf-8")
    page = text.partition("## Parquet")[2].partition("## Every key")[0]
    table = page.partition("--verdicts")[2].splitlines()
    rows = [line.split("|")[1] for line in table if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert named == verdicts_schema(pyarrow).names


def test_a_column_that_is_there_twice_is_refused(tmp_path: Path, pyarrow: Any) -> None:
    table = pyarrow.table([["entity"], ["a"], ["b"]], names=["kind", "id", "id"])
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(InputError, match="column 'id' is there twice"):
        ParquetInput("a.parquet", tmp_path / "a.parquet")


def test_a_file_made_to_fill_a_disk_is_refused(
    tmp_path: Path, pyarrow: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_rdf.records.parquet.MOST_UNPACKED", 1 << 20)
    rows = pyarrow.array([0] * 20000, pyarrow.int32())
    columns = {
        name: pyarrow.DictionaryArray.from_arrays(rows, pyarrow.array([text]))
        for name, text in (("kind", "entity"), ("id", "x" * 1000))
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "a.parquet", compression="zstd")
    assert (tmp_path / "a.parquet").stat().st_size < 15000
    with pytest.raises(InputError, match="unpacks to over 1,000 times its size"):
        ParquetInput("a.parquet", tmp_path / "a.parquet")
