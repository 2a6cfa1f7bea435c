"""Shapes that can never say anything: nobody uses them, they have no target, or they ask for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from graph_rdf.namespaces import OWL, SH
from graph_rdf.shacl.lint_problem import ProblemKind, ShapeProblem
from graph_rdf.shacl.terms import short_term
from graph_rdf.shacl.vocabulary import (
    CONSTRAINT_PARAMETERS,
    SH_CLOSED,
    SH_CONSTRAINT_COMPONENT,
    SH_DECLARE,
    SH_FLAGS,
    SH_IGNORED_PROPERTIES,
    SH_PARAMETER,
    SH_PATTERN,
    SH_QUALIFIED_VALUE_SHAPE,
    TARGET_PREDICATES,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_COUNTS = (SH + "qualifiedMinCount", SH + "qualifiedMaxCount")


def effect_problems(shapes: ShapesGraph) -> Iterator[ShapeProblem]:
    """Find the shapes and parameters without effect; deactivated shapes are meant to have none.

    Args:
        shapes: The shapes graph.

    Yields:
        One problem for each; a remark for a node shape that waits for another file to use it.
    """
    used: set[Term] = {shape for _, _, shape in shapes.shape_references}
    # The shape of a parameter describes the values that a component takes.
    used |= {value for s in shapes.subjects_of(SH_PARAMETER) for value in shapes.objects(s, SH_PARAMETER)}
    for shape in shapes.shapes:
        if shapes.is_deactivated(shape):
            continue
        targeted = shapes.has_targets(shape)
        if not targeted and shape not in used:
            yield _unused(shapes, shape)
        elif targeted and not _has_constraint(shapes, shape):
            if set(shapes.predicates(shape)) & set(TARGET_PREDICATES):
                yield _no_effect(shape, "it has a target, but no constraint")
            else:
                yield ShapeProblem(ProblemKind.REMARK, "this class is a shape without a constraint", shape)
        yield from _lone_parameters(shapes, shape)


def files_without_shape(shapes: ShapesGraph) -> Iterator[ShapeProblem]:
    """Find the given files that hold no shape, prefix declaration or constraint component.

    Args:
        shapes: The shapes graph.

    Yields:
        One problem for each file; one without a file when the whole graph holds no shape.
    """
    useful = {*shapes.shapes, *shapes.subjects_of(SH_DECLARE), *shapes.instances(SH_CONSTRAINT_COMPONENT)}
    saying = {source.path for node in useful if (source := shapes.source_of(node)) is not None}
    empty = [s.path for s in shapes.sources if s.path not in saying and s.path not in shapes.imported]
    for path in empty:
        yield ShapeProblem(ProblemKind.NO_SHAPE, "there is no shape in it", path=path)
    if not shapes.shapes and not empty:
        yield ShapeProblem(ProblemKind.NO_SHAPE, "there is no shape at all")


def _has_constraint(shapes: ShapesGraph, shape: Node) -> bool:
    asked = set(shapes.predicates(shape)) & (CONSTRAINT_PARAMETERS | shapes.custom_parameters)
    if asked == {SH_QUALIFIED_VALUE_SHAPE}:
        return False
    return bool(asked)


def _unused(shapes: ShapesGraph, shape: Node) -> ShapeProblem:
    if shapes.is_property_shape(shape):
        return _no_effect(shape, "no shape uses this property shape, and it has no target")
    if shape in shapes.instances(OWL + "Class"):
        return _no_effect(
            shape,
            "it is an owl:Class, no target in SHACL; say rdfs:Class too, or give it a sh:targetClass",
        )
    return ShapeProblem(ProblemKind.REMARK, "no shape uses this node shape, and it has no target", shape)


def _lone_parameters(shapes: ShapesGraph, shape: Node) -> Iterator[ShapeProblem]:
    said = set(shapes.predicates(shape))
    if SH_QUALIFIED_VALUE_SHAPE in said and not said & set(_COUNTS):
        yield _no_effect(shape, "sh:qualifiedValueShape needs sh:qualifiedMinCount or sh:qualifiedMaxCount")
    for count in _COUNTS:
        if count in said and SH_QUALIFIED_VALUE_SHAPE not in said:
            yield _no_effect(shape, f"{short_term(NamedNode(count))} needs sh:qualifiedValueShape")
    if SH_FLAGS in said and SH_PATTERN not in said:
        yield _no_effect(shape, "sh:flags needs sh:pattern")
    if SH_IGNORED_PROPERTIES in said and SH_CLOSED not in said:
        yield _no_effect(shape, "sh:ignoredProperties needs sh:closed")


def _no_effect(shape: Node, message: str) -> ShapeProblem:
    return ShapeProblem(ProblemKind.NO_EFFECT, message, shape)
