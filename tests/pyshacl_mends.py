"""Where pySHACL is known to be wrong, made right: so that a comparison tells what else differs.

Each mend changes one behaviour of pySHACL or rdflib and leaves all others as they are.
`shacl_disagreements.toml` names them.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

from pyshacl.constraints.core import value_range_constraints
from pyshacl.constraints.core.property_pair_constraints import (
    LessThanConstraintComponent,
    LessThanOrEqualsConstraintComponent,
)
from pyshacl.constraints.sparql.sparql_based_constraint_components import AskConstraintValidator
from rdflib import XSD, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

ILL_TYPED: Final = frozenset(
    (
        Literal("300", datatype=XSD.byte, normalize=False),
        Literal("abc", datatype=XSD.integer, normalize=False),
        Literal("2026-02-30", datatype=XSD.date, normalize=False),
    )
)
"""The ill-typed literals of the generated worlds."""
_NUMBERS: Final = frozenset(
    (XSD.integer, XSD.decimal, XSD.double, XSD.float, XSD.byte, XSD.nonNegativeInteger)
)
_TIMES: Final = frozenset((XSD.dateTime, XSD.date, XSD.time))


def kind(term: object) -> str | None:
    """Tell among what a term has a place in an order by ``<``; None when it has none. Source: SPARQL 17.3."""
    if not isinstance(term, Literal) or term.language is not None or term in ILL_TYPED:
        return None
    datatype = term.datatype or XSD.string
    if datatype in _NUMBERS:
        return None if str(term) == "NaN" else "number"
    if datatype in _TIMES:
        zoned = str(term).endswith("Z") or (str(term)[-6] in "+-" and str(term)[-3] == ":")
        return f"{datatype}, {'with' if zoned else 'without'} zone"
    return str(datatype) if datatype in (XSD.string, XSD.boolean) else None


def _have_an_order(left: object, right: object) -> bool:
    return kind(left) is not None and kind(left) == kind(right)


@contextmanager
def _order() -> Iterator[None]:
    """Let terms of different kinds have no order, nor NaN any; pySHACL still compares those of one kind."""
    by_value: Callable[[object, object], int] = vars(value_range_constraints)["compare_literal"]

    def compare(left: object, right: object) -> int:
        if not _have_an_order(left, right):
            raise TypeError
        return by_value(left, right)

    def pairwise(own: Callable[..., tuple[bool, list[Any]]]) -> Callable[..., tuple[bool, list[Any]]]:
        def compare_all(
            self: Any, values: Collection[object], others: Collection[object], data: Any, focus: object
        ) -> tuple[bool, list[Any]]:
            reports: list[Any] = []
            for value in values if others else ():
                if all(_have_an_order(value, other) for other in others):
                    reports += own(self, [value], others, data, focus)[1]
                else:
                    reports.append(self.make_v_result(data, focus, value_node=value))
            return bool(reports), reports

        return compare_all

    less, less_or_equal = LessThanConstraintComponent, LessThanOrEqualsConstraintComponent
    with (
        mock.patch.object(value_range_constraints, "compare_literal", compare),
        mock.patch.object(less, "_compare_lt", pairwise(less._compare_lt)),
        mock.patch.object(less_or_equal, "_compare_ltoe", pairwise(less_or_equal._compare_ltoe)),
    ):
        yield


@contextmanager
def _ask_values() -> Iterator[None]:
    """Give the results of an ASK validator their value, on property shapes too."""
    own = AskConstraintValidator.validate

    def validate(*arguments: Any, **named: Any) -> set[tuple[Any, tuple[None, None, Any]]]:
        return {(value, (None, None, value)) for value, _ in own(*arguments, **named)}

    with mock.patch.object(AskConstraintValidator, "validate", validate):
        yield


@contextmanager
def _literals_that_are_there() -> Iterator[None]:
    """Let no literal count as absent: rdflib asks `if subject`, which an empty string and 0 deny."""
    with mock.patch.object(Literal, "__bool__", return_value=True):
        yield


MENDS: Final = {
    "order": _order,
    "ask values": _ask_values,
    "literals that are there": _literals_that_are_there,
}


@contextmanager
def mended(names: Collection[str]) -> Iterator[None]:
    """Run pySHACL with some mends."""
    with ExitStack() as stack:
        for name in sorted(names):
            stack.enter_context(MENDS[name]())
        yield
