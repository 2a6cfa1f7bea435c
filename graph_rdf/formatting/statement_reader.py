"""From tokens to the tree of one statement. Comments go to the word they stand at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.formatting.gaps import NOTHING, Gap, read_gap
from graph_rdf.formatting.quick import PLAIN_UNIT
from graph_rdf.formatting.tree import Block, Comment, Leaf, Object, Statement, Unit, flatten
from graph_rdf.formatting.words import string_word
from graph_rdf.syntax.tokens import TOKEN

if TYPE_CHECKING:
    from graph_rdf.formatting.tree import Term

MAX_DEPTH: Final = 100
"""Property lists, collections and annotation blocks in each other; the reading and printing are recursive."""

_LIST_ENDS: Final = (b".", b"]", b"}", b"|}", b"")


class UnplacedError(Exception):
    """The text cannot be laid out.

    Args:
        offset: Where.
        message: Why.
    """

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


class StatementReader:
    """Reads one statement of a text that parses.

    Args:
        data: The text.
        start: The offset of its first token.
        type_tokens: The tokens that mean rdf:type.

    Attributes:
        end: The offset behind the last token that was read.
        trail_is_read: Whether the comment behind that is with the statement already.
    """

    def __init__(self, data: bytes, start: int, type_tokens: set[bytes]) -> None:
        self._data = data
        self._types = type_tokens
        self._depth = 0
        self._carried: tuple[Comment, ...] = ()
        self._gap = NOTHING
        self._start = self._end = start
        self._kind = ""
        self._text = b""
        self._advance()
        self._gap = NOTHING
        self.end = start
        self.trail_is_read = False

    def read_subject(self) -> Term:
        """Read the subject, or the name of a graph."""
        return self._term()

    @property
    def opens_graph(self) -> bool:
        """Whether a graph block follows what was read."""
        return self._text == b"{"

    def read(self, subject: Term) -> Statement:
        """Read the rest of a statement; afterwards `end` is the offset behind its last token."""
        statement = Statement(subject)
        self._units(statement)
        if self._text == b".":
            statement.dot = self._take(comments_behind=False)
        else:  # TriG lets the last dot of a graph out; the comment behind the last word is with that word
            statement.dot = Leaf(b".", self._carried)
            self._carried = ()
            self.trail_is_read = True
        return statement

    def read_line(self) -> Statement:
        """Read a statement of N-Triples or N-Quads."""
        statement = Statement(self._term())
        unit = Unit(self._take())
        statement.units.append(unit)
        unit.objects.append(Object(self._term()))
        if self._text != b".":
            unit.objects[0].annotations.append(self._term())
        statement.dot = self._take(comments_behind=False)
        return statement

    def _advance(self) -> None:
        begin = self._end
        match = TOKEN.match(self._data, begin)
        if match is None:  # cannot be: the pattern takes any byte and the end
            raise AssertionError(begin)
        self._kind = match.lastgroup or ""
        self._start, self._end = match.span(self._kind)
        self._text = self._data[self._start : self._end]
        self._gap = read_gap(self._data[begin : self._start]) if self._start > begin else NOTHING

    def _take(self, *, comments_behind: bool = True) -> Leaf:
        """Use the current token up; a comment behind the last one belongs to the file."""
        gap, text = self._gap, self._text
        leaf = Leaf(text, self._carried + gap.lead, None, gap.broke, gap.blank)
        self._carried = ()
        self.end = self._end
        if comments_behind:
            self._advance()
            leaf.trail = self._gap.trail
        return leaf

    def _glued(self, leaf: Leaf, between: bytes = b"") -> None:
        """Add the current token to a word that it is a part of."""
        self._refuse_comment()
        leaf.text += between + self._text
        self.end = self._end
        self._advance()
        leaf.trail = self._gap.trail

    def _refuse_comment(self) -> None:
        gap: Gap = self._gap
        if gap.trail is not None or gap.lead:
            raise UnplacedError(
                self._start, "a comment stands inside a term before this place; move it out of the term"
            )

    def _mark(self) -> Leaf:
        """Use up a comma or semicolon. Comments above it go to what follows."""
        leaf = self._take()
        self._carried = leaf.lead + self._carried
        leaf.lead = ()
        return leaf

    def _units(self, owner: Statement | Block) -> None:
        while self._text not in _LIST_ENDS:
            unit = self._plain_unit() or self._unit()
            unit.is_type = unit.verb.text in self._types
            if unit.is_type:
                unit.verb.text = b"a"
            owner.units.append(unit)
            while self._text == b";":
                spare = self._mark()
                if spare.trail is not None:
                    self._carried += (Comment(spare.trail, blank=False),)
        owner.half_open = bool(owner.units) and owner.units[-1].semicolon is not None
        if len(owner.units) > 1:
            owner.units.sort(key=lambda unit: not unit.may_lead)

    def _plain_unit(self) -> Unit | None:
        """The short way for what is plain, which is most; `_unit` would give the same."""
        match = PLAIN_UNIT.match(self._data, self._start)
        if match is None or match.group(2)[:1] == b"'":
            return None
        gap = self._gap
        verb = Leaf(match.group(1), self._carried + gap.lead, None, gap.broke, gap.blank)
        self._carried = ()
        self.end = self._end = match.end()
        self._advance()
        value = Leaf(match.group(2))
        return Unit(verb, [Object(value)], Leaf(b";", trail=self._gap.trail))

    def _unit(self) -> Unit:
        unit = Unit(self._take())
        self._objects(unit)
        if self._text == b";":
            unit.semicolon = self._mark()
        return unit

    def _objects(self, unit: Unit) -> None:
        while True:
            value = Object(self._term())
            unit.objects.append(value)
            while self._text in (b"~", b"{|"):
                value.annotations.append(self._annotation())
            if self._text != b",":
                return
            value.comma = self._mark()

    def _annotation(self) -> Term:
        if self._text == b"{|":
            return self._block(b"|}")
        leaf = self._take()
        if self._kind in ("iri", "blank") or (self._kind == "word" and b":" in self._text):
            self._glued(leaf, b" ")
        return leaf

    def _term(self) -> Term:
        if self._text == b"[":
            return self._block(b"]")
        if self._text == b"(":
            return self._block(b")")
        if self._text in (b"<<", b"<<("):
            return self._triple()
        is_string = self._kind == "string"
        leaf = self._take()
        if is_string:
            leaf.text = string_word(leaf.text)
            self._suffix(leaf)
        return leaf

    def _suffix(self, leaf: Leaf) -> None:
        if self._kind == "at":
            self._glued(leaf)
        elif self._text == b"^^":
            self._glued(leaf)
            self._glued(leaf)

    def _triple(self) -> Leaf:
        """A triple term or a reified triple is one word, whatever it holds."""
        leaf = self._take()
        depth = 1
        while depth and self._kind != "end":
            text, kind = self._text, self._kind
            depth += (text in (b"<<", b"<<(")) - (text in (b">>", b")>>"))
            if kind == "string":
                self._text = string_word(text)
            self._glued(leaf, b"" if (text == b"]" and leaf.text.endswith(b"[")) else b" ")
            if kind == "string":
                self._suffix(leaf)
        return leaf

    def _block(self, closing: bytes) -> Term:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnplacedError(self._start, f"nested deeper than the limit of {MAX_DEPTH}")
        block = Block(self._take())
        if closing == b")":
            while self._text != closing and self._kind != "end":
                block.items.append(self._term())
        else:
            self._units(block)
        block.closing = self._take()
        self._depth -= 1
        flatten(block)
        if not block.units and not block.items and block.flat is not None:
            return Leaf(
                block.flat, block.opening.lead, block.closing.trail, block.opening.broke, block.opening.blank
            )
        return block
