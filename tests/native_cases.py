"""Small cases for the native engine: data and shapes as Turtle, results as short text."""

from __future__ import annotations

from collections import Counter

from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.terms import short_term
from tests.shacl_worlds import World

NAMES = {"": "http://e/", "sh": "http://www.w3.org/ns/shacl#", "xsd": "http://www.w3.org/2001/XMLSchema#"}


def results(data: str, shapes: str, *, push_down: bool = True) -> Counter[str]:
    """Each result as ``focus component value``: the local name of the component, ``-`` for no value."""
    world = World(data, shapes)
    run = NativeEngine(push_down=push_down).validate(world.dataset(), world.shapes_graph(), Limits())
    assert run.constraints_skipped == 0
    return Counter(
        " ".join(
            (
                short_term(result.focus_node, NAMES),
                result.component.value.rpartition("#")[2].removesuffix("ConstraintComponent"),
                "-" if result.value is None else short_term(result.value, NAMES),
            )
        )
        for result in run.results
    )
