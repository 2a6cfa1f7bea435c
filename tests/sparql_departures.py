"""The kinds of generated queries for which oxigraph 0.5 does not always give what the specification says.

Each is as narrow as the structure of a query can tell. `tests/test_sparql_by_the_book.py` has one query of
each kind for which the answers do differ, so that a kind is taken out when the engine is mended.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.sparql_by_the_book import (
    Bind,
    Element,
    Exists,
    Filter,
    Group,
    Optional,
    Pattern,
    PatternList,
    SubSelect,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.sparql_paths import Edges

ALTERNATIVES = "a path :p|:q is a union and keeps duplicates (18.4); the engine gives two nodes once"
ZERO_IN_EXISTS = "a path of length zero starts at a term outside of the data (18.4), in EXISTS as elsewhere"
SEES_AROUND = "a group is evaluated on its own (18.5); the engine lets EXISTS in it see the row around it"
NOT_WELL_DESIGNED = (
    "a group is evaluated on its own (18.5); the engine lets OPTIONAL in it see the row around it"
)
"""Such a nest of OPTIONAL is called not well designed."""


def departures(group: Group, edges: Edges) -> set[str]:
    """Tell why the engine may give other answers to a query with this group than the specification.

    Args:
        group: The group of the query; `$this` in it is a constant.
        edges: The data.

    Returns:
        The reasons; empty when it has to give the same.
    """
    found = set(_departures(group, set(), set()))
    if ":p|:q" in str(group) and any((s, "q", o) in edges for s, p, o in edges if p == "p"):
        found.add(ALTERNATIVES)
    return found


def _departures(group: Group, around: set[str], joined: set[str]) -> Iterator[str]:
    """Read a group.

    Args:
        group: The group.
        around: The variables that parts outside of it may bind.
        joined: Those of them that its filters see: for OPTIONAL, what stands before it binds them.

    Yields:
        The reasons.
    """
    certain = _bound(group, certain=True) | joined
    before: set[str] = set()
    for number, element in enumerate(group.elements):
        others = around.union(*(_bound(each) for n, each in enumerate(group.elements) if n != number))
        match element:
            case Filter(Exists(inner)):
                if not _mentioned(inner) & around <= certain:
                    yield SEES_AROUND
                if re.search(r"[?]\w+ :p[*?] |:p[*?] [?]\w", str(inner)):
                    yield ZERO_IN_EXISTS
                yield from _departures(inner, set(), set())
            case Optional(inner):
                if not _mentioned(inner) & around <= before:
                    yield NOT_WELL_DESIGNED
                yield from _departures(inner, others, set(before))
            case Union(left, right):
                yield from _departures(left, others, set())
                yield from _departures(right, others, set())
            case SubSelect(_, inner) | (Group() as inner):
                yield from _departures(inner, others, set())
        before |= _bound(element, certain=True)


def _bound(element: Element, *, certain: bool = False) -> set[str]:
    """Give the variables that an element may bind, or that it binds in every solution."""
    match element:
        case Pattern() | PatternList():
            return _mentioned(element)
        case Optional(group):
            return set() if certain else _bound(group)
        case Bind(_, name):
            return set() if certain else {name[1:]}
        case Union(left, right):
            one, other = _bound(left, certain=certain), _bound(right, certain=certain)
            return one & other if certain else one | other
        case SubSelect(variables, group):
            return _bound(group, certain=certain) & {each[1:] for each in variables}
        case Group(elements):
            return set().union(*(_bound(each, certain=certain) for each in elements))
    return set()


def _mentioned(element: Element) -> set[str]:
    return {name for name in re.findall(r"[?$](\w+)", str(element)) if name != "this"}
