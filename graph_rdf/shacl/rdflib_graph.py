"""A graph of rdflib that parses each query text once and never leaves the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import rdflib
from rdflib.plugins.sparql.algebra import translateQuery, traverse
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue

from graph_rdf.errors import EngineError
from graph_rdf.shacl.rdflib_terms import to_rdflib

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyoxigraph import Triple
    from rdflib.plugins.sparql.sparql import Query
    from rdflib.query import Result
    from rdflib.term import Node as RdflibNode

    from graph_rdf.dataset.protocol import Term


class OfflineGraph(rdflib.Graph):
    """A graph in memory for pySHACL.

    pySHACL hands in the same query text for each focus node, and rdflib spends nine tenths of the time on
    parsing it; a parsed query is meant to be run again with other bindings. rdflib follows FROM and SERVICE
    to the network; here they are refused.
    """

    def __init__(self) -> None:
        super().__init__(bind_namespaces="none")
        self._parsed: dict[tuple[str, tuple[tuple[str, str], ...]], Query] = {}

    def query(self, query_object: str | Query, *args: Any, **kwargs: Any) -> Result:
        """Run a query, see `rdflib.Graph.query`.

        Raises:
            EngineError: The query names another dataset or a service.
        """
        if isinstance(query_object, str):
            namespaces = {prefix: str(iri) for prefix, iri in self.namespaces()}
            key = (query_object, tuple(sorted(namespaces.items())))
            if key not in self._parsed:
                self._parsed[key] = _offline(translateQuery(parseQuery(query_object), None, namespaces))
            query_object = self._parsed[key]
        return super().query(query_object, *args, **kwargs)


def _offline(query: Query) -> Query:
    found: list[str] = []

    def look(part: object) -> None:
        if isinstance(part, CompValue) and (
            part.name == "ServiceGraphPattern" or dict.get(part, "datasetClause")
        ):
            found.append("SERVICE" if part.name == "ServiceGraphPattern" else "FROM")

    traverse(query.algebra, visitPre=look)
    if found:
        raise EngineError(f"the query of a shape uses {found[0]}, which reaches for the network")
    return query


def to_rdflib_graph(triples: Iterable[Triple]) -> OfflineGraph:
    """Build a graph of rdflib.

    Args:
        triples: The triples.

    Returns:
        A graph in memory that binds no prefix of its own.

    Raises:
        EngineError: A term is of RDF 1.2.
    """
    graph = OfflineGraph()
    known: dict[Term, RdflibNode] = {}
    for triple in triples:
        nodes: list[RdflibNode] = []
        for term in (triple.subject, triple.predicate, triple.object):
            node = known.get(term)
            if node is None:
                node = known[term] = to_rdflib(term)
            nodes.append(node)
        graph.add((nodes[0], nodes[1], nodes[2]))
    return graph
