"""Each rule of the OWL 2 RL table, by both engines, by the table, and by the queries for contradictions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.entailment import ENGINES, derive, find_clashes, read_out
from graph_rdf.entailment.consistency import contradictions
from graph_rdf.entailment.rule_table import rules_of
from tests.entailment.cases import E, closed, read_cases, together

if TYPE_CHECKING:
    from collections.abc import Iterable

CASES = {case.name: case for case in read_cases("rules")}
ENTAILING = [name for name, case in CASES.items() if "entailed" in case.graphs]
CONTRADICTING = [name for name, case in CASES.items() if "clash" in case.graphs]
LIST_RULES = {"prp-spo2", "prp-key", "cls-int1", "cls-int2", "cls-uni", "cls-oo", "scm-int", "scm-uni"}
SILENT = {
    "owlrl": {
        "dt-not-type": "it reads literals as Python does, and Python takes 1_0 for a number",
        "eq-diff2": "the loop over the list never reaches its last member",
        "eq-diff3": "the loop over the list never reaches its last member",
        "prp-adp": "the loop over the list never reaches its last member",
    },
    "reasonable": dict.fromkeys(CONTRADICTING, "its Python class reports no contradiction"),
}
"""Engine → the contradictions that it does not report itself → the reason."""

FAULTS = {"owlrl": "prp-key", "reasonable": "prp-ifp"}
"""Engine → the rule that it applies wrongly."""


ENTAIL = together([CASES[name] for name in ENTAILING], "premises")
CONTRADICT = together([CASES[name] for name in CONTRADICTING], "premises")
HARMLESS = together([CASES[name] for name in CONTRADICTING], "harmless")


def entailed(engine: str) -> set[tuple[str, str, str]]:
    return {*ENTAIL, *closed(engine, ENTAIL).entailed}


def of_case(name: str, triples: Iterable[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
    own = f"<{E}{name}/"
    return {triple for triple in triples if any(term.startswith(own) for term in triple)}


def test_the_cases_are_those_of_the_tables() -> None:
    assert set(ENTAILING) == {rule.id for rule in rules_of("owl2rl")} | LIST_RULES
    assert set(CONTRADICTING) == {rule.rule for rule in contradictions()} | {"dt-not-type"}
    assert sorted([*ENTAILING, *CONTRADICTING]) == sorted(CASES)


@pytest.mark.parametrize("name", ENTAILING)
def test_the_table_entails(name: str) -> None:
    case = CASES[name]
    found = derive(case["premises"], None, "owl2rl")
    assert [triple for triple in case["entailed"] if triple not in found] == []
    assert {found[triple].rule for triple in case["entailed"]} == {name}
    assert [triple for triple in case["not-entailed"] if triple in found] == []


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_the_engines_entail_but_for_the_listed_rules(engine: str) -> None:
    found = entailed(engine)
    missed = {name for name in ENTAILING if not set(CASES[name]["entailed"]) <= found}
    assert missed == set(ENGINES[engine].never_fires)


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_what_is_written_follows(engine: str) -> None:
    """Nothing that must not follow is written, and the known faults alone are unexplained."""
    result = read_out(ENTAIL, closed(engine, ENTAIL), "owl2rl")
    forbidden = together([CASES[name] for name in ENTAILING], "not-entailed")
    assert len(result.triples) >= 30
    assert set(forbidden) & result.triples.keys() == set()
    known = of_case(FAULTS[engine], result.unexplained)
    assert set(result.unexplained) == known
    assert known != set()


def test_both_engines_entail_the_same_where_both_know_the_rules() -> None:
    gaps = set(ENGINES["reasonable"].never_fires)
    one, other = (read_out(ENTAIL, closed(name, ENTAIL), "owl2rl").triples for name in sorted(ENGINES))
    shared = [
        name
        for name in ENTAILING
        if not {step.rule for step in derive(CASES[name]["premises"], None, "owl2rl").values()} & gaps
    ]
    assert len(shared) >= 20
    different = {name for name in shared if of_case(name, one) != of_case(name, other)}
    assert different == set()


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_contradictions_are_found_whatever_the_engine(engine: str) -> None:
    clashes = find_clashes([*CONTRADICT, *closed(engine, CONTRADICT).entailed])
    for name in CONTRADICTING:
        own = [clash for clash in clashes if of_case(name, clash.triples)]
        assert {clash.rule for clash in own} == {name}
        assert CASES[name].graphs["clash"] in {frozenset(clash.triples) for clash in own}


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_what_is_harmless_is_no_contradiction(engine: str) -> None:
    closure = closed(engine, HARMLESS)
    assert find_clashes([*HARMLESS, *closure.entailed]) == []
    assert closure.messages == ()


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_contradictions_that_engines_keep_to_themselves(engine: str) -> None:
    """A pin: when an engine learns to speak, this fails and the list gets shorter."""
    told = " ".join(closed(engine, CONTRADICT).messages)
    silent = {name for name in CONTRADICTING if f"{E}{name}/" not in told}
    assert silent == set(SILENT[engine])


@pytest.mark.parametrize(
    ("engine", "subject", "value"),
    [("owlrl", "prp-key/a", "prp-key/c"), ("reasonable", "prp-ifp/a", "prp-ifp/d")],
)
def test_strangers_that_an_engine_merges_are_kept_out(engine: str, subject: str, value: str) -> None:
    """Pins of two faults.

    owlrl never compares the last property of a key, so a key of one property merges all members. reasonable
    merges all subjects of an inverse functional property, whatever their values.
    """
    merged = (f"<{E}{subject}>", "<http://www.w3.org/2002/07/owl#sameAs>", f"<{E}{value}>")
    closure = closed(engine, ENTAIL)
    assert merged in closure.entailed
    result = read_out(ENTAIL, closure, "owl2rl")
    assert merged not in result.triples
    assert result.kept_out["unexplained"] == len(result.unexplained)


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_nothing_is_written_that_says_nothing(engine: str) -> None:
    result = read_out(ENTAIL, closed(engine, ENTAIL), "owl2rl")
    built_in = (
        "<http://www.w3.org/1999",
        "<http://www.w3.org/2000",
        "<http://www.w3.org/2001",
        "<http://www.w3.org/2002",
    )
    assert [t for t in result.triples if t[0].startswith((*built_in, "_:", '"'))] == []
    assert [t for t in result.triples if t[0] == t[2]] == []
    assert result.kept_out["axiomatic"] > 10
