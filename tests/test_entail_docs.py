"""docs/entailment.md says what the program does: its files are written, its commands run in turn."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from tests.golden_cases import ROOT
from tests.test_docs import DOCS, blocks, run, steps

if TYPE_CHECKING:
    from pathlib import Path

PAGE = DOCS / "entailment.md"
RESULT = ROOT / "benchmarks" / "entailment" / "result.json"


def test_the_examples_run(tmp_path: Path) -> None:
    for text in blocks(PAGE, "turtle"):
        name = text.splitlines()[0].removeprefix("# ")
        assert name.endswith(".ttl")
        (tmp_path / name).write_text(text, encoding="utf-8")
    (records,) = blocks(PAGE, "json")
    body = json.loads(next(line for line in records.splitlines() if '"body"' in line))["body"]
    digest = hashlib.sha256(body.encode()).hexdigest()
    file = tmp_path / "places.records.jsonl"
    file.write_text(records.replace("SHA256", digest), encoding="utf-8")
    listed = [step for block in blocks(PAGE, "console") for step in steps(block)]
    assert len(listed) == 8
    for command, printed in listed:
        assert run(command, tmp_path) == printed, command


def test_the_figures_are_those_of_the_benchmark() -> None:
    """Every number of the tables stands in the result that is checked in."""
    page = PAGE.read_text(encoding="utf-8")
    result = json.loads(RESULT.read_text(encoding="utf-8"))
    speed = result["speed"]
    assert speed["within_bar"] is True
    assert speed["ratio"] >= 20
    for value in (
        speed["owlrl_seconds"],
        speed["owlrl_scaled_seconds"],
        speed["reasonable_seconds"],
        speed["ratio"],
    ):
        assert f"{value:,.1f}" in page
    assert all(row["equal"] for row in result["sizes"])
    for row in result["sizes"]:
        arms = row["arms"]
        cells = [f"{row['records']:,}", f"{row['arms']['asserted path']['answers']:,}"]
        cells += [f"{arm['seconds'] * 1000:,.1f}" for arm in arms.values()]
        assert "| " + " | ".join(cells) + " |" in page
    for row in result["harm"]["9000"]:
        cells = [row[key] for key in ("entailed", "merged_pairs", "typed", "answers_gained")]
        assert f"| {row['axiom']} | " + " | ".join(f"{cell:,}" for cell in cells) + " |" in page
