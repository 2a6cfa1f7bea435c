"""The lint accepts the shapes of the W3C suite, but for what is listed here with the reason."""

from __future__ import annotations

import pytest

from graph_rdf.errors import ShapesError
from graph_rdf.shacl.lint import lint_shapes
from graph_rdf.shacl.shapes_graph import ShapesGraph
from tests.conformance.shacl_suite import read_cases, source, suite_folder

REFUSED = {
    # Legal, but a count without a shape to count has no effect, and neither has a 1: only the term true has.
    "core/node/qualified-001": [
        "<http://example.org/shacl-test/s1>: sh:qualifiedMaxCount needs sh:qualifiedValueShape",
        "<http://example.org/shacl-test/s1>: sh:qualifiedMinCount needs sh:qualifiedValueShape",
        (
            '<http://example.org/shacl-test/s1>: sh:qualifiedValueShapesDisjoint "1"^^xsd:boolean: it takes'
            " true or false"
        ),
    ],
    # The data beside the shapes uses a term that SHACL does not have.
    "core/property/qualifiedValueShape-001": [
        (
            "<http://datashapes.org/sh/tests/core/property/qualifiedValueShape-001.test#Observation1>:"
            " sh:nodeShape is no term of SHACL; did you mean sh:NodeShape?"
        ),
    ],
    "core/property/uniqueLang-002": [
        '<http://example.org/shacl-test/s1>: sh:uniqueLang "1"^^xsd:boolean: it takes true or false',
    ],
}


@pytest.mark.skipif(suite_folder() is None, reason="W3C_SUITES is not set, see CONTRIBUTING")
def test_only_these_are_refused() -> None:
    refused: dict[str, list[str]] = {}
    cases = read_cases()
    for case in cases:
        try:
            lint_shapes(ShapesGraph.read([source(case.shapes)]))
        except ShapesError as error:
            refused[case.name] = [getattr(problem, "message", "") for problem in error.problems]
    assert cases
    assert refused == REFUSED
