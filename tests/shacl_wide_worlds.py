"""Random worlds of all that SHACL has, for the comparison with other engines; they add to `shacl_worlds`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests import shacl_wide_parts as parts
from tests.shacl_worlds import World, data_graphs, leaf_constraints, targets, uses

if TYPE_CHECKING:
    from collections.abc import Sequence

RANGE = ("minInclusive", "minExclusive", "maxInclusive", "maxExclusive")
ONE_VALUE = re.compile(
    r"sh:(?!(property|not|node|and|or|xone|hasValue|class|equals|disjoint|lessThan\w*|sparql)\b)[a-z]\w*"
)
"""A parameter that takes one value."""


@st.composite
def sparql_constraints(draw: st.DrawFn, *, with_path: bool) -> str:
    """A constraint by a query, or by a component of the shapes graph."""
    queries = parts.NODE_QUERIES + parts.PROPERTY_QUERIES if with_path else parts.NODE_QUERIES
    query = draw(st.sampled_from(queries))
    unless = draw(st.sampled_from(("", " ; :unless :a", ' ; :unless "x"@en')))
    needs = draw(st.sampled_from((":p", ":q")))
    avoided = draw(st.sampled_from((":a", ":b", *parts.LITERALS)))
    where = draw(st.sampled_from(("", " ; :where :p", " ; :where :q")))
    return draw(
        st.sampled_from(
            (
                f'sh:sparql [ a sh:SPARQLConstraint ; sh:prefixes :names ; sh:select """{query}""" ]',
                f'sh:sparql [ sh:prefixes :names ; sh:deactivated true ; sh:select """{query}""" ]',
                f'sh:sparql [ sh:prefixes :names ; sh:message "on {{?value}}" ; sh:select """{query}""" ]',
                f":needs {needs}{unless}",
                f":fewerThan {draw(st.integers(1, 3))}",
                f":avoids {avoided}{where}",
            )
        )
    )


@st.composite
def other_constraints(draw: st.DrawFn, later: Sequence[int], *, with_path: bool) -> str:
    """What `shacl_worlds` has not: both ends of a range, flags, closed with shapes, disjoint ones."""
    low, high = draw(st.sampled_from(parts.LITERALS)), draw(st.sampled_from(parts.LITERALS))
    choices = [
        f"sh:{draw(st.sampled_from(RANGE[:2]))} {low} ; sh:{draw(st.sampled_from(RANGE[2:]))} {high}",
        draw(st.sampled_from(parts.PATTERNS)),
        f"sh:hasValue {low} , {high}",
        "sh:nodeKind sh:IRIOrLiteral ; sh:class :C , :D",
        f"sh:datatype {draw(st.sampled_from(parts.DATATYPES))}",
        f"sh:languageIn ( {draw(st.sampled_from(parts.LANGUAGES))} )",
        f"sh:{draw(st.sampled_from(('equals', 'disjoint')))} :q , :p",
    ]
    if with_path:
        least, most = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        choices += [
            (
                f"sh:qualifiedValueShape {draw(shapes_used(later))} ; sh:qualifiedMinCount {least} ;"
                f" sh:qualifiedMaxCount {most}"
            ),
            f"sh:{draw(st.sampled_from(('lessThan', 'lessThanOrEquals')))} :q , :r",
        ]
    else:
        path = draw(st.sampled_from((":p", ":q", "[ sh:inversePath :p ]")))
        choices += [
            draw(st.sampled_from(parts.CLOSED)),
            (
                f"sh:property [ sh:path {path} ; sh:qualifiedValueShape {draw(shapes_used(later))} ;"
                f" sh:qualifiedMinCount 1 ; sh:qualifiedValueShapesDisjoint true ] ,"
                f" [ sh:path {path} ; sh:qualifiedValueShape {draw(shapes_used(later))} ;"
                f" sh:qualifiedMaxCount 0 ; sh:qualifiedValueShapesDisjoint true ]"
            ),
        ]
    return draw(st.sampled_from(choices))


@st.composite
def shapes_used(draw: st.DrawFn, later: Sequence[int]) -> str:
    """A shape that another one refers to: a later one, one without a name, or one around some of both."""
    plain = st.sampled_from((*(f":s{number}" for number in later), *parts.ANONYMOUS))
    first, second = draw(plain), draw(plain)
    around = (f"[ sh:not {first} ]", f"[ sh:xone ( {first} {second} ) ]", f"[ sh:or ( {first} {second} ) ]")
    return draw(st.sampled_from((first, first, *around)))


@st.composite
def anonymous_uses(draw: st.DrawFn, later: Sequence[int]) -> str:
    """How a shape uses shapes without a name."""
    first, second = draw(shapes_used(later)), draw(shapes_used(later))
    node = draw(st.sampled_from([each for each in parts.ANONYMOUS if "[ sh:path" not in each]))
    return draw(
        st.sampled_from(
            (
                f"sh:not {first}",
                f"sh:node {node}",
                f"sh:and ( {first} {second} )",
                f"sh:or ( {first} {second} )",
                f"sh:xone ( {first} {second} )",
                'sh:property [ sh:path :r ; sh:minCount 1 ; sh:severity :Own ; sh:message "r" ]',
            )
        )
    )


@st.composite
def wide_targets(draw: st.DrawFn) -> str:
    several = st.lists(st.sampled_from((":a", ":b", "rdf:nil", *parts.LITERALS)), min_size=2, max_size=4)
    return draw(
        st.one_of(
            targets(parts.LITERALS),
            several.map(lambda nodes: f"sh:targetNode {' , '.join(nodes)}"),
            st.sampled_from(("sh:targetClass :D , :E", "sh:targetObjectsOf :q ; sh:targetNode 1")),
        )
    )


@st.composite
def wide_shapes(draw: st.DrawFn) -> str:
    """Some shapes; each uses only later ones, so none is recursive."""
    count = draw(st.integers(1, 4))
    kinds = [draw(st.booleans()) for _ in range(count)]
    lines = []
    for number, with_path in enumerate(kinds):
        later = list(range(number + 1, count))
        is_class = not with_path and number == 0 and draw(st.integers(0, 4)) == 0
        name = ":C a rdfs:Class ," if is_class else f":s{number} a"
        lines.append(draw(_shape(f"{name} sh:{'PropertyShape' if with_path else 'NodeShape'}", later, kinds)))
    return parts.COMPONENTS + "\n".join(lines)


@st.composite
def _shape(draw: st.DrawFn, start: str, later: Sequence[int], kinds: Sequence[bool]) -> str:
    with_path = start.endswith("PropertyShape")
    stated = [start]
    if with_path:
        stated.append(f"sh:path {draw(st.sampled_from(parts.WIDE_PATHS))}")
    if start.startswith(":s0 ") or draw(st.integers(0, 3)) == 0:
        stated.append(draw(wide_targets()))
    leaf = leaf_constraints(parts.LITERALS, with_path=with_path, agreed=False)
    constraints = draw(st.lists(leaf, min_size=1, max_size=2, unique=True))
    if draw(st.booleans()):
        constraints.append(draw(other_constraints(later, with_path=with_path)))
    if draw(st.booleans()):
        constraints.append(draw(sparql_constraints(with_path=with_path)))
    if later:
        constraints.append(draw(uses(later, kinds, with_path=with_path)))
    if draw(st.integers(0, 2)) == 0:
        constraints.append(draw(anonymous_uses(later)))
    used: set[str] = set()
    for constraint in constraints:
        names = {each[0] for each in ONE_VALUE.finditer(_outermost(constraint))}
        if used.isdisjoint(names):
            used |= names
            stated.append(constraint)
    stated.append(draw(st.sampled_from(parts.EXTRAS)))
    return " ;\n  ".join(part for part in stated if part) + " ."


def _outermost(constraint: str) -> str:
    """Leave out what stands in brackets."""
    inner = re.compile(r"\[[^\[\]]*\]")
    while inner.search(constraint):
        constraint = inner.sub("", constraint)
    return constraint


wide_worlds = st.builds(
    lambda lists, axioms, data, shapes: World(lists + axioms + data, shapes),
    st.sampled_from(parts.LISTS),
    st.sampled_from(parts.AXIOMS),
    data_graphs(parts.LITERALS),
    wide_shapes(),
)


BATCH = 10
"""Worlds of one seed: those of one seed grow out of each other, so many seeds find more."""


def generated(count: int, first_seed: int = 0) -> list[World]:
    """Give some worlds, all different: the same ones in every run.

    Args:
        count: How many.
        first_seed: Where to start; another one gives other worlds.
    """
    found: dict[World, None] = {}
    chosen = settings(
        max_examples=BATCH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    def take(world: World) -> None:
        found[world] = None

    number = first_seed
    while len(found) < count:
        seed(number)(chosen(given(wide_worlds)(take)))()
        number += 1
    return list(found)[:count]
