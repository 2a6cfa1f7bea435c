"""Conformance with the W3C SPARQL 1.1 entailment suite: RDF, RDFS, and what OWL 2 RL can express."""

from __future__ import annotations

import pytest

from graph_rdf.entailment import ENGINES
from tests.conformance.entailment_suite import Case, cases, deviations, fault
from tests.conformance.rdf_suites import suites_folder

CASES = cases()
DEVIATIONS = deviations()
EXPECTED_NUMBER = 70
RUNS = [
    (case, profile, engine)
    for case in CASES
    for profile in case.runs
    for engine in sorted(ENGINES)
    if profile in ENGINES[engine].profiles
]

needs_suites = pytest.mark.skipif(
    suites_folder() is None,
    reason="W3C_SUITES names no folder; CONTRIBUTING tells where the W3C publishes the suites",
)


@needs_suites
def test_the_suite_is_there() -> None:
    assert len(CASES) == EXPECTED_NUMBER
    assert len(RUNS) == 98


@needs_suites
def test_what_is_not_run_is_listed() -> None:
    assert {case.name for case in CASES if not case.runs} == {name for name in DEVIATIONS if " " not in name}


@needs_suites
def test_what_fails_is_listed_with_its_run() -> None:
    named = {f"{case.name} {profile} {engine}" for case, profile, engine in RUNS}
    assert {name for name in DEVIATIONS if " " in name} - named == set()


@needs_suites
@pytest.mark.parametrize(
    ("case", "profile", "engine"),
    RUNS,
    ids=[f"{case.name}-{profile}-{engine}" for case, profile, engine in RUNS],
)
def test_answers(case: Case, profile: str, engine: str) -> None:
    found = fault(case, engine, profile)
    reason = DEVIATIONS.get(f"{case.name} {profile} {engine}")
    if reason is None:
        assert found is None
    else:
        assert found is not None, f"passes now; take it off the list: {reason}"
