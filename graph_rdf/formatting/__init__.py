"""Turtle that people read: one layout for every file, and the proof that the graph is the same."""

from graph_rdf.formatting.document import lay_out
from graph_rdf.formatting.proof import same_graph
from graph_rdf.formatting.sources import FORMATTED, Formatted, format_source

__all__ = ["FORMATTED", "Formatted", "format_source", "lay_out", "same_graph"]
