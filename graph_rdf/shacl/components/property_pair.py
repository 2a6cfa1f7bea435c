"""Property pair constraint components: sh:equals, sh:disjoint, sh:lessThan(OrEquals). Source: SHACL 4.5."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.namespaces import SH
from graph_rdf.shacl.comparison import compare
from graph_rdf.shacl.components.parameters import read_iris
from graph_rdf.shacl.constraint import Constraint, Violation
from graph_rdf.shacl.terms import short_iri

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyoxigraph import NamedNode

    from graph_rdf.shacl.constraint import Evaluation, StoreQuery, ValueTable
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


class _PairConstraint(Constraint):
    """A constraint between the value nodes and the values of a property at the same focus node."""

    words: str

    def __init__(self, other: NamedNode) -> None:
        self.other = other
        self.properties_read = (other,)

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"{self.words} {short_iri(self.other.value)}."


class EqualsConstraint(_PairConstraint):
    """The value nodes are the values of the property. Source: SHACL 4.5.1."""

    component = SH + "EqualsConstraintComponent"
    words = "The value is not on both sides: the values must equal those of"

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give every value that only one side has."""
        others = run.data.step(self.other, table.by_focus)
        for focus, values in table:
            there = others.get(focus, ())
            here = set(values)
            yield from (Violation(focus, value) for value in values if value not in there)
            yield from (Violation(focus, value) for value in there if value not in here)

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the nodes with a value on one side only."""
        if len(query.chain) != 1 or not (query.holds_values and query.data.is_exact(self.other)):
            return False
        here, there = query.steps(), f"?f {self.other} ?v"
        query.ask(f"SELECT ?f WHERE {{ {here} FILTER NOT EXISTS {{ {there} }} }}")
        return query.ask(f"SELECT ?f WHERE {{ {there} FILTER NOT EXISTS {{ {here} }} }}")


class DisjointConstraint(_PairConstraint):
    """No value node is a value of the property. Source: SHACL 4.5.2."""

    component = SH + "DisjointConstraintComponent"
    words = "The value must not be a value of"

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give every value that both sides have."""
        others = run.data.step(self.other, table.by_focus)
        for focus, values in table:
            there = others.get(focus, ())
            yield from (Violation(focus, value) for value in values if value in there)

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the nodes with a value on both sides."""
        if not (query.holds_values and query.data.is_exact(self.other)):
            return False
        if not query.chain:
            return query.test_focus(f"EXISTS {{ ?f {self.other} ?f }}")
        return query.ask(f"SELECT ?f WHERE {{ {query.steps()} ?f {self.other} ?v }}")


class LessThanConstraint(_PairConstraint):
    """Each value node is less than each value of the property. Source: SHACL 4.5.3."""

    component = SH + "LessThanConstraintComponent"
    words = "The value is not less than every value of"
    allowed: tuple[int, ...] = (-1,)

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give the value node of every pair that is not in order or cannot be compared."""
        others = run.data.step(self.other, table.by_focus)
        for focus, values in table:
            for value in values:
                for other in others.get(focus, ()):
                    if compare(value, other) not in self.allowed:
                        yield Violation(focus, value)

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the nodes with two values that are not surely numbers in order."""
        if not query.chain or not (query.holds_values and query.data.is_exact(self.other)):
            return False
        operator = "<" if self.allowed == (-1,) else "<="
        in_order = f"isNumeric(?v) && isNumeric(?o) && ?v {operator} ?o"
        pattern = f"{query.steps()} ?f {self.other} ?o"
        return query.ask(f"SELECT ?f WHERE {{ {pattern} FILTER(COALESCE(!({in_order}), true)) }}")


class LessThanOrEqualsConstraint(LessThanConstraint):
    """Each value node is at most each value of the property. Source: SHACL 4.5.4."""

    component = SH + "LessThanOrEqualsConstraintComponent"
    words = "The value is not at most every value of"
    allowed = (-1, 0)


def _reader(
    parameter: str, make: Callable[[NamedNode], _PairConstraint]
) -> Callable[[ShapesGraph, Node], Iterator[Constraint]]:
    def read(shapes: ShapesGraph, shape: Node) -> Iterator[Constraint]:
        yield from (make(other) for other in read_iris(shapes, shape, parameter))

    return read


PAIR_READERS: Final = {
    parameter: _reader(parameter, make)
    for parameter, make in {
        SH + "equals": EqualsConstraint,
        SH + "disjoint": DisjointConstraint,
        SH + "lessThan": LessThanConstraint,
        SH + "lessThanOrEquals": LessThanOrEqualsConstraint,
    }.items()
}
"""Parameter → how to read it."""
