"""What a caller may not see has no effect at all: not on answers, refusals, counts or contested records."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.worlds import generate
from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.evidence import Eligibility, Scopes, choose_view, judge, read_world, record_verdicts, verify
from graph_rdf.lookup import Limits, accepted_graph, lookup_json, parse_path
from graph_rdf.lookup.traversal import Traversal
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.records import RdfProfile, RecordSet, record_triples
from graph_rdf.records.model import Document, Record, Relation, Representation, Version, View
from tests.evidence.builder import Builder

ONTOLOGY = packaged_ontology()
DECLARED = predicate_names(read_predicates(ONTOLOGY))
PATHS = ("operated_by", "operated_by/contact", "operated_by/contact/contact", "mentions")
TIMES = (None, "2026-01-03T12:00:00Z", "2026-03-01T00:00:00Z")


def seen(dataset: EmbeddedDataset, scopes: Scopes) -> list[Any]:
    """Return everything that a caller can learn, in every view."""
    world = read_world(dataset)
    verdicts = verify(world, {})
    choices = [(view, None) for view in (None, *sorted(map(world.id_of, world.views)))]
    result: list[Any] = []
    for view, as_of in [*choices, *((None, time) for time in TIMES)]:
        acceptance = judge(verdicts, Eligibility(world, choose_view(world, view, as_of), scopes))
        graph = accepted_graph(acceptance)
        result.append((record_verdicts(acceptance), graph.triples))
        traversal = Traversal(acceptance, Limits())
        for path in PATHS:
            predicates = parse_path(path, world.predicates)
            starts = sorted(map(world.id_of, world.entities))
            result.extend(lookup_json(traversal.follow(start, predicates)) for start in starts)
    return result


def dataset(records: list[Record]) -> EmbeddedDataset:
    triples = record_triples(RecordSet.of(records), RdfProfile(DECLARED))
    return EmbeddedDataset.from_triples([*triples, *ONTOLOGY])


def hidden(records: tuple[Record, ...], documents: set[str]) -> list[Record]:
    """Give the versions of some documents an audience."""
    return [
        replace(record, audience=("board",))
        if isinstance(record, Version) and record.document in documents
        else record
        for record in records
    ]


def removed(records: tuple[Record, ...], documents: set[str]) -> list[Record]:
    """Leave out some documents and every relation that cites them."""
    versions = {one.id for one in records if isinstance(one, Version) and one.document in documents}
    texts = {one.id for one in records if isinstance(one, Representation) and one.version in versions}
    kept: list[Record] = []
    for record in records:
        match record:
            case Document() if record.id in documents:
                continue
            case Version() | Representation() if record.id in versions | texts:
                continue
            case Relation() if any(anchor.representation in texts for anchor in record.support):
                continue
            case View():
                admits = tuple(one for one in record.admits if one not in versions)
                kept.append(replace(record, admits=admits))
            case _:
                kept.append(record)
    return kept


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 60), st.sets(st.sampled_from(["assignments", "contacts", "notes", "notice", "extra"])))
def test_with_and_without_a_document(number: int, names: set[str]) -> None:
    (world,) = list(generate(number + 1, seed=3, tangled=True))[number:]
    documents = {f"doc:{world.name}:{name}" for name in names}
    with_it = dataset(hidden(world.records, documents))
    without_it = dataset(removed(world.records, documents))
    assert seen(with_it, frozenset()) == seen(without_it, frozenset())
    # Who may see it sees what stands there when nobody is kept out.
    board = seen(with_it, frozenset({"board"}))
    for one in board:
        if isinstance(one, dict):
            one["scopes"] = []
    assert board == seen(dataset(list(world.records)), frozenset())


def two_anchors(*, secret: str) -> EmbeddedDataset:
    """Build a record with an anchor on an open text and one on a closed text; one of them is bad."""
    texts = {"open": "a contact b.", "closed": "a contact b!"}
    builder = Builder()
    builder.entity("a", "A")
    builder.entity("b", "B")
    builder.source("s")
    builder.record("r", "a", "eg:contact", "b")
    for number, (name, text) in enumerate(texts.items(), 1):
        builder.document(name, "s", f"{name}@1")
        builder.version(f"{name}@1", name, audience=["board"] if name == secret else [])
        builder.representation(f"{name}@1/text", f"{name}@1", text)
        quote = "a contact" if name == "open" else "a contact b"
        builder.anchor("r", f"{name}@1/text", text, quote, number=number)
    return builder.dataset()


@pytest.mark.parametrize(
    ("secret", "scopes", "expected"),
    [
        ("closed", None, [("supported", ())]),
        ("closed", {"board"}, [("supported", ())]),
        ("closed", set(), [("refused", ("unlicensed-clause",))]),
        ("open", set(), [("supported", ())]),
    ],
)
def test_an_anchor_on_a_hidden_text_proves_nothing(
    secret: str, scopes: set[str] | None, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    world = read_world(two_anchors(secret=secret))
    caller = None if scopes is None else frozenset(scopes)
    acceptance = judge(verify(world, {}), Eligibility(world, choose_view(world), caller))
    assert [(one.verdict, one.reasons) for one in record_verdicts(acceptance)] == expected
