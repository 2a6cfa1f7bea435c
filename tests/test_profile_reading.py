"""Worlds in RDF 1.2 and JSON-LD are read by every command as the normative form is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.findings import Severity
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.exporting import open_export
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.querying import ask_question, find_question
from graph_rdf.gate.validate import validate
from graph_rdf.lookup import Limits, lookup
from graph_rdf.queries import shipped_queries
from tests.profile_forms import PACKAGED, final_export, written

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.report.model import ValidationReport

ENDINGS = {"rdf11": "ttl", "rdf12": "ttl", "jsonld": "jsonld", "rdfxml": "rdf", "nt": "nt", "trig": "trig"}
OTHERS = sorted(ENDINGS.keys() - {"rdf11"})


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Profile → a file with the packaged world."""
    made = {}
    for profile, ending in ENDINGS.items():
        folder = tmp_path_factory.mktemp(profile)
        made[profile] = folder / f"world.{ending}"
        made[profile].write_bytes(written(final_export(), profile))
    return made


def report_of(path: Path, *, portable: bool = False) -> ValidationReport:
    options = CheckOptions(view="view:final:contested", portable=portable)
    return validate([str(path)], ReadOptions(), options).report


@pytest.mark.parametrize("portable", [False, True], ids=["verifier", "shapes"])
@pytest.mark.parametrize("profile", OTHERS)
def test_validate_says_the_same(profile: str, portable: bool, worlds: dict[str, Path]) -> None:
    normal = report_of(worlds["rdf11"], portable=portable)
    other = report_of(worlds[profile], portable=portable)
    assert sorted(f.rule for f in normal.findings if f.severity is Severity.ERROR) == [
        "missing-support",
        "wrong-bridge",
    ]
    assert other.records == normal.records
    told = [
        sorted((f.rule, f.focus_node, f.value, f.message, f.record) for f in r.findings)
        for r in (other, normal)
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize("profile", OTHERS)
def test_findings_stand_at_their_record(profile: str, worlds: dict[str, Path]) -> None:
    lines = worlds[profile].read_text("utf-8").splitlines()
    for finding in report_of(worlds[profile]).findings:
        assert finding.line is not None
        assert str(finding.record) in lines[finding.line - 1]


@pytest.mark.parametrize("profile", OTHERS)
def test_records_come_back(profile: str, worlds: dict[str, Path]) -> None:
    export = open_export(str(worlds[profile]), ReadOptions())
    assert export.warnings == ()
    assert list(export.records.records()) == list(final_export().records.records())


@pytest.mark.parametrize("profile", OTHERS)
def test_queries_and_lookups_answer_the_same(profile: str, worlds: dict[str, Path]) -> None:
    answers: list[list[object]] = []
    path = [PACKAGED["operated_by"], PACKAGED["contact"]]
    for world in (worlds[profile], worlds["rdf11"]):
        opened = open_world(str(world), ReadOptions())
        eligibility = opened.eligibility("view:final:base", None, ())
        rows: list[object] = []
        for query in shipped_queries():
            settings = dict(query.settings)
            rows.append(ask_question(opened, eligibility, find_question(query.name), settings))
        answers.append(rows)
        found = lookup(opened.judgement.verdicts, eligibility, "project:final:main", path, Limits())
        answers[-1].append([answer.entity for answer in found.answers])
    assert answers[0] == answers[1]
    assert answers[0][-1] == ["contact:final:desk"]
