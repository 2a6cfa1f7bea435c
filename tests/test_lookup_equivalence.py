"""Traversal and the shipped query over the accepted graph give the same answers, in every view."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
import rdflib
from pyoxigraph import NamedNode, QuerySolutions, RdfFormat, Triple, serialize

from benchmarks.worlds import generate
from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.evidence import Acceptance, Eligibility, World, choose_view, judge, read_world, verify
from graph_rdf.lookup import Limits, accepted_graph, parse_path
from graph_rdf.lookup.traversal import Traversal
from graph_rdf.ontology import packaged_ontology, packaged_ontology_source, predicate_names, read_predicates
from graph_rdf.records import RdfProfile, RecordSet, record_triples
from graph_rdf.resources import resource_path
from graph_rdf.syntax import read_source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

QUERY = resource_path("queries", "project_contact.rq").read_text(encoding="utf-8")
ONTOLOGY = packaged_ontology()
DECLARED = predicate_names(read_predicates(ONTOLOGY))
WORLDS = 200

Rows = set[tuple[str, str, str]]


def by_pyoxigraph(triples: Iterable[Triple]) -> Rows:
    rows = EmbeddedDataset.from_triples(list(triples)).store.query(QUERY)
    assert isinstance(rows, QuerySolutions)
    return {(row[0].value, row[1].value, row[2].value) for row in rows}


def by_rdflib(triples: Iterable[Triple]) -> Rows:
    graph = rdflib.Graph()
    graph.parse(data=serialize(list(triples), format=RdfFormat.N_TRIPLES) or b"", format="nt")
    return {(str(row[0]), str(row[1]), str(row[2])) for row in graph.query(QUERY)}  # type: ignore[index]


def by_traversal(acceptance: Acceptance) -> tuple[Rows, int]:
    """Return the node paths of lookups from every entity, and the number of record paths."""
    world = acceptance.verdicts.world
    path = parse_path("operated_by/contact", world.predicates)
    traversal = Traversal(acceptance, Limits())
    nodes = {world.id_of(node): node for node in world.entities}
    found: Rows = set()
    paths = 0
    for name in sorted(nodes):
        result = traversal.follow(name, path)
        assert result.reached is None
        for answer in result.answers:
            paths += 1 + answer.other_paths
            first, second = answer.steps
            assert (first.object, second.object) == (second.subject, answer.entity)
            found.add((nodes[name], nodes[first.object], nodes[second.object]))
    return found, paths


def compare(world: World, acceptance: Acceptance, *, twice: bool) -> Rows:
    graph = accepted_graph(acceptance)
    rows = by_pyoxigraph(graph.triples)
    if twice:
        assert by_rdflib(graph.triples) == rows
    first_paths, paths = by_traversal(acceptance)
    # A lookup shows one path to each end; the others it counts, as paths of records.
    assert first_paths <= rows
    assert {(start, end) for start, _, end in first_paths} == {(start, end) for start, _, end in rows}
    claims: dict[tuple[str, str, str], int] = defaultdict(int)
    for record in acceptance.accepted:
        iri = world.records[record]
        claims[world.subject.one[iri], world.predicate.one[iri], world.object.one[iri]] += 1
    first, second = parse_path("operated_by/contact", world.predicates)
    assert paths == sum(claims[a, first, b] * claims[b, second, c] for a, b, c in rows)
    return rows


def views(world: World) -> Iterator[Acceptance]:
    verdicts = verify(world, {})
    for view in (None, *(world.id_of(node) for node in sorted(world.views))):
        yield judge(verdicts, Eligibility(world, choose_view(world, view), frozenset()))


def test_packaged_world() -> None:
    source = read_source(resource_path("examples", "final", "world.ttl"))
    dataset, _ = load_sources([source, packaged_ontology_source()])
    world = read_world(dataset)
    ends = []
    for acceptance in views(world):
        rows = compare(world, acceptance, twice=True)
        ends.append(sorted((world.id_of(start), world.id_of(end)) for start, _, end in rows))
    desk, other = ("project:final:main", "contact:final:desk"), ("project:final:main", "contact:final:other")
    assert ends == [[], [desk], [], [other]]


@pytest.mark.parametrize("batch", range(4))
def test_generated_worlds(batch: int) -> None:
    size = WORLDS // 4
    seen = answers = loops = 0
    for generated in list(generate(WORLDS, seed=7, tangled=True))[batch * size : (batch + 1) * size]:
        triples = record_triples(RecordSet.of(generated.records), RdfProfile(DECLARED))
        world = read_world(EmbeddedDataset.from_triples([*triples, *ONTOLOGY]))
        seen += 1
        for number, acceptance in enumerate(views(world)):
            rows = compare(world, acceptance, twice=number == seen % 4)
            answers += len(rows)
            loops += any(triple.subject == triple.object for triple in accepted_graph(acceptance).triples)
    assert seen == size
    assert answers > size
    assert loops > size


def test_a_self_loop_is_no_path() -> None:
    node = NamedNode("http://e/a")
    first, second = (NamedNode(DECLARED[name]) for name in ("operated_by", "contact"))
    triples = [Triple(node, first, node), Triple(node, second, node)]
    assert by_pyoxigraph(triples) == by_rdflib(triples) == set()
