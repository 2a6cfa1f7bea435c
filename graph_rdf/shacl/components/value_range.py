"""Value range constraint components: sh:minExclusive, sh:minInclusive, sh:maxExclusive, sh:maxInclusive.

Source: SHACL 4.3.
"""

# ruff: noqa: ARG002 - a constraint does not need all that the common signature gives
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal

from graph_rdf.namespaces import SH
from graph_rdf.shacl.comparison import NUMERIC, compare
from graph_rdf.shacl.constraint import ValueConstraint
from graph_rdf.shacl.stored_literals import is_kept
from graph_rdf.shacl.terms import short_term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Constraint, Evaluation, StoreQuery
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


@dataclass(frozen=True, slots=True)
class _Bound:
    """One of the four: its name, the outcomes of a comparison that it allows, and words for it."""

    name: str
    allowed: tuple[int, ...]
    operator: str
    words: str


_BOUNDS: Final = (
    _Bound("minExclusive", (1,), ">", "greater than"),
    _Bound("minInclusive", (0, 1), ">=", "at least"),
    _Bound("maxExclusive", (-1,), "<", "less than"),
    _Bound("maxInclusive", (-1, 0), "<=", "at most"),
)


class RangeConstraint(ValueConstraint):
    """Each value node can be compared with a bound and lies on the right side of it. Source: SHACL 4.3."""

    def __init__(self, bound: _Bound, limit: Literal) -> None:
        self.component = f"{SH}{bound.name[0].upper()}{bound.name[1:]}ConstraintComponent"
        self.bound = bound
        self.limit = limit

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"The value is not {self.bound.words} {short_term(self.limit)}."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values on the wrong side, and those that cannot be compared."""
        allowed = self.bound.allowed
        return {value for value in values if compare(value, self.limit) not in allowed}

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """The comparison does not hold; only numbers, whose order is the same in the store."""
        if self.limit.datatype.value not in NUMERIC or not is_kept(self.limit):
            return None
        return f"!isNumeric({value}) || !({value} {self.bound.operator} {self.limit})"


def _reader(bound: _Bound) -> Callable[[ShapesGraph, Node], Iterator[Constraint]]:
    def read(shapes: ShapesGraph, shape: Node) -> Iterator[Constraint]:
        limit = shapes.value(shape, SH + bound.name)
        if not isinstance(limit, Literal):
            raise shapes.error(shape, f"sh:{bound.name} {limit} must be a literal")
        yield RangeConstraint(bound, limit)

    return read


RANGE_READERS: Final = {SH + bound.name: _reader(bound) for bound in _BOUNDS}
"""Parameter → how to read it."""
