"""Counts what the targets of all shapes matched, so that a run can show that it looked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pyoxigraph import BlankNode

from graph_rdf.shacl.focus import describe_targets, number_of, number_of_different, selected

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Shape
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.focus import Description
    from graph_rdf.shacl.shapes_graph import Node


@dataclass(frozen=True, slots=True)
class FocusSurvey:
    """What the targets matched.

    Args:
        shapes_with_targets: Number of active shapes with a target.
        focus_nodes: Number of different focus nodes.
        untargeted: The shapes that matched nothing, sorted.
    """

    shapes_with_targets: int
    focus_nodes: int
    untargeted: tuple[str, ...]


def survey_focus(shapes: Iterable[Shape], data: DataView) -> FocusSurvey:
    """Count the focus nodes of all targets, and find the shapes whose targets matched none.

    Args:
        shapes: Compiled shapes; those without a target and deactivated ones are passed over.
        data: The data graph.

    Returns:
        The counts.
    """
    untargeted: list[str] = []
    descriptions: dict[Description, None] = {}
    listed: dict[Term, None] = {}
    active = [shape for shape in shapes if shape.targets and not shape.is_deactivated]
    for shape in active:
        wanted = describe_targets(shape.targets, data)
        if not wanted.nodes and not any(number_of(each, data) for each in wanted.described):
            untargeted.append(_label(shape.node))
        descriptions.update(wanted.described)
        listed.update(wanted.nodes)
    focus_nodes = len(listed) + number_of_different(descriptions, data)
    for shape in active if listed and descriptions else ():
        described = replace(shape.targets, nodes=(), found=())
        for node in selected(described, listed, data):
            listed.pop(node)
            focus_nodes -= 1
    return FocusSurvey(len(active), focus_nodes, tuple(sorted(untargeted)))


def _label(shape: Node) -> str:
    return str(shape) if isinstance(shape, BlankNode) else shape.value
