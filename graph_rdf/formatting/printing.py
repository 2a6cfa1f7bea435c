"""The layout of one statement: one predicate a line, each comment at its word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.formatting.tree import Block, Leaf, first_leaf, last_leaf

if TYPE_CHECKING:
    from graph_rdf.formatting.tree import Comment, Object, Statement, Term, Unit

STEP: Final = 4
"""Indentation of what belongs to the line above. Units: spaces."""


class Printer:
    """Prints one statement.

    Args:
        indent: How far it is indented: its place in a graph block.

    Attributes:
        behind: After printing, the comments that follow the last word on its line.
    """

    def __init__(self, indent: int = 0) -> None:
        self.behind: list[bytes] = []
        self._base = indent
        self._pieces: list[bytes] = []
        self._comment_line = False

    def statement(self, statement: Statement) -> bytes:
        """Print a statement.

        Args:
            statement: Its tree. The comments above its first word are the caller's.

        Returns:
            The text without indentation before the first line and without a line end.
        """
        inner = self._base + STEP
        subject = first_leaf(statement.subject)
        subject.lead, subject.broke = (), False
        self._term(statement.subject, self._base, first=True)
        self._units(statement.units, inner, on_first_line=True)
        dot = statement.dot
        if dot.lead:
            if statement.half_open:
                self._pieces.append(b" ;")
            self._comments(dot.lead, inner)
            self._line(inner)
            self._pieces.append(b".")
        else:
            self._pieces.append(b" .")
        if dot.trail is not None:
            self.behind.append(dot.trail)
        return b"".join(self._pieces)

    def _line(self, indent: int, *, blank: bool = False) -> None:
        """Begin a line. Of several comments behind the line that ends, all but the first get their own."""
        margin = b" " * indent
        if self.behind:
            self._pieces.append(b" " + (b"\n" + margin).join(self.behind))
            self.behind = []
        self._comment_line = False
        self._pieces.append((b"\n\n" if blank else b"\n") + margin)

    def _comments(self, comments: tuple[Comment, ...], indent: int, *, first: bool = False) -> None:
        for place, comment in enumerate(comments):
            self._line(indent, blank=comment.blank and not (first and place == 0))
            self._pieces.append(comment.text)
            self._comment_line = True

    def _leaf(
        self, leaf: Leaf, text: bytes, indent: int, *, new_line: bool = False, first: bool = False
    ) -> None:
        """Print a word.

        Args:
            leaf: The word, for its comments.
            text: What is written.
            indent: Where the line begins, if one must.
            new_line: Whether one must.
            first: Whether no empty line is kept above it.
        """
        self._comments(leaf.lead, indent, first=first)
        if new_line or self.behind or self._comment_line:
            self._line(indent, blank=new_line and leaf.blank and not (first and not leaf.lead))
        elif self._pieces:
            self._pieces.append(b" ")
        self._pieces.append(text)

    def _term(self, term: Term, indent: int, *, new_line: bool = False, first: bool = False) -> None:
        opening = first_leaf(term)
        text = term.text if isinstance(term, Leaf) else term.flat
        if text is not None or isinstance(term, Leaf):
            self._leaf(opening, text or b"", indent, new_line=new_line, first=first)
        else:
            self._leaf(opening, opening.text, indent, new_line=new_line, first=first)
            self._inside(term, indent)
        trail = last_leaf(term).trail
        if trail is not None:
            self.behind.append(trail)

    def _inside(self, block: Block, indent: int) -> None:
        if block.opening.trail is not None:
            self.behind.append(block.opening.trail)
        self._units(block.units, indent + STEP)
        for place, item in enumerate(block.items):
            self._term(item, indent + STEP, new_line=True, first=place == 0)
        if block.closing.lead and block.half_open:
            self._pieces.append(b" ;")
        self._comments(block.closing.lead, indent + STEP)
        self._line(indent)
        self._pieces.append(block.closing.text)

    def _units(self, units: list[Unit], indent: int, *, on_first_line: bool = False) -> None:
        for place, unit in enumerate(units):
            shares = on_first_line and place == 0
            self._unit(unit, indent, shares_line=shares, first=place == 0)
            if place < len(units) - 1:
                self._pieces.append(b" ;")
            if unit.semicolon is not None and unit.semicolon.trail is not None:
                self.behind.append(unit.semicolon.trail)

    def _unit(self, unit: Unit, indent: int, *, shares_line: bool, first: bool) -> None:
        verb, objects = unit.verb, unit.objects
        self._leaf(verb, verb.text, indent, new_line=not shares_line, first=first)
        if verb.trail is not None:
            self.behind.append(verb.trail)
        apart = _apart(unit)
        inner = indent + STEP if apart else indent
        for place, value in enumerate(objects):
            self._term(value.term, inner, new_line=apart, first=True)
            # An annotation stands one step behind the line of its object.
            self._annotations(value, indent if shares_line and not apart else inner + STEP)
            if place < len(objects) - 1:
                self._pieces.append(b",")
            if value.comma is not None and value.comma.trail is not None:
                self.behind.append(value.comma.trail)

    def _annotations(self, value: Object, indent: int) -> None:
        ends = (value.term, *value.annotations[:-1])
        apart = any(map(_has_trail, ends)) or any(
            (isinstance(each, Block) and each.flat is None) or first_leaf(each).lead
            for each in value.annotations
        )
        after_reifier = False
        for each in value.annotations:
            joined = after_reifier and isinstance(each, Block)
            self._term(each, indent, new_line=apart and not joined, first=True)
            after_reifier = isinstance(each, Leaf)


def _apart(unit: Unit) -> bool:
    """Whether each object stands on a line of its own: as the author began it, or for a comment's sake."""
    last = len(unit.objects) - 1
    if unit.verb.trail is not None:
        return True
    hug = True
    broke = False
    for place, value in enumerate(unit.objects):
        first = first_leaf(value.term)
        if first.lead or (
            place < last and any(map(_has_trail, (value.term, *value.annotations, value.comma)))
        ):
            return True
        broke = broke or (place > 0 and first.broke)
        hug = hug and isinstance(value.term, Block) and value.term.flat is None
    return broke and not hug


def _has_trail(term: Term | None) -> bool:
    return term is not None and last_leaf(term).trail is not None
