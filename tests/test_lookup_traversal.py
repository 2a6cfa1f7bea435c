"""Status, answers, refusals and limits of lookups on small worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.errors import GraphRdfError
from graph_rdf.lookup import Limits, LookupResult, Traversal, accepted_graph, parse_path
from graph_rdf.namespaces import OA_TEXT_POSITION_SELECTOR
from tests.evidence.builder import Claims, iri

if TYPE_CHECKING:
    from graph_rdf.evidence import Acceptance

Rows = list[tuple[str, int, str]]


def follow(
    acceptance: Acceptance, path: str = "operated_by/contact", limits: Limits | None = None
) -> LookupResult:
    predicates = parse_path(path, acceptance.verdicts.world.predicates)
    return Traversal(acceptance, limits or Limits()).follow("p", predicates)


def answers(result: LookupResult) -> list[tuple[str, int, list[str]]]:
    return [(one.entity, one.other_paths, [step.record for step in one.steps]) for one in result.answers]


def refusals(result: LookupResult) -> Rows:
    return [(one.record, one.step, one.reason) for one in result.refusals]


def test_several_ends_are_ambiguous_and_paths_are_counted() -> None:
    result = follow(
        Claims(
            ("2", "p", "operated_by", "o1"),
            ("1", "p", "operated_by", "o2"),
            ("3", "o1", "contact", "c"),
            ("4", "o2", "contact", "c"),
            ("5", "o2", "contact", "c"),
            ("6", "o1", "contact", "d"),
        ).judged()
    )
    assert result.status == "ambiguous"
    assert answers(result) == [("c", 2, ["1", "4"]), ("d", 0, ["2", "6"])]
    assert (result.records, result.accepted, result.answers[0].label) == (6, 6, None)


def test_an_accepted_path_answers_though_another_is_contested() -> None:
    claims = Claims(
        ("1", "p", "operated_by", "o1"),
        ("2", "p", "not_operated_by", "o1"),
        ("3", "p", "not_operated_by", "o1"),
        ("4", "p", "operated_by", "o2"),
        ("5", "o1", "contact", "c"),
        ("6", "o2", "contact", "d"),
    )
    result = follow(claims.judged())
    assert (result.status, answers(result)) == ("answered", [("d", 0, ["4", "6"])])
    assert refusals(result) == [("1", 0, "conflict")]
    assert result.refusals[0].message == (
        "record '2' and 1 more state the opposite, 'not_operated_by', of the same two entities"
    )


def test_conflict_needs_a_complete_path() -> None:
    claims = [("1", "p", "operated_by", "o"), ("2", "p", "not_operated_by", "o")]
    assert follow(Claims(*claims).judged()).status == "no-evidence"
    assert follow(Claims(*claims, ("3", "o", "contact", "p")).judged()).status == "no-evidence"
    assert follow(Claims(*claims, ("3", "o", "contact", "c")).judged()).status == "conflict"


def test_weak_records_are_named_at_each_node_that_is_reached() -> None:
    result = follow(
        Claims(
            ("1", "p", "operated_by", "o"),
            ("2", "o", "mentions", "c"),
            ("3", "p", "mentions", "c"),
            ("4", "c", "mentions", "p"),
        ).judged()
    )
    assert (result.status, refusals(result)) == (
        "no-evidence",
        [("3", 0, "weak-predicate"), ("2", 1, "weak-predicate")],
    )


def test_a_self_loop_is_a_cycle() -> None:
    result = follow(Claims(("1", "p", "operated_by", "p"), ("2", "p", "contact", "c")).judged())
    assert (result.status, refusals(result)) == ("no-evidence", [("1", 0, "cycle")])


def test_no_promotion() -> None:
    # Neither a mention, nor the other direction, nor the steps in another order answer.
    result = follow(
        Claims(
            ("1", "p", "mentions", "o"),
            ("2", "o", "contact", "c"),
            ("3", "o", "operated_by", "p"),
            ("4", "p", "contact", "o2"),
            ("5", "o2", "operated_by", "c"),
        ).judged()
    )
    assert (result.status, result.answers) == ("no-evidence", ())


def star(width: int) -> Claims:
    claims = [(f"r{at:03}", "p", "operated_by", f"o{at:03}") for at in range(width)]
    return Claims(*claims, *((f"s{at:03}", f"o{at:03}", "contact", "c") for at in range(width)))


@pytest.mark.parametrize(
    ("limits", "status", "reached", "others"),
    [
        (Limits(paths=40), "answered", None, 39),
        (Limits(paths=39), "truncated", "paths", 38),
        (Limits(fan_out=40), "answered", None, 39),
        (Limits(fan_out=39), "truncated", "fan_out", 38),
        (Limits(steps=2), "answered", None, 39),
        (Limits(steps=1), "truncated", "steps", None),
        (Limits(steps=0), "truncated", "steps", None),
        (Limits(steps=1, paths=1, fan_out=1), "truncated", "steps", None),
    ],
)
def test_limits_are_said(limits: Limits, status: str, reached: str | None, others: int | None) -> None:
    result = follow(star(40).judged(), limits=limits)
    assert (result.status, result.reached) == (status, reached)
    assert [one.other_paths for one in result.answers] == ([] if others is None else [others])


def test_refusals_are_limited_and_that_is_said() -> None:
    claims = Claims(("0", "p", "operated_by", "o"), ("1", "o", "contact", "c"))
    for at in range(5):
        claims.builder.record(f"x{at}", "p", "eg:operated_by", "o")
    result = follow(claims.judged(), limits=Limits(fan_out=4))
    assert (result.status, result.reached, len(result.refusals)) == ("truncated", "fan_out", 4)
    result = follow(claims.judged(), limits=Limits(fan_out=5))
    assert (result.status, result.reached, len(result.refusals)) == ("answered", None, 5)


def test_the_proof_is_the_first_good_anchor_that_counts() -> None:
    claims = Claims(("1", "p", "operated_by", "o"), ("2", "o", "contact", "c"))
    # Anchor 1 becomes bad, 2 cites a text that is not current, 3 and 4 are good.
    for number, text in ((2, "old@1/text"), (3, "d@1/text"), (4, "d@1/text")):
        claims.builder.anchor("1", text, claims.body, "p operated_by o", number=number)
    claims.builder.quote(f"<{iri('1')}#anchor-1>", "another")
    acceptance = claims.judged()
    world = acceptance.verdicts.world
    anchor = world.anchors[acceptance.proof[world.records.index(iri("1"))]]
    assert anchor.endswith("#anchor-3")
    step = follow(acceptance).answers[0].steps[0]
    assert (step.support.version, step.support.unit, step.support.end) == ("d@1", "byte", 15)


def test_a_span_is_shown_in_the_unit_that_is_there() -> None:
    claims = Claims(("1", "p", "contact", "ö"))
    claims.builder.triples = [
        one
        for one in claims.builder.triples
        if not one.subject.value.endswith("-bytes")  # type: ignore[union-attr]
    ]
    assert any(OA_TEXT_POSITION_SELECTOR in str(one) for one in claims.builder.triples)
    step = follow(claims.judged(), "contact").answers[0].steps[0]
    assert (step.support.unit, step.support.start, step.support.end) == ("char", 0, 11)


def test_unknown_start_names_the_nearest() -> None:
    acceptance = Claims(("1", "project:1", "contact", "c")).judged()
    path = parse_path("contact", acceptance.verdicts.world.predicates)
    result = Traversal(acceptance, Limits()).follow("project:l", path)
    assert (result.status, result.nearest, result.records) == ("unknown-start", ("project:1",), 1)


def test_an_accepted_graph_holds_each_triple_once_and_says_what_it_is() -> None:
    graph = accepted_graph(
        Claims(("1", "p", "contact", "c"), ("2", "p", "contact", "c"), ("3", "c", "contact", "c")).judged()
    )
    assert [str(triple) for triple in graph.triples] == [
        f"<{iri('c')}> <{iri('eg:contact')}> <{iri('c')}>",
        f"<{iri('p')}> <{iri('eg:contact')}> <{iri('c')}>",
    ]
    assert graph.node.value == iri("~default") + "#accepted"
    assert len(graph.description) == 2


def test_errors_have_one_base() -> None:
    with pytest.raises(GraphRdfError):
        follow(star(1).judged(), "operated_by/")
