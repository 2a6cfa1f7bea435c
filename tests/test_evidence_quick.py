"""The quick pass accepts nothing that the ordered checks refuse, and nearly everything that they accept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pyoxigraph import RdfFormat, parse

from benchmarks.faults import FAULTS, edited
from benchmarks.worlds import generate
from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.evidence import read_world
from graph_rdf.evidence.anchors import AnchorChecker
from graph_rdf.evidence.clauses import ClauseReader
from graph_rdf.evidence.quick import QuickPass
from graph_rdf.evidence.text import Bodies
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.records import RdfProfile, RecordSet, lexical_record_triples
from tests.evidence.builder import one_record_world
from tests.test_evidence_support import CASES, apply, body_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from graph_rdf.records import BodyProblem

ONTOLOGY = packaged_ontology()
DECLARED = predicate_names(read_predicates(ONTOLOGY))


def both(dataset: EmbeddedDataset, files: Mapping[str, bytes | BodyProblem]) -> list[tuple[bool, bool]]:
    """Return for each anchor of a record without record-level failures: quick pass, ordered checks."""
    world = read_world(dataset)
    bodies, clauses = Bodies(world, files), ClauseReader(world)
    quick, checker = QuickPass(world, bodies, clauses), AnchorChecker(world, bodies, clauses)
    outcomes: list[tuple[bool, bool]] = []
    for place, record in enumerate(world.records):
        triple = [column.one.get(record) for column in (world.subject, world.predicate, world.object)]
        subject, predicate, obj = triple
        if subject in world.entities and predicate in world.predicates and obj in world.entities:
            assert subject is not None
            assert predicate is not None
            assert obj is not None
            for anchor in world.anchors_of(place):
                failure = checker.check(world.anchors[anchor], subject, predicate, obj)
                outcomes.append((quick.holds(anchor, subject, predicate, obj), failure is None))
    return outcomes


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_cases(case: dict[str, Any]) -> None:
    builder = one_record_world(case["body"], case["quote"], *case.get("record", ()))
    for operation in case.get("ops", ()):
        apply(builder, operation)
    assert (True, False) not in both(builder.dataset(), body_of(case))


def test_generated_worlds() -> None:
    outcomes: list[tuple[bool, bool]] = []
    for generated in generate(40, seed=5, faults=FAULTS):
        lexical = lexical_record_triples(RecordSet.of(generated.records), RdfProfile(DECLARED))
        lines = "".join(f"{s} {p} {o} .\n" for s, p, o in edited(lexical, generated.edits))
        triples = [quad.triple for quad in parse(lines.encode(), format=RdfFormat.N_TRIPLES)]
        outcomes += both(EmbeddedDataset.from_triples([*triples, *ONTOLOGY]), {})
    assert (True, False) not in outcomes
    assert (False, True) not in outcomes
    assert outcomes.count((True, True)) > 100
    assert outcomes.count((False, False)) > 50
