"""Every rule of support, each with passing and failing cases, from `evidence/support.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.evidence import (
    OWNER,
    SUPPORT_RULES,
    Eligibility,
    choose_view,
    judge,
    read_world,
    record_verdicts,
    verify,
)
from graph_rdf.records import BodyProblem
from tests.evidence.builder import Builder, iri, offset, one_record_world

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "evidence" / "support.json").read_bytes())

ANCHOR = f"<{iri('r')}#anchor-1>"
NODES = {
    "record": "r",
    "rep": "d@1/text",
    "anchor": ANCHOR,
    **{kind: f"{ANCHOR[:-1]}-{kind}>" for kind in ("bytes", "chars", "quote")},
}


def term(value: dict[str, str]) -> Literal | NamedNode:
    if "iri" in value:
        return NamedNode(iri(value["iri"]))
    if "int" in value:
        return offset(value["int"])
    return Literal(value["text"], language=value.get("language"))


def apply(builder: Builder, operation: list[Any]) -> None:
    verb, node, curie, *values = operation
    prefix, _, local = curie.partition(":")
    subject, property_iri = NODES[node], ns.PREFIXES.get(prefix, ns.PROV) + local
    there = [
        triple
        for triple in builder.triples
        if triple.subject == NamedNode(iri(subject)) and triple.predicate.value == property_iri
    ]
    if verb == "remove" and values:
        there = [triple for triple in there if triple.object == NamedNode(iri(NODES[values[0]]))]
    if verb in ("remove", "upper"):
        assert there, f"nothing to {verb}"
    if verb != "add":
        builder.triples = [triple for triple in builder.triples if triple not in there]
    if verb in ("add", "set"):
        builder.add(subject, property_iri, *map(term, values))
    elif verb == "upper":
        for triple in there:
            assert isinstance(triple.object, Literal)
            builder.triples.append(
                Triple(triple.subject, triple.predicate, Literal(triple.object.value.upper()))
            )


def body_of(case: dict[str, Any]) -> dict[str, bytes | BodyProblem]:
    given = case.get("file")
    if given is None:
        return {}
    if "hex" in given:
        return {iri("d@1/text"): bytes.fromhex(given["hex"])}
    return {iri("d@1/text"): BodyProblem(given["problem"], "a.txt")}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_rule(case: dict[str, Any]) -> None:
    builder = one_record_world(case["body"], case["quote"], *case.get("record", ()))
    for operation in case.get("ops", ()):
        apply(builder, operation)
    world = read_world(builder.dataset())
    verdicts = verify(world, body_of(case))
    (verdict,) = record_verdicts(judge(verdicts, Eligibility(world, choose_view(world), OWNER)))
    expected = case["rule"]
    reasons = [] if expected is None else [expected] if isinstance(expected, str) else expected
    outcome = (list(verdict.reasons), verdict.verdict)
    messages = [failure.message for failure in verdicts.failures(0, world.anchors_of(0))]
    assert outcome == (reasons, "refused" if reasons else "supported"), messages
    assert case.get("says", "") in " ".join(messages)
    for message in messages:
        message.encode()
        assert message.isprintable()


def test_every_rule_has_a_failing_and_a_passing_case() -> None:
    rules = [case["rule"] for case in CASES]
    failing = {rule for entry in rules if entry for rule in ([entry] if isinstance(entry, str) else entry)}
    assert failing == set(SUPPORT_RULES)
    assert None in rules


def test_case_names_are_unique() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) > 0
