"""The lint of the T-Box: each dangerous axiom is warned of, and the harm that it speaks of is real."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import RdfFormat, parse

from graph_rdf.entailment import ENGINES, LINT_RULES, lint_t_box, read_out
from graph_rdf.entailment.hermit import hermit_findings
from graph_rdf.ontology import packaged_ontology
from graph_rdf.rules import all_rules
from tests.entailment.cases import closed, read_cases, read_turtle

if TYPE_CHECKING:
    from graph_rdf.ntriples import LexicalTriple

CASES = {case.name: case for case in read_cases("harm")}
WITHOUT_HARM = {"t-box-n-ary", "t-box-engine-gap"}
"""What these warn of is that nothing happens; they have tests of their own."""


def rules(axioms: list[LexicalTriple], engine: str = "owlrl") -> set[str]:
    return {finding.rule for finding in lint_t_box(axioms, engine, ENGINES[engine].never_fires)}


def test_every_rule_has_a_case_and_a_page() -> None:
    assert CASES.keys() | WITHOUT_HARM == set(LINT_RULES)
    listed = [rule.id for rule in all_rules() if rule.area == "entailment"]
    assert listed == ["inconsistent", "unexplained-entailment", *LINT_RULES]


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_axiom_is_warned_of(name: str) -> None:
    case = CASES[name]
    assert rules(case["premises"]) == {name}
    assert rules(case["safe"]) == set()


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_harm_is_real(name: str) -> None:
    case = CASES[name]
    premises = tuple(case["premises"])
    result = read_out(premises, closed("owlrl", premises), "owl2rl")
    assert case.graphs["harm"] <= result.triples.keys()
    safe = tuple(case["safe"])
    assert case.graphs["harm"] & read_out(safe, closed("owlrl", safe), "owl2rl").triples.keys() == set()


def test_the_packaged_t_box_is_clean() -> None:
    triples = [(str(t.subject), str(t.predicate), str(t.object)) for t in packaged_ontology()]
    assert [rules(triples, engine) for engine in sorted(ENGINES)] == [set(), set()]


@pytest.mark.parametrize("kind", ["AllDisjointProperties", "AllDifferent"])
def test_lists_of_disjointness(kind: str) -> None:
    assert rules(read_turtle(f":d a owl:{kind} ; owl:members ( :a :b ) .")) == {"t-box-n-ary"}
    assert rules(read_turtle(":a owl:propertyDisjointWith :b . :c owl:differentFrom :d .")) == set()


def test_what_an_engine_never_applies() -> None:
    axioms = read_turtle(":p owl:propertyChainAxiom ( :q :r ) . :C owl:oneOf ( :a ) .")
    assert rules(axioms) == set()
    assert rules(axioms, "reasonable") == {"t-box-engine-gap"}
    gaps = lint_t_box(axioms, "reasonable", ENGINES["reasonable"].never_fires)
    assert [finding.message.split(":")[1] for finding in gaps] == ["oneOf", "propertyChainAxiom"]


def test_a_warning_names_the_subject_of_the_axiom() -> None:
    (finding,) = lint_t_box(read_turtle(":a owl:sameAs :b ."), "owlrl", {})
    assert (finding.severity.value, finding.focus_node) == ("warning", "http://e.example/a")


needs_hermit = pytest.mark.skipif(
    find_spec("owlready2") is None or shutil.which("java") is None, reason="HermiT needs owlready2 and Java"
)
T_BOXES = {
    "fine": (":A rdfs:subClassOf :B . :A a owl:Class . :B a owl:Class .", []),
    "empty class": (
        ":A a owl:Class ; rdfs:subClassOf :B , :C . :B a owl:Class ; owl:disjointWith :C . :C a owl:Class .",
        ["HermiT: no thing can be in <http://e.example/A>"],
    ),
    "contradiction": (
        ":B a owl:Class ; owl:disjointWith :C . :C a owl:Class . :x a :B , :C , owl:NamedIndividual .",
        ["HermiT: the T-Box contradicts itself"],
    ),
}


@needs_hermit
@pytest.mark.parametrize("name", sorted(T_BOXES))
def test_hermit_looks_at_the_t_box(name: str) -> None:
    turtle, messages = T_BOXES[name]
    lines = "".join(f"{s} {p} {o} .\n" for s, p, o in read_turtle(turtle))
    t_box = [quad.triple for quad in parse(lines.encode(), format=RdfFormat.N_TRIPLES)]
    assert [finding.message for finding in hermit_findings(t_box)] == messages
