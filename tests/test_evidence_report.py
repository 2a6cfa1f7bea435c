"""Verdict rows, findings and contested records."""

from __future__ import annotations

from graph_rdf.evidence import Acceptance, evidence_findings, record_verdicts
from graph_rdf.evidence.report import MAX_PAIRS
from tests.evidence.builder import Claims, iri


def contested(acceptance: Acceptance) -> dict[str, list[str]]:
    world = acceptance.verdicts.world
    names = [world.id_of(record) for record in world.records]
    return {names[at]: [names[other] for other in others] for at, others in acceptance.opponents.items()}


def test_contested_pairs() -> None:
    claims = Claims(
        ("1", "a", "operated_by", "b"),
        ("2", "a", "not_operated_by", "b"),
        ("3", "a", "not_operated_by", "b"),
        ("4", "b", "not_operated_by", "a"),
        ("5", "a", "contact", "b"),
        ("6", "a", "operated_by", "c"),
    )
    acceptance = claims.judged()
    assert contested(acceptance) == {"1": ["2", "3"], "2": ["1"], "3": ["1"]}
    findings = evidence_findings(acceptance)
    assert [(one.rule, one.severity.value, one.record, one.value) for one in findings] == [
        ("contested", "warning", "1", iri("2")),
        ("contested", "warning", "1", iri("3")),
    ]
    world = acceptance.verdicts.world
    assert sorted(world.id_of(world.records[record]) for record in acceptance.accepted) == ["4", "5", "6"]


def test_opposition_needs_support_and_eligibility() -> None:
    claims = Claims(("1", "a", "operated_by", "b"), text="x")
    # 2 is not supported, 3 is supported by a text that is not current.
    claims.builder.record("2", "a", "eg:not_operated_by", "b")
    claims.builder.anchor("2", "d@1/text", claims.body, "a operated_by b")
    acceptance = claims.judged()
    assert contested(acceptance) == {}
    assert [one.rule for one in evidence_findings(acceptance)] == ["wrong-bridge"]


def test_a_text_that_is_not_current_opposes_nothing() -> None:
    claims = Claims(("1", "a", "operated_by", "b"), text="a not_operated_by b.")
    claims.builder.record("2", "a", "eg:not_operated_by", "b")
    claims.builder.anchor("2", "old@1/text", claims.body, "a not_operated_by b")
    acceptance = claims.judged()
    assert contested(acceptance) == {}
    assert evidence_findings(acceptance) == []
    assert [(one.verdict, one.eligible) for one in record_verdicts(acceptance)] == [
        ("supported", True),
        ("supported", False),
    ]


def test_many_opponents_are_counted_not_multiplied() -> None:
    pairs = [(f"no:{at:04}", "a", "not_operated_by", "b") for at in range(MAX_PAIRS + 7)]
    findings = evidence_findings(Claims(*pairs, ("1", "a", "operated_by", "b")).judged())
    assert len(findings) == MAX_PAIRS
    assert findings[-1].message.endswith("; 7 more records oppose it")
    assert not findings[-2].message.endswith("oppose it")


def test_a_bad_anchor_of_a_supported_record_is_a_warning() -> None:
    claims = Claims(("1", "a", "operated_by", "b"), ("2", "a", "contact", "b"))
    anchor = claims.builder.anchor("1", "d@1/text", claims.body, "a contact b", number=2)
    findings = evidence_findings(claims.judged())
    assert [(one.rule, one.severity.value, one.focus_node, one.value) for one in findings] == [
        ("wrong-bridge", "warning", iri("1"), iri(anchor))
    ]


def test_each_failing_anchor_of_a_refused_record_is_an_error() -> None:
    claims = Claims(("1", "a", "operated_by", "b"), text="a operated_by c")
    claims.builder.record("2", "b", "eg:contact", "a")
    names = [
        claims.builder.anchor("2", "d@1/text", claims.body, quote, number=number)
        for number, quote in ((10, "a operated_by b"), (2, "a operated_by"), (1, "operated_by b"))
    ]
    acceptance = claims.judged()
    findings = evidence_findings(acceptance)
    assert [(one.rule, one.severity.value, one.value) for one in findings] == [
        ("unlicensed-clause", "error", iri(names[2])),
        ("unlicensed-clause", "error", iri(names[1])),
        ("wrong-bridge", "error", iri(names[0])),
    ]
    assert record_verdicts(acceptance)[1].reasons == ("unlicensed-clause", "wrong-bridge")


def test_records_come_in_the_order_of_their_ids() -> None:
    claims = Claims(*((name, "a", "contact", "b") for name in ("r:2", "r:10", "r:1", "R", "ä", "😀")))
    rows = record_verdicts(claims.judged())
    assert [row.id for row in rows] == ["R", "r:1", "r:10", "r:2", "ä", "😀"]
    assert {row.predicate for row in rows} == {"contact"}
