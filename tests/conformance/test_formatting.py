"""Formatting leaves the graph of every positive W3C test alone, and has nothing to do the second time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pyoxigraph import CanonicalizationAlgorithm, Dataset

from graph_rdf.formatting import format_source, lay_out
from graph_rdf.syntax import Source, parse_quads
from tests.conformance.rdf_suites import cases, suites_folder

EXPECTED_NUMBER = 1121

needs_suites = pytest.mark.skipif(
    suites_folder() is None,
    reason="W3C_SUITES names no folder; CONTRIBUTING tells where the W3C publishes the suites",
)


def sources() -> list[Source]:
    """The inputs and the results of all positive cases, each file once."""
    found: dict[str, Source] = {}
    for case in cases():
        if "Negative" not in case.kind:
            for source in [case.source(), *([case.expected()] if case.result is not None else [])]:
                found.setdefault(source.path, source)
    return [found[path] for path in sorted(found)]


SOURCES = sources()


def canonical(source: Source) -> Dataset:
    based = replace(source, base=source.base or "http://example.org/base")
    dataset = Dataset(parse_quads(based))
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return dataset


@needs_suites
def test_the_suites_are_all_there() -> None:
    assert len(SOURCES) == EXPECTED_NUMBER


@needs_suites
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: "/".join(source.path.rsplit("/", 4)[1:]))
def test_the_graph_stays(source: Source) -> None:
    made = format_source(source)
    assert made.text is not None
    after = replace(source, data=made.text)
    assert canonical(after) == canonical(source)
    assert format_source(after).text == made.text
    assert lay_out(source.data, source.start, source.format, quick=False) == made.text
