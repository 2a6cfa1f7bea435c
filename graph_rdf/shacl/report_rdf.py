"""The W3C validation report as RDF: the same run gives the same triples in the same order.

No skolem IRIs: blank nodes are named by their place, as in ``report``, ``result3``, ``result3path0``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from graph_rdf.namespaces import RDF_TYPE, SH, XSD_BOOLEAN
from graph_rdf.shacl.paths import parse_path, path_triples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.protocol import ShaclResult, ShaclRun


def report_triples(run: ShaclRun) -> list[Triple]:
    """Write the report of a run.

    Args:
        run: The run; its results are in order.

    Returns:
        The triples: the report first, then each result with its path. ``sh:conforms`` is false on any result,
        whatever its severity.

    Source: SHACL 3.6.
    """
    report = BlankNode("report")
    conforms = Literal("false" if run.results else "true", datatype=NamedNode(XSD_BOOLEAN))
    triples = [
        Triple(report, NamedNode(RDF_TYPE), NamedNode(SH + "ValidationReport")),
        Triple(report, NamedNode(SH + "conforms"), conforms),
    ]
    for number, result in enumerate(run.results):
        node = BlankNode(f"result{number}")
        triples.append(Triple(report, NamedNode(SH + "result"), node))
        triples.append(Triple(node, NamedNode(RDF_TYPE), NamedNode(SH + "ValidationResult")))
        triples.extend(_result_triples(result, node))
    return triples


def _result_triples(result: ShaclResult, node: BlankNode) -> Iterator[Triple]:
    def say(local: str, value: Term | None) -> Iterator[Triple]:
        if value is not None:
            yield Triple(node, NamedNode(SH + local), value)

    yield from say("focusNode", result.focus_node)
    if result.result_path is not None:
        path, described = path_triples(parse_path(result.result_path), f"{node.value}path")
        yield from say("resultPath", path)
        yield from described
    yield from say("value", result.value)
    yield from say("resultSeverity", result.severity)
    yield from say("sourceConstraintComponent", result.component)
    yield from say("sourceConstraint", result.source_constraint)
    yield from say("sourceShape", result.source_shape)
    for message in result.messages:
        yield from say("resultMessage", message)
