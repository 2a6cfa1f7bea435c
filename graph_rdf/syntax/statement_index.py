"""Where all statements of a text stand, found once, to be asked for subjects later."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from graph_rdf.syntax.names import Names
from graph_rdf.syntax.statements import Statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.syntax.source import Source


class StatementIndex:
    """The statements of a text as offsets; it can be pickled, and takes 24 bytes for each.

    To give them again needs the same text, but no search for their ends, which takes nearly all of the time.

    Args:
        source: Turtle, TriG, N-Triples or N-Quads that parses.
    """

    def __init__(self, source: Source) -> None:
        statements = Statements(source.data, source.start, source.base)
        self._offsets = array("Q")
        for token, begin, end in statements:
            self._offsets.extend((begin, begin + len(token), end))
        self._declarations = statements.declarations

    def statements(self, source: Source) -> IndexedStatements:
        """Give the statements of the source that was indexed."""
        return IndexedStatements(source, self._offsets, self._declarations)


class IndexedStatements:
    """The statements of a text, in order, as `Statements` gives them.

    Args:
        source: The source that was indexed.
        offsets: Where a statement begins, where its subject token ends, where it ends; for each in turn.
        declarations: As `Statements.declarations`.

    Attributes:
        names: The prefixes and base at the statement that was given last.
    """

    def __init__(
        self, source: Source, offsets: array[int], declarations: list[tuple[int, bytes | None, bytes]]
    ) -> None:
        self.names = Names(source.base)
        self._data = source.data
        self._offsets = offsets
        self._declarations = declarations

    def __iter__(self) -> Iterator[tuple[bytes, int, int]]:
        """Give the subject token, empty when it is no name, and the offsets of the statement."""
        data = self._data
        waiting = iter((*self._declarations, (len(data) + 1, None, b"")))
        at, name, iri = next(waiting)
        offsets = iter(self._offsets)
        for begin, after, end in zip(offsets, offsets, offsets, strict=True):
            while at < begin:
                self.names.declare(name, iri)
                at, name, iri = next(waiting)
            yield data[begin:after], begin, end
