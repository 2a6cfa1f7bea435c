"""The W3C SHACL suite under the native engine: all of it, whole reports."""

from __future__ import annotations

from collections import Counter

import pytest

from graph_rdf.errors import GraphRdfError
from graph_rdf.shacl.native_engine import NativeEngine
from tests.conformance.shacl_suite import EXPECTED_CASES, Case, actual_report, read_cases, suite_folder

CASES = read_cases()
needs_suite = pytest.mark.skipif(suite_folder() is None, reason="W3C_SUITES is not set, see CONTRIBUTING")


@needs_suite
def test_suite_is_whole() -> None:
    assert Counter(case.name.split("/")[0] for case in CASES) == EXPECTED_CASES


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_case(case: Case) -> None:
    engine = NativeEngine()
    if case.report is None:
        with pytest.raises(GraphRdfError):
            actual_report(case, engine)
    else:
        assert actual_report(case, engine) == case.report
