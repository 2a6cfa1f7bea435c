"""The layout of a file: directives, statements and graph blocks in order, empty lines and comments kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import RdfFormat

from graph_rdf.formatting.gaps import Gap, read_gap
from graph_rdf.formatting.page import Page
from graph_rdf.formatting.printing import STEP, Printer
from graph_rdf.formatting.quick import quick_line, quick_statement
from graph_rdf.formatting.statement_reader import StatementReader, UnplacedError
from graph_rdf.formatting.tree import Leaf
from graph_rdf.formatting.words import TypeNames, string_word
from graph_rdf.syntax.tokens import TOKEN

if TYPE_CHECKING:
    from graph_rdf.formatting.page import Kind

_LINES: Final = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
_DIRECTIVES: Final = (b"prefix", b"base", b"version")


def lay_out(data: bytes, start: int, format: RdfFormat, *, quick: bool = True) -> bytes:  # noqa: A002
    """Lay out Turtle, TriG, N-Triples or N-Quads.

    Args:
        data: The text, which parses.
        start: The offset at which it begins, behind a byte order mark.
        format: Its syntax.
        quick: Whether plain statements may take the short way; the text is the same without.

    Returns:
        The text: the same triples in the same order, but `a` first in its list. UTF-8, line feeds outside
        of strings, one at the end; empty when there is nothing in it.

    Raises:
        UnplacedError: A comment stands inside a term, or blocks are nested too deep.
    """
    return _Layout(data, start, lines=format in _LINES, quick=quick).run()


class _Layout:
    def __init__(self, data: bytes, start: int, *, lines: bool, quick: bool) -> None:
        self._data = data
        self._end = start
        self._first = True
        self._lines = lines
        self._quick = quick
        self._types = TypeNames()
        self._page = Page()
        self._margin = b""
        self._trail_is_read = False

    def run(self) -> bytes:
        data = self._data
        while True:
            match = TOKEN.match(data, self._end)
            kind = (match.lastgroup if match is not None else None) or "end"
            begin, end = match.span(kind) if match is not None else (self._end, self._end)
            gap = read_gap(data[self._end : begin], first=self._first)
            if self._trail_is_read:
                gap = gap._replace(trail=None)
                self._trail_is_read = False
            self._first = False
            if kind == "end":
                return self._page.finish(gap)
            token = data[begin:end]
            word = token.lower() if kind in ("word", "at") else b""
            if word.removeprefix(b"@") in _DIRECTIVES:
                self._directive(word.removeprefix(b"@"), begin, gap)
            elif token == b"}":
                self._page.close(gap)
                self._margin, self._end = b"", end
            elif token == b"{" or word == b"graph":
                self._open(b"", begin if token == b"{" else end, gap)
            else:
                self._statement(begin, gap)

    def _statement(self, begin: int, gap: Gap) -> None:
        data = self._data
        if self._quick:
            made = (
                quick_line(data, begin)
                if self._lines
                else quick_statement(data, begin, self._margin, self._types.tokens)
            )
            if made is not None:
                text, self._end = made
                self._page.add("statement", text, gap)
                return
        reader = StatementReader(data, begin, self._types.tokens)
        if self._lines:
            statement = reader.read_line()
        else:
            subject = reader.read_subject()
            if reader.opens_graph:
                name = subject.text if isinstance(subject, Leaf) else b""
                self._open(name, reader.end, gap)
                return
            statement = reader.read(subject)
        printer = Printer(len(self._margin))
        text = printer.statement(statement)
        self._page.add("statement", text, gap, printer.behind)
        self._end = reader.end
        self._trail_is_read = reader.trail_is_read

    def _open(self, name: bytes, offset: int, gap: Gap) -> None:
        """Open a graph block; `offset` is before its brace, or before its name."""
        tokens: list[bytes] = [name] if name else []
        comments: list[bytes] = []
        token = b""
        while token != b"{":
            match = TOKEN.match(self._data, offset)
            kind = (match.lastgroup if match is not None else None) or "end"
            if match is None or kind == "end":  # cannot be in text that parses
                raise UnplacedError(offset, "the graph block does not begin")
            begin, end = match.span(kind)
            between = read_gap(self._data[offset:begin])
            comments += [*filter(None, [between.trail]), *(comment.text for comment in between.lead)]
            token = self._data[begin:end]
            if token == b"]":
                tokens[-1] += token
            else:
                tokens.append(token)
            offset = end
        self._page.open(b" ".join(tokens), gap, comments)
        self._margin, self._end = b" " * STEP, offset

    def _directive(self, word: bytes, begin: int, gap: Gap) -> None:
        is_at = self._data[begin : begin + 1] == b"@"
        tokens: list[bytes] = []
        offset = begin
        wanted = (3 if word == b"prefix" else 2) + is_at
        while len(tokens) < wanted:
            match = TOKEN.match(self._data, offset)
            kind = (match.lastgroup if match is not None else None) or "end"
            if match is None or kind == "end":  # cannot be in text that parses
                raise UnplacedError(offset, "the directive does not end")
            start, end = match.span(kind)
            if b"#" in self._data[offset:start] and tokens:
                raise UnplacedError(start, "a comment stands inside a directive before this place")
            tokens.append(self._data[start:end])
            offset = end
        self._end = offset
        kind_of: Kind = "prefix" if word == b"prefix" else "directive"
        if word == b"version":
            self._page.add(kind_of, b"VERSION " + string_word(tokens[1]), gap)
            return
        if word == b"prefix":
            self._types.declare(tokens[1], tokens[2])
        parts = tokens[1 : wanted - is_at]
        self._page.add(kind_of, b" ".join((b"@" + word, *parts, b".")), gap)
