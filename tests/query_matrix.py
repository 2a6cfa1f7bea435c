"""The graphs on which every engine must give the same rows: the packaged world and 50 generated ones.

Each shipped query runs on each of them: by pyoxigraph and rdflib (`tests/test_query_matrix.py`), by Jena ARQ
(`tests/interop`), and over HTTP on Fuseki and oxigraph (`tests/servers`). The rows of pyoxigraph are compared
with those of each other engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pyoxigraph import RdfFormat, serialize

from benchmarks.faults import FAULTS
from benchmarks.worlds import GeneratedWorld, generate
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.queries import shipped_queries
from graph_rdf.records import RdfProfile, RecordSet, record_triples
from tests import query_runner
from tests.servers import worlds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyoxigraph import Triple

    from graph_rdf.queries import GraphKind, Query

WORLDS = 50
VIEWS = 4
"""Each world has three views and the default one."""


@dataclass(frozen=True, slots=True)
class MatrixGraph:
    """One graph.

    Args:
        name: The world, and the number of the view for an accepted graph.
        kind: What it is; a world is queried together with the ontology.
        lines: Its triples, N-Triples; without blank nodes.
    """

    name: str
    kind: GraphKind
    lines: bytes

    @property
    def data(self) -> bytes:
        """All that a query runs on."""
        return self.lines + ontology_lines() if self.kind == "world" else self.lines

    @property
    def queries(self) -> list[Query]:
        return [query for query in shipped_queries() if query.runs_on == self.kind]


@lru_cache(maxsize=1)
def ontology_lines() -> bytes:
    return _lines(triple for triple in packaged_ontology() if "_:" not in str(triple))


@lru_cache(maxsize=1)
def matrix_graphs() -> tuple[MatrixGraph, ...]:
    made: list[MatrixGraph] = []
    for name, world in [("final", worlds.final()), *_generated()]:
        made.append(MatrixGraph(name, "world", _lines(world.triples)))
        assert len(world.accepted) == VIEWS
        for number, accepted in enumerate(world.accepted):
            made.append(MatrixGraph(f"{name}-{number}", "accepted graph", _lines(accepted.triples)))
    assert len(made) == (WORLDS + 1) * (1 + VIEWS)
    return tuple(made)


def cases() -> Iterator[tuple[MatrixGraph, Query, query_runner.Rows]]:
    """Give each graph, each query for it, and the rows of pyoxigraph."""
    seen: dict[str, int] = {query.name: 0 for query in shipped_queries()}
    for graph in matrix_graphs():
        for query in graph.queries:
            rows = query_runner.rows_by_pyoxigraph(query.text, graph.data, {})
            seen[query.name] += len(rows)
            yield graph, query, rows
    assert all(seen.values()), seen


def _generated() -> Iterator[tuple[str, worlds.SampleWorld]]:
    """Half of them with faults, half with cycles and self loops."""
    half = WORLDS // 2
    made: list[GeneratedWorld] = [
        *generate(half, seed=11, faults=FAULTS),
        *generate(WORLDS - half, seed=12, tangled=True),
    ]
    profile = RdfProfile(predicate_names(read_predicates(packaged_ontology())))
    for number, world in enumerate(made):
        triples = record_triples(RecordSet.of(world.records), profile)
        yield f"world{number}", worlds.sample_world(tuple(triples))


def _lines(triples: Iterable[Triple]) -> bytes:
    text = serialize(triples, format=RdfFormat.N_TRIPLES)
    assert text is not None
    return text
