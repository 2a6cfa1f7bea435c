"""The ontology declares exactly the terms of `namespaces.py`, each described, and entails no harm."""

from __future__ import annotations

import re

import pytest
from pyoxigraph import Literal, NamedNode, Triple, parse

from graph_rdf import namespaces
from graph_rdf.ontology import packaged_ontology
from graph_rdf.resources import resource_names, resource_path

FILES = ("alignments", "evidence")
CONSTANTS = {
    name: value for name, value in vars(namespaces).items() if name.isupper() and isinstance(value, str)
}
TERMS = {value for name, value in CONSTANTS.items() if name.startswith("EG_")}
# Terms of the languages themselves: an OWL ontology cannot declare them.
BUILT_IN = (namespaces.RDF, namespaces.RDFS, namespaces.OWL, namespaces.XSD, namespaces.SH)
FOREIGN = {
    value
    for name, value in CONSTANTS.items()
    if "_" in name
    and value not in TERMS
    and not value.startswith(BUILT_IN)
    and not value.endswith(("#", "/", ".jsonld"))
}

HARMFUL = {
    "owl": [
        "AllDifferent",
        "AllDisjointClasses",
        "AllDisjointProperties",
        "FunctionalProperty",
        "InverseFunctionalProperty",
        "ReflexiveProperty",
        "SymmetricProperty",
        "TransitiveProperty",
        "equivalentClass",
        "equivalentProperty",
        "hasKey",
        "inverseOf",
        "members",
        "propertyChainAxiom",
        "sameAs",
    ],
    "rdfs": ["domain", "range"],
    "rdf": ["Statement"],
    "skos": ["broadMatch", "closeMatch", "exactMatch", "narrowMatch", "relatedMatch"],
}


def triples(name: str) -> list[Triple]:
    return [quad.triple for quad in parse(path=resource_path("ontology", f"{name}.ttl"))]


def subjects(declared: list[Triple]) -> set[str]:
    return {triple.subject.value for triple in declared if isinstance(triple.subject, NamedNode)}


def values(declared: list[Triple], subject: str, predicate: str) -> list[NamedNode | Literal]:
    return [
        triple.object
        for triple in declared
        if triple.subject == NamedNode(subject)
        and triple.predicate.value == predicate
        and isinstance(triple.object, NamedNode | Literal)
    ]


def test_the_shipped_files() -> None:
    assert resource_names("ontology", ".ttl") == sorted(FILES)


def test_terms_are_the_constants() -> None:
    assert {iri for iri in subjects(packaged_ontology()) if iri.startswith(namespaces.EG)} == TERMS


def test_the_foreign_terms_have_a_kind() -> None:
    declared = {
        triple.subject.value
        for name in FILES
        for triple in triples(name)
        if isinstance(triple.subject, NamedNode)
        and triple.predicate.value == namespaces.RDF_TYPE
        and isinstance(triple.object, NamedNode)
        and triple.object.value.startswith(namespaces.OWL)
    }
    assert len(FOREIGN) > 20
    assert FOREIGN - declared == set()


@pytest.mark.parametrize("term", sorted(TERMS))
def test_each_term_is_described(term: str) -> None:
    declared = packaged_ontology()
    for predicate in (namespaces.RDFS_LABEL, namespaces.RDFS_COMMENT):
        texts = values(declared, term, predicate)
        assert [type(text) for text in texts] == [Literal]
        assert [text.language for text in texts if isinstance(text, Literal)] == ["en"]
        assert texts[0].value.strip()
    assert values(declared, term, namespaces.RDFS + "isDefinedBy") == [NamedNode(namespaces.EG.rstrip("#"))]


@pytest.mark.parametrize("name", FILES)
def test_the_header(name: str) -> None:
    declared = triples(name)
    ontology = values_of_type(declared, namespaces.OWL + "Ontology")
    assert len(ontology) == 1
    version = values(declared, ontology[0], namespaces.OWL + "versionInfo")
    assert [text.value for text in version] == ["0.1.0"]
    assert values(declared, ontology[0], namespaces.OWL + "versionIRI") == [NamedNode(f"{ontology[0]}/0.1.0")]
    for term in ("title", "description", "license"):
        assert len(values(declared, ontology[0], namespaces.DCTERMS + term)) == 1


def values_of_type(declared: list[Triple], kind: str) -> list[str]:
    return [
        triple.subject.value
        for triple in declared
        if triple.object == NamedNode(kind) and isinstance(triple.subject, NamedNode)
    ]


@pytest.mark.parametrize("name", FILES)
def test_nothing_merges_or_types(name: str) -> None:
    banned = {
        getattr(namespaces, prefix.upper()) + term for prefix, terms in HARMFUL.items() for term in terms
    }
    used = {
        node.value
        for triple in triples(name)
        for node in (triple.subject, triple.predicate, triple.object)
        if isinstance(node, NamedNode)
    }
    assert used & banned == set()


def test_alignments_go_from_ours_to_theirs() -> None:
    axioms = [
        (triple.subject, triple.object)
        for triple in triples("alignments")
        if triple.predicate.value in {namespaces.RDFS + "subClassOf", namespaces.RDFS + "subPropertyOf"}
    ]
    assert axioms
    assert [s for s, _ in axioms if not (isinstance(s, NamedNode) and s.value in TERMS)] == []
    assert [o for _, o in axioms if isinstance(o, NamedNode) and o.value in TERMS] == []


def test_no_alignment_feeds_a_property_that_verification_reads() -> None:
    fed = {
        triple.object.value
        for triple in triples("alignments")
        if triple.predicate.value == namespaces.RDFS + "subPropertyOf"
        and isinstance(triple.object, NamedNode)
    }
    assert fed == {namespaces.SCHEMA + "sha256"}
    assert fed & FOREIGN == set()


@pytest.mark.parametrize("name", FILES)
def test_the_prefixes_stand_first_and_are_used(name: str) -> None:
    """The rest of the layout is held by `test_formatting`."""
    lines = resource_path("ontology", f"{name}.ttl").read_text(encoding="utf-8").splitlines()
    prefixes = [line for line in lines if line.startswith("@prefix")]
    assert lines[: len(prefixes)] == prefixes == sorted(prefixes)
    declared = [re.fullmatch(r"@prefix ([a-z]+): <[^>]+> \.", line) for line in prefixes]
    text = " ".join(lines[len(prefixes) :])
    assert [match for match in declared if match is None or f" {match[1]}:" not in text] == []
