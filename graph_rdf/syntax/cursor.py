"""The place of a walk in a text: its token, the blank nodes so far, the quads that the token completes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from graph_rdf.syntax.tokens import TOKEN

if TYPE_CHECKING:
    from graph_rdf.syntax.names import Names

Node: TypeAlias = str | int | tuple[int, ...] | None
"""An IRI; the number of a blank node; the blank nodes of a triple term, in order; None for a literal."""


@dataclass(slots=True)
class Blanks:
    """The blank nodes of a text.

    Args:
        order: Blank node → its place in the order of first occurrence in the parser's quads.
        places: Blank node → offsets of where it is first written.
    """

    order: dict[int, int] = field(default_factory=dict)
    places: list[tuple[int, int]] = field(default_factory=list)


class Cursor:
    """Reads a text token by token, and orders blank nodes as the parser does.

    Args:
        data: The text, which parses.
        start: The offset at which it begins.
        names: The prefixes and the base at that offset; declarations are taken over into it.
        quads: Whether a term before the dot can be a graph name (N-Quads): then quads wait for the dot.
    """

    def __init__(self, data: bytes, start: int, names: Names, *, quads: bool) -> None:
        self.blanks = Blanks()
        self._data = data
        self._quads = quads
        self._names = names
        self._labels: dict[bytes, int] = {}
        self._batch: list[tuple[Node, Node]] = []
        self._graph: Node = None
        self._end = start  # of the current token
        self._last_end = start  # of the one before
        self._kind: str = ""
        self._start = start
        self._text = b""
        self._next()

    def _next(self) -> None:
        if self._batch and not self._quads:
            self._flush()
        self._last_end = self._end
        match = TOKEN.match(self._data, self._end)
        if match is None:  # cannot be: the pattern takes any byte and the end
            raise AssertionError(self._end)
        self._kind = match.lastgroup or ""
        self._start, self._end = match.span(self._kind)
        self._text = b"" if self._kind == "string" else match.group(self._kind)

    def _flush(self) -> None:
        order = self.blanks.order
        for nodes in reversed(self._batch):
            for node in (*nodes, self._graph):
                if isinstance(node, int):
                    order.setdefault(node, len(order))
                elif isinstance(node, tuple):
                    for inner in node:
                        order.setdefault(inner, len(order))
        self._batch.clear()

    def _emit(self, subject: Node, value: Node) -> None:
        self._batch.append((subject, value))

    def _blank(self, start: int, end: int) -> int:
        self.blanks.places.append((start, end))
        return len(self.blanks.places) - 1

    def _labelled(self) -> int:
        found = self._labels.get(self._text)
        if found is None:
            found = self._labels[self._text] = self._blank(self._start, self._end)
        return found

    def _name(self) -> Node:
        """An IRI or a labelled blank node; the token is used up."""
        node: Node = self._labelled() if self._kind == "blank" else self._names.meaning(self._text)
        self._next()
        return node
