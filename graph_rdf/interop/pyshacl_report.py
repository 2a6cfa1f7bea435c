"""The validation report as pySHACL hands it out: a graph of rdflib and a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import rdflib
from pyoxigraph import BlankNode, Triple

from graph_rdf.interop.rdflib_graphs import to_rdflib
from graph_rdf.namespaces import SH
from graph_rdf.shacl.rdflib_terms import to_rdflib as node_of
from graph_rdf.shacl.report_rdf import report_triples

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rdflib.term import Node

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.protocol import ShaclResult, ShaclRun

_OF_DATA: Final = (SH + "focusNode", SH + "value")
_OF_SHAPES: Final = (SH + "sourceShape", SH + "sourceConstraint")
_CONFORMS: Final = rdflib.URIRef(SH + "conforms")


class Descriptions:
    """What a graph says of its blank nodes, so that a report can say it too.

    Args:
        triples: The graph.
    """

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._said: dict[BlankNode, list[Triple]] = {}
        for triple in triples:
            if isinstance(triple.subject, BlankNode):
                self._said.setdefault(triple.subject, []).append(triple)

    def of(self, node: Term) -> list[Triple]:
        """Give the triples of a blank node and of those it leads to; empty for others."""
        found: dict[Triple, None] = {}
        waiting = [node] if isinstance(node, BlankNode) else []
        seen = set(waiting)
        while waiting:
            for triple in self._said.get(waiting.pop(), ()):
                found[triple] = None
                if isinstance(triple.object, BlankNode) and triple.object not in seen:
                    seen.add(triple.object)
                    waiting.append(triple.object)
        return list(found)


def report_graph(
    run: ShaclRun,
    data: Descriptions,
    shapes: Descriptions,
    *,
    conforms: bool,
    prefixes: Mapping[str, str],
) -> rdflib.Graph:
    """Make the report graph.

    Args:
        run: The run.
        data: The blank nodes of the data.
        shapes: The blank nodes of the shapes.
        conforms: What it says.
        prefixes: Prefix → namespace, to be bound.

    Returns:
        A graph in which focus nodes, values and shapes that are blank nodes have their own labels and are
        described, as in the graphs they come from.
    """
    graph = rdflib.Graph(bind_namespaces="core")
    for prefix, namespace in prefixes.items():
        graph.bind(prefix, namespace)
    own: dict[Term, rdflib.BNode] = {}

    def reported(term: Term) -> Node:
        return own.setdefault(term, rdflib.BNode()) if isinstance(term, BlankNode) else node_of(term)

    for triple in report_triples(run):
        predicate = triple.predicate.value
        foreign = data if predicate in _OF_DATA else shapes if predicate in _OF_SHAPES else None
        value = reported(triple.object) if foreign is None else node_of(triple.object)
        if predicate == SH + "conforms":
            value = rdflib.Literal(conforms)
        graph.add((reported(triple.subject), rdflib.URIRef(predicate), value))
        if foreign is not None:
            for said in to_rdflib(foreign.of(triple.object)):
                graph.add(said)
    return graph


def report_text(run: ShaclRun, graph: rdflib.Graph, *, conforms: bool) -> str:
    """Write the report for people, in the layout of pySHACL.

    Args:
        run: The run.
        graph: Its report graph, for the prefixes.
        conforms: What it says.

    Returns:
        A head, then a block a result, sorted.
    """
    head = f"Validation Report\nConforms: {conforms}\n"
    if not run.results:
        return head
    return f"{head}Results ({len(run.results)}):\n" + "".join(
        sorted(_block(result, graph) for result in run.results)
    )


def _block(result: ShaclResult, graph: rdflib.Graph) -> str:
    def name(term: Term) -> str:
        return node_of(term).n3(graph.namespace_manager)

    severity = result.severity.value.rpartition("#")[2]
    component = result.component.value
    lines = [
        f"Constraint {severity} in {component.rpartition('#')[2]} ({component}):",
        f"\tSeverity: {name(result.severity)}",
        f"\tSource Shape: {name(result.source_shape)}",
        f"\tFocus Node: {name(result.focus_node)}",
    ]
    if result.value is not None:
        lines.append(f"\tValue Node: {name(result.value)}")
    if result.result_path is not None:
        lines.append(f"\tResult Path: {result.result_path}")
    if result.source_constraint is not None:
        lines.append(f"\tSource Constraint: {name(result.source_constraint)}")
    lines += [f"\tMessage: {message.value}" for message in result.messages]
    return "\n".join(lines) + "\n"
