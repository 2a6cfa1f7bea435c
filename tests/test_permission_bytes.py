"""A world with and one without a document that a caller may not see give that caller the same bytes."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pyoxigraph import NamedNode, Triple

from benchmarks.faults import FAULTS
from benchmarks.worlds import generate
from graph_rdf import namespaces as ns
from graph_rdf.errors import UnknownNameError
from graph_rdf.evidence import judge
from graph_rdf.export import NanopubOptions, write_annotated, write_ntriples, write_records
from graph_rdf.gate.callers import OpenWorld, find_record, open_world
from graph_rdf.gate.certifying import certified_lookup
from graph_rdf.gate.entailing import EntailOptions, entail
from graph_rdf.gate.export_writing import write_export
from graph_rdf.gate.exporting import Choice, open_export
from graph_rdf.gate.options import ReadOptions
from graph_rdf.gate.permission import visible_dataset
from graph_rdf.lookup import Limits, Question, accepted_graph, lookup_json, parse_path
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.records import RdfProfile, RecordSet, iri_of_id, record_triples
from graph_rdf.records.model import (
    Document,
    Record,
    Relation,
    Representation,
    Source,
    Support,
    Version,
    View,
)
from graph_rdf.report.entailment_json import render_ledger_json
from graph_rdf.report.record_page import record_page, render_record_json
from tests.test_lookup_permission import hidden, removed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PATHS = ("operated_by", "operated_by/contact", "mentions")
TIMES = (None, "2026-01-03T12:00:00Z", "2026-03-01T00:00:00Z")
ASKED = ("secret:view", "secret:claim-version", "secret:claim-document", "secret:claim-source")
DOCUMENTS = ("assignments", "contacts", "notes", "notice")


def without_emptied(records: list[Record]) -> list[Record]:
    """A source or a view of hidden documents alone is hidden too, so the other world has none without any."""
    used = {one.source for one in records if isinstance(one, Document)}
    return [
        one
        for one in records
        if not (isinstance(one, Source) and one.id not in used)
        and not (isinstance(one, View) and not one.admits)
    ]


def written(records: Iterable[Record], folder: Path, form: str) -> Path:
    """Write a world as records or, with its plain triples beside it, as RDF."""
    folder.mkdir()
    path = folder / ("w.records.jsonl" if form == "records" else "w.ttl")
    held = RecordSet.of(records)
    with path.open("wb") as out:
        if form == "records":
            write_records(held.records(), out)
        else:
            profile = RdfProfile(predicate_names(read_predicates(packaged_ontology())))
            write_ntriples([*record_triples(held, profile), *plain(held)], out)
    return path


def plain(records: RecordSet) -> list[Triple]:
    """Give the triple of each record, as a careless import asserts it, and the accepted graph of a view."""
    names = predicate_names(read_predicates(packaged_ontology()))
    found = [
        Triple(
            *(NamedNode(iri) for iri in (iri_of_id(one.subject), names[one.predicate], iri_of_id(one.object)))
        )
        for one in records.relations()
        if one.predicate in names
    ]
    graphs = [NamedNode(iri_of_id(view) + "#accepted") for view in records.catalogue.views]
    return found + [
        Triple(graph, NamedNode(ns.RDF_TYPE), NamedNode(ns.EG_ACCEPTED_GRAPH)) for graph in graphs
    ]


def with_secrets(records: Iterable[Record], document: str, text: str) -> list[Record]:
    """Add what hangs on a hidden document by other threads than a version with a text."""
    listed = list(records)
    first = next(one for one in listed if isinstance(one, Relation) and one.predicate == "operated_by")
    version = next(one.id for one in listed if isinstance(one, Version) and one.document == document)
    claims = {
        "version": Support("nowhere", version=version),
        "document": Support("nowhere", document=document),
        "source": Support("nowhere", source="secret:source"),
        "representation": Support(text, quote="?"),
    }
    listed = [
        # The hidden anchor stands before one that everybody may see.
        replace(one, support=(claims["document"], *one.support)) if one is first else one
        for one in listed
    ]
    return [
        *listed,
        Source("secret:source", "Closed", ("board",)),
        Source("secret:empty", "Closed and empty", ("board",)),
        Document("secret:document", "secret:source"),
        View("secret:view", (version,)),
        *(
            Relation(f"secret:claim-{name}", first.object, "mentions", first.subject, (claim,))
            for name, claim in claims.items()
        ),
    ]


def outputs(file: Path) -> dict[str, Any]:
    """Everything that runs for a caller, in the form in which it is written."""
    found: dict[str, Any] = {}
    world = open_world(str(file), ReadOptions())
    node = world.judgement.world
    starts = sorted(node.id_of(entity) for entity in node.entities)
    shown = node.views - world.eligibility(None, None, ()).hidden
    views = [(view, None) for view in (None, *sorted(map(node.id_of, shown)))]
    for view, as_of in [*views, *((None, time) for time in TIMES)]:
        seen = judge(world.judgement.verdicts, world.eligibility(view, as_of, ()))
        graph = accepted_graph(seen)
        found[f"accept {view} {as_of}"] = [*map(str, graph.triples), *map(str, graph.description)]
        out = io.BytesIO()
        write_annotated(seen, out, {})
        found[f"annotated {view} {as_of}"] = out.getvalue()
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
    return {**found, **refusals(world), **exports(file), **entailments(file)}


def refusals(world: OpenWorld) -> dict[str, str]:
    """What the caller is told of names that it may not know."""
    found: dict[str, str] = {}
    seen = judge(world.judgement.verdicts, world.eligibility(None, None, ()))
    for name in ASKED:
        for kind, ask in (
            ("view", lambda name: world.eligibility(name, None, ())),
            ("record", lambda name: find_record(seen, name)),
        ):
            with pytest.raises(UnknownNameError) as refused:
                ask(name)
            found[f"{kind} {name}"] = str(refused.value)
    return found


def exports(path: Path) -> dict[str, bytes]:
    """The exports that are for a caller."""
    found: dict[str, bytes] = {}
    for name, accepted_only in (("jsonl", True), ("rdf11", True), ("prov", True), ("nanopub", False)):
        out = io.BytesIO()
        export = open_export(str(path), ReadOptions(), Choice(accepted_only))
        warnings = write_export(export, name, out, NanopubOptions("2026-03-01T00:00:00Z"))
        found[f"export {name}"] = out.getvalue() + "\n".join(warnings).replace(str(path), "w").encode()
    return found


def entailments(path: Path) -> dict[str, str]:
    """The ledger with its contradictions, and what the entailed graph says of itself."""
    outcome = entail(str(path), ReadOptions(), EntailOptions(engine="reasonable", with_contested=True))
    return {
        "ledger": render_ledger_json(outcome.ledger, outcome.names, "0", measured=False).replace(
            str(path), "w"
        ),
        "entailed": str((outcome.triples, outcome.description(None))),
    }


CASES = [
    *((0, (name,), (), form) for name in DOCUMENTS for form in ("records", "rdf")),
    (1, ("assignments", "notice"), (), "rdf"),
    (2, DOCUMENTS, (), "records"),
    (3, ("contacts",), tuple(sorted(FAULTS)), "records"),
    (3, ("assignments",), tuple(sorted(FAULTS)), "rdf"),
]


@pytest.mark.parametrize(("seed", "documents", "faults", "form"), CASES)
def test_with_and_without(
    seed: int, documents: tuple[str, ...], faults: tuple[str, ...], form: str, tmp_path: Path
) -> None:
    (world,) = generate(1, seed, faults)
    secret = {f"doc:{world.name}:{name}" for name in documents}
    records = world.records
    assert secret <= {one.id for one in records if isinstance(one, Document)}
    closed = hidden(records, secret)
    one = min(secret)
    versions = {each.id for each in records if isinstance(each, Version) and each.document == one}
    text = next(each.id for each in records if isinstance(each, Representation) and each.version in versions)
    open_to_all = outputs(written(records, tmp_path / "plain", form))
    with_it = outputs(written(with_secrets(closed, one, text), tmp_path / "with", form))
    without = outputs(written(without_emptied(removed(records, secret)), tmp_path / "without", form))
    assert with_it.keys() == without.keys()
    assert [name for name in with_it if with_it[name] != without[name]] == []
    assert with_it != open_to_all
    told = {name: value for name, value in with_it.items() if not name.endswith(ASKED)}
    assert "secret:" not in str(told)
