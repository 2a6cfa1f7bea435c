"""Properties of support: what is true is supported, any single change is refused, names do not matter."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.evidence import read_world, verify
from tests.evidence.builder import Builder, iri

if TYPE_CHECKING:
    from collections.abc import Callable

    Change: TypeAlias = Callable[["Stated", st.DataObject], str]

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
    """A world in which one text states one record, once or twice.

    Args:
        ids: Four ids; the first is that of the subject, the second that of the object.
        labels: The preferred labels of the four, then one more label of each.
        predicate: The predicate.
        clause: What states the record.
        around: What stands before and after the clause.
        twice: Whether the clause stands once more, at the end.
        units: The position selectors: ``chars``, ``bytes`` or both.
    """

    def __init__(
        self,
        ids: list[str],
        labels: list[str],
        predicate: str,
        clause: str,
        around: tuple[str, str],
        *,
        twice: bool,
        units: tuple[str, ...],
    ) -> None:
        self.names, self.labels, self.predicate, self.clause, self.units = (
            ids,
            labels,
            predicate,
            clause,
            units,
        )
        self.start = len(around[0])
        self.body = around[0] + clause + around[1] + (f" {clause}" if twice else "")
        self.again = len(self.body) - len(clause) if twice else self.start
        self.builder = builder = Builder()
        for name, label, other in zip(ids, labels[:4], labels[4:], strict=True):
            builder.entity(name, label, other)
        builder.source("~s")
        builder.document("~d", "~s", "~d@1")
        builder.version("~d@1", "~d")
        builder.representation("~t", "~d@1", self.body)
        builder.record("~r", ids[0], f"eg:{predicate}", ids[1])
        self.anchor = builder.anchor("~r", "~t", self.body, clause, start=self.start)
        for unit in {"chars", "bytes"} - set(units):
            self.take(self.anchor, ns.OA_HAS_SELECTOR, NamedNode(iri(self.part(unit))))

    def part(self, name: str) -> str:
        """The name of a selector of the anchor."""
        return f"{self.anchor[:-1]}-{name}>"

    def offsets(self, unit: str, start: int) -> tuple[int, int]:
        """Where the clause stands that starts at a code point."""
        end = start + len(self.clause)
        if unit == "chars":
            return start, end
        return len(self.body[:start].encode()), len(self.body[:end].encode())

    def move(self, unit: str, start: int, end: int) -> None:
        """Let a position selector say something else."""
        self.put(self.part(unit), ns.OA_START, Literal(start))
        self.put(self.part(unit), ns.OA_END, Literal(end))

    def rules(self) -> list[str]:
        world = read_world(self.builder.dataset())
        return [failure.rule for failure in verify(world, {}).failures(0, world.anchors_of(0))]

    def take(self, node: str, property_iri: str, value: Any = None) -> None:
        """Take the value of a property away, the only one or the one that is named."""
        key = (NamedNode(iri(node)), property_iri)
        kept = [
            one
            for one in self.builder.triples
            if (one.subject, one.predicate.value) != key or value not in (None, one.object)
        ]
        assert len(kept) == len(self.builder.triples) - 1
        self.builder.triples = kept

    def put(self, node: str, property_iri: str, value: Literal | NamedNode) -> None:
        """Give the only value of a property another one."""
        self.take(node, property_iri)
        self.builder.triples.append(Triple(NamedNode(iri(node)), NamedNode(property_iri), value))


@st.composite
def stated(draw: st.DrawFn) -> Stated:
    ids = draw(st.lists(names, min_size=4, max_size=4, unique=True))
    labels = draw(st.lists(names, min_size=8, max_size=8, unique=True))
    predicate = draw(st.sampled_from(PREDICATES))
    opening = draw(st.sampled_from(["", *" \t\r\n([{\"'“‘„‚«‹"]))
    before = draw(texts) + opening if opening else draw(st.sampled_from(("", "\ufeff")))
    after = draw(st.text(".,;:!?)", max_size=3)) + draw(st.sampled_from(["", *WHITE]))
    after += draw(texts) if after[-1:] in tuple(WHITE) else ""
    subject, value = ids[0], ids[1]
    wording = predicate
    if draw(st.booleans()):
        subject, value = labels[draw(st.sampled_from((0, 4)))], labels[draw(st.sampled_from((1, 5)))]
        wording = WORDINGS[predicate]
    clause = f"{subject} {wording} {value}"
    # Outer white space and a final full stop belong to the sentence, not to a name.
    assume(clause.strip(WHITE) == clause and not clause.endswith("."))
    units = draw(st.sampled_from((("chars", "bytes"), ("chars",), ("bytes",))))
    return Stated(ids, labels, predicate, clause, (before, after), twice=draw(st.booleans()), units=units)


@settings(deadline=None)
@given(stated())
def test_a_true_clause_supports_its_record(one: Stated) -> None:
    assert one.rules() == []


@settings(deadline=None)
@given(stated(), st.data())
def test_another_occurrence_of_the_clause_is_no_change(one: Stated, data: st.DataObject) -> None:
    """Each selector may name either of the two, and be right."""
    for unit in one.units:
        one.move(unit, *one.offsets(unit, data.draw(st.sampled_from((one.start, one.again)))))
    assert one.rules() == []


# One change, drawn from all of its kind, and the rule that has to refuse it, found without the verifier.


def change_end(property_iri: str) -> Change:
    def change(one: Stated, data: st.DataObject) -> str:
        own = one.names[0 if property_iri == ns.RDF_SUBJECT else 1]
        kind = data.draw(st.sampled_from(("declared", "undeclared", "literal", "none")))
        if kind == "none":
            one.take("~r", property_iri)
        elif kind == "literal":
            one.put("~r", property_iri, Literal(own))
        elif kind == "undeclared":
            other = data.draw(names.filter(lambda name: name not in one.names))
            one.put("~r", property_iri, NamedNode(iri(other)))
        else:
            other = data.draw(st.sampled_from([name for name in one.names if name != own]))
            one.put("~r", property_iri, NamedNode(iri(other)))
            return "wrong-bridge"
        return "unknown-entity"

    return change


def change_predicate(one: Stated, data: st.DataObject) -> str:
    other = data.draw(st.sampled_from([*PREDICATES, "supervises", None]).filter(lambda p: p != one.predicate))
    if other is None:
        one.take("~r", ns.RDF_PREDICATE)
    else:
        one.put("~r", ns.RDF_PREDICATE, NamedNode(iri(f"eg:{other}")))
    return "wrong-bridge" if other in PREDICATES else "undeclared-predicate"


def change_text(node: str, property_iri: str, changed: str, missing: str) -> Change:
    def change(one: Stated, data: st.DataObject) -> str:
        place = {"anchor": one.anchor, "quote": one.part("quote"), "representation": "~t"}[node]
        (old,) = (
            triple.object.value
            for triple in one.builder.triples
            if triple.subject == NamedNode(iri(place))
            and triple.predicate.value == property_iri
            and isinstance(triple.object, Literal)
        )
        if data.draw(st.integers(0, 4)) == 0:
            one.take(place, property_iri)
            return missing
        at = data.draw(st.integers(0, len(old)))
        near = [
            old[:at] + old[at + 1 :],
            old[:at] + "x" + old[at:],
            old.swapcase(),
            f"{old} ",
            f"\n{old}",
            unicodedata.normalize("NFD", old),
        ]
        new = data.draw(st.one_of(texts, st.sampled_from(near)).filter(lambda text: text != old))
        one.put(place, property_iri, Literal(new))
        return changed

    return change


def change_span(one: Stated, data: st.DataObject) -> str:
    """Change one of the numbers, or with one selector both."""
    unit = data.draw(st.sampled_from(one.units))
    raw = one.body.encode()
    size = len(one.body) if unit == "chars" else len(raw)
    numbers = st.integers(-2, size + 2)
    old = one.offsets(unit, one.start)
    span = data.draw(
        st.one_of(
            numbers.map(lambda start: (start, old[1])),
            numbers.map(lambda end: (old[0], end)),
            st.tuples(numbers, numbers),
        ).filter(lambda new: new not in (old, one.offsets(unit, one.again)))
    )
    one.move(unit, *span)
    start, end = span
    if not 0 <= start <= end <= size:
        return "span-out-of-range"
    try:
        found = one.body[start:end] if unit == "chars" else raw[start:end].decode()
        if unit == "bytes":
            raw[:start].decode()
    except UnicodeDecodeError:
        return "span-splits-character"
    assume(found != one.clause)  # a third occurrence
    return "span-disagreement" if len(one.units) == 2 else "quote-mismatch"


CHANGES: dict[str, Change] = {
    "subject": change_end(ns.RDF_SUBJECT),
    "predicate": change_predicate,
    "object": change_end(ns.RDF_OBJECT),
    "span": change_span,
    "quote": change_text("quote", ns.OA_EXACT, "quote-mismatch", "missing-quote"),
    "digest of the anchor": change_text("anchor", ns.EG_SHA256, "digest-mismatch", "missing-digest"),
    "digest of the representation": change_text(
        "representation", ns.EG_SHA256, "digest-mismatch", "missing-digest"
    ),
    "body": change_text("representation", ns.EG_BODY, "digest-mismatch", "body-unavailable"),
}


@pytest.mark.parametrize("change", CHANGES)
@settings(deadline=None)
@given(one=stated(), data=st.data())
def test_any_single_change_is_refused(change: str, one: Stated, data: st.DataObject) -> None:
    # A clause that can be split in two ways, or read by ids and by labels, states two triples, and one of
    # them may be the changed record's.
    assume(
        one.clause.count(f" {one.predicate} ") <= 1 and one.clause.count(f" {WORDINGS[one.predicate]} ") <= 1
    )
    assume(not set(one.names) & set(one.labels))
    rule = CHANGES[change](one, data)
    assert one.rules() == [rule]


@settings(deadline=None)
@given(stated(), st.data(), st.randoms(use_true_random=False), st.sampled_from([None, *CHANGES]))
def test_order_of_the_triples_changes_no_verdict(
    one: Stated, data: st.DataObject, chance: Any, change: str | None
) -> None:
    if change is not None:
        CHANGES[change](one, data)
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
