"""How one shape is evaluated, as decided on the way down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph_rdf.shacl.path_evaluation import predicates_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyoxigraph import NamedNode

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Constraint, Shape, ValueTable
    from graph_rdf.shacl.push_down import SuspectQuery
    from graph_rdf.shacl.shapes_graph import Node


@dataclass(slots=True)
class Plan:
    """How one shape is evaluated.

    Args:
        nodes: The nodes whose value nodes are fetched on the way down.
        table: Their value nodes.
        direct: The constraints that are decided on this table.
        nested: The constraints for which the shapes used have to say which nodes may fail.
    """

    nodes: dict[Term, None]
    table: ValueTable
    direct: tuple[Constraint, ...]
    nested: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Pushed:
    """What the store is asked about one shape, and which of its constraints that decides; see `Plan`."""

    query: SuspectQuery
    direct: tuple[Constraint, ...]
    nested: tuple[Constraint, ...]


def predicates_read(shapes: Iterable[Shape]) -> Iterator[NamedNode]:
    """Give every predicate that the evaluation of shapes reads, with repetitions."""
    for shape in shapes:
        if shape.path is not None:
            yield from predicates_of(shape.path)
        yield from shape.targets.subjects_of
        yield from shape.targets.objects_of
        for constraint in shape.constraints:
            yield from constraint.properties_read


def levels(shapes: Mapping[Node, Shape], nodes: Sequence[Node]) -> list[list[Node]]:
    """Group shapes so that none of a group is used by another one of it.

    Args:
        shapes: All compiled shapes.
        nodes: Some of them, users first.

    Returns:
        The groups, users first; in each the order of `nodes`.
    """
    place = dict.fromkeys(nodes, 0)
    for node in nodes:
        for constraint in shapes[node].constraints:
            for used in constraint.shapes_used:
                if used in place:
                    place[used] = max(place[used], place[node] + 1)
    grouped: list[list[Node]] = [[] for _ in range(max(place.values(), default=-1) + 1)]
    for node in nodes:
        grouped[place[node]].append(node)
    return grouped
