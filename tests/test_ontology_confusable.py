"""Clause forms that can be confused are named; the packaged ones cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from graph_rdf.ontology import RelationPredicate, packaged_ontology, read_predicates
from graph_rdf.ontology.confusable import confusable_forms
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CASES: list[tuple[dict[str, tuple[str, ...]], list[tuple[str, str, str]]]] = [
    ({"runs": ("{subject} runs {object}",), "owns": ("{subject} owns {object}",)}, []),
    (
        {"runs": ("{subject} runs {object}",), "leads": ("{subject} runs {object}",)},
        [("leads", "runs", "they have the same words")],
    ),
    (
        {"runs": ("{subject} runs {object}",), "run_by": ("{object} runs {subject}",)},
        [("run_by", "runs", "only the slots are the other way round")],
    ),
    (
        {"runs": ("{subject} runs {object}", "{object} runs {subject}")},
        [("runs", "runs", "only the slots are the other way round")],
    ),
    (
        {"is": ("{subject} is run by {object}",), "not": ("{subject} not is run by {object}",)},
        [("is", "not", "a name in a slot, one that ends in 'not', turns the second into the first")],
    ),
    (
        {"has": ("{subject} has {object}",), "hasnt": ("{subject} has no {object}",)},
        [("has", "hasnt", "a name in a slot, one that starts with 'no', turns the second into the first")],
    ),
    ({"is": ("{subject} is run by {object}",), "not": ("{subject} is not run by {object}",)}, []),
    ({"runs": ("{subject} runs {object}", "{subject} now runs {object}")}, []),
    (
        {"contact": (), "not contact": ()},
        [
            (
                "contact",
                "not contact",
                "a name in a slot, one that ends in 'not', turns the second into the first",
            )
        ],
    ),
    ({"fr": ("{subject} est dirigé par {object}",), "de": ("{subject} wird von {object} geleitet",)}, []),
]


@pytest.mark.parametrize(("forms", "expected"), CASES, ids=str)
def test_confusable(forms: dict[str, tuple[str, ...]], expected: list[tuple[str, str, str]]) -> None:
    predicates = {
        f"http://e/{name}": RelationPredicate(f"http://e/{name}", name, forms=its)
        for name, its in forms.items()
    }
    found = [(one.predicate, one.other_predicate, one.why) for one in confusable_forms(predicates)]
    assert found == expected


def test_the_packaged_forms_cannot_be_confused() -> None:
    assert confusable_forms(read_predicates(packaged_ontology())) == []


def test_validate_warns(tmp_path: Path) -> None:
    path = ROOT / "examples" / "final" / "final.records.jsonl"
    ontology = tmp_path / "mine.ttl"
    ontology.write_text(
        "@prefix eg: <https://w3id.org/evidence-graph/ns#> . "
        "eg:contact eg:clauseForm '{subject} mentions {object}' .",
        encoding="utf-8",
    )
    outcome = validate([str(path)], ReadOptions(ontologies=(ontology,)), CheckOptions(stream=True))
    (warning,) = outcome.warnings
    assert warning == (
        "clause forms '{subject} mentions {object}' of 'contact' and '{subject} mentions {object}' of "
        "'mentions' can be confused: they have the same words"
    )
