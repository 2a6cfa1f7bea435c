"""What one statement is made of: words with their comments, blocks, predicates with objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

FLAT_WIDTH: Final = 72
"""A property list or collection up to this long stands on one line. Units: code points."""


class Comment(NamedTuple):
    """A comment on a line of its own.

    Args:
        text: From the ``#`` to the end, without white space there.
        blank: Whether an empty line stands before it.
    """

    text: bytes
    blank: bool


@dataclass(slots=True)
class Leaf:
    """A word that is never broken: a name, a literal with its suffix, a triple term, a mark.

    Args:
        text: As it will be written.
        lead: The comments on lines of their own before it.
        trail: The comment behind it on its line.
        broke: Whether a line end stood before it.
        blank: Whether an empty line stood before it, behind its `lead`.
    """

    text: bytes
    lead: tuple[Comment, ...] = ()
    trail: bytes | None = None
    broke: bool = False
    blank: bool = False

    @property
    def starts_blank(self) -> bool:
        """Whether an empty line stands before it and its comments."""
        return self.lead[0].blank if self.lead else self.blank


@dataclass(slots=True)
class Block:
    """A property list, a collection or an annotation block.

    Args:
        opening: Its first mark.
        units: Its predicates; none in a collection.
        items: The members of a collection.
        closing: Its last mark.
        half_open: Whether a semicolon stands behind its last predicate.
        flat: Its text on one line, when it fits there.
    """

    opening: Leaf
    units: list[Unit] = field(default_factory=list)
    items: list[Term] = field(default_factory=list)
    closing: Leaf = field(default_factory=lambda: Leaf(b""))
    half_open: bool = False
    flat: bytes | None = None


Term: TypeAlias = Leaf | Block


@dataclass(slots=True)
class Object:
    """An object with its annotations, and the comma behind it."""

    term: Term
    annotations: list[Term] = field(default_factory=list)
    comma: Leaf | None = None


@dataclass(slots=True)
class Unit:
    """A predicate with its objects, and the semicolon behind them.

    Args:
        verb: The predicate.
        objects: At least one.
        semicolon: None when the last one of a list has none.
        is_type: Whether the predicate is rdf:type.
    """

    verb: Leaf
    objects: list[Object] = field(default_factory=list)
    semicolon: Leaf | None = None
    is_type: bool = False

    @property
    def may_lead(self) -> bool:
        """Whether it belongs in front: rdf:type, unless that would change the order of blank nodes."""
        return self.is_type and all(_is_name(value) for value in self.objects)


def _is_name(value: Object) -> bool:
    text = b"" if isinstance(value.term, Block) else value.term.text
    return not (text[:1] in (b"", b"_", b"[", b"(") or text[:2] == b"<<" or value.annotations)


@dataclass(slots=True)
class Statement:
    """Triples of one subject.

    Args:
        subject: The subject, or a property list or reified triple that stands alone.
        units: Its predicates.
        dot: The mark at the end.
        half_open: Whether a semicolon stands behind the last predicate.
    """

    subject: Term
    units: list[Unit] = field(default_factory=list)
    dot: Leaf = field(default_factory=lambda: Leaf(b"."))
    half_open: bool = False


def first_leaf(term: Term) -> Leaf:
    """Give the first word of a term."""
    return term if isinstance(term, Leaf) else term.opening


def last_leaf(term: Term) -> Leaf:
    """Give the last word of a term."""
    return term if isinstance(term, Leaf) else term.closing


def flat_text(term: Term) -> bytes | None:
    """Give the text of a term without a line end in it or a comment at it, or None."""
    if first_leaf(term).lead or last_leaf(term).trail:
        return None
    text = term.text if isinstance(term, Leaf) else term.flat
    return None if text is None or b"\n" in text or b"\r" in text else text


def flatten(block: Block) -> None:
    """Decide whether a block, which is complete, stands on one line."""
    parts = _flat_units(block.units) if block.units else _flat_items(block.items)
    if parts is None or block.opening.trail or block.closing.lead:
        return
    marks = block.opening.text, block.closing.text
    if not parts:
        block.flat = marks[0] + marks[1]
        return
    text = b" ".join((marks[0], *parts, marks[1]))
    if len(text) <= FLAT_WIDTH or len(text.decode()) <= FLAT_WIDTH:
        block.flat = text


def _flat_items(items: list[Term]) -> list[bytes] | None:
    texts = [flat_text(item) for item in items]
    known = [text for text in texts if text is not None]
    return known if len(known) == len(texts) else None


def _flat_units(units: list[Unit]) -> list[bytes] | None:
    """One predicate a line, so only a single one stands on the line of the block."""
    unit = units[0]
    marks = [unit.verb, *filter(None, (unit.semicolon, *(value.comma for value in unit.objects)))]
    if len(units) > 1 or any(mark.lead or mark.trail for mark in marks):
        return None
    texts = []
    for place, value in enumerate(unit.objects):
        parts = [flat_text(value.term), *map(flat_text, value.annotations)]
        if place and first_leaf(value.term).broke:
            return None
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        texts.append(b" ".join(known))
    return [unit.verb.text, b", ".join(texts)]
