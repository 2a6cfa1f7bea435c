"""Predicate declarations are read alike from triples and from a dataset, and a useless one is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Store, Triple, parse

from graph_rdf import namespaces as ns
from graph_rdf.errors import OntologyError
from graph_rdf.ontology import (
    RelationPredicate,
    packaged_ontology,
    packaged_ontology_source,
    predicate_names,
    read_predicates,
    unknown_terms,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Bindings, Solutions

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "ontology" / "predicates.json").read_text(encoding="utf-8")
)
PREFIXES = (
    "@prefix dcterms: <http://purl.org/dc/terms/> . @prefix e: <http://e.example/> . "
    "@prefix eg: <https://w3id.org/evidence-graph/ns#> .\n"
)


class StoreDataset:
    """The smallest dataset: a store, asked as it is."""

    def __init__(self, triples: list[Triple]) -> None:
        self.store = Store()
        for triple in triples:
            self.store.add(triple_in_default_graph(triple))

    def select(self, query: str, bindings: Bindings | None = None) -> Solutions:
        raise NotImplementedError

    def ask(self, query: str, bindings: Bindings | None = None) -> bool:
        raise NotImplementedError

    def construct(self, query: str, bindings: Bindings | None = None) -> Iterator[Triple]:
        result: Any = self.store.query(query)
        return iter(result)


def triple_in_default_graph(triple: Triple) -> Quad:
    return Quad(triple.subject, triple.predicate, triple.object)


def turtle(text: str) -> list[Triple]:
    return [quad.triple for quad in parse(PREFIXES + text, format=RdfFormat.TURTLE)]


@pytest.mark.parametrize("reader", ["triples", "reversed", "dataset"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_case(case: dict[str, Any], reader: str) -> None:
    triples = turtle(case["turtle"])
    source: Any = {"triples": triples, "reversed": triples[::-1], "dataset": StoreDataset(triples)}[reader]
    if "error" in case:
        with pytest.raises(OntologyError) as caught:
            read_predicates(source)
        assert str(caught.value) == case["error"]
        return
    expected = [
        RelationPredicate(
            iri=row["iri"],
            name=row["name"],
            weak=row["weak"],
            opposes=frozenset(row["opposes"]),
            forms=tuple(row["forms"]),
        )
        for row in case["predicates"]
    ]
    predicates = read_predicates(source)
    assert list(predicates.items()) == [(predicate.iri, predicate) for predicate in expected]
    assert predicate_names(predicates) == {predicate.name: predicate.iri for predicate in expected}


def test_each_case_stands_once() -> None:
    names = [case["name"] for case in CASES]
    assert len(names) == len(set(names)) > 0
    assert {"error" in case for case in CASES} == {True, False}


def test_the_packaged_predicates() -> None:
    assert list(read_predicates(packaged_ontology()).values()) == [
        RelationPredicate(ns.EG_CONTACT, "contact", forms=("{subject} has contact {object}",)),
        RelationPredicate(ns.EG_MENTIONS, "mentions", weak=True, forms=("{subject} mentions {object}",)),
        RelationPredicate(
            ns.EG_NOT_OPERATED_BY,
            "not_operated_by",
            opposes=frozenset({ns.EG_OPERATED_BY}),
            forms=("{subject} is not operated by {object}",),
        ),
        RelationPredicate(
            ns.EG_OPERATED_BY,
            "operated_by",
            opposes=frozenset({ns.EG_NOT_OPERATED_BY}),
            forms=("{subject} is operated by {object}",),
        ),
    ]


def test_the_packaged_ontology_has_no_blank_node() -> None:
    triples = packaged_ontology()
    assert [t for t in triples if isinstance(t.subject, BlankNode) or isinstance(t.object, BlankNode)] == []
    assert triples == [
        quad.triple for quad in parse(packaged_ontology_source().data, format=RdfFormat.TURTLE)
    ]


def test_a_user_ontology_adds_to_the_packaged_one() -> None:
    added = turtle(
        'e:funds a eg:RelationPredicate ; dcterms:identifier "funds" ; eg:opposes eg:operated_by . '
        'eg:operated_by eg:clauseForm "{object} runs {subject}" .'
    )
    predicates = read_predicates(packaged_ontology() + added)
    assert predicates["http://e.example/funds"].opposes == {ns.EG_OPERATED_BY}
    assert predicates[ns.EG_OPERATED_BY].opposes == {ns.EG_NOT_OPERATED_BY, "http://e.example/funds"}
    assert predicates[ns.EG_OPERATED_BY].forms == (
        "{object} runs {subject}",
        "{subject} is operated by {object}",
    )


def test_hostile_text_in_a_form_is_data() -> None:
    text = '{subject} " } DROP ALL ; # \\ {object}'
    triples = [
        Triple(NamedNode("http://e.example/p"), NamedNode(ns.RDF_TYPE), NamedNode(ns.EG_RELATION_PREDICATE)),
        Triple(NamedNode("http://e.example/p"), NamedNode(ns.EG_CLAUSE_FORM), Literal(text)),
    ]
    assert read_predicates(StoreDataset(triples))["http://e.example/p"].forms == (text,)


UNKNOWN = [
    (
        "e:p eg:clauseform 'x' .",
        ["eg:clauseform is no term of the evidence ontology; did you mean eg:clauseForm?"],
    ),
    ("e:p a eg:contct .", ["eg:contct is no term of the evidence ontology; did you mean eg:Contact?"]),
    ("e:p eg:zzz 'x' .", ["eg:zzz is no term of the evidence ontology"]),
    ("e:p eg:clauseForm 'x' ; a eg:RelationPredicate .", []),
    ("eg:Fund a e:Class . e:p a eg:Fund .", []),
    ("e:p e:clauseform 'x' ; e:see eg:clauseform .", []),
]


@pytest.mark.parametrize(("text", "expected"), UNKNOWN)
def test_a_misspelt_term_is_named_with_the_nearest_one(text: str, expected: list[str]) -> None:
    assert [message for _, message in unknown_terms(turtle(text))] == expected
