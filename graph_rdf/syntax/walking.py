"""A walk over the statements of Turtle, TriG, N-Triples and N-Quads that knows where everything stands.

The parser does not tell where a triple or a blank node came from. This walk reads the same text again, after
the fact, and follows the parser in one thing exactly: the order in which it gives out quads, because blank
nodes are labelled by first occurrence. (The quads that one token completes come out in reverse order.)
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graph_rdf.namespaces import RDF_TYPE
from graph_rdf.syntax.cursor import Cursor, Node
from graph_rdf.syntax.listener import Listener, Written

if TYPE_CHECKING:
    from graph_rdf.syntax.names import Names

Rule: TypeAlias = Generator[Any, Any, Any]

_VERB_ENDS: Final = (b".", b"]", b"}", b"|}", b"")


class Walk(Cursor):
    """One walk; `run` it once.

    Args:
        data: The text, which parses.
        start: The offset at which it begins.
        names: The prefixes and the base at that offset; the walk takes over declarations into it.
        listener: Who is told.
        quads: Whether the text is N-Triples or N-Quads.
    """

    def __init__(
        self, data: bytes, start: int, names: Names, listener: Listener, *, quads: bool = False
    ) -> None:
        self._listener = listener
        super().__init__(data, start, names, quads=quads)

    def run(self) -> None:
        """Walk to the end."""
        self._follow(self._document())

    def run_statement(self) -> None:
        """Walk over the one statement that begins at the start."""
        self._follow(self._triples_or_graph())

    def _follow(self, rule: Rule) -> None:
        """Rules call rules by yielding them, so depth costs no stack."""
        stack: list[Rule] = [rule]
        value: Any = None
        while stack:
            try:
                called = stack[-1].send(value)
            except StopIteration as done:
                stack.pop()
                value = done.value
            else:
                stack.append(called)
                value = None
        self._flush()

    def _tell(self, subject: Node, start: int) -> None:
        if self._listener.subject is not None:
            self._listener.subject(subject, start, self._last_end)

    def _document(self) -> Rule:
        while self._kind != "end":
            word = self._text.lower() if self._kind in ("at", "word") else b""
            if word in (b"@prefix", b"prefix"):
                self._next()
                name = self._text
                self._next()
                self._names.declare_prefix(name, self._text)
                self._directive_end(word)
            elif word in (b"@base", b"base"):
                self._next()
                self._names.declare_base(self._text)
                self._directive_end(word)
            elif word in (b"@version", b"version"):
                self._next()
                self._directive_end(word)
            elif word == b"graph":
                self._next()
                self._graph = self._graph_name()
                yield self._block()
            elif self._text == b"{":
                yield self._block()
            else:
                yield self._triples_or_graph()

    def _directive_end(self, word: bytes) -> None:
        self._next()
        if word.startswith(b"@") and self._text == b".":
            self._next()

    def _graph_name(self) -> Node:
        if self._text == b"[":
            start = self._start
            self._next()
            self._next()
            return self._blank(start, self._last_end)
        return self._name()

    def _block(self) -> Rule:
        self._next()  # {
        while self._text != b"}" and self._kind != "end":
            start = self._start
            subject, alone = yield self._subject()
            yield self._statement(subject, start, alone=alone)
        self._next()
        self._graph = None

    def _triples_or_graph(self) -> Rule:
        start = self._start
        subject, alone = yield self._subject()
        if self._text == b"{":
            self._graph = subject
            yield self._block()
        else:
            yield self._statement(subject, start, alone=alone)

    def _statement(self, subject: Node, start: int, *, alone: bool) -> Rule:
        if not (alone and self._text in _VERB_ENDS):
            yield self._predicates(subject)
        if self._quads:
            if self._text != b".":
                self._graph = self._name()
            self._flush()
            self._graph = None
        if self._text == b".":
            self._next()
        elif self._text != b"}" and self._kind != "end":
            self._next()  # cannot be in text that parses; never stand still
        self._tell(subject, start)

    def _subject(self) -> Rule:
        """Gives the node, and whether it may stand without predicates."""
        start = self._start
        if self._text == b"[":
            self._next()
            if self._text == b"]":
                self._next()
                return self._blank(start, self._last_end), False
            node = self._blank(start, start)
            yield self._predicates(node)
            self._next()
            self.blanks.places[node] = (start, self._last_end)
            return node, True
        if self._text == b"(":
            node = yield self._collection(None, object_of=False)
            return node, False
        if self._text == b"<<":
            node = yield self._reified()
            self._next()  # >>
            return node, True
        return self._name(), False

    def _predicates(self, subject: Node) -> Rule:
        while True:
            predicate = RDF_TYPE if self._text == b"a" else self._names.meaning(self._text)
            if self._listener.predicate is not None and predicate is not None:
                self._listener.predicate(subject, predicate, self._start)
            self._next()
            while True:
                value = yield self._object(subject, predicate)
                yield self._annotations(subject, value)
                if self._text != b",":
                    break
                self._next()
            while self._text == b";":
                self._next()
            if self._text in _VERB_ENDS or (self._quads and self._kind in ("iri", "blank")):
                return

    def _object(self, subject: Node, predicate: str | None) -> Rule:
        node: Node
        kind, text, start = self._kind, self._text, self._start
        if text == b"[":
            self._next()
            if self._text == b"]":
                node = self._blank(start, self._end)
            else:
                inner = node = self._blank(start, start)
                yield self._predicates(node)
                self.blanks.places[inner] = (start, self._end)
                self._tell_block(node, start)
            self._emit(subject, node)
            self._next()
            return node
        if text == b"(":
            return (yield self._collection(subject, object_of=True))
        if text == b"<<":
            node = yield self._reified()
            self._emit(subject, node)
            self._next()
            return node
        if text == b"<<(":
            node = yield self._triple()
            self._emit(subject, node)
            self._next()
            return node
        if kind == "string":
            self._literal(subject, predicate, emit=True)
            return None
        if kind == "number" or text in (b"true", b"false"):
            self._emit(subject, None)
            self._next()
            return None
        node = self._labelled() if kind == "blank" else self._names.meaning(text)
        self._emit(subject, node)
        self._next()
        return node

    def _tell_block(self, node: Node, start: int) -> None:
        if self._listener.subject is not None:
            self._listener.subject(node, start, self._end)

    def _literal(self, subject: Node, predicate: str | None, *, emit: bool) -> None:
        """A string is complete with its suffix; without one, when the token behind it has been seen."""
        start, end = self._start, self._end
        self._next()
        if self._kind == "at":
            if emit:
                self._emit(subject, None)
            self._next()
        elif self._text == b"^^":
            self._next()
            if self._listener.literal is not None:
                datatype = self._names.meaning(self._text)
                self._listener.literal(Written(start, end, datatype, subject, predicate))
            if emit:
                self._emit(subject, None)
            self._next()
        elif emit:
            self._emit(subject, None)

    def _collection(self, subject: Node, *, object_of: bool) -> Rule:
        start = self._start
        self._next()
        if self._text == b")":
            if object_of:
                self._emit(subject, None)
            self._next()
            return None
        root: int = self._blank(start, start)
        cell = root
        if object_of:
            self._emit(subject, root)
        cell_start = start
        while True:
            yield self._object(cell, None)
            if cell != root:
                self.blanks.places[cell] = (cell_start, self._last_end)
            if self._text == b")" or self._kind == "end":
                self._emit(cell, None)
                self.blanks.places[root] = (start, self._end)
                self._next()
                return root
            cell_start = self._start
            following = self._blank(cell_start, cell_start)
            self._emit(cell, following)
            cell = following

    def _term(self) -> Rule:
        """Subject or object inside a triple term or a reified triple: nothing is given out for it."""
        start = self._start
        if self._text == b"[":
            self._next()
            self._next()
            return self._blank(start, self._last_end)
        if self._text == b"<<":
            node = yield self._reified()
            self._next()
            return node
        if self._text == b"<<(":
            node = yield self._triple()
            self._next()
            return node
        if self._kind == "string":
            self._literal(None, None, emit=False)
            return None
        if self._kind == "number" or self._text in (b"true", b"false"):
            self._next()
            return None
        return self._name()

    def _triple(self) -> Rule:
        """Gives the blank nodes of a triple term or reified triple; ends on the token behind its object."""
        self._next()  # << or <<(
        subject = yield self._term()
        self._next()
        value = yield self._term()
        return _inner(subject, value)

    def _reified(self) -> Rule:
        """Ends on the ``>>``, which is not used up."""
        start = self._start
        triple = yield self._triple()
        if self._text == b"~":
            return self._reifier(triple)
        node = self._blank(start, self._end)
        self._emit(node, triple)
        return node

    def _reifier(self, triple: Node) -> Node:
        start, end = self._start, self._end
        self._next()  # ~
        if self._kind in ("iri", "blank") or (self._kind == "word" and b":" in self._text):
            node: Node = self._labelled() if self._kind == "blank" else self._names.meaning(self._text)
            self._emit(node, triple)
            self._next()
            return node
        node = self._blank(start, end)
        self._emit(node, triple)
        return node

    def _annotations(self, subject: Node, value: Node) -> Rule:
        reifier: Node = None
        has_reifier = False
        while self._text in (b"~", b"{|"):
            start = self._start
            triple = _inner(subject, value)
            if self._text == b"~":
                reifier = self._reifier(triple)
                has_reifier = True
                continue
            node = reifier
            if not has_reifier:
                node = self._blank(start, start)
                self._emit(node, triple)
            self._next()
            yield self._predicates(node)
            self._next()  # |}
            if not has_reifier and isinstance(node, int):
                self.blanks.places[node] = (start, self._last_end)
            self._tell(node, start)


def _inner(subject: Node, value: Node) -> tuple[int, ...]:
    """The blank nodes of a triple term, in order."""
    found: list[int] = []
    for node in (subject, value):
        if isinstance(node, int):
            found.append(node)
        elif isinstance(node, tuple):
            found += node
    return tuple(found)
