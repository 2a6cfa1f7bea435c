"""The rule catalogue: complete, and the same as what the stages report."""

from __future__ import annotations

import re

import pytest
from pyoxigraph import NamedNode

from graph_rdf.errors import UnknownNameError
from graph_rdf.evidence.rules import SUPPORT_RULES
from graph_rdf.namespaces import EGSH, SH
from graph_rdf.report.rule_pages import render_rule_page
from graph_rdf.resources import resource_path
from graph_rdf.rules import AREAS, Rule, all_rules, find_rule
from graph_rdf.shacl.protocol import ShaclResult
from graph_rdf.shacl.result_findings import rule_id
from graph_rdf.shacl.vocabulary import COMPONENT_OF_PARAMETER

RULES = all_rules()
IDS = [rule.id for rule in RULES]


def ids_of(area: str) -> list[str]:
    return [rule.id for rule in RULES if rule.area == area]


def shapes_of(file: str) -> list[str]:
    text = resource_path("shapes", file).read_text(encoding="utf-8")
    return re.findall(r"^egsh:([\w-]+) a sh:(?:NodeShape|PropertyShape)\b", text, re.MULTILINE)


def test_no_id_twice() -> None:
    assert sorted(IDS) == sorted(set(IDS))


def test_support_rules_are_those_of_the_verifier_in_its_order() -> None:
    assert ids_of("support") == list(SUPPORT_RULES)


def test_fixed_areas() -> None:
    assert ids_of("syntax") == [
        "syntax-error",
        "undeclared-prefix",
        "wrong-encoding",
        "ill-typed-literal",
        "relative-iri",
    ]
    assert ids_of("records") == [
        "predicate-in-data",
        "reserved-class",
        "unknown-term",
        "unsupported-triple",
        "declared-apart",
        "record-error",
    ]
    assert ids_of("eligibility") == ["not-current", "withdrawn"]
    assert ids_of("lookup") == ["conflict", "cycle", "weak-predicate"]


def test_structure_rules_are_the_shapes_of_their_file() -> None:
    assert ids_of("structure") == shapes_of("structure.ttl")


def test_relation_rules_are_the_contested_pair_and_the_shapes_of_their_file() -> None:
    assert ids_of("relations") == ["contested", *shapes_of("relations.ttl")]


def test_constraint_rules_are_the_components_of_shacl() -> None:
    violation, shape = NamedNode(SH + "Violation"), NamedNode("http://example.org/shape")
    results = [
        ShaclResult(NamedNode("http://example.org/a"), shape, NamedNode(component), violation)
        for component in set(COMPONENT_OF_PARAMETER.values())
    ]
    assert sorted(ids_of("constraints")) == sorted(map(rule_id, results))


def test_every_area_has_a_rule() -> None:
    assert [area for area in AREAS if not ids_of(area)] == []


def test_the_portable_shapes_state_rules_of_the_catalogue() -> None:
    targets = set(shapes_of("evidence.ttl"))
    assert set(SUPPORT_RULES) <= targets


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_every_rule_says_what_why_how_and_from_where(rule: Rule) -> None:
    assert rule.area in AREAS
    texts = (rule.title, rule.what, rule.why, rule.mend)
    assert [text for text in texts if not text or text != text.strip()] == []
    assert not rule.title.endswith(".")
    assert [text for text in (rule.what, rule.why) if not text.endswith(".")] == []
    assert re.fullmatch(r"https?://\S+", rule.source)
    assert rule.source != EGSH + rule.id
    page = render_rule_page(rule)
    assert page.startswith(f"{rule.id} (")
    assert rule.source in page


def test_an_unknown_rule_offers_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"^no rule 'wrong-brige'; nearest: wrong-bridge,"):
        find_rule("wrong-brige")
