"""Results of the shipped shapes as rows of rule, focus node and value; and graphs to run them on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import rdflib
from pyoxigraph import BlankNode, NamedNode

from graph_rdf.dataset import load_sources
from graph_rdf.namespaces import EG, EGSH, ID_BASE, XSD
from graph_rdf.ontology import packaged_ontology_source
from graph_rdf.resources import resource_path
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.rdflib_graph import to_rdflib_graph
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import read_source, source_from_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.protocol import ShaclEngine
    from graph_rdf.syntax.source import Source

Row: TypeAlias = tuple[str, str, str | None]
"""Local name of the shape, focus node, value; IRIs shortened, blank nodes as ``_:``."""


@lru_cache
def shipped_shapes(*names: str) -> ShapesGraph:
    """Read shipped shapes files with their prefixes."""
    return ShapesGraph.read(
        [read_source(resource_path("shapes", f"{name}.ttl")) for name in (*names, "prefixes")]
    )


def result_rows(engine: ShaclEngine, data: EmbeddedDataset, shapes: ShapesGraph) -> list[Row]:
    """Run shapes; give one row for each result, sorted: a result that comes twice is there twice."""
    run = engine.validate(data, shapes, Limits())
    return sorted(
        (
            (
                short(result.source_shape).removeprefix("egsh:"),
                short(result.focus_node),
                None if result.value is None else short(result.value),
            )
            for result in run.results
        ),
        key=lambda row: tuple(map(str, row)),
    )


def short(term: Term) -> str:
    """Shorten a term."""
    if isinstance(term, BlankNode):
        return "_:"
    text = str(term)
    if isinstance(term, NamedNode):
        for prefix, namespace in (("id", ID_BASE), ("eg", EG), ("egsh", EGSH)):
            if term.value.startswith(namespace):
                return f"{prefix}:{term.value.removeprefix(namespace)}"
        return text
    head, mark, datatype = text.rpartition("^^<")
    if mark and datatype.startswith(XSD):
        return f"{head}^^xsd:{datatype.removeprefix(XSD).removesuffix('>')}"
    return text


def with_ontology(path: Path) -> EmbeddedDataset:
    """Load a file and the packaged ontology."""
    return _loaded_without_findings(packaged_ontology_source(), read_source(path))


def mutated(path: Path, update: str) -> EmbeddedDataset:
    """Load a file and the packaged ontology, and change them by a SPARQL update, literals kept as written."""
    graph = rdflib.Graph()
    for triple in to_rdflib_graph(quad.triple for quad in with_ontology(path).quads()):
        graph.add(triple)
    normalize, rdflib.NORMALIZE_LITERALS = rdflib.NORMALIZE_LITERALS, False
    try:
        graph.update(update)
    finally:
        rdflib.NORMALIZE_LITERALS = normalize
    source = source_from_bytes(graph.serialize(format="nt", encoding="utf-8"), name="mutated.nt")
    return _loaded_without_findings(source)


def of_triples(lines: bytes) -> EmbeddedDataset:
    """Load N-Triples and the packaged ontology."""
    return _loaded_without_findings(packaged_ontology_source(), source_from_bytes(lines, name="data.nt"))


def _loaded_without_findings(*sources: Source) -> EmbeddedDataset:
    # Some cases hold ill-typed literals on purpose; that is what the shapes are to find.
    data, findings = load_sources(sources, lexical=False)
    assert findings == []
    return data
