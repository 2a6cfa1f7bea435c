"""The ontology stays within OWL 2 DL, and the check that says so sees each kind of breach."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rdflib import Graph

from graph_rdf.resources import resource_path
from tests.owl_dl_profile import profile_problems

CASES = Path(__file__).parent / "ontology" / "profile"
MANIFEST: dict[str, list[list[str]]] = json.loads((CASES / "manifest.json").read_text(encoding="utf-8"))


def read(*names: str) -> list[Graph]:
    return [Graph().parse(resource_path("ontology", name)) for name in names]


def test_the_folder_is_the_manifest() -> None:
    assert MANIFEST
    assert sorted(MANIFEST) == sorted(path.relative_to(CASES).as_posix() for path in CASES.rglob("*.ttl"))
    assert {name for name, expected in MANIFEST.items() if not expected} == {
        name for name in MANIFEST if name.startswith("good/")
    }


@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_case(name: str) -> None:
    problems = profile_problems([Graph().parse(CASES / name)])
    assert [[problem.code, problem.node] for problem in problems] == MANIFEST[name]


def test_evidence_is_within_owl_2_dl_alone() -> None:
    assert profile_problems(read("evidence.ttl")) == []


def test_evidence_and_alignments_are_within_owl_2_dl() -> None:
    assert profile_problems(read("evidence.ttl", "alignments.ttl")) == []
