"""Read the W3C SHACL test suite and compare whole validation reports.

The suite is data of the W3C; it is read from the folder that the environment variable W3C_SUITES names.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import (
    BlankNode,
    CanonicalizationAlgorithm,
    Dataset,
    NamedNode,
    Quad,
    RdfFormat,
    Triple,
)

from graph_rdf.dataset import load_sources
from graph_rdf.namespaces import RDFS_LABEL, SH
from graph_rdf.shacl.paths import path_triples, read_path
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.report_rdf import report_triples
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.protocol import ShaclEngine

BASE = "https://w3c.example/shacl/"
MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
SHT = "http://www.w3.org/ns/shacl-test#"
EXPECTED_CASES = {"core": 98, "sparql": 23}


@dataclass(frozen=True)
class Case:
    """One test of the suite.

    Args:
        name: The path of its file in the suite without the suffix, for example ``core/node/and-001``.
        label: What it says it tests.
        data: Path of the data graph in the suite.
        shapes: Path of the shapes graph in the suite.
        report: The expected report, normalised as `actual_report` is; None when a failure is expected.
        stated: The predicates that the expected report uses.
    """

    name: str
    label: str
    data: str
    shapes: str
    report: frozenset[str] | None
    stated: frozenset[str]


def suite_folder() -> Path | None:
    """The folder of the SHACL suite, None when W3C_SUITES is not set."""
    root = os.environ.get("W3C_SUITES")
    return Path(root) / "shacl" if root else None


def read_cases() -> list[Case]:
    """All cases: in the order of the manifests, then those no manifest includes; empty without W3C_SUITES."""
    folder = suite_folder()
    if folder is None:
        return []
    cases = list(_cases_of("manifest.ttl"))
    named = {case.name for case in cases}
    for path in sorted(folder.rglob("*.ttl")):  # sparql/component/nodeValidator-001 stands in no manifest
        name = path.relative_to(folder).as_posix()
        if name.removesuffix(".ttl") not in named and path.name != "manifest.ttl":
            cases.extend(_cases_of(name))
    return cases


def source(name: str) -> Source:
    """One file of the suite."""
    folder = suite_folder()
    assert folder is not None
    return Source(name, (folder / name).read_bytes(), RdfFormat.TURTLE, BASE + name)


def _name(node: Term | None) -> str:
    assert isinstance(node, NamedNode)
    return node.value.removeprefix(BASE)


def _cases_of(manifest: str) -> Iterator[Case]:
    graph = ShapesGraph.read([source(manifest)])
    root = NamedNode(BASE + manifest)
    for included in graph.objects(root, MF + "include"):
        yield from _cases_of(_name(included))
    for entries in graph.objects(root, MF + "entries"):
        for entry in graph.list_items(entries):
            action, result = graph.value(entry, MF + "action"), graph.value(entry, MF + "result")
            label = graph.value(entry, RDFS_LABEL)
            assert action is not None
            assert result is not None
            failure = result == NamedNode(SHT + "Failure")
            triples = [] if failure else list(_expected(graph, result))
            yield Case(
                name=manifest.removesuffix(".ttl"),
                label=getattr(label, "value", ""),
                data=_name(graph.value(action, SHT + "dataGraph")),
                shapes=_name(graph.value(action, SHT + "shapesGraph")),
                report=None if failure else _canonical(triples),
                stated=frozenset(triple.predicate.value for triple in triples),
            )


def _expected(graph: ShapesGraph, report: Term) -> Iterator[Triple]:
    """Copy the expected report out of its file: the report, its results, their paths, and no more."""
    assert isinstance(report, BlankNode | NamedNode)
    root = BlankNode("report")
    for predicate in graph.predicates(report):
        for value in graph.objects(report, predicate):
            yield Triple(root, NamedNode(predicate), value)
    for result in graph.objects(report, SH + "result"):
        assert isinstance(result, BlankNode)
        for predicate in graph.predicates(result):
            for value in graph.objects(result, predicate):
                if predicate == SH + "resultPath":
                    node, described = path_triples(read_path(graph, value), f"{result.value}path")
                    yield Triple(result, NamedNode(predicate), node)
                    yield from described
                else:
                    yield Triple(result, NamedNode(predicate), value)


def _canonical(triples: list[Triple]) -> frozenset[str]:
    dataset = Dataset(Quad(t.subject, t.predicate, t.object) for t in triples)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return frozenset(str(quad) for quad in dataset)


def actual_report(case: Case, engine: ShaclEngine) -> frozenset[str]:
    """Run an engine on a case.

    Returns:
        The report in canonical N-Triples; messages and source constraints only when the case states some.

    Raises:
        GraphRdfError: The engine refused the shapes or failed.
    """
    data, findings = load_sources([source(case.data)])
    assert [finding for finding in findings if finding.rule != "ill-typed-literal"] == []
    run = engine.validate(data, ShapesGraph.read([source(case.shapes)]), Limits())
    left_out = {SH + "sourceConstraint", SH + "resultMessage"} - case.stated
    return _canonical([t for t in report_triples(run) if t.predicate.value not in left_out])
