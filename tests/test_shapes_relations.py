"""The shapes for accepted graphs: plain triples in, exact results out, in both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.namespaces import EG, ID_BASE, OWL, RDF_TYPE
from graph_rdf.resources import resource_path
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests.shape_results import Row, of_triples, result_rows, shipped_shapes, with_ontology

if TYPE_CHECKING:
    from graph_rdf.shacl.protocol import ShaclEngine

PRE = {"id": ID_BASE, "eg": EG, "owl": OWL}
OWN = f"eg:runs a eg:RelationPredicate . eg:stops a eg:RelationPredicate . eg:stops <{EG}opposes> eg:runs ."
CASES: dict[str, tuple[str, list[Row]]] = {
    "nothing": ("", []),
    "apart": ("id:a eg:operated_by id:b . id:a eg:not_operated_by id:c . id:b eg:contact id:a .", []),
    "chain-and-shortcut": (
        "id:a eg:operated_by id:b . id:b eg:operated_by id:c . id:a eg:operated_by id:c .",
        [],
    ),
    "cycle-of-three": (
        "id:a eg:operated_by id:b . id:b eg:operated_by id:c . id:c eg:operated_by id:a .",
        [],
    ),
    "contact-both-ways": ("id:a eg:contact id:b . id:b eg:contact id:a . id:a eg:contact id:a .", []),
    "opposing": (
        "id:a eg:operated_by id:b . id:a eg:not_operated_by id:b .",
        [("opposing-relations", "eg:not_operated_by", "id:a")],
    ),
    "opposing-reversed": ("id:a eg:operated_by id:b . id:b eg:not_operated_by id:a .", []),
    "opposing-own": (
        f"{OWN} id:a eg:runs id:b . id:a eg:stops id:b .",
        [("opposing-relations", "eg:runs", "id:a")],
    ),
    "both-ways": (
        "id:a eg:operated_by id:b . id:b eg:operated_by id:a .",
        [("asymmetric-relation", "eg:operated_by", "id:a")],
    ),
    "itself": (
        "id:a eg:operated_by id:a .",
        [
            ("asymmetric-relation", "eg:operated_by", "id:a"),
            ("irreflexive-relation", "eg:operated_by", "id:a"),
        ],
    ),
    "own-irreflexive": (
        "eg:runs a owl:IrreflexiveProperty . id:a eg:runs id:a .",
        [("irreflexive-relation", "eg:runs", "id:a")],
    ),
}


def ntriples(text: str) -> bytes:
    terms = [
        f"<{PRE[prefix]}{local}>" if (prefix := term.partition(":")[0]) in PRE else term
        for term in text.replace(" a ", f" <{RDF_TYPE}> ").split()
        for local in [term.partition(":")[2]]
    ]
    return " ".join(terms).replace(" . ", " .\n").encode() + b"\n"


@pytest.mark.parametrize("engine", [NativeEngine(), PyshaclEngine()], ids=lambda engine: engine.name)
@pytest.mark.parametrize("name", CASES)
def test_exact_results(name: str, engine: ShaclEngine) -> None:
    text, expected = CASES[name]
    assert result_rows(engine, of_triples(ntriples(text)), shipped_shapes("relations")) == expected


def test_reified_records_assert_nothing() -> None:
    data = with_ontology(resource_path("examples", "final", "world.ttl"))
    assert result_rows(NativeEngine(), data, shipped_shapes("relations")) == []
