"""Profiles: the same records in the forms that other tools read."""

from __future__ import annotations

from graph_rdf.export.annotated import write_annotated
from graph_rdf.export.annotations import write_annotations
from graph_rdf.export.graphml import write_graphml
from graph_rdf.export.jsonl import record_line, write_records
from graph_rdf.export.jsonld import write_jsonld
from graph_rdf.export.nanopub import NanopubOptions, write_nanopubs
from graph_rdf.export.neo4j import write_neo4j
from graph_rdf.export.nquads import write_nquads, write_ntriples
from graph_rdf.export.parquet import write_parquet
from graph_rdf.export.profiles import PROFILES, Profile, find_profile
from graph_rdf.export.rdfxml import write_rdfxml
from graph_rdf.export.records_parquet import write_records_parquet, write_verdicts_parquet
from graph_rdf.export.turtle import write_trig, write_turtle

__all__ = [
    "PROFILES",
    "NanopubOptions",
    "Profile",
    "find_profile",
    "record_line",
    "write_annotated",
    "write_annotations",
    "write_graphml",
    "write_jsonld",
    "write_nanopubs",
    "write_neo4j",
    "write_nquads",
    "write_ntriples",
    "write_parquet",
    "write_rdfxml",
    "write_records",
    "write_records_parquet",
    "write_trig",
    "write_turtle",
    "write_verdicts_parquet",
]
