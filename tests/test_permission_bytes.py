"""A world with and one without a document that a caller may not see give that caller the same bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.faults import FAULTS
from benchmarks.worlds import generate
from graph_rdf.evidence import judge
from graph_rdf.export import write_records
from graph_rdf.gate.callers import OpenWorld, open_world
from graph_rdf.gate.certifying import certified_lookup
from graph_rdf.gate.options import ReadOptions
from graph_rdf.gate.permission import visible_dataset
from graph_rdf.lookup import Limits, Question, accepted_graph, lookup_json, parse_path
from graph_rdf.records import RecordSet
from graph_rdf.records.model import Document, Record, Source
from graph_rdf.report.record_page import record_page, render_record_json
from tests.test_lookup_permission import hidden, removed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PATHS = ("operated_by", "operated_by/contact", "mentions")
TIMES = (None, "2026-01-03T12:00:00Z", "2026-03-01T00:00:00Z")
DOCUMENTS = ("assignments", "contacts", "notes", "notice")


def without_empty_sources(records: list[Record]) -> list[Record]:
    """A source all of whose documents are hidden is hidden too, so the other world has none without any."""
    used = {one.source for one in records if isinstance(one, Document)}
    return [one for one in records if not isinstance(one, Source) or one.id in used]


def opened(records: Iterable[Record], folder: Path) -> OpenWorld:
    folder.mkdir()
    path = folder / "w.records.jsonl"
    with path.open("wb") as out:
        write_records(RecordSet.of(records).records(), out)
    return open_world(str(path), ReadOptions())


def outputs(world: OpenWorld) -> dict[str, Any]:
    """Everything that runs for a caller, in the form in which it is written."""
    found: dict[str, Any] = {}
    node = world.judgement.world
    starts = sorted(node.id_of(entity) for entity in node.entities)
    views = [(view, None) for view in (None, *sorted(map(node.id_of, node.views)))]
    for view, as_of in [*views, *((None, time) for time in TIMES)]:
        seen = judge(world.judgement.verdicts, world.eligibility(view, as_of, ()))
        graph = accepted_graph(seen)
        found[f"accept {view} {as_of}"] = [*map(str, graph.triples), *map(str, graph.description)]
        for record in seen.visible:
            page = record_page(seen, record, world.bodies())
            found[f"explain {view} {as_of} {page.verdict.id}"] = render_record_json(page)
        for path in PATHS:
            predicates = parse_path(path, node.predicates)
            for start in starts[:3]:
                question = Question(start, predicates, view, as_of, (), Limits(), None)
                made = certified_lookup(world, question)
                found[f"lookup {view} {as_of} {start} {path}"] = lookup_json(made.result)
                found[f"certificate {view} {as_of} {start} {path}"] = json.dumps(made.certificate)
        if (view, as_of) == (None, None):
            found["query"] = sorted(str(quad) for quad in visible_dataset(world.data.dataset, seen).quads())
    return found


CASES = [
    *((0, (name,), ()) for name in DOCUMENTS),
    (1, ("assignments", "notice"), ()),
    (2, DOCUMENTS, ()),
    (3, ("contacts",), tuple(sorted(FAULTS))),
]


@pytest.mark.parametrize(("seed", "documents", "faults"), CASES)
def test_with_and_without(
    seed: int, documents: tuple[str, ...], faults: tuple[str, ...], tmp_path: Path
) -> None:
    (world,) = generate(1, seed, faults)
    secret = {f"doc:{world.name}:{name}" for name in documents}
    records = world.records
    assert secret <= {one.id for one in records if isinstance(one, Document)}
    plain = outputs(opened(records, tmp_path / "plain"))
    with_it = outputs(opened(hidden(records, secret), tmp_path / "with"))
    without = outputs(opened(without_empty_sources(removed(records, secret)), tmp_path / "without"))
    assert with_it == without
    assert with_it != plain
