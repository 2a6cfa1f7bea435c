"""The worlds that go to the servers: triples without the ontology, and what is computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pyoxigraph import RdfFormat, Triple, parse

from benchmarks.faults import FAULTS
from benchmarks.worlds import generate
from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.evidence import Eligibility, World, choose_view, judge, read_world, verify
from graph_rdf.lookup import AcceptedGraph, accepted_graph
from graph_rdf.namespaces import EG_SHA256, PROV_GENERATED_AT_TIME, SKOS_PREF_LABEL
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.records import RdfProfile, RecordSet, record_triples
from graph_rdf.resources import resource_path
from graph_rdf.servers import Contents, contents_of

PUBLIC: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SampleWorld:
    """A world as the embedded store and as a server see it."""

    triples: tuple[Triple, ...]
    local: EmbeddedDataset
    world: World
    accepted: tuple[AcceptedGraph, ...]
    contents: Contents


def sample_world(triples: tuple[Triple, ...]) -> SampleWorld:
    local = EmbeddedDataset.from_triples((*triples, *packaged_ontology()))
    world = read_world(local)
    verdicts = verify(world, {})
    views = [None, *sorted(world.id_of(view) for view in world.views)]
    accepted = tuple(
        accepted_graph(judge(verdicts, Eligibility(world, choose_view(world, view), PUBLIC)))
        for view in views
    )
    return SampleWorld(triples, local, world, accepted, contents_of(triples, packaged_ontology(), accepted))


@lru_cache(maxsize=1)
def final() -> SampleWorld:
    """The packaged world."""
    path = resource_path("examples", "final", "world.ttl")
    return sample_world(tuple(quad.triple for quad in parse(path=path, format=RdfFormat.TURTLE)))


@lru_cache(maxsize=1)
def generated() -> SampleWorld:
    """Five generated worlds in one graph, with every fault that a world can have."""
    records = RecordSet.of(
        record for world in generate(5, seed=11, faults=FAULTS) for record in world.records
    )
    profile = RdfProfile(predicate_names(read_predicates(packaged_ontology())))
    return sample_world(tuple(record_triples(records, profile)))


@lru_cache(maxsize=1)
def broken() -> SampleWorld:
    """The packaged world without times, labels and digests, which its shapes ask for."""
    gone = {PROV_GENERATED_AT_TIME, SKOS_PREF_LABEL, EG_SHA256}
    return sample_world(tuple(triple for triple in final().triples if triple.predicate.value not in gone))
