"""Run one query on the same data by pyoxigraph and by rdflib, and render rows as the query headers do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pyoxigraph
import rdflib

from graph_rdf.namespaces import EG, ID_BASE
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from graph_rdf.queries import Query

Rows = list[list[str]]


def data_graph(files: Iterable[Path]) -> bytes:
    """Merge the packaged ontology and Turtle files; as N-Triples, so that both engines read the same."""
    triples = packaged_ontology()
    for number, path in enumerate(files):
        for quad in pyoxigraph.parse(
            path=path, rename_blank_nodes=False, base_iri=f"http://file.example/{number}"
        ):
            triples.append(quad.triple)
    text = pyoxigraph.serialize(triples, format=pyoxigraph.RdfFormat.N_TRIPLES)
    assert text is not None
    return text


def bound_terms(query: Query, settings: Mapping[str, str]) -> dict[str, str]:
    """Turn settings into IRIs, as the kinds of the parameters say."""
    kinds = {parameter.name: parameter.kind for parameter in query.parameters}
    names = predicate_names(read_predicates(packaged_ontology()))
    terms: dict[str, str] = {}
    for name, value in settings.items():
        if value.startswith("<"):
            terms[name] = value.strip("<>")
        elif kinds[name] == "predicate":
            terms[name] = names[value]
        else:
            terms[name] = ID_BASE + value
    return terms


def rows_by_pyoxigraph(text: str, data: bytes, terms: Mapping[str, str]) -> Rows:
    result: Any = _store(data).query(
        text,
        substitutions={pyoxigraph.Variable(name): pyoxigraph.NamedNode(iri) for name, iri in terms.items()},
    )
    return [[render(None if cell is None else cell.value) for cell in row] for row in result]


def rows_by_rdflib(text: str, data: bytes, terms: Mapping[str, str]) -> Rows:
    result: Any = _graph(data).query(
        text, initBindings={name: rdflib.URIRef(iri) for name, iri in terms.items()}
    )
    return [[render(None if cell is None else str(cell)) for cell in row] for row in result]


@lru_cache(maxsize=4)
def _store(data: bytes) -> pyoxigraph.Store:
    store = pyoxigraph.Store()
    store.load(data, format=pyoxigraph.RdfFormat.N_TRIPLES)
    return store


@lru_cache(maxsize=4)
def _graph(data: bytes) -> rdflib.Graph:
    return rdflib.Graph().parse(data=data, format="nt")


def render(value: str | None) -> str:
    if value is None:
        return "-"
    for prefix, iri in (("id:", ID_BASE), ("eg:", EG)):
        if value.startswith(iri):
            return prefix + value.removeprefix(iri)
    return value


def example_world() -> Path:
    return resource_path("examples", "final", "world.ttl")
