"""What pySHACL does to the data before it validates, by its own code: an ontology mixed in, and inference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rdflib

from graph_rdf.errors import EngineError

if TYPE_CHECKING:
    from rdflib import Graph

INFERENCES = ("rdfs", "owlrl", "both")

_NODES = (rdflib.URIRef, rdflib.BNode)


def prepared(data: Graph, ontology: Graph | None, inference: str | None) -> Graph:
    """Prepare a data graph.

    Args:
        data: The graph; it is not changed.
        ontology: The ontology whose axioms are mixed in.
        inference: One of `INFERENCES`, or None.

    Returns:
        A new graph. What inference says of literals as subjects, which is no RDF, is left out.

    Raises:
        EngineError: pySHACL is not installed, or failed.
    """
    try:
        import pyshacl
    except ImportError as error:
        raise EngineError(f"ont_graph and inference need the package pyshacl: {error}") from error
    copy = rdflib.Graph()
    for triple in data:
        copy.add(triple)
    try:
        # Without shapes all that it does in place is the preparation.
        pyshacl.validate(
            copy, shacl_graph=rdflib.Graph(), ont_graph=ontology, inference=inference, inplace=True
        )
    except Exception as error:
        raise EngineError(f"pySHACL cannot prepare the data: {error}") from error
    for triple in list(copy):
        if not (isinstance(triple[0], _NODES) and isinstance(triple[1], rdflib.URIRef)):
            copy.remove(triple)
    return copy
