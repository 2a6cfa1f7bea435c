"""Profiles: the same records in the forms that other tools read."""

from __future__ import annotations

from graph_rdf.export.jsonl import record_line, write_records
from graph_rdf.export.nquads import write_nquads, write_ntriples
from graph_rdf.export.turtle import write_trig, write_turtle

__all__ = [
    "record_line",
    "write_nquads",
    "write_ntriples",
    "write_records",
    "write_trig",
    "write_turtle",
]
