"""Random shapes and data for tests that compare two evaluations; small vocabularies, so that they meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse

from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

PREFIXES = """\
@prefix : <http://e/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
NODES = (":a", ":b", ":c", ":d", "_:x", "_:y")
CLASSES = (":C", ":D")
PREDICATES = (":p", ":q", ":r")
PLAIN = ('"x"', '"abc"', '"x"@en', '"x"@de-AT', '"y"@en', '""')
NUMBERS = ("1", "2", "10", "1.5", "true")
REWRITTEN = (
    "01",
    "1.0",
    "1e0",
    '"1"^^xsd:byte',
    '"2"^^xsd:nonNegativeInteger',
    '"300"^^xsd:byte',
    '"abc"^^xsd:integer',
    '"1"^^xsd:boolean',
    '"2026-01-01T00:00:00.0Z"^^xsd:dateTime',
    '"2026-02-30"^^xsd:date',
)
TIMES = (
    '"2026-01-01T00:00:00Z"^^xsd:dateTime',
    '"2026-01-01T00:00:00"^^xsd:dateTime',
    '"2026-01-02"^^xsd:date',
)
DATATYPES = (
    "xsd:integer",
    "xsd:string",
    "xsd:byte",
    "rdf:langString",
    "xsd:dateTime",
    "xsd:boolean",
    "xsd:date",
)
PATHS = (
    ":p",
    ":q",
    ":r",
    "rdf:type",
    "[ sh:inversePath :p ]",
    "( :p :q )",
    "( :p [ sh:inversePath :p ] )",
    "[ sh:alternativePath ( :p :q ) ]",
    "[ sh:zeroOrMorePath :p ]",
    "[ sh:oneOrMorePath :p ]",
    "[ sh:zeroOrOnePath :p ]",
    "( :p [ sh:zeroOrMorePath [ sh:alternativePath ( :q [ sh:inversePath :r ] ) ] ] )",
)
INVERSE_SEQUENCE = "[ sh:inversePath ( :p :q ) ]"


@dataclass(frozen=True)
class World:
    """A data graph and a shapes graph as Turtle."""

    data: str
    shapes: str

    def dataset(self) -> EmbeddedDataset:
        quads = list(parse((PREFIXES + self.data).encode(), format=RdfFormat.TURTLE))
        return EmbeddedDataset.from_triples(quads)

    def told_dataset(self) -> EmbeddedDataset:
        """The data as a file, of which the load has told the literals."""
        source = Source("data.ttl", (PREFIXES + self.data).encode(), RdfFormat.TURTLE, "http://e/")
        dataset, _ = load_sources([source], lexical=False, literals=True)
        assert dataset.tells_literals
        return dataset

    def shapes_graph(self) -> ShapesGraph:
        source = Source("shapes.ttl", (PREFIXES + self.shapes).encode(), RdfFormat.TURTLE, "http://e/")
        return ShapesGraph.read([source])


def data_graphs(literals: Sequence[str]) -> st.SearchStrategy[str]:
    terms = st.sampled_from((*NODES, *literals))
    triple = st.one_of(
        st.tuples(st.sampled_from(NODES), st.sampled_from(PREDICATES), terms),
        st.tuples(st.sampled_from(NODES), st.just("a"), st.sampled_from(CLASSES)),
    )
    triples = st.lists(triple, min_size=4, max_size=24)
    with_axiom = st.sampled_from(("", ":D rdfs:subClassOf :C .\n"))
    return st.builds(
        lambda rows, axiom: axiom + "\n".join(f"{s} {p} {o} ." for s, p, o in rows), triples, with_axiom
    )


@st.composite
def leaf_constraints(draw: st.DrawFn, literals: Sequence[str], *, with_path: bool, agreed: bool) -> str:
    """One constraint that uses no other shape.

    Args:
        draw: The source of choices.
        literals: The literals to use.
        with_path: Whether it is for a property shape.
        agreed: Leave out what pySHACL is known to see otherwise.
    """
    terms = st.sampled_from((":a", ":b", *literals))
    limit = draw(st.sampled_from(literals))
    shortest = draw(st.integers(1 if agreed else 0, 2))
    kind = draw(st.sampled_from(("IRI", "BlankNode", "Literal", "IRIOrLiteral", "BlankNodeOrIRI")))
    side = draw(st.sampled_from(("minInclusive", "minExclusive", "maxInclusive", "maxExclusive")))
    pattern = draw(st.sampled_from(("^a", "x", "[0-9]", "^http")))
    languages = draw(st.sampled_from(("", '"en"', '"de" "en-GB"')))
    number = draw(st.integers(0, 2))
    choices = [
        f"sh:class {draw(st.sampled_from(CLASSES))}",
        f"sh:datatype {draw(st.sampled_from(DATATYPES))}",
        f"sh:nodeKind sh:{kind}",
        f"sh:minLength {shortest}",
        f"sh:maxLength {number}",
        f'sh:pattern "{pattern}"',
        f"sh:languageIn ( {languages} )",
        f"sh:in ( {' '.join(draw(st.lists(terms, max_size=4)))} )",
        f"sh:hasValue {draw(terms)}",
        f"sh:equals {draw(st.sampled_from(PREDICATES))}",
        f"sh:disjoint {draw(st.sampled_from(PREDICATES))}",
    ]
    if not agreed:
        choices.append(f"sh:{side} {limit}")
        if with_path:
            choices.append(f"sh:lessThan {draw(st.sampled_from(PREDICATES))}")
            choices.append(f"sh:lessThanOrEquals {draw(st.sampled_from(PREDICATES))}")
    if with_path:
        choices += [f"sh:minCount {number}", f"sh:maxCount {number}", "sh:uniqueLang true"]
    else:
        choices.append("sh:closed true ; sh:ignoredProperties ( rdf:type )")
    return draw(st.sampled_from(choices))


@st.composite
def shapes_graphs(draw: st.DrawFn, literals: Sequence[str], *, agreed: bool = False) -> str:
    """Some shapes; each uses only later ones, so none is recursive."""
    count = draw(st.integers(1, 5))
    kinds = [draw(st.booleans()) for _ in range(count)]
    lines = []
    for number, with_path in enumerate(kinds):
        later = list(range(number + 1, count))
        parts = [f":s{number} a sh:{'PropertyShape' if with_path else 'NodeShape'}"]
        if with_path:
            parts.append(f"sh:path {draw(st.sampled_from(PATHS if agreed else (*PATHS, INVERSE_SEQUENCE)))}")
        if number == 0 or draw(st.integers(0, 3)) == 0:
            parts.append(draw(targets(literals)))
        leaf = leaf_constraints(literals, with_path=with_path, agreed=agreed)
        constraints = draw(st.lists(leaf, min_size=1, max_size=3, unique=True))
        parts += _without_clashes(constraints)
        parts += [draw(uses(later, kinds, with_path=with_path))] if later else []
        lines.append(" ;\n  ".join(part for part in parts if part) + " .")
    return "\n".join(lines)


def _without_clashes(constraints: Sequence[str]) -> list[str]:
    """Keep one value of each parameter: most allow no more."""
    return list({constraint.split(" ", 1)[0]: constraint for constraint in constraints}.values())


def targets(literals: Sequence[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(CLASSES).map("sh:targetClass {}".format),
        st.sampled_from(PREDICATES).map("sh:targetSubjectsOf {}".format),
        st.sampled_from(PREDICATES).map("sh:targetObjectsOf {}".format),
        st.sampled_from((":a", ":b", *literals)).map("sh:targetNode {}".format),
        st.just("sh:targetClass :C ; sh:targetSubjectsOf :p"),
    )


@st.composite
def uses(draw: st.DrawFn, later: Sequence[int], kinds: Sequence[bool], *, with_path: bool) -> str:
    """How a shape uses later ones."""
    some = draw(st.lists(st.sampled_from(later), min_size=1, max_size=3))
    members = " ".join(f":s{number}" for number in some)
    choices = [
        f"sh:not :s{some[0]}",
        f"sh:and ( {members} )",
        f"sh:or ( {members} )",
        f"sh:xone ( {members} )",
    ]
    node = [number for number in later if not kinds[number]]
    properties = [number for number in later if kinds[number]]
    if node:
        choices.append(f"sh:node :s{draw(st.sampled_from(node))}")
    if properties:
        choices.append(f"sh:property :s{draw(st.sampled_from(properties))}")
    if with_path:
        bound = draw(st.sampled_from(("sh:qualifiedMinCount", "sh:qualifiedMaxCount")))
        choices.append(f"sh:qualifiedValueShape :s{some[0]} ; {bound} {draw(st.integers(0, 2))}")
    return draw(st.sampled_from(choices))


def worlds(literals: Sequence[str], *, agreed: bool = False) -> st.SearchStrategy[World]:
    return st.builds(World, data_graphs(literals), shapes_graphs(literals, agreed=agreed))
