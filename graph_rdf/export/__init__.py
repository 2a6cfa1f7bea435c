"""Profiles: the same records in the forms that other tools read."""

from __future__ import annotations

from graph_rdf.export.nquads import write_nquads, write_ntriples
from graph_rdf.export.turtle import write_trig, write_turtle

__all__ = ["write_nquads", "write_ntriples", "write_trig", "write_turtle"]
