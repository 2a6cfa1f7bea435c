"""Targets: which nodes of the data graph a shape is about.

Source: SHACL 2.1.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from graph_rdf.shacl.vocabulary import (
    SH_TARGET_CLASS,
    SH_TARGET_NODE,
    SH_TARGET_OBJECTS_OF,
    SH_TARGET_SUBJECTS_OF,
)

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


@dataclass(frozen=True, slots=True)
class Targets:
    """The targets of one shape; all of them together select its focus nodes.

    Args:
        nodes: ``sh:targetNode``.
        classes: ``sh:targetClass``, and the shape itself when it is a class.
        subjects_of: ``sh:targetSubjectsOf``.
        objects_of: ``sh:targetObjectsOf``.
    """

    nodes: tuple[Term, ...] = ()
    classes: tuple[NamedNode, ...] = ()
    subjects_of: tuple[NamedNode, ...] = ()
    objects_of: tuple[NamedNode, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.nodes or self.classes or self.subjects_of or self.objects_of)


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
    )


def target_nodes(targets: Targets, data: DataView) -> dict[Term, None]:
    """Find the focus nodes that targets select.

    Args:
        targets: The targets of a shape.
        data: The data graph.

    Returns:
        The nodes, each once.
    """
    found: dict[Term, None] = dict.fromkeys(targets.nodes)
    for kind in targets.classes:
        found.update(data.instances(kind))
    for predicate in targets.subjects_of:
        found.update((subject, None) for subject, _ in data.pairs(predicate))
    for predicate in targets.objects_of:
        found.update((value, None) for _, value in data.pairs(predicate))
    return found
