"""The nodes of a dataset that records are made of, fetched by one query a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, runtime_checkable

from pyoxigraph import DefaultGraph, NamedNode

from graph_rdf import namespaces as ns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyoxigraph import Quad

    from graph_rdf.dataset.protocol import Dataset, Term

    Node: TypeAlias = dict[str, list[Term]]

KIND_CLASSES: Final = {
    "entity": ns.EG_ENTITY,
    "source": ns.EG_SOURCE,
    "document": ns.EG_DOCUMENT,
    "version": ns.EG_DOCUMENT_VERSION,
    "representation": ns.EG_REPRESENTATION,
    "relation": ns.EG_RELATION_RECORD,
    "view": ns.EG_VIEW,
}
"""Kind of record → the class of its nodes."""

_ALL_OF_CLASS: Final = "SELECT ?s ?p ?o WHERE {{ ?s a <{}> . ?s ?p ?o }}"
_ANCHORS: Final = _ALL_OF_CLASS.format(ns.EG_ANCHOR)
_SELECTORS: Final = f"""SELECT ?s ?p ?o WHERE {{
  ?anchor a <{ns.EG_ANCHOR}> .
  ?anchor <{ns.OA_HAS_SELECTOR}> ?s .
  ?s ?p ?o
}}"""
# The forms that a store may rewrite into an equal value.
_REWRITTEN: Final = frozenset({ns.PROV_GENERATED_AT_TIME, ns.PROV_INVALIDATED_AT_TIME, ns.EG_CONFIDENCE})


@runtime_checkable
class ExactQuads(Protocol):
    """A dataset that can give its quads exactly as they were written."""

    def quads(self) -> Iterator[Quad]:
        """The quads."""


class GraphNodes:
    """The nodes of the default graph, by kind, and by name (see `name_of`) their properties.

    Args:
        dataset: The dataset; when it can give exact quads, times and numbers are kept as written.

    Raises:
        QueryError: The dataset does not answer.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.kinds: dict[str, dict[str, Node]] = {
            kind: _nodes(dataset, _ALL_OF_CLASS.format(name)) for kind, name in KIND_CLASSES.items()
        }
        self.anchors = _nodes(dataset, _ANCHORS)
        self.selectors = _nodes(dataset, _SELECTORS)
        if isinstance(dataset, ExactQuads):
            self._keep_exact(dataset)

    def _keep_exact(self, dataset: ExactQuads) -> None:
        places = [self.kinds["version"], self.kinds["relation"]]
        exact: dict[tuple[str, str], list[Term]] = {}
        for quad in dataset.quads():
            predicate = quad.predicate.value
            if predicate in _REWRITTEN and quad.graph_name == DefaultGraph():
                exact.setdefault((name_of(quad.subject), predicate), []).append(quad.object)
        for (name, predicate), values in exact.items():
            for nodes in places:
                # Distinct forms of one value stay one value, as in the store.
                if name in nodes and len(nodes[name].get(predicate, ())) == 1:
                    nodes[name][predicate] = [min(values, key=str)]


def name_of(term: Term) -> str:
    """Give an IRI as it is, any other term in N-Triples form."""
    return term.value if isinstance(term, NamedNode) else str(term)


def _nodes(dataset: Dataset, query: str) -> dict[str, Node]:
    nodes: dict[str, Node] = {}
    for row in dataset.select(query):
        subject, predicate, value = row[0], row[1], row[2]
        if subject is None or predicate is None or value is None:
            continue
        values = nodes.setdefault(name_of(subject), {}).setdefault(name_of(predicate), [])
        if value not in values:
            values.append(value)
    return nodes
