"""Bounded traversal of a declared predicate sequence, and the accepted graph."""

from graph_rdf.lookup.accepted import AcceptedGraph, accepted_graph
from graph_rdf.lookup.paths import parse_path
from graph_rdf.lookup.proof import supporting_anchor
from graph_rdf.lookup.result import Answer, Limits, LookupResult, Refusal, Step, SupportingAnchor, lookup_json
from graph_rdf.lookup.traversal import Traversal, lookup

__all__ = [
    "AcceptedGraph",
    "Answer",
    "Limits",
    "LookupResult",
    "Refusal",
    "Step",
    "SupportingAnchor",
    "Traversal",
    "accepted_graph",
    "lookup",
    "lookup_json",
    "parse_path",
    "supporting_anchor",
]
