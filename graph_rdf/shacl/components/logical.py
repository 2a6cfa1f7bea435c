"""Logical constraint components: sh:not, sh:and, sh:or, sh:xone. Source: SHACL 4.6.

All members of a list are evaluated for all value nodes, so each is a set operation on the failing nodes.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from graph_rdf.namespaces import SH
from graph_rdf.shacl.components.parameters import read_node_lists, read_nodes
from graph_rdf.shacl.constraint import ValueConstraint
from graph_rdf.shacl.vocabulary import SH_AND, SH_NOT, SH_OR, SH_XONE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Constraint, Evaluation, StoreQuery
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


class NotConstraint(ValueConstraint):
    """No value node conforms to the shape. Source: SHACL 4.6.1."""

    component = SH + "NotConstraintComponent"
    default_message = "The value conforms to a shape that it must not conform to."

    def __init__(self, shape: Node) -> None:
        self.shapes_used = (shape,)

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that conform."""
        rejected = run.failing(self.shapes_used[0])
        return {value for value in values if value not in rejected}


class _ListConstraint(ValueConstraint):
    def __init__(self, members: tuple[Node, ...]) -> None:
        self.shapes_used = members


class AndConstraint(_ListConstraint):
    """Each value node conforms to all members. Source: SHACL 4.6.2."""

    component = SH + "AndConstraintComponent"
    is_nested = True
    default_message = "The value does not conform to all of the shapes of sh:and."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that some member rejects."""
        rejecting = [run.failing(member) for member in self.shapes_used]
        return {value for value in values if any(value in rejected for rejected in rejecting)}

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """One of the members may reject the value."""
        tests = [query.inlined(member, value) for member in self.shapes_used]
        known = [f"({test})" for test in tests if test is not None]
        return (" || ".join(known) or "false") if len(known) == len(tests) else None

    def suspect_values(self, run: Evaluation) -> set[Term]:
        """Give the nodes that some member rejects."""
        return {node for member in self.shapes_used for node in run.failing(member)}


class OrConstraint(_ListConstraint):
    """Each value node conforms to at least one member. Source: SHACL 4.6.3."""

    component = SH + "OrConstraintComponent"
    is_nested = True
    default_message = "The value conforms to none of the shapes of sh:or."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that every member rejects."""
        rejecting = [run.failing(member) for member in self.shapes_used]
        return {value for value in values if all(value in rejected for rejected in rejecting)}

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """Each of the members may reject the value; what fails counts as rejected."""
        tests = [query.inlined(member, value) for member in self.shapes_used]
        known = [f"COALESCE({test}, true)" for test in tests if test is not None]
        # A member that the store cannot judge may reject anything.
        return (" && ".join(known) or "true") if known or not tests else None

    def suspect_values(self, run: Evaluation) -> set[Term]:
        """Give the nodes that every member rejects; of a list without members the store cannot tell."""
        first, *others = (run.failing(member) for member in self.shapes_used)
        return {node for node in first if all(node in rejected for rejected in others)}


class XoneConstraint(_ListConstraint):
    """Each value node conforms to exactly one member; one listed twice counts twice. Source: SHACL 4.6.4."""

    component = SH + "XoneConstraintComponent"
    default_message = "The value does not conform to exactly one of the shapes of sh:xone."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that all members but one do not reject."""
        rejections: Counter[Term] = Counter()
        for member in self.shapes_used:
            rejections.update(run.failing(member).keys())
        needed = len(self.shapes_used) - 1
        return {value for value in values if rejections[value] != needed}


def read_not(shapes: ShapesGraph, shape: Node) -> Iterator[Constraint]:
    """Read sh:not; each value is a constraint of its own."""
    yield from (NotConstraint(used) for used in read_nodes(shapes, shape, SH_NOT))


def _reader(
    parameter: str, make: type[_ListConstraint]
) -> Callable[[ShapesGraph, Node], Iterator[Constraint]]:
    def read(shapes: ShapesGraph, shape: Node) -> Iterator[Constraint]:
        yield from (make(members) for members in read_node_lists(shapes, shape, parameter))

    return read


LOGICAL_READERS: Final = {
    SH_NOT: read_not,
    SH_AND: _reader(SH_AND, AndConstraint),
    SH_OR: _reader(SH_OR, OrConstraint),
    SH_XONE: _reader(SH_XONE, XoneConstraint),
}
"""Parameter → how to read it."""
