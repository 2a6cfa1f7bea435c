"""Whole graphs of rdflib, there and back."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

import rdflib
from pyoxigraph import BlankNode, Dataset, DefaultGraph, NamedNode, Quad, Store, Triple
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID

from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.errors import DataError, EngineError, GraphRdfError
from graph_rdf.shacl import rdflib_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rdflib.term import Node

    from graph_rdf.dataset.protocol import Term

    Convertible: TypeAlias = EmbeddedDataset | Store | Dataset | Iterable[Triple | Quad]

MAX_PROBLEMS: Final = 100
"""So many unfit triples are told; past that the graph is likely no RDF at all."""

_DEFAULT: Final = DefaultGraph()


def to_rdflib(data: Convertible) -> rdflib.Graph:
    """Make a graph of rdflib.

    Args:
        data: A dataset of ours, a store or dataset of pyoxigraph, or triples or quads of it. It is not
            changed.

    Returns:
        An `rdflib.Dataset` for what can hold named graphs: a dataset, a store, quads. An `rdflib.Graph` for
        triples. Literals have the lexical form that `data` has (``01`` stays ``01``; a pyoxigraph Store keeps
        ``1``), blank nodes their labels.

    Raises:
        DataError: A term is of RDF 1.2, which rdflib does not know.

    Example:
        >>> from graph_rdf.dataset import load_sources
        >>> from graph_rdf.syntax import source_from_bytes
        >>> dataset, _ = load_sources([source_from_bytes(b"<urn:s> <urn:p> 01 .", name="a.ttl")])
        >>> [str(value) for _, _, value, _ in to_rdflib(dataset).quads()]
        ['01']
    """
    if isinstance(data, EmbeddedDataset):
        return _dataset(data.quads())
    if isinstance(data, Store | Dataset):
        return _dataset(iter(data))
    items = iter(data)
    first = next(items, None)
    if isinstance(first, Quad):
        return _dataset(quad for quad in chain([first], items) if isinstance(quad, Quad))
    graph = rdflib.Graph()
    nodes = _Nodes()
    for item in chain([] if first is None else [first], items):
        graph.add((nodes[item.subject], nodes[item.predicate], nodes[item.object]))
    return graph


def from_rdflib(graph: rdflib.Graph) -> EmbeddedDataset:
    """Make a dataset of a graph of rdflib.

    Args:
        graph: A graph; of a Dataset all its graphs. It is not changed.

    Returns:
        The dataset, blank nodes with their labels, literals with their lexical forms as rdflib holds them
        (it rewrites some when it parses, ``01`` to ``1``). Language tags are in lower case, as RDF 1.1
        allows. A Graph, whatever its name, becomes the default graph.

    Raises:
        DataError: Some triples are no RDF 1.1: a relative or ill-formed IRI, a literal as subject, a
            variable or a quoted graph; `problems` holds up to 100 of them.

    Example:
        >>> graph = rdflib.Graph().parse(data="<urn:s> <urn:p> _:x .", format="turtle")
        >>> dataset = from_rdflib(graph)
        >>> len(dataset)
        1
    """
    problems: list[GraphRdfError] = []
    terms = _Terms()
    quads: list[Quad] = []
    for subject, predicate, value, name in _statements(graph):
        try:
            quads.append(_quad(terms[subject], terms[predicate], terms[value], terms.graph(name)))
        except (EngineError, TypeError, ValueError) as error:
            written = " ".join(repr(str(node)) for node in (subject, predicate, value))
            problems.append(GraphRdfError(f"{written}: {error}"))
            if len(problems) >= MAX_PROBLEMS:
                break
    if problems:
        raise DataError(f"the rdflib graph holds what is no RDF: {problems[0]}", problems)
    return EmbeddedDataset.from_triples(quads)


def _statements(graph: rdflib.Graph) -> Iterator[tuple[Node, Node, Node, Node | None]]:
    if isinstance(graph, rdflib.ConjunctiveGraph):  # a Dataset is one
        for subject, predicate, value, name in graph.quads():
            yield subject, predicate, value, getattr(name, "identifier", name)
    else:
        for subject, predicate, value in graph:
            yield subject, predicate, value, None


def _quad(subject: Term, predicate: Term, value: Term, name: NamedNode | BlankNode | DefaultGraph) -> Quad:
    if not isinstance(subject, NamedNode | BlankNode):
        raise TypeError("a literal cannot be the subject")
    if not isinstance(predicate, NamedNode):
        raise TypeError("the predicate must be an IRI")
    return Quad(subject, predicate, value, name)


class _Terms(dict["Node", "Term"]):
    """Term of rdflib → term of pyoxigraph; equal keys mean equal terms, but language tags differ by case."""

    def __missing__(self, node: Node) -> Term:
        term = self[node] = rdflib_terms.from_rdflib(node)
        return term

    def graph(self, name: Node | None) -> NamedNode | BlankNode | DefaultGraph:
        """Give the name of a graph."""
        if name is None or name == DATASET_DEFAULT_GRAPH_ID:
            return _DEFAULT
        term = self[name]
        if not isinstance(term, NamedNode | BlankNode):
            raise TypeError("the name of a graph must be an IRI or a blank node")
        return term


class _Nodes(dict["Term", "Node"]):
    """Term of pyoxigraph → term of rdflib."""

    def __missing__(self, term: Term) -> Node:
        try:
            node = rdflib_terms.to_rdflib(term)
        except EngineError as error:
            raise DataError(f"rdflib knows RDF 1.1 only, the data holds the term {term}") from error
        self[term] = node
        return node


def _dataset(quads: Iterable[Quad]) -> rdflib.Dataset:
    made = rdflib.Dataset()
    nodes = _Nodes()
    for quad in quads:
        name = quad.graph_name
        graph = made.default_graph if isinstance(name, DefaultGraph) else made.graph(nodes[name])  # type: ignore[arg-type]
        graph.add((nodes[quad.subject], nodes[quad.predicate], nodes[quad.object]))
    return made
