"""The verdicts on generated worlds with a fault of every rule are exactly the expected ones."""

from __future__ import annotations

import pytest
from pyoxigraph import RdfFormat, parse

from benchmarks.faults import FAULTS, edited
from benchmarks.worlds import generate
from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.evidence import (
    SUPPORT_RULES,
    Eligibility,
    choose_view,
    judge,
    read_world,
    record_verdicts,
    verify,
)
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.records import BodyProblem, RdfProfile, RecordSet, lexical_record_triples

ONTOLOGY = packaged_ontology()
DECLARED = predicate_names(read_predicates(ONTOLOGY))


@pytest.mark.parametrize("seed", range(3))
def test_faulty_worlds(seed: int) -> None:
    seen: set[str] = set()
    for generated in generate(12, seed=seed, faults=FAULTS):
        lexical = lexical_record_triples(RecordSet.of(generated.records), RdfProfile(DECLARED))
        lines = "".join(f"{s} {p} {o} .\n" for s, p, o in edited(lexical, generated.edits))
        triples = [quad.triple for quad in parse(lines.encode(), format=RdfFormat.N_TRIPLES)]
        world = read_world(EmbeddedDataset.from_triples([*triples, *ONTOLOGY]))
        bodies = {node: BodyProblem("not read", path) for node, path in world.body_paths().items()}
        acceptance = judge(verify(world, bodies), Eligibility(world, choose_view(world)))
        verdicts = record_verdicts(acceptance)
        refused = {one.id: one.reasons for one in verdicts if one.verdict == "refused"}
        assert refused == generated.expected
        seen |= {rule for rules in generated.expected.values() for rule in rules}
    assert seen == set(SUPPORT_RULES)
