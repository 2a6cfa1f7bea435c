"""What a caller may not see is not in the dataset that it queries."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from graph_rdf.evidence import judge
from graph_rdf.gate.callers import OpenWorld, open_world
from graph_rdf.gate.options import ReadOptions
from graph_rdf.gate.permission import visible_dataset
from tests.golden_cases import INPUTS, ROOT

if TYPE_CHECKING:
    from pathlib import Path


def quads_seen(opened: OpenWorld, *scopes: str) -> set[str]:
    acceptance = judge(opened.judgement.verdicts, opened.eligibility(None, None, scopes))
    return {str(quad) for quad in visible_dataset(opened.data.dataset, acceptance).quads()}


@pytest.fixture
def audience() -> OpenWorld:
    return open_world(str(INPUTS / "audience.records.jsonl"), ReadOptions())


def test_nothing_of_the_hidden_source_is_left(audience: OpenWorld) -> None:
    everything = {str(quad) for quad in audience.data.dataset.quads()}
    assert [quad for quad in everything if "audit" in quad] != []
    assert [quad for quad in quads_seen(audience) if "audit" in quad] == []
    assert [quad for quad in quads_seen(audience, "other") if "audit" in quad] == []


def test_all_else_is_there(audience: OpenWorld) -> None:
    everything = {str(quad) for quad in audience.data.dataset.quads()}
    assert quads_seen(audience) == {quad for quad in everything if "audit" not in quad}


def test_the_audience_sees_everything(audience: OpenWorld) -> None:
    assert quads_seen(audience, "audit") == {str(quad) for quad in audience.data.dataset.quads()}


def test_a_record_with_another_anchor_stays_without_the_hidden_one(tmp_path: Path) -> None:
    lines = (INPUTS / "audience.records.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    by_id = {row["id"]: row for row in rows}
    hidden = by_id["r:audit"]["support"][0]
    by_id["r:open"]["support"].append(hidden)
    world = tmp_path / "both.records.jsonl"
    world.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    seen = quads_seen(open_world(str(world), ReadOptions()))
    assert [quad for quad in seen if "audit" in quad or "#anchor-2" in quad] == []
    assert [quad for quad in seen if "r:open#anchor-1" in quad] != []


def test_a_world_for_everyone_is_not_copied() -> None:
    opened = open_world(str(ROOT / "examples" / "final"), ReadOptions())
    acceptance = judge(opened.judgement.verdicts, opened.eligibility(None, None, ()))
    assert visible_dataset(opened.data.dataset, acceptance) is opened.data.dataset
