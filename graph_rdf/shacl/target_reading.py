"""Reads the targets of a shape from the shapes graph. Source: SHACL 2.1.3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from graph_rdf.shacl.focus import Targets
from graph_rdf.shacl.sparql_targets import read_target_queries
from graph_rdf.shacl.vocabulary import (
    SH_TARGET_CLASS,
    SH_TARGET_NODE,
    SH_TARGET_OBJECTS_OF,
    SH_TARGET_SUBJECTS_OF,
)

if TYPE_CHECKING:
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


def read_targets(shapes: ShapesGraph, shape: Node) -> Targets:
    """Read the targets of a shape.

    Raises:
        ShapesError: A target that must be an IRI is none.
    """

    def iris(predicate: str) -> tuple[NamedNode, ...]:
        values = shapes.objects(shape, predicate)
        wrong = [value for value in values if not isinstance(value, NamedNode)]
        if wrong:
            raise shapes.error(shape, f"the target {wrong[0]} must be an IRI")
        return tuple(value for value in values if isinstance(value, NamedNode))

    classes = iris(SH_TARGET_CLASS)
    if isinstance(shape, NamedNode) and shapes.is_implicit_class(shape) and shape not in classes:
        classes = (*classes, shape)
    return Targets(
        nodes=shapes.objects(shape, SH_TARGET_NODE),
        classes=classes,
        subjects_of=iris(SH_TARGET_SUBJECTS_OF),
        objects_of=iris(SH_TARGET_OBJECTS_OF),
        queries=read_target_queries(shapes, shape),
    )
