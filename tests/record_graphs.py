"""Records as Turtle, and Turtle as a store, with the predicates that the generated records use."""

from __future__ import annotations

import io

import pyoxigraph as ox

from graph_rdf.dataset.embedded import EmbeddedDataset
from graph_rdf.export import write_turtle
from graph_rdf.records import RdfProfile, RecordSet, lexical_record_triples
from tests.record_strategies import DECLARED

PROFILE = RdfProfile(DECLARED)
PREFIXES = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PROFILE.prefixes().items())


def turtle_of(records: RecordSet, profile: RdfProfile = PROFILE) -> bytes:
    out = io.BytesIO()
    write_turtle(lexical_record_triples(records, profile), out, profile.prefixes())
    return out.getvalue()


def parsed(data: bytes | str) -> EmbeddedDataset:
    return EmbeddedDataset.from_triples([quad.triple for quad in ox.parse(data, format=ox.RdfFormat.TURTLE)])
