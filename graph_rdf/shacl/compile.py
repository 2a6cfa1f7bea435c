"""Shapes graph → compiled shapes, in the order in which they must be evaluated.

Source: SHACL 2 and 3.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

from graph_rdf.shacl.components import CORE_READERS
from graph_rdf.shacl.constraint import Shape
from graph_rdf.shacl.paths import path_expression, read_path
from graph_rdf.shacl.sparql_components import read_component, read_components
from graph_rdf.shacl.sparql_constraints import read_sparql
from graph_rdf.shacl.target_reading import read_targets
from graph_rdf.shacl.vocabulary import SH_MESSAGE, SH_PATH, SH_SEVERITY, SH_SPARQL, SH_VIOLATION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.shacl.constraint import Constraint
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph
    from graph_rdf.shacl.sparql_components import Component

_VIOLATION: Final = NamedNode(SH_VIOLATION)


@dataclass(frozen=True, slots=True)
class CompiledShapes:
    """All shapes of a shapes graph.

    Args:
        graph: The shapes graph they were compiled from.
        shapes: Node → shape, each shape before those it uses.
    """

    graph: ShapesGraph
    shapes: Mapping[Node, Shape]


def compile_shapes(graph: ShapesGraph) -> CompiledShapes:
    """Compile every shape of a shapes graph.

    Args:
        graph: The shapes graph.

    Returns:
        The shapes, each before the shapes that it uses.

    Raises:
        ShapesError: A shape is ill-formed, or shapes use each other in a circle.
    """
    components = read_components(graph)
    compiled = {node: _compile_shape(graph, node, components) for node in graph.shapes}
    pending = [used for shape in compiled.values() for each in shape.constraints for used in each.shapes_used]
    while pending:  # a member of a list may say nothing that makes it a shape by itself
        node = pending.pop()
        if node not in compiled:
            compiled[node] = _compile_shape(graph, node, components)
            pending.extend(used for each in compiled[node].constraints for used in each.shapes_used)
    return CompiledShapes(graph, {node: compiled[node] for node in _users_first(graph, compiled)})


def _compile_shape(graph: ShapesGraph, node: Node, components: tuple[Component, ...]) -> Shape:
    path_node = graph.value(node, SH_PATH)
    path = None if path_node is None else read_path(graph, path_node)
    deactivated = graph.is_deactivated(node)
    severity = graph.value(node, SH_SEVERITY) or _VIOLATION
    if not isinstance(severity, NamedNode):
        raise graph.error(node, f"sh:severity {severity} must be an IRI")
    return Shape(
        node=node,
        path=path,
        result_path=None if path is None else path_expression(path),
        targets=read_targets(graph, node),
        constraints=() if deactivated else tuple(_constraints(graph, node, components)),
        is_deactivated=deactivated,
        severity=severity,
        messages=tuple(m for m in graph.objects(node, SH_MESSAGE) if isinstance(m, Literal)),
    )


def _constraints(graph: ShapesGraph, node: Node, components: tuple[Component, ...]) -> Iterator[Constraint]:
    stated = frozenset(graph.predicates(node))
    for parameter, read in CORE_READERS.items():
        if parameter in stated:
            yield from read(graph, node)
    if SH_SPARQL in stated:
        yield from read_sparql(graph, node)
    for component in components:
        if any(parameter.predicate in stated for parameter in component.parameters):
            yield from read_component(graph, node, component)


def _users_first(graph: ShapesGraph, compiled: Mapping[Node, Shape]) -> list[Node]:
    """Order the shapes so that each stands before those it uses: take away unused ones, again and again."""
    users = dict.fromkeys(compiled, 0)
    for shape in compiled.values():
        for used in _uses(shape):
            users[used] += 1
    ready = [node for node, count in users.items() if count == 0]
    ordered: list[Node] = []
    while ready:
        node = ready.pop()
        ordered.append(node)
        for used in _uses(compiled[node]):
            users[used] -= 1
            if users[used] == 0:
                ready.append(used)
    if len(ordered) < len(compiled):
        node = next(node for node, count in users.items() if count)
        raise graph.error(node, "the shape is recursive, or used by one that is: SHACL does not define this")
    return ordered


def _uses(shape: Shape) -> list[Node]:
    return [used for constraint in shape.constraints for used in constraint.shapes_used]
