"""The bodies that an export looks at: each read once, kept as long as memory allows."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf.records.bodies import BodyProblem, read_body
from graph_rdf.records.spans import BodyText

if TYPE_CHECKING:
    from graph_rdf.records.model import Representation, Span, Support
    from graph_rdf.records.record_set import RecordSet

BUDGET: Final = 256 * 1024 * 1024
"""How many bytes of bodies that are not ASCII stay in memory; past it a body may be read again."""

_BOTH_UNITS: Final = frozenset({"text/plain", "text/markdown"})


class ReadBody(NamedTuple):
    """A body: its bytes, and its text when they are UTF-8."""

    raw: bytes
    text: str | None


class BodyCache:
    """Bodies of one set of records.

    Args:
        records: The set.
        max_body: Larger files are not read. Units: bytes.
        budget: See `BUDGET`.
    """

    def __init__(self, records: RecordSet, max_body: int, budget: int = BUDGET) -> None:
        self._records = records
        self._max_body = max_body
        self._budget = budget
        self._kept: OrderedDict[str, BodyText | str] = OrderedDict()

    def read(self, representation: Representation) -> ReadBody | str:
        """Read a body.

        Args:
            representation: One of the set.

        Returns:
            The body, or in words why there is none.
        """
        if representation.body is not None:
            body: ReadBody | str = ReadBody(representation.body.encode("utf-8"), representation.body)
        else:
            body = self._from_file(representation)
        if isinstance(body, str):
            self._keep(representation.id, body)
        elif body.text is None:
            self._keep(representation.id, "the body is not UTF-8")
        else:
            self._keep(representation.id, BodyText(body.raw))
        return body

    def both_spans(self, anchor: Support, span: Span) -> tuple[Span, ...] | str:
        """Give the span of an anchor in every unit that its representation has.

        Args:
            anchor: An anchor.
            span: Its span.

        Returns:
            Byte span and char span for plain text and Markdown, else the given span alone; or in words
            why the span cannot be translated.
        """
        representation = self._records.catalogue.representations.get(anchor.representation)
        if representation is None:
            return "its representation is not declared"
        if bare_media_type(representation.media_type) not in _BOTH_UNITS:
            return (span,)
        if representation.id not in self._kept:
            self.read(representation)
        body = self._kept[representation.id]
        self._kept.move_to_end(representation.id)
        if isinstance(body, str):
            return body
        return body.both(span) or "its span does not fit the body"

    def _from_file(self, representation: Representation) -> ReadBody | str:
        path = representation.path or ""
        raw = read_body(path, self._records.folder(representation.id), self._max_body)
        if isinstance(raw, BodyProblem):
            return raw.message
        try:
            return ReadBody(raw, raw.decode("utf-8"))
        except UnicodeDecodeError:
            return ReadBody(raw, None)

    def _keep(self, identifier: str, body: BodyText | str) -> None:
        self._kept[identifier] = body
        self._budget -= _weight(body)
        while self._budget < 0 and len(self._kept) > 1:
            self._budget += _weight(self._kept.popitem(last=False)[1])


def bare_media_type(media_type: str) -> str:
    """Give a media type without its parameters, in lower case.

    Example:
        >>> bare_media_type("Text/Plain; charset=utf-8")
        'text/plain'
    """
    return media_type.partition(";")[0].strip(" \t").lower()


def _weight(body: BodyText | str) -> int:
    return 0 if isinstance(body, str) else body.weight
