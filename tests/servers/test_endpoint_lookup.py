"""A lookup over a server: the same answers as over files, without fetching the graph."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset.endpoint import EndpointDataset
from graph_rdf.evidence import Eligibility, World, choose_view, read_world, verify
from graph_rdf.lookup import lookup, lookup_json, parse_path
from graph_rdf.servers import GraphStore, listing_of, push
from tests.servers import worlds

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_rdf.dataset.protocol import Dataset

pytestmark = pytest.mark.servers

PATHS = ("operated_by/contact", "operated_by", "contact/operated_by", "operated_by/contact/contact")


def answers(world: World) -> list[object]:
    verdicts = verify(world, {})
    starts = sorted(world.id_of(entity) for entity in world.entities)
    views = [None, *sorted(world.id_of(view) for view in world.views)]
    assert len(starts) >= 5
    found: list[object] = []
    every = list(itertools.product(views, starts, PATHS))
    for view, start, path in every[:: max(1, len(every) // 100)]:
        eligibility = Eligibility(world, choose_view(world, view), worlds.PUBLIC)
        found.append(lookup_json(lookup(verdicts, eligibility, start, parse_path(path, world.predicates))))
    return found


@pytest.mark.parametrize("sample", [worlds.final, worlds.generated])
def test_lookups_over_a_server_are_those_over_files(
    store: GraphStore, sample: Callable[[], worlds.SampleWorld]
) -> None:
    world = sample()
    push(store, world.contents)
    listing = listing_of(store)
    over: Dataset = store.dataset.over_graphs([*listing.data, *listing.ontology])
    assert answers(read_world(over)) == answers(world.world)


def test_the_union_of_a_server_is_asked_by_its_own_parameter(store: GraphStore) -> None:
    """With nothing else on the server all graphs together say the same: accepted edges are no records."""
    push(store, worlds.final().contents)
    union = EndpointDataset(store.urls.query, store.client, parameters=store.urls.union or ())
    assert answers(read_world(union)) == answers(worlds.final().world)
