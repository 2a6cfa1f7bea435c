"""Shapes of a user on foreign data, which has no node of the evidence model: DCAT-AP, SKOS and PROV style.

Each folder of tests/vocabularies holds shapes, good data, bad data, and the exact findings of the bad data.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graph_rdf import validate
from tests.golden_cases import environment

FOLDER = Path(__file__).parent / "vocabularies"
NAMES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
ENGINES = ("native", "pyshacl")
FILES = {"shapes.ttl", "good.ttl", "bad.ttl", "manifest.json"}


def manifest(name: str) -> list[list[Any]]:
    rows: list[list[Any]] = json.loads((FOLDER / name / "manifest.json").read_text(encoding="utf-8"))
    return rows


def test_each_folder_is_whole() -> None:
    assert NAMES == ["dcat-ap", "prov", "skos"]
    for name in NAMES:
        assert {path.name for path in (FOLDER / name).iterdir()} == FILES
        assert len(manifest(name)) > 10


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("evidence", [True, False])
def test_bad_data_gives_these_findings_and_no_other(name: str, engine: str, evidence: bool) -> None:
    folder = FOLDER / name
    outcome = validate(folder / "bad.ttl", shapes=folder / "shapes.ttl", engine=engine, evidence=evidence)
    rows = [
        [f.line, f.severity.value, f.rule, f.focus_node, f.result_path, f.value] for f in outcome.findings
    ]
    assert rows == manifest(name)
    assert {finding.path for finding in outcome.findings} == {str(folder / "bad.ttl")}
    assert (outcome.records, outcome.summary.records, outcome.summary.constraints_skipped) == ((), 0, 0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("engine", ENGINES)
def test_good_data_gives_none_and_each_target_matches(name: str, engine: str) -> None:
    folder = FOLDER / name
    outcome = validate(folder / "good.ttl", shapes=folder / "shapes.ttl", engine=engine)
    assert outcome.findings == ()
    assert outcome.warnings == ()
    assert outcome.summary.focus_nodes > 2


@pytest.mark.parametrize("name", NAMES)
def test_both_engines_count_the_same(name: str) -> None:
    folder = FOLDER / name
    one, other = (
        validate(folder / "bad.ttl", shapes=folder / "shapes.ttl", engine=engine).summary
        for engine in ENGINES
    )
    assert one == other


@pytest.mark.parametrize("name", NAMES)
def test_each_line_is_where_the_statement_of_the_focus_node_starts(name: str) -> None:
    lines = (FOLDER / name / "bad.ttl").read_text(encoding="utf-8").splitlines()
    for line, _, rule, focus, _, _ in manifest(name):
        start = "[" if focus.startswith("_:") else f"ex:{focus.removeprefix('http://example.org/')} "
        # A literal that is not of its datatype is shown where it stands.
        assert lines[line - 1].startswith(start) or rule == "ill-typed-literal", (line, focus)


@pytest.mark.parametrize("name", NAMES)
def test_coverage_of_foreign_data(name: str, tmp_path: Path) -> None:
    folder, slip = FOLDER / name, tmp_path / "slip.ttl"
    good = (folder / "good.ttl").read_text(encoding="utf-8")
    right, wrong = SLIPS[name]
    slip.write_text(good.replace(right, wrong, 1), encoding="utf-8")
    for file, unseen in ((folder / "good.ttl", []), (slip, [(wrong, right)])):
        report = validate(file, shapes=folder / "shapes.ttl", evidence=False, coverage=True).report
        assert report.coverage is not None
        rows = report.coverage.predicates
        assert [(_local(row.predicate), _local(row.nearest or "")) for row in rows] == [
            (each.partition(":")[2], near.partition(":")[2]) for each, near in unseen
        ]


SLIPS = {
    "dcat-ap": ("dct:modified", "dct:modifed"),
    "prov": ("prov:generatedAtTime", "prov:generatedAt"),
    "skos": ("skos:notation", "skos:notations"),
}


def _local(iri: str) -> str:
    return iri.replace("#", "/").rpartition("/")[2]


def test_the_command_line_says_the_same() -> None:
    options = ("--shapes", "shapes.ttl", "--format", "json")
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", "bad.ttl", *options],
        cwd=FOLDER / "skos",
        env=environment("0"),
        capture_output=True,
        text=True,
        check=False,
    )
    report = json.loads(done.stdout)
    rows = [
        [f["line"], f["severity"], f["rule"], f["focus_node"], f["result_path"], f["value"]]
        for f in report["findings"]
    ]
    assert (done.returncode, rows) == (1, manifest("skos"))
