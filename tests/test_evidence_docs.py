"""The page on what a verdict proves is complete against the rules."""

from __future__ import annotations

import re

import pytest

from graph_rdf.evidence import SUPPORT_RULES
from graph_rdf.rules import all_rules
from tests.golden_cases import ROOT

PAGE = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def first_cells(title: str) -> list[str]:
    rows = re.findall(r"^\| `([\w-]+)` \| \S.* \|$", section(title), re.MULTILINE)
    assert len(rows) == len(re.findall(r"^\|", section(title), re.MULTILINE)) - 2
    return rows


def test_every_reason_of_a_refusal_is_there_in_the_order_of_the_checks() -> None:
    assert first_cells("Why a record is refused") == list(SUPPORT_RULES)


def test_every_reason_against_a_supported_record_is_there() -> None:
    ids = [rule.id for rule in all_rules() if rule.area == "eligibility"]
    assert first_cells("Why a supported record is not used") == [*ids, "conflict"]


def test_every_rule_about_the_data_beside_the_records_is_there() -> None:
    ids = [rule.id for rule in all_rules() if rule.area == "records"]
    assert first_cells("What stands beside the records") == ids


@pytest.mark.parametrize("word", ["authority", "true", "genuine", "opposite", "faithful", "entity"])
def test_what_a_verdict_does_not_prove_is_said(word: str) -> None:
    rows = re.findall(r"^\|.*\| (that .*) \|$", PAGE.partition("\n## ")[0], re.MULTILINE)
    assert len(rows) == 6
    assert any(word in row for row in rows)
