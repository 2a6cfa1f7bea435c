"""Columns of odd RDF: several values, blank nodes, wrong kinds; two ways of reading selectors that agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import Literal, RdfFormat

from graph_rdf import namespaces as ns
from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.evidence import (
    Eligibility,
    choose_view,
    evidence_findings,
    judge,
    read_world,
    record_verdicts,
    selectors,
    verify,
)
from graph_rdf.evidence.column import NOT_TEXT
from graph_rdf.syntax import Source
from tests.evidence.builder import Builder, digest, iri, one_record_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest
    from pyoxigraph import Triple

    from graph_rdf.dataset.protocol import Bindings, Solutions

PREFIXES = "".join(f"@prefix {name}: <{namespace}> .\n" for name, namespace in ns.PREFIXES.items())


def turtle(text: str) -> EmbeddedDataset:
    source = Source("odd.ttl", (PREFIXES + text).encode(), RdfFormat.TURTLE, base="http://e/")
    dataset, findings = load_sources([source])
    assert findings == []
    return dataset


def test_nothing() -> None:
    world = read_world(turtle(""))
    assert (world.records, world.anchors, world.first_anchor) == ((), (), (0,))
    acceptance = judge(verify(world, {}), Eligibility(world, choose_view(world)))
    assert (record_verdicts(acceptance), evidence_findings(acceptance)) == ([], [])


def test_terms_of_every_kind_stay_apart() -> None:
    world = read_world(
        turtle(
            """<r> a eg:RelationRecord ; rdf:subject <a> , "http://e/a" , <<( <a> <b> "c" )>> ;
              rdf:predicate "p"@en ; rdf:object _:b ; dcterms:identifier <r> .
            <l> skos:prefLabel "x"@en , "x"@de , "x" ; skos:altLabel "x" , "y"@en , <iri> ."""
        )
    )
    assert world.subject.values("http://e/r") == (
        '"http://e/a"',
        '<http://e/a> <http://e/b> "c"',
        "http://e/a",
    )
    assert world.predicate.values("http://e/r") == ('"p"@en',)
    assert world.object.one["http://e/r"].startswith("_:")
    assert world.id_of("http://e/r") == "http://e/r"
    assert world.label.values("http://e/l") == ("x",)
    assert world.alias.values("http://e/l") == ("x", "y", NOT_TEXT)


def test_blank_nodes_work_like_others() -> None:
    body = "http://e/a contact http://e/b."
    quote = body[:-1]
    dataset = turtle(
        f"""<a> a eg:Entity . <b> a eg:Entity .
        eg:contact a eg:RelationPredicate ; dcterms:identifier "contact" .
        [] a eg:RelationRecord ; rdf:subject <a> ; rdf:predicate eg:contact ; rdf:object <b> ;
          prov:wasDerivedFrom [ a eg:Anchor ; eg:sha256 "{digest(body)}" ; oa:hasSelector
            [ a oa:TextPositionSelector ; oa:start 0 ; oa:end {len(quote)} ] , [ oa:exact "{quote}" ] ;
            oa:hasSource [ a eg:Representation ; eg:sha256 "{digest(body)}" ; eg:body "{body}" ] ] ."""
    )
    world = read_world(dataset)
    (row,) = record_verdicts(judge(verify(world, {}), Eligibility(world, choose_view(world))))
    assert (row.verdict, row.subject, row.eligible) == ("supported", "http://e/a", False)
    assert row.id.startswith("_:")


def test_anchors_are_ordered_by_number() -> None:
    builder = Builder()
    builder.record("r", "a", "eg:contact", "b")
    names = [f"<{iri('r')}#anchor-{end}>" for end in ("10", "2", "1", "x", "01", "9" * 30)]
    for name in names:
        builder.add("r", ns.PROV_WAS_DERIVED_FROM, name)
        builder.add(name, ns.RDF_TYPE, f"<{ns.EG_ANCHOR}>")
    world = read_world(builder.dataset())
    ends = [anchor.rpartition("-")[2] for anchor in world.anchors]
    assert ends == ["1", "2", "10", "01", "9" * 30, "x"]


def test_one_anchor_of_two_records_is_checked_for_each() -> None:
    builder = one_record_world("a:1 contact b:1.", "a:1 contact b:1")
    builder.record("r2", "a:2", "eg:contact", "b:1")
    builder.add("r2", ns.PROV_WAS_DERIVED_FROM, f"<{iri('r')}#anchor-1>")
    world = read_world(builder.dataset())
    rows = record_verdicts(judge(verify(world, {}), Eligibility(world, choose_view(world))))
    assert [row.reasons for row in rows] == [(), ("wrong-bridge",)]


def test_an_id_that_two_entities_bear_reads_as_neither() -> None:
    builder = one_record_world("a:1 contact b:1.", "a:1 contact b:1")
    builder.add("<http://e/other>", ns.RDF_TYPE, f"<{ns.EG_ENTITY}>")
    builder.add("<http://e/other>", ns.DCTERMS_IDENTIFIER, Literal("a:1"))
    world = read_world(builder.dataset())
    rows = record_verdicts(judge(verify(world, {}), Eligibility(world, choose_view(world))))
    assert [row.reasons for row in rows] == [("ambiguous-label",)]


class Counting:
    """A dataset that counts the rows it hands out."""

    def __init__(self, dataset: EmbeddedDataset) -> None:
        self._dataset = dataset
        self.rows = 0

    def select(self, query: str, bindings: Bindings | None = None) -> Solutions:
        rows = self._dataset.select(query, bindings)
        self.rows += sum(1 for _ in self._dataset.select(query, bindings))
        return rows

    def ask(self, query: str, bindings: Bindings | None = None) -> bool:
        return self._dataset.ask(query, bindings)

    def construct(self, query: str, bindings: Bindings | None = None) -> Iterator[Triple]:
        return self._dataset.construct(query, bindings)


def test_several_starts_and_ends_are_not_multiplied() -> None:
    builder = one_record_world("a:1 contact b:1.", "a:1 contact b:1")
    for at in range(300):
        builder.selector(f"<{iri('r')}#anchor-1>", "bytes", at, at + 1000)
    counting = Counting(builder.dataset())
    world = read_world(counting)
    assert counting.rows < 5 * 600
    assert len(world.byte_span.values(f"{iri('r')}#anchor-1")) == 600
    failures = verify(world, {}).anchor_failures
    assert [failure.rule for failure in failures.values()] == ["span-out-of-range"]


def test_both_ways_of_reading_selectors_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = one_record_world("ä a:1 contact b:1.", "a:1 contact b:1")
    anchor = f"<{iri('r')}#anchor-1>"
    builder.selector(anchor, "chars-2", 1, 2)
    builder.selector(anchor, "bytes-2", 1, -2)
    builder.quote(f"{anchor[:-1]}-2>", "x")
    builder.add(anchor, ns.OA_HAS_SELECTOR, f"{anchor[:-1]}-2-quote>")
    dataset = builder.dataset()
    joined = (selectors.read_spans(dataset), selectors.read_quotes(dataset))
    monkeypatch.setattr(selectors, "_is_single", lambda *_: False)
    assert (selectors.read_spans(dataset), selectors.read_quotes(dataset)) == joined
    assert joined[0][0].values(iri(anchor)) == ((1, -1), (3, 18))
    assert joined[1].values(iri(anchor)) == ("a:1 contact b:1", "x")


def test_body_paths_are_those_that_have_to_be_read() -> None:
    dataset = turtle(
        """<a> a eg:Representation ; eg:path "a.txt" .
        <b> a eg:Representation ; eg:path "b.txt" ; eg:body "b" .
        <c> a eg:Representation ; eg:path "c.txt" , "d.txt" . <d> eg:path "e.txt" .
        <e> a eg:Representation ; eg:path <f> ."""
    )
    assert read_world(dataset).body_paths() == {"http://e/a": "a.txt"}
