"""What a second file beside the packaged world adds to the findings and warnings, from a table."""

from __future__ import annotations

import shutil
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from graph_rdf.namespaces import PREFIXES
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.validation import Validation

FINAL = ROOT / "examples" / "final"
CASES: list[dict[str, Any]] = tomllib.loads(
    (ROOT / "tests" / "merging" / "cases.toml").read_text(encoding="utf-8")
)["case"]
USED = ("dcterms", "eg", "prov", "skos", "xsd")
PROLOGUE = (
    " ".join(f"@prefix {name}: <{PREFIXES[name]}> ." for name in USED)
    + "\n@prefix id: <https://w3id.org/evidence-graph/id/> .\n\n"
)


def check(*paths: str, **options: bool) -> Validation:
    return validate(paths, ReadOptions(), CheckOptions(**options))  # type: ignore[arg-type]


def told(outcome: Validation) -> list[tuple[str, str, str | None, int | None, str]]:
    return [(f.rule, f.severity.value, f.path, f.line, f.message) for f in outcome.findings]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(FINAL, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
@pytest.mark.parametrize("portable", [False, True])
def test_second_file(case: dict[str, Any], portable: bool, folder: Path) -> None:
    (folder / "second.ttl").write_text(PROLOGUE + case["text"], encoding="utf-8")
    before = told(check(case["beside"], portable=portable))
    after = check(case["beside"], "second.ttl", portable=portable)
    added = [one for one in told(after) if one not in before]
    expected = case.get("findings", [])
    assert [list(one[:4]) for one in added] == [one[:4] for one in expected]
    assert [words for one, (*_, words) in zip(added, expected, strict=True) if words not in one[4]] == []
    assert [one[0] for one in before if one not in told(after)] == case.get("lost", [])
    assert list(after.warnings) == case.get("warnings", [])


def test_records_and_their_export_say_the_same(folder: Path) -> None:
    outcome = check(str(folder))
    assert {one[0] for one in told(outcome)} == {"contested", "wrong-bridge", "missing-support"}
    assert outcome.warnings == ()


def test_an_audience_in_records_and_in_rdf(folder: Path) -> None:
    """The text of a literal counts, however it is written."""
    lines = (folder / "final.records.jsonl").read_text(encoding="utf-8")
    stated = '"withdrawn":null,"audience":["board","staff"]}'
    lines = lines.replace('"withdrawn":null,"audience":[]}', stated, 1)
    (folder / "w.records.jsonl").write_text(lines, encoding="utf-8")
    node = "<https://w3id.org/evidence-graph/id/doc:final:assignments@v1>"
    for values, expected in (('"staff" , "board"', 0), ('"board"', 1)):
        text = f"{PROLOGUE}{node} eg:audience {values} ."
        (folder / "second.ttl").write_text(text, encoding="utf-8")
        outcome = check("w.records.jsonl", "second.ttl")
        assert [one[0] for one in told(outcome)].count("declared-apart") == expected


def test_a_reserved_class_in_records_is_an_error_of_the_line(folder: Path) -> None:
    rows = [
        f'{{"kind":"entity","id":"{name}","type":"{name}","label":"X"}}\n'
        for name in ("Anchor", "Entity", "X")
    ]
    (folder / "w.records.jsonl").write_text("".join(rows), encoding="utf-8")
    places = [(f.rule, f.line, f.message) for f in check("w.records.jsonl").findings]
    message = '$.type: "Anchor" is a class of the evidence model itself, not one of entities'
    assert places == [("record-error", 1, message)]
