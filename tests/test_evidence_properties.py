"""Properties of support: what is true is supported, any single change is refused, names do not matter."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.evidence import read_world, verify
from tests.evidence.builder import Builder, digest, iri

# Letters of one to four bytes, combining marks, every character that means something to a form or a pattern.
CHARACTERS = "aB1 äß€😀\u0301\ufeff\u00a0\r\n\t{}()[]|.*+?\\^$/%\"'“”:;,-_"
WHITE = " \t\r\n"
names = st.text(CHARACTERS, min_size=1, max_size=8).filter(lambda text: not text.startswith("~"))
texts = st.text(CHARACTERS, max_size=30)
PREDICATES = ("operated_by", "not_operated_by", "contact", "mentions")
WORDINGS = dict(
    zip(PREDICATES, ("is operated by", "is not operated by", "has contact", "mentions"), strict=True)
)


class Stated:
    """A world in which one text states one record."""

    def __init__(
        self, ids: list[str], labels: list[str], predicate: str, before: str, after: str, *, worded: bool
    ) -> None:
        self.names, self.predicate = ids, predicate
        subject, obj = ids[0], ids[1]
        if worded:
            self.clause = f"{labels[0]} {WORDINGS[predicate]} {labels[1]}"
        else:
            self.clause = f"{subject} {predicate} {obj}"
        self.body = before + self.clause + after
        self.start = len(before)
        self.builder = builder = Builder()
        for name, label in zip(ids, labels, strict=True):
            builder.entity(name, label)
        builder.source("~s")
        builder.document("~d", "~s", "~d@1")
        builder.version("~d@1", "~d")
        builder.representation("~t", "~d@1", self.body)
        builder.record("~r", subject, f"eg:{predicate}", obj)
        self.anchor = builder.anchor("~r", "~t", self.body, self.clause, start=self.start)

    def rules(self) -> list[str]:
        world = read_world(self.builder.dataset())
        return [failure.rule for failure in verify(world, {}).failures(0, world.anchors_of(0))]

    def put(self, node: str, property_iri: str, value: Literal | NamedNode) -> None:
        key = NamedNode(iri(node))
        kept = [
            one for one in self.builder.triples if (one.subject, one.predicate.value) != (key, property_iri)
        ]
        assert len(kept) == len(self.builder.triples) - 1
        self.builder.triples = [*kept, Triple(key, NamedNode(property_iri), value)]


@st.composite
def stated(draw: st.DrawFn) -> Stated:
    ids = draw(st.lists(names, min_size=4, max_size=4, unique=True))
    labels = draw(st.lists(names, min_size=4, max_size=4, unique=True))
    predicate = draw(st.sampled_from(PREDICATES))
    before = draw(texts) + draw(st.sampled_from(["", *" \t\r\n([{\"'“‘„‚«‹"]))
    after = draw(st.text(".,;:!?)", max_size=3)) + draw(st.sampled_from(["", *WHITE]))
    after += draw(texts) if after[-1:] in tuple(WHITE) else ""
    one = Stated(ids, labels, predicate, before, after, worded=draw(st.booleans()))
    # Outer white space and a final full stop belong to the sentence, not to a name.
    assume(one.clause.strip(WHITE) == one.clause and not one.clause.endswith("."))
    assume(before in ("", "\ufeff") or before[-1] in " \t\r\n([{\"'“‘„‚«‹")
    return one


@settings(deadline=None)
@given(stated())
def test_a_true_clause_supports_its_record(one: Stated) -> None:
    assert one.rules() == []


CHANGES: dict[str, Any] = {
    "subject": lambda one: one.put("~r", ns.RDF_SUBJECT, NamedNode(iri(one.names[2]))),
    "object": lambda one: one.put("~r", ns.RDF_OBJECT, NamedNode(iri(one.names[3]))),
    "predicate": lambda one: one.put(
        "~r", ns.RDF_PREDICATE, NamedNode(iri(f"eg:{PREDICATES[PREDICATES.index(one.predicate) - 1]}"))
    ),
    "quote": lambda one: one.put(f"{one.anchor[:-1]}-quote>", ns.OA_EXACT, Literal(one.clause + "x")),
    "char start": lambda one: one.put(f"{one.anchor[:-1]}-chars>", ns.OA_START, Literal(one.start + 1)),
    "byte end": lambda one: one.put(
        f"{one.anchor[:-1]}-bytes>", ns.OA_END, Literal(len(one.body.encode()) + 1)
    ),
    "digest": lambda one: one.put(one.anchor, ns.EG_SHA256, Literal(digest("another"))),
    "body": lambda one: one.put("~t", ns.EG_BODY, Literal(one.body + "x")),
}
REFUSED_BY = {
    "subject": "wrong-bridge",
    "object": "wrong-bridge",
    "predicate": "wrong-bridge",
    "quote": "quote-mismatch",
    "char start": "span-disagreement",
    "byte end": "span-out-of-range",
    "digest": "digest-mismatch",
    "body": "digest-mismatch",
}


@pytest.mark.parametrize("change", CHANGES)
@settings(deadline=None, max_examples=25)
@given(one=stated())
def test_any_single_change_is_refused(change: str, one: Stated) -> None:
    # A clause that can be split in two ways states two triples, and one of them may be the changed record's.
    assume(
        one.clause.count(f" {one.predicate} ") == 1 or one.clause.count(f" {WORDINGS[one.predicate]} ") == 1
    )
    CHANGES[change](one)
    assert one.rules() == [REFUSED_BY[change]]


@settings(deadline=None)
@given(stated(), st.randoms(use_true_random=False), st.sampled_from([None, *CHANGES]))
def test_order_of_the_triples_changes_no_verdict(one: Stated, chance: Any, change: str | None) -> None:
    if change is not None:
        CHANGES[change](one)
    expected = one.rules()
    chance.shuffle(one.builder.triples)
    assert one.rules() == expected


@settings(deadline=None)
@given(stated(), names)
def test_ids_that_no_text_speaks_of_may_be_renamed(one: Stated, name: str) -> None:
    expected = one.rules()
    assume(name not in one.names)
    renamed = {iri(old): iri(f"~new {name} {old}") for old in ("~s", "~d", "~d@1", "~t", "~r")}

    def rename(term: Any) -> Any:
        return (
            NamedNode(renamed[term.value]) if isinstance(term, NamedNode) and term.value in renamed else term
        )

    one.builder.triples = [
        Triple(rename(each.subject), each.predicate, rename(each.object)) for each in one.builder.triples
    ]
    assert one.rules() == expected == []
