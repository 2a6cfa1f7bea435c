"""Bounded traversal of a declared predicate sequence, and the accepted graph."""

from graph_rdf.lookup.accepted import AcceptedGraph, accepted_graph
from graph_rdf.lookup.certificate import Considered, Question, make_certificate
from graph_rdf.lookup.certificate_digest import graph_digest, json_digest
from graph_rdf.lookup.certificate_reading import parse_certificate, read_question
from graph_rdf.lookup.paths import NO_ONTOLOGY, parse_path
from graph_rdf.lookup.proof import make_step, supporting_anchor
from graph_rdf.lookup.replay import Difference, Replay, StepCheck, compare
from graph_rdf.lookup.replay_steps import check_steps
from graph_rdf.lookup.result import (
    Answer,
    Limits,
    LookupResult,
    Refusal,
    Step,
    SupportingAnchor,
    lookup_json,
    step_json,
)
from graph_rdf.lookup.traversal import Traversal, lookup

__all__ = [
    "NO_ONTOLOGY",
    "AcceptedGraph",
    "Answer",
    "Considered",
    "Difference",
    "Limits",
    "LookupResult",
    "Question",
    "Refusal",
    "Replay",
    "Step",
    "StepCheck",
    "SupportingAnchor",
    "Traversal",
    "accepted_graph",
    "check_steps",
    "compare",
    "graph_digest",
    "json_digest",
    "lookup",
    "lookup_json",
    "make_certificate",
    "make_step",
    "parse_certificate",
    "parse_path",
    "read_question",
    "step_json",
    "supporting_anchor",
]
