"""Shape-based constraint components: sh:node, sh:property, sh:qualifiedValueShape. Source: SHACL 4.7."""

# ruff: noqa: ARG002 - a constraint does not need all that the common signature gives
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.namespaces import SH
from graph_rdf.shacl.components.parameters import read_integer, read_nodes, read_true
from graph_rdf.shacl.constraint import Constraint, ValueConstraint, Violation
from graph_rdf.shacl.vocabulary import SH_NODE, SH_PROPERTY, SH_QUALIFIED_VALUE_SHAPE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Evaluation, StoreQuery, ValueTable
    from graph_rdf.shacl.protocol import ShaclResult
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_QUALIFIED_MIN_COUNT: Final = SH + "qualifiedMinCount"
_QUALIFIED_MAX_COUNT: Final = SH + "qualifiedMaxCount"
_DISJOINT: Final = SH + "qualifiedValueShapesDisjoint"


class NodeConstraint(ValueConstraint):
    """Each value node conforms to a node shape. Source: SHACL 4.7.1."""

    component = SH + "NodeConstraintComponent"
    is_nested = True
    default_message = "The value does not conform to the shape of sh:node."

    def __init__(self, shape: Node) -> None:
        self.shapes_used = (shape,)

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that the shape rejects."""
        return run.failing(self.shapes_used[0]).keys()

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """The shape may reject the value."""
        return query.inlined(self.shapes_used[0], value)

    def suspect_values(self, run: Evaluation) -> set[Term]:
        """Give the nodes that the shape rejects."""
        return set(run.failing(self.shapes_used[0]))


class PropertyConstraint(Constraint):
    """The results of a property shape at each value node are results here too. Source: SHACL 4.7.2."""

    component = SH + "PropertyConstraintComponent"
    is_nested = True
    default_message = ""

    def __init__(self, shape: Node) -> None:
        self.shapes_used = (shape,)

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give nothing: the property shape has made the results."""
        return iter(())

    def suspect_values(self, run: Evaluation) -> set[Term]:
        """Give the nodes that the shape rejects."""
        return set(run.failing(self.shapes_used[0]))

    def results(self, table: ValueTable, run: Evaluation) -> Iterator[tuple[Term, Sequence[ShaclResult]]]:
        """Give (focus node, results of a value node of it), once for each such pair."""
        failing = run.failing(self.shapes_used[0])
        if failing:
            for focus, values in table:
                for value in values:
                    if value in failing:
                        yield focus, failing[value]


class QualifiedConstraint(Constraint):
    """So many value nodes conform to a shape. Source: SHACL 4.7.3.

    Args:
        shape: The qualified value shape.
        siblings: The shapes that a counted value node must not conform to.
        least: The count must not be smaller; None when this is the other component.
        most: The count must not be larger.
    """

    def __init__(
        self, shape: Node, siblings: tuple[Node, ...], *, least: int | None = None, most: int | None = None
    ) -> None:
        self.component = f"{SH}Qualified{'Min' if most is None else 'Max'}CountConstraintComponent"
        self.shapes_used = (shape, *siblings)
        self.least = least
        self.most = most

    @property
    def default_message(self) -> str:
        """What is wrong."""
        if self.most is None:
            return f"Fewer than {self.least} values conform to the qualified value shape."
        return f"More than {self.most} values conform to the qualified value shape."

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give the focus nodes with too few or too many conforming value nodes."""
        rejected = run.failing(self.shapes_used[0])
        siblings: list[Mapping[Term, Sequence[ShaclResult]]] = [
            run.failing(shape) for shape in self.shapes_used[1:]
        ]
        for focus, values in table:
            count = sum(
                1
                for value in values
                if value not in rejected and all(value in sibling for sibling in siblings)
            )
            if (self.least is not None and count < self.least) or (
                self.most is not None and count > self.most
            ):
                yield Violation(focus)


def read_node(shapes: ShapesGraph, shape: Node) -> Iterator[NodeConstraint]:
    """Read sh:node; each value is a constraint of its own."""
    yield from (NodeConstraint(used) for used in read_nodes(shapes, shape, SH_NODE))


def read_property(shapes: ShapesGraph, shape: Node) -> Iterator[PropertyConstraint]:
    """Read sh:property; each value is a constraint of its own."""
    yield from (PropertyConstraint(used) for used in read_nodes(shapes, shape, SH_PROPERTY))


def read_qualified(shapes: ShapesGraph, shape: Node) -> Iterator[QualifiedConstraint]:
    """Read sh:qualifiedValueShape with its counts; on a node shape it constrains nothing."""
    if not shapes.is_property_shape(shape):
        return
    for used in read_nodes(shapes, shape, SH_QUALIFIED_VALUE_SHAPE):
        siblings = _siblings(shapes, shape, used)
        if shapes.objects(shape, _QUALIFIED_MIN_COUNT):
            least = read_integer(shapes, shape, _QUALIFIED_MIN_COUNT)
            yield QualifiedConstraint(used, siblings, least=least)
        if shapes.objects(shape, _QUALIFIED_MAX_COUNT):
            most = read_integer(shapes, shape, _QUALIFIED_MAX_COUNT)
            yield QualifiedConstraint(used, siblings, most=most)


def _siblings(shapes: ShapesGraph, shape: Node, used: Node) -> tuple[Node, ...]:
    """Find the sibling shapes. Source: SHACL 4.7.3, definition of "sibling shapes"."""
    if not read_true(shapes, shape, _DISJOINT):
        return ()
    found: dict[Node, None] = {}
    for parent in shapes.subjects(SH_PROPERTY, shape):
        for sibling in read_nodes(shapes, parent, SH_PROPERTY):
            found.update(dict.fromkeys(read_nodes(shapes, sibling, SH_QUALIFIED_VALUE_SHAPE)))
    found.pop(used, None)
    return tuple(found)


SHAPE_BASED_READERS: Final = {
    SH_NODE: read_node,
    SH_PROPERTY: read_property,
    SH_QUALIFIED_VALUE_SHAPE: read_qualified,
}
"""Parameter → how to read it."""
