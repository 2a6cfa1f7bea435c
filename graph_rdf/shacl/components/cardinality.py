"""Cardinality constraint components: sh:minCount, sh:maxCount. Source: SHACL 4.2."""

# ruff: noqa: ARG002 - a constraint does not need all that the common signature gives
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.namespaces import SH
from graph_rdf.shacl.components.parameters import read_integer
from graph_rdf.shacl.constraint import Constraint, Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.shacl.constraint import Evaluation, StoreQuery, ValueTable
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_MIN_COUNT: Final = SH + "minCount"
_NEVER_COUNTED: Final = 1 << 62
"""More values than any node has."""
_MAX_COUNT: Final = SH + "maxCount"


class MinCountConstraint(Constraint):
    """Each focus node has at least so many value nodes. Source: SHACL 4.2.1."""

    component = SH + "MinCountConstraintComponent"

    def __init__(self, count: int) -> None:
        self.count = count

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"There are fewer than {self.count} values."

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give the focus nodes with too few value nodes."""
        return (Violation(focus) for focus, values in table if len(values) < self.count)

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the focus nodes without a value, and for nodes with some, but too few."""
        if self.count <= 0 or (self.count == 1 and not query.chain):
            return True
        if len(query.chain) != 1:
            return False
        if self.count > 1 and not query.ask(counted(query, "<", self.count)):
            return False
        return query.test_focus(f"NOT EXISTS {{ {query.steps()} }}")


class MaxCountConstraint(Constraint):
    """Each focus node has at most so many value nodes. Source: SHACL 4.2.2."""

    component = SH + "MaxCountConstraintComponent"

    def __init__(self, count: int) -> None:
        self.count = count

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"There are more than {self.count} values."

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give the focus nodes with too many value nodes."""
        return (Violation(focus) for focus, values in table if len(values) > self.count)

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the nodes with too many values, unless no node has two."""
        if self.count >= 1 and (not query.chain or query.is_functional()):
            return True
        return bool(query.chain) and query.ask(counted(query, ">", self.count))


def counted(query: StoreQuery, sign: str, count: int) -> str:
    """Write the query for the nodes whose number of values is less or more than a count."""
    bound = max(-_NEVER_COUNTED, min(count, _NEVER_COUNTED))  # the store reads numbers of 64 bits
    return f"SELECT ?f WHERE {{ {query.steps()} }} GROUP BY ?f HAVING(COUNT(DISTINCT ?v) {sign} {bound})"


def read_min_count(shapes: ShapesGraph, shape: Node) -> Iterator[MinCountConstraint]:
    """Read sh:minCount; a count of zero constrains nothing."""
    yield MinCountConstraint(read_integer(shapes, shape, _MIN_COUNT))


def read_max_count(shapes: ShapesGraph, shape: Node) -> Iterator[MaxCountConstraint]:
    """Read sh:maxCount."""
    yield MaxCountConstraint(read_integer(shapes, shape, _MAX_COUNT))


CARDINALITY_READERS: Final = {_MIN_COUNT: read_min_count, _MAX_COUNT: read_max_count}
"""Parameter → how to read it."""
