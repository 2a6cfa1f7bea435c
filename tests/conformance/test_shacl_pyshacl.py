"""The W3C SHACL suite under pySHACL; its known failures are listed by name with the reason."""

from __future__ import annotations

from collections import Counter

import pytest

from graph_rdf.errors import EngineError, GraphRdfError
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests.conformance.shacl_suite import EXPECTED_CASES, Case, actual_report, read_cases, suite_folder

KNOWN_FAILURES = {
    "core/property/uniqueLang-002": 'takes "1"^^xsd:boolean for true, only the term "true" asks for it',
    "sparql/pre-binding/shapesGraph-001": "does not support $shapesGraph, and says so",
}

CASES = read_cases()
needs_suite = pytest.mark.skipif(suite_folder() is None, reason="W3C_SUITES is not set, see CONTRIBUTING")


def parameters() -> list[object]:
    return [
        pytest.param(
            case,
            id=case.name,
            marks=[
                pytest.mark.xfail(
                    reason=KNOWN_FAILURES[case.name], raises=(AssertionError, EngineError), strict=True
                )
            ]
            if case.name in KNOWN_FAILURES
            else [],
        )
        for case in CASES
    ]


@needs_suite
def test_suite_is_whole() -> None:
    assert Counter(case.name.split("/")[0] for case in CASES) == EXPECTED_CASES


@needs_suite
def test_known_failures_are_cases() -> None:
    assert set(KNOWN_FAILURES) <= {case.name for case in CASES}


@pytest.mark.parametrize("case", parameters())
def test_case(case: Case) -> None:
    engine = PyshaclEngine()
    if case.report is None:
        with pytest.raises(GraphRdfError):
            actual_report(case, engine)
    else:
        assert actual_report(case, engine) == case.report
