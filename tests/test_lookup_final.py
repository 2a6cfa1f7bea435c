"""Every lookup outcome of the packaged world, in the JSON form of the contract."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graph_rdf.dataset import load_sources
from graph_rdf.evidence import Eligibility, Verdicts, choose_view, read_world, verify
from graph_rdf.lookup import Limits, lookup, lookup_json, parse_path
from graph_rdf.ontology import packaged_ontology_source
from graph_rdf.resources import resource_path
from graph_rdf.syntax import read_source

FOLDER = Path(__file__).parent / "evidence"
CASES: list[dict[str, Any]] = json.loads((FOLDER / "lookup_final.json").read_bytes())


@pytest.fixture(scope="module")
def verdicts() -> Verdicts:
    source = read_source(resource_path("examples", "final", "world.ttl"))
    dataset, findings = load_sources([source, packaged_ontology_source()])
    assert findings == []
    world = read_world(dataset)
    return verify(world, {})


def run(verdicts: Verdicts, case: dict[str, Any]) -> dict[str, Any]:
    world = verdicts.world
    view = choose_view(world, case.get("view"), case.get("as_of"))
    path = parse_path(case["path"], world.predicates)
    limits = Limits(**case.get("limits", {}))
    return lookup_json(lookup(verdicts, Eligibility(world, view, frozenset()), case["from"], path, limits))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_outcome(verdicts: Verdicts, case: dict[str, Any]) -> None:
    result = run(verdicts, case)
    shown = {
        "status": result["status"],
        "checked": [result["checked"]["records"], result["checked"]["accepted"]],
        "answers": [
            [one["entity"], one["label"], one["other_paths"], *(step["record"] for step in one["steps"])]
            for one in result["answers"]
        ],
        "refusals": [[one["record"], one["step"], one["reason"]] for one in result["refusals"]],
        "reached": result["limits"]["reached"],
    }
    assert shown == case["expect"]
    assert [result["view"], result["as_of"]] == [case.get("view"), case.get("as_of")]
    assert all(one["message"] for one in result["refusals"])


def test_whole_answer(verdicts: Verdicts) -> None:
    case = {"from": "project:final:main", "path": "operated_by/contact", "view": "view:final:base"}
    text = json.dumps(run(verdicts, case), indent=1, ensure_ascii=False) + "\n"
    assert text == (FOLDER / "lookup_base.json").read_text(encoding="utf-8")


def test_every_status_occurs() -> None:
    assert {case["expect"]["status"] for case in CASES} == {
        "answered",
        "conflict",
        "no-evidence",
        "truncated",
        "unknown-start",
    }
