"""The quick pass over anchors: recognises one that is right in every way, and says nothing of any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from graph_rdf.evidence.boundaries import ends_clause, starts_clause
from graph_rdf.evidence.clauses import clause_of
from graph_rdf.evidence.origin import origin_of
from graph_rdf.evidence.text import Body

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph_rdf.evidence.clauses import ClauseReader
    from graph_rdf.evidence.column import Column
    from graph_rdf.evidence.columns import World
    from graph_rdf.evidence.text import Bodies


class Cited(NamedTuple):
    """A representation whose body is there and has the digest that it states, and where it belongs."""

    body: Body
    version: str | None
    document: str | None
    source: str | None


class QuickPass:
    """Recognises right anchors by one row of single values each.

    It leaves to `AnchorChecker` whatever has several values, lacks something or fails, so that the rules and
    their order stand in one place only; what it accepts, the checker accepts as well.

    Args:
        world: The columns.
        bodies: The bodies.
        clauses: The reader of clauses.
    """

    def __init__(self, world: World, bodies: Bodies, clauses: ClauseReader) -> None:
        self._world = world
        self._bodies = bodies
        self._clauses = clauses
        self._cited: dict[str | None, Cited | None] = {None: None}
        columns: Sequence[Column[Any]] = (
            world.source,
            world.sha256,
            world.cites_version,
            world.cites_document,
            world.cites_source,
            world.byte_span,
            world.char_span,
            world.exact,
        )
        # Row by row the columns would be looked up one by one; column by column the look-ups run in C.
        self._rows = list(zip(*(map(column.one.get, world.anchors) for column in columns), strict=True))
        self._odd: frozenset[str] = frozenset().union(*(column.many for column in columns))

    def holds(self, place: int, subject: str, predicate: str, obj: str) -> bool:
        """Tell whether an anchor is right for a triple.

        Args:
            place: The place of the anchor in `world.anchors`.
            subject: The subject, a declared entity.
            predicate: A declared predicate.
            obj: The object, a declared entity.

        Returns:
            True when it is; false when it is not, or is not plain enough to be told here.
        """
        representation, digest, version, document, source, byte, char, quote = self._rows[place]
        try:
            cited = self._cited[representation]
        except KeyError:
            cited = self._cited[representation] = self._cite(representation)
        if cited is None or char is None or quote is None:
            return False
        body = cited.body
        if (
            digest != body.digest
            or (version is not None and version != cited.version)
            or (document is not None and document != cited.document)
            or (source is not None and source != cited.source)
            or (self._odd and self._world.anchors[place] in self._odd)
        ):
            return False
        start, end = char
        text = body.text
        return (
            0 <= start <= end <= len(text)
            and text[start:end] == quote
            and (byte is None or byte == char if body.ascii else self._is_there(body, byte, start, quote))
            and starts_clause(text, start)
            and ends_clause(text, end)
            and self._clauses.states(clause_of(quote), subject, predicate, obj)
        )

    def _cite(self, representation: str) -> Cited | None:
        world = self._world
        if representation not in world.representations:
            return None
        body = self._bodies.body_of(representation)
        if not isinstance(body, Body) or world.sha256.one.get(representation) != body.digest:
            return None
        return Cited(body, *origin_of(world, representation))

    def _is_there(self, body: Body, byte: tuple[int, int] | None, start: int, quote: str) -> bool:
        """Tell whether a byte span of a body covers a quote at a code point."""
        if byte is None:
            return True
        first, last = byte
        # Bytes that are the encoding of a text start and end between characters.
        return (
            0 <= first <= last <= body.length
            and body.raw[first:last] == quote.encode("utf-8", "surrogatepass")
            and body.char_offset(first) == start
        )
