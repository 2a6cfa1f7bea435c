"""Conformance with the W3C suites of Turtle, TriG, N-Triples and N-Quads, RDF 1.1 and RDF 1.2."""

from __future__ import annotations

import pytest
from pyoxigraph import CanonicalizationAlgorithm, Dataset

from graph_rdf.dataset import load_sources
from graph_rdf.syntax import Source, parse_quads
from tests.conformance.rdf_suites import Case, cases, deviations, suites_folder

CASES = cases()
DEVIATIONS = deviations()
EXPECTED_NUMBER = 1127

needs_suites = pytest.mark.skipif(
    suites_folder() is None,
    reason="W3C_SUITES names no folder; CONTRIBUTING tells where the W3C publishes the suites",
)


def canonical(source: Source) -> Dataset:
    dataset = Dataset(parse_quads(source))
    dataset.canonicalize(CanonicalizationAlgorithm.UNSTABLE)
    return dataset


def fault(case: Case) -> str | None:
    """What is wrong with the outcome of one case; None when it passes."""
    dataset, findings = load_sources([case.source()], lexical=False)
    if "Negative" in case.kind:
        if not findings:
            return "accepted"
        wrong = [finding for finding in findings if finding.line is None or finding.column is None]
        return f"without a place: {wrong[0]}" if wrong else None
    if findings:
        return f"refused: {findings[0].line}:{findings[0].column} {findings[0].message}"
    if case.result is not None and canonical(dataset.sources[0]) != canonical(case.expected()):
        return "other quads"
    return None


@needs_suites
def test_the_suites_are_all_there() -> None:
    assert len(CASES) == EXPECTED_NUMBER
    assert len({case.name for case in CASES}) == EXPECTED_NUMBER


@needs_suites
def test_only_known_kinds() -> None:
    kinds = {case.kind for case in CASES}
    assert all(kind.endswith(("Syntax", "Eval", "C14N")) for kind in kinds), kinds


@needs_suites
def test_every_listed_deviation_is_a_case() -> None:
    assert set(DEVIATIONS) <= {case.name for case in CASES}


@needs_suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    found = fault(case)
    if case.name in DEVIATIONS:
        assert found is not None, "passes: take it off the list of deviations"
    else:
        assert found is None
