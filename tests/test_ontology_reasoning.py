"""What reasoners make of the ontology: HermiT for consistency, owlrl for what OWL 2 RL entails on data."""

from __future__ import annotations

import io
import os
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rdflib import OWL, RDF, RDFS, Graph, Namespace, URIRef

from graph_rdf import namespaces
from graph_rdf.resources import resource_path

if TYPE_CHECKING:
    from rdflib.term import Node

E = Namespace("http://e.example/")
EG = Namespace(namespaces.EG)
ERROR_MESSAGE = URIRef("http://www.daml.org/2002/03/agents/agent-ont#ErrorMessage")
PREDICATES = ("contact", "mentions", "not_operated_by", "operated_by")

PREFIXES = "@prefix e: <http://e.example/> . @prefix eg: <https://w3id.org/evidence-graph/ns#> .\n"
CONTRADICTIONS = {
    "opposing-pair": "e:a eg:operated_by e:b ; eg:not_operated_by e:b .",
    "mutual": "e:a eg:operated_by e:b . e:b eg:operated_by e:a .",
    "self": "e:a eg:operated_by e:a .",
}
CONSISTENT = {
    "shortcut-with-its-own-clause": "e:a eg:operated_by e:b , e:c . e:b eg:operated_by e:c .",
    "two-operators": "e:a eg:operated_by e:b , e:c .",
    "opposing-elsewhere": "e:a eg:operated_by e:b . e:b eg:not_operated_by e:a .",
    "contact-cycle": "e:a eg:contact e:b . e:b eg:contact e:a . e:c eg:contact e:c .",
    "project-and-organisation": "e:a a eg:Project , eg:Organisation , eg:Contact .",
}


def t_box() -> Graph:
    graph = Graph()
    for name in ("evidence.ttl", "alignments.ttl"):
        graph.parse(resource_path("ontology", name))
    return graph


def with_data(turtle: str) -> Graph:
    return t_box().parse(data=PREFIXES + turtle, format="turtle")


def close(graph: Graph) -> Graph:
    owlrl: Any = import_module("owlrl")
    closed = Graph()
    closed += graph
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(closed)
    return closed


def errors(graph: Graph) -> list[Node]:
    return list(graph.subjects(RDF.type, ERROR_MESSAGE))


def edges(graph: Graph) -> set[tuple[Node, Node, Node]]:
    return {triple for name in PREDICATES for triple in graph.triples((None, EG[name], None))}


def is_consistent_by_hermit(graph: Graph) -> bool:
    """Ask HermiT; without Java or owlready2 the test is skipped, or fails where CI must have them."""
    missing = [
        name
        for name, found in (("owlready2", find_spec("owlready2")), ("java", shutil.which("java")))
        if not found
    ]
    if missing:
        reason = f"HermiT needs {' and '.join(missing)}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    owlready: Any = import_module("owlready2")
    # Both files are here already, and owlready2 would look for the import on the network.
    graph.remove((None, OWL.imports, None))
    graph.remove((URIRef(namespaces.EG.rstrip("#") + "/alignments"), None, None))
    world = owlready.World()
    world.get_ontology("http://e.example/t-box#").load(
        fileobj=io.BytesIO(graph.serialize(format="nt", encoding="utf-8")), only_local=True
    )
    try:
        owlready.sync_reasoner(world, debug=0)
    except owlready.OwlReadyInconsistentOntologyError:
        return False
    return list(world.inconsistent_classes()) == []


def test_hermit_finds_the_t_box_consistent() -> None:
    assert is_consistent_by_hermit(t_box())


@pytest.mark.parametrize("name", sorted(CONTRADICTIONS))
def test_hermit_sees_a_contradiction(name: str) -> None:
    assert not is_consistent_by_hermit(with_data(CONTRADICTIONS[name]))


@pytest.mark.parametrize("name", sorted(CONTRADICTIONS))
def test_a_contradiction_fires(name: str) -> None:
    assert len(errors(close(with_data(CONTRADICTIONS[name])))) > 0


@pytest.mark.parametrize("name", sorted(CONSISTENT))
def test_what_is_legitimate_does_not_fire(name: str) -> None:
    graph = with_data(CONSISTENT[name])
    closed = close(graph)
    assert errors(closed) == []
    assert edges(closed) == edges(graph)


@pytest.mark.parametrize("predicate", PREDICATES)
def test_no_closure_over_a_chain(predicate: str) -> None:
    graph = t_box()
    for number in range(50):
        graph.add((E[f"n{number}"], EG[predicate], E[f"n{number + 1}"]))
    assert len(edges(graph)) == 50
    closed = close(graph)
    assert edges(closed) == edges(graph)
    assert errors(closed) == []


def test_strangers_are_neither_merged_nor_typed() -> None:
    graph = with_data(
        """
        @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        e:p eg:operated_by e:north , e:south ; eg:contact e:desk ; eg:not_operated_by e:west .
        e:north skos:prefLabel "Rowan" ; eg:contact e:desk .
        e:south skos:prefLabel "Rowan" ; eg:mentions e:desk .
        e:anchor eg:citesVersion e:version ; eg:citesDocument e:document ; eg:citesSource e:source .
        e:view eg:admits e:version . e:accepted eg:ofView e:view .
        """
    )
    strangers = {node for triple in graph for node in triple if str(node).startswith(str(E))}
    closed = close(graph)
    assert len(strangers) == 11
    assert {(s, o) for s, o in closed.subject_objects(OWL.sameAs) if s != o and s in strangers} == set()
    types = {(s, o) for s in strangers for o in closed.objects(s, RDF.type)}
    assert {o for _, o in types} <= {OWL.Thing, RDFS.Resource}


# Every kind of node of the RDF form, with the types that an export gives it.
MODEL = Path(__file__).parent / "ontology" / "model.ttl"


def test_entailment_changes_nothing_that_verification_reads() -> None:
    """Neither a value of a property of the model nor a type of ours appears that was not stated."""
    graph = t_box().parse(MODEL)
    read = {
        URIRef(value)
        for name, value in vars(namespaces).items()
        if isinstance(value, str) and "_" in name and not value.startswith((namespaces.XSD, namespaces.RDFS))
    } - {RDF.type}

    def seen(of: Graph) -> set[tuple[Node, Node, Node]]:
        ours = {(s, p, o) for s, p, o in of if str(s).startswith(str(E))}
        return {
            (s, p, o) for s, p, o in ours if p in read or (p == RDF.type and str(o).startswith(namespaces.EG))
        }

    closed = close(graph)
    assert errors(closed) == []
    assert len(seen(graph)) > 40
    assert seen(closed) == seen(graph)
