"""Faults: one way or more to break each rule of the evidence model, section 6, in one relation record."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from benchmarks.drafts import Draft, digest, span, worded
from graph_rdf import namespaces as ns
from graph_rdf.ntriples import iri, literal
from graph_rdf.records import iri_of_id
from graph_rdf.records.model import Relation, Representation, Span, Support

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from graph_rdf.ntriples import LexicalTriple

    Fault: TypeAlias = Callable[[Draft, Relation], Relation]

_ORGANISATIONS: Final = ("north", "south")


def inject(draft: Draft, rules: Sequence[str]) -> dict[str, str]:
    """Break rules, each in a record of its own among the first seven, which are right before.

    Args:
        draft: The world; it is changed.
        rules: Rule ids, at most three.

    Returns:
        Id of each broken record → its rule.
    """
    free = list(range(len(draft.relations[:7])))
    draft.rng.shuffle(free)
    broken: dict[str, str] = {}
    draft.genuine = tuple(draft.relations[:7])
    # The label of an organisation is the ambiguous one, so this rule takes its record first.
    for rule in sorted(rules, key=lambda rule: rule != "ambiguous-label"):
        index = next(
            index for index in free if rule != "ambiguous-label" or _names_organisation(draft, index)
        )
        free.remove(index)
        draft.relations[index] = FAULTS[rule](draft, draft.relations[index])
        broken[draft.relations[index].id] = rule
    return broken


def edited(
    triples: Iterable[LexicalTriple], records: Collection[str], base: str = ns.ID_BASE
) -> Iterator[LexicalTriple]:
    """Make the selectors of records disagree, which no records file can say.

    Args:
        triples: The triples of a world.
        records: The ids in `GeneratedWorld.edits`.
        base: The id base.

    Returns:
        The same triples, but the char selector of the first anchor of these records ends one earlier.
    """
    selectors = {iri(f"{iri_of_id(record, base)}#anchor-1-chars") for record in records}
    end = iri(ns.OA_END)
    for subject, predicate, value in triples:
        if predicate == end and subject in selectors:
            offset = int(value[1 : value.index('"', 1)]) - 1
            yield subject, predicate, literal(str(offset), ns.XSD_NON_NEGATIVE_INTEGER)
        else:
            yield subject, predicate, value


def _names_organisation(draft: Draft, index: int) -> bool:
    relation = draft.relations[index]
    return bool({relation.subject, relation.object} & {draft.entities[name].id for name in _ORGANISATIONS})


def _anchor(relation: Relation, **changed: Any) -> Relation:
    return replace(relation, support=(replace(relation.support[0], **changed), *relation.support[1:]))


def _short(draft: Draft, anchor: Support) -> str:
    """The short name of the version that a good anchor cites."""
    return anchor.representation.removeprefix(f"doc:{draft.name}:").partition("/")[0]


def _copy(draft: Draft, relation: Relation, **changed: Any) -> Relation:
    """Let the record cite a representation of its own, otherwise as before."""
    anchor = relation.support[0]
    short = _short(draft, anchor)
    own = f"{draft.version(short)}/own-{relation.id.rpartition(':')[2]}"
    body = draft.bodies[short]
    representation = Representation(
        own, draft.version(short), "text/plain; charset=utf-8", digest(body), body=body
    )
    draft.copies.append(replace(representation, **changed))
    return _anchor(relation, representation=own)


def _recite(draft: Draft, relation: Relation, before: str, quote: str, after: str, unit: str) -> Relation:
    """Let the record cite a body of its own, in which the quote stands between two texts."""
    body = before + quote + after
    changed = _copy(draft, relation, body=body, sha256=digest(body))
    return _anchor(changed, sha256=digest(body), span=span(body, len(before), quote, unit), quote=quote)


def _undeclared_predicate(draft: Draft, relation: Relation) -> Relation:
    return replace(
        relation, predicate=draft.rng.choice(("supervises", "operated by", "https://example.org/runs"))
    )


def _unknown_entity(draft: Draft, relation: Relation) -> Relation:
    nobody = f"org:{draft.name}:nobody"
    if draft.rng.random() < 0.5:
        return replace(relation, subject=nobody)
    return replace(relation, object=nobody)


def _missing_support(draft: Draft, relation: Relation) -> Relation:  # noqa: ARG001
    return replace(relation, support=())


def _anchor_mismatch(draft: Draft, relation: Relation) -> Relation:
    here = _short(draft, relation.support[0])
    other = draft.rng.choice(
        [short for short in draft.bodies if short.partition("@")[0] != here.partition("@")[0]]
    )
    source = "registry" if here == "notes@v1" else "bulletin"
    claims = {
        "version": draft.version(other),
        "document": draft.version(other.partition("@")[0]),
        "source": f"source:{draft.name}:{source}",
    }
    claim = draft.rng.choice(sorted(claims))
    return _anchor(relation, **{claim: claims[claim]})


def _body_unavailable(draft: Draft, relation: Relation) -> Relation:
    path = draft.rng.choice((None, "sources/not-there.txt", "../outside.txt", "/etc/hostname"))
    if path is None:
        return _anchor(relation, representation=f"doc:{draft.name}:nowhere/text")
    return _copy(draft, relation, body=None, path=path)


def _missing_digest(draft: Draft, relation: Relation) -> Relation:
    if draft.rng.random() < 0.5:
        return _anchor(relation, sha256=None)
    return _copy(draft, relation, sha256=None)


def _digest_mismatch(draft: Draft, relation: Relation) -> Relation:
    wrong = digest(draft.name)
    choice = draft.rng.randrange(3)
    if choice == 0:
        return _anchor(relation, sha256=wrong)
    changed = _copy(draft, relation, sha256=wrong)
    return changed if choice == 1 else _anchor(changed, sha256=wrong)


def _missing_span(draft: Draft, relation: Relation) -> Relation:  # noqa: ARG001
    return _anchor(relation, span=None)


def _span_out_of_range(draft: Draft, relation: Relation) -> Relation:
    body = draft.bodies[_short(draft, relation.support[0])]
    old = relation.support[0].span
    unit = "byte" if old is None else old.unit
    size = len(body.encode("utf-8")) if unit == "byte" else len(body)
    start = draft.rng.choice((0, size, size + 5))
    return _anchor(relation, span=Span(unit, start, size + draft.rng.randrange(6, 9)))


def _span_splits_character(draft: Draft, relation: Relation) -> Relation:
    clause = (relation.support[0].quote or "").removesuffix(".")
    letter = draft.rng.choice(("ä", "€", "\U0001f333"))
    changed = _recite(draft, relation, f"{letter} ", clause, f" {letter}", "byte")
    good = changed.support[0].span
    if good is None:
        raise AssertionError("a fresh anchor has a span")
    cut = draft.rng.choice((Span("byte", 1, good.end), Span("byte", good.start, good.end + 2)))
    return _anchor(changed, span=cut)


def _span_disagreement(draft: Draft, relation: Relation) -> Relation:  # noqa: ARG001
    return relation  # `edited` does it


def _missing_quote(draft: Draft, relation: Relation) -> Relation:  # noqa: ARG001
    return _anchor(relation, quote=None)


def _quote_mismatch(draft: Draft, relation: Relation) -> Relation:
    quote = relation.support[0].quote or ""
    wrong = [quote.replace(" ", "\u00a0", 1), quote + " ", quote.upper(), quote[:-1], f"“{quote}”"]
    wrong += [form for name in ("NFC", "NFD") if (form := unicodedata.normalize(name, quote)) != quote]
    return _anchor(relation, quote=draft.rng.choice(wrong))


def _clause_truncated(draft: Draft, relation: Relation) -> Relation:
    clause = (relation.support[0].quote or "").removesuffix(".")
    before, after = draft.rng.choice(
        (("", "-east."), ("x", "."), ("(", "\u00a0."), ("Ä", ""), ("", ".x"), ("", "é"))
    )
    return _recite(draft, relation, before, clause, after, draft.rng.choice(("byte", "char")))


def _unlicensed_clause(draft: Draft, relation: Relation) -> Relation:
    subject, value = relation.subject, relation.object
    clause = draft.rng.choice(
        (
            f"{subject} is operated by {value}",
            f"{subject} and {value}",
            f"{subject}  {relation.predicate} {value}",
            f"{subject} {relation.predicate.upper()} {value}",
            f"\u00a0{subject} {relation.predicate} {value}",
        )
    )
    return _recite(draft, relation, "", clause, "\n", draft.rng.choice(("byte", "char")))


def _ambiguous_label(draft: Draft, relation: Relation) -> Relation:
    labels = {entity.id: entity.label for entity in draft.entities.values()}
    clause = worded(labels[relation.subject], relation.predicate, labels[relation.object])
    return _recite(draft, relation, "Ü: ", clause, ".\r\n", draft.rng.choice(("byte", "char")))


def _wrong_bridge(draft: Draft, relation: Relation) -> Relation:
    genuine = {
        other.support
        for other in draft.genuine
        if other.support
        and (other.subject, other.predicate, other.object)
        != (relation.subject, relation.predicate, relation.object)
    }
    return replace(relation, support=draft.rng.choice(sorted(genuine, key=repr)))


FAULTS: Final[dict[str, Fault]] = {
    "undeclared-predicate": _undeclared_predicate,
    "unknown-entity": _unknown_entity,
    "missing-support": _missing_support,
    "anchor-mismatch": _anchor_mismatch,
    "body-unavailable": _body_unavailable,
    "missing-digest": _missing_digest,
    "digest-mismatch": _digest_mismatch,
    "missing-span": _missing_span,
    "span-out-of-range": _span_out_of_range,
    "span-splits-character": _span_splits_character,
    "span-disagreement": _span_disagreement,
    "missing-quote": _missing_quote,
    "quote-mismatch": _quote_mismatch,
    "clause-truncated": _clause_truncated,
    "unlicensed-clause": _unlicensed_clause,
    "ambiguous-label": _ambiguous_label,
    "wrong-bridge": _wrong_bridge,
}
"""Rule id → what breaks it, in the order of the evidence model, section 6."""
