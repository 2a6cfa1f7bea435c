"""Random worlds of all that SHACL has, for the comparison with other engines; they add to `shacl_worlds`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.shacl_worlds import (
    INVERSE_SEQUENCE,
    NUMBERS,
    PATHS,
    PLAIN,
    REWRITTEN,
    TIMES,
    World,
    data_graphs,
    leaf_constraints,
    targets,
    uses,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

LITERALS = (*PLAIN, *NUMBERS, *REWRITTEN, *TIMES)
LIST_PATH = "( :p [ sh:zeroOrMorePath rdf:rest ] rdf:first )"
LISTS = (
    "",
    "",
    ":a :p _:l1 . _:l1 rdf:first 1 ; rdf:rest _:l2 . _:l2 rdf:first :b ; rdf:rest rdf:nil .\n",
    ':b :p _:l1 . _:l1 rdf:first "x"@en ; rdf:rest rdf:nil . :c :p rdf:nil .\n',
)
COMPONENTS = """\
:AskComponent a sh:ConstraintComponent ;
  sh:parameter [ sh:path :needs ] , [ sh:path :unless ; sh:optional true ] ;
  sh:validator [ a sh:SPARQLAskValidator ;
    sh:ask "ASK { FILTER(EXISTS { $value $needs ?any } || isLiteral($value) \
|| sameTerm($value, $unless)) }" ] .
:SelectComponent a sh:ConstraintComponent ;
  sh:parameter [ sh:path :fewerThan ] ;
  sh:nodeValidator [ a sh:SPARQLSelectValidator ;
    sh:select "SELECT $this (COUNT(?o) AS ?n) { $this <http://e/p> ?o . FILTER(isIRI(?o)) } \
GROUP BY $this $fewerThan HAVING (COUNT(?o) >= $fewerThan)" ] ;
  sh:propertyValidator [ a sh:SPARQLSelectValidator ;
    sh:select "SELECT $this ?value { $this $PATH ?value . FILTER(STRLEN(STR(?value)) >= $fewerThan) }" ] .
:names sh:declare [ sh:prefix "e" ; sh:namespace "http://e/"^^xsd:anyURI ] .
"""
NODE_QUERIES = (
    "SELECT $this { FILTER NOT EXISTS { $this e:p ?o } }",
    "SELECT $this ?value { $this e:p ?value . FILTER(isLiteral(?value)) }",
    "SELECT $this ?value { $this e:q ?value . OPTIONAL { ?value e:p ?o } FILTER(!bound(?o)) }",
    "SELECT $this ?value {{ $this e:p ?value } UNION { ?value e:q $this } FILTER(!sameTerm(?value, $this)) }",
    "SELECT $this ?value { BIND($this AS ?here) ?here e:r ?value . FILTER(ISNUMERIC(?value)) }",
    "SELECT $this (COUNT(?o) AS ?n) { $this e:p ?o } GROUP BY $this HAVING (COUNT(?o) > 1)",
    "SELECT $this ?value { $this e:p+ ?value . FILTER EXISTS { ?value e:q ?o } }",
    "SELECT $this ?path { $this ?path ?o . FILTER(?path = e:q) }",
    "SELECT $this ?value { { SELECT $this ?value { $this e:p ?value } } FILTER(LANG(?value) = 'en') }",
)
PROPERTY_QUERIES = (
    "SELECT $this ?value { $this $PATH ?value . FILTER(LANG(?value) != '') }",
    "SELECT $this ?value { $this $PATH ?value . FILTER EXISTS { ?value e:q ?o } }",
    "SELECT $this { FILTER NOT EXISTS { $this $PATH ?o } }",
)
EXTRAS = (
    "",
    "",
    "",
    "",
    "sh:severity sh:Warning",
    "sh:severity sh:Info",
    "sh:severity :Own",
    "sh:deactivated true",
    'sh:message "one"@en , "eins"@de',
)
RANGE = ("minInclusive", "minExclusive", "maxInclusive", "maxExclusive")


@st.composite
def sparql_constraints(draw: st.DrawFn, *, with_path: bool) -> str:
    """A constraint by a query, or by a component of the shapes graph."""
    query = draw(st.sampled_from(NODE_QUERIES + PROPERTY_QUERIES if with_path else NODE_QUERIES))
    unless = draw(st.sampled_from(("", " ; :unless :a", ' ; :unless "x"@en')))
    needs = draw(st.sampled_from((":p", ":q")))
    return draw(
        st.sampled_from(
            (
                f'sh:sparql [ a sh:SPARQLConstraint ; sh:prefixes :names ; sh:select """{query}""" ]',
                f'sh:sparql [ sh:prefixes :names ; sh:deactivated true ; sh:select """{query}""" ]',
                f'sh:sparql [ sh:prefixes :names ; sh:message "on {{?value}}" ; sh:select """{query}""" ]',
                f":needs {needs}{unless}",
                f":fewerThan {draw(st.integers(1, 3))}",
            )
        )
    )


@st.composite
def other_constraints(draw: st.DrawFn, later: Sequence[int], *, with_path: bool) -> str:
    """What `shacl_worlds` has not: both ends of a range, flags, closed with shapes, disjoint ones."""
    low, high = draw(st.sampled_from(LITERALS)), draw(st.sampled_from(LITERALS))
    choices = [
        f"sh:{draw(st.sampled_from(RANGE[:2]))} {low} ; sh:{draw(st.sampled_from(RANGE[2:]))} {high}",
        'sh:pattern "^A" ; sh:flags "i"',
        f"sh:hasValue {low} , {high}",
        "sh:nodeKind sh:IRIOrLiteral ; sh:class :C , :D",
    ]
    if later and with_path:
        least, most = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        choices.append(
            f"sh:qualifiedValueShape :s{draw(st.sampled_from(later))} ; sh:qualifiedMinCount {least} ;"
            f" sh:qualifiedMaxCount {most}"
        )
    if not with_path:
        path = draw(st.sampled_from((":p", ":q")))
        first, second = draw(st.sampled_from(later or [0])), draw(st.sampled_from(later or [0]))
        choices.append(f"sh:closed true ; sh:property [ sh:path {path} ; sh:maxCount 1 ]")
        if later:
            choices.append(
                f"sh:property [ sh:path {path} ; sh:qualifiedValueShape :s{first} ;"
                f" sh:qualifiedMinCount 1 ; sh:qualifiedValueShapesDisjoint true ] ,"
                f" [ sh:path {path} ; sh:qualifiedValueShape :s{second} ;"
                f" sh:qualifiedMaxCount 0 ; sh:qualifiedValueShapesDisjoint true ]"
            )
    return draw(st.sampled_from(choices))


@st.composite
def wide_shapes(draw: st.DrawFn) -> str:
    """Some shapes; each uses only later ones, so none is recursive."""
    count = draw(st.integers(1, 4))
    kinds = [draw(st.booleans()) for _ in range(count)]
    lines = []
    for number, with_path in enumerate(kinds):
        later = list(range(number + 1, count))
        parts = [f":s{number} a sh:{'PropertyShape' if with_path else 'NodeShape'}"]
        if with_path:
            parts.append(f"sh:path {draw(st.sampled_from((*PATHS, INVERSE_SEQUENCE, LIST_PATH)))}")
        if number == 0 or draw(st.integers(0, 3)) == 0:
            parts.append(draw(targets(LITERALS)))
        leaf = leaf_constraints(LITERALS, with_path=with_path, agreed=False)
        constraints = draw(st.lists(leaf, min_size=1, max_size=2, unique=True))
        if draw(st.booleans()):
            constraints.append(draw(other_constraints(later, with_path=with_path)))
        if draw(st.booleans()):
            constraints.append(draw(sparql_constraints(with_path=with_path)))
        if later:
            constraints.append(draw(uses(later, kinds, with_path=with_path)))
        used: set[str] = set()
        for constraint in constraints:
            names = {word for word in constraint.split() if word.startswith("sh:") and word[3:4].islower()}
            if used.isdisjoint(names):  # most parameters have one value
                used |= names
                parts.append(constraint)
        parts.append(draw(st.sampled_from(EXTRAS)))
        lines.append(" ;\n  ".join(part for part in parts if part) + " .")
    return COMPONENTS + "\n".join(lines)


wide_worlds = st.builds(
    lambda lists, data, shapes: World(lists + data, shapes),
    st.sampled_from(LISTS),
    data_graphs(LITERALS),
    wide_shapes(),
)


BATCH = 20
"""Worlds of one seed: those of one seed grow out of each other, so many seeds find more."""


def generated(count: int) -> list[World]:
    """Give some worlds, all different: the same ones in every run."""
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

    number = 0
    while len(found) < count:
        seed(number)(chosen(given(wide_worlds)(take)))()
        number += 1
    return list(found)[:count]
