"""The comparisons of `tests.sparql_by_the_book`: the text of each, and its value by the specification.

The data has IRIs and plain strings alone: for those ``=`` is equality of terms, and never an error.

Source: SPARQL 1.1, 17.2 (errors in ``||``), 17.4.1.1 (bound), 17.4.1.3 (COALESCE), 17.4.2.3 (isLiteral).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from pyoxigraph import Literal, NamedNode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Term: TypeAlias = NamedNode | Literal
NAMESPACE: Final = "http://e/"
A: Final = NamedNode(NAMESPACE + "a")


class ExpressionError(Exception):
    """The expression has no value."""


@dataclass(frozen=True)
class Comparison:
    """A comparison of two variables: a template of the text, and its value."""

    template: str
    left: str
    right: str

    def __str__(self) -> str:
        return self.template.format(self.left, self.right)

    def holds(self, row: Mapping[str, Term]) -> bool:
        return _COMPARISONS[self.template](row.get(self.left[1:]), row.get(self.right[1:]), row)


def _equal(left: Term | None, right: Term | None) -> bool:
    if left is None or right is None:
        raise ExpressionError
    return left == right


def _literal_or_other(left: Term | None, right: Term | None, _: Mapping[str, Term]) -> bool:
    if isinstance(left, Literal):
        return True  # a true side outweighs an error on the other
    if left is None and right in (None, A):
        raise ExpressionError
    return not _equal(right, A)


def _first_of_both(left: Term | None, right: Term | None, row: Mapping[str, Term]) -> bool:
    return _equal(row.get("c", left), right)


_COMPARISONS: Final[dict[str, Callable[[Term | None, Term | None, Mapping[str, Term]], bool]]] = {
    "{0} = {1}": lambda left, right, _: _equal(left, right),
    "bound({0})": lambda left, _, __: left is not None,
    "!bound({0})": lambda left, _, __: left is None,
    "isLiteral({0}) || {1} != :a": _literal_or_other,
    "COALESCE(?c, {0}) = {1}": _first_of_both,
}
COMPARISONS: Final = tuple(_COMPARISONS)
