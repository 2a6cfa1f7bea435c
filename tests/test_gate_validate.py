"""`validate` from files to findings: what is merged, where bodies lie, and which verdict stands."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from graph_rdf.errors import NothingCheckedError
from graph_rdf.export.profiles import find_profile
from graph_rdf.gate.export_writing import write_export
from graph_rdf.gate.exporting import open_export
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from tests.golden_cases import INPUTS, ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.validation import Validation

FINAL = ROOT / "examples" / "final"
EXPECTED = [
    ("contested", "warning", "rel:final:1"),
    ("wrong-bridge", "error", "rel:final:8"),
    ("missing-support", "error", "rel:final:9"),
]
SUMMARY = {"records": 9, "supported": 7, "refused": 2, "contested": 2, "errors": 2, "warnings": 1, "infos": 0}


def check(*paths: Path | str, reading: ReadOptions | None = None, **options: object) -> Validation:
    return validate(map(str, paths), reading or ReadOptions(), CheckOptions(**options))  # type: ignore[arg-type]


def found(outcome: Validation) -> list[tuple[str, str, str | None]]:
    return [(f.rule, f.severity.value, f.record) for f in outcome.report.findings]


def export(source: Path, form: str, target: Path, **options: int) -> Path:
    opened = open_export(str(source), ReadOptions(**options))  # type: ignore[arg-type]
    with target.open("wb") as out:
        assert write_export(opened, find_profile(form).name, out) == []
    return target


@pytest.mark.parametrize("form", ["ttl", "nt", "nq", "trig", "jsonl"])
def test_every_form_of_the_world_gives_the_same(form: str, tmp_path: Path) -> None:
    shutil.copytree(FINAL / "sources", tmp_path / "sources")
    name = "w.records.jsonl" if form == "jsonl" else f"w.{form}"
    outcome = check(export(FINAL / "final.records.jsonl", form, tmp_path / name))
    assert found(outcome) == EXPECTED
    assert {key: getattr(outcome.report.summary, key) for key in SUMMARY} == SUMMARY


@pytest.mark.parametrize(
    ("engine", "portable"),
    [
        ("native", False),
        ("native", True),
        ("pyshacl", False),
        pytest.param("pyshacl", True, marks=pytest.mark.slow),
    ],
)
def test_engines_and_the_portable_shapes_agree(engine: str, portable: bool) -> None:
    outcome = check(FINAL / "world.ttl", engine=engine, portable=portable)
    assert found(outcome) == EXPECTED
    assert outcome.report.records == check(FINAL / "world.ttl").report.records


def test_lines_of_the_packaged_world() -> None:
    for name in ("world.ttl", "final.records.jsonl"):
        lines = (FINAL / name).read_text(encoding="utf-8").splitlines()
        for finding in check(FINAL / name).report.findings:
            assert finding.line is not None
            assert finding.record is not None
            assert f"{finding.record}" in lines[finding.line - 1]
            assert finding.column == 1


def test_a_graph_with_names_is_part_of_the_data(tmp_path: Path) -> None:
    named = tmp_path / "w.nq"
    export(FINAL / "final.records.jsonl", "nt", tmp_path / "w.nt")
    lines = (tmp_path / "w.nt").read_text(encoding="utf-8").splitlines()
    named.write_text("".join(f"{line[:-2]} <urn:g> .\n" for line in lines), encoding="utf-8")
    assert found(check(named)) == EXPECTED


def test_bodies_lie_beside_the_file_that_declares_them(tmp_path: Path) -> None:
    """Two files in two folders name the same path; each means its own."""
    worlds = {"one": FINAL / "final.records.jsonl", "other": INPUTS / "bodies" / "bodies.records.jsonl"}
    for name, world in worlds.items():
        (tmp_path / name).mkdir()
        shutil.copytree(FINAL / "sources", tmp_path / name / "sources")
        rows = [json.loads(line) for line in world.read_text(encoding="utf-8").splitlines()]
        rows = [row for row in rows if row["id"] not in ("r:1", "r:2", "r:3", "r:4", "r:5", "r:6")]
        for row in rows:
            if row["kind"] == "representation" and name == "other":
                row["path"] = "sources/assignments-v1.txt"
        records = tmp_path / name / "w.records.jsonl"
        records.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        (tmp_path / name / "sources" / "assignments-v1.txt").write_text(
            "p operated_by o." if name == "other" else "project:final:main operated_by org:final:north.",
            encoding="utf-8",
        )
        export(records, "ttl", tmp_path / name / "w.ttl", embed_limit=0)
        records.unlink()
    outcome = check(tmp_path / "one", tmp_path / "other")
    assert found(outcome) == EXPECTED
    assert outcome.report.summary.records == 10


def test_a_base_of_the_user_holds_for_records_and_their_places() -> None:
    outcome = check(FINAL / "final.records.jsonl", reading=ReadOptions(base="http://example.org/id/"))
    assert found(outcome) == EXPECTED
    assert [f.line for f in outcome.report.findings] == [24, 31, 32]
    assert {f.focus_node for f in outcome.report.findings} == {
        f"http://example.org/id/rel:final:{number}" for number in (1, 8, 9)
    }


def test_relative_iris_are_printed_relative(tmp_path: Path) -> None:
    data = tmp_path / "people.ttl"
    data.write_text("@prefix ex: <http://example.org/> .\n<eve> a ex:Person .\n", encoding="utf-8")
    outcome = check(data, shapes=(INPUTS / "shacl" / "person-shapes.ttl",))
    assert [(f.rule, f.line, f.focus_node) for f in outcome.report.findings] == [
        ("min-count", 2, "eve"),
        ("relative-iri", 2, None),
    ]


def test_each_names_the_file_that_nothing_matched(tmp_path: Path) -> None:
    strange = tmp_path / "strange.ttl"
    strange.write_text("<http://e/a> <http://e/b> <http://e/c> .\n", encoding="utf-8")
    people, shapes = INPUTS / "shacl" / "people.ttl", (INPUTS / "shacl" / "person-shapes.ttl",)
    assert check(people, strange, shapes=shapes).report.summary.focus_nodes == 3
    with pytest.raises(NothingCheckedError) as error:
        check(people, strange, shapes=shapes, each=True)
    assert error.value.path == str(strange)


def test_a_limit_cuts_the_list_and_not_the_counts() -> None:
    report = check(FINAL / "world.ttl", max_results=2).report
    assert len(report.findings) == 2
    assert (report.summary.errors, report.summary.warnings, report.summary.truncated) == (2, 1, True)
    assert [(rule, number) for rule, _, number in report.rule_counts] == [
        ("missing-support", 1),
        ("wrong-bridge", 1),
        ("contested", 1),
    ]
