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
"""How many bytes of bodies stay in memory; past it a body may be read again."""

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
        self._early: dict[str, ReadBody | str] = {}
        self._read: set[str] = set()

    def read(self, representation: Representation) -> ReadBody | str:
        """Read a body.

        Args:
            representation: One of the set.

        Returns:
            The body, or in words why there is none.
        """
        self._read.add(representation.id)
        early = self._early.pop(representation.id, None)
        if early is not None:
            self._budget += _size(early)
            return early
        body = self._load(representation)
        if representation.id not in self._kept:
            self._keep(representation.id, _text_of(body))
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
        text = self._kept.get(representation.id)
        if text is None:
            body = self._load(representation)
            text = _text_of(body)
            self._keep(representation.id, text)
            # The turn of the representation itself is still to come: then it is not read again.
            if representation.id not in self._read and _size(body) <= self._budget:
                self._early[representation.id] = body
                self._budget -= _size(body)
        self._kept.move_to_end(representation.id)
        if isinstance(text, str):
            return text
        return text.both(span) or "its span does not fit the body"

    def _load(self, representation: Representation) -> ReadBody | str:
        if representation.body is not None:
            return ReadBody(representation.body.encode("utf-8"), representation.body)
        return self._from_file(representation)

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


def _text_of(body: ReadBody | str) -> BodyText | str:
    if isinstance(body, str):
        return body
    return "the body is not UTF-8" if body.text is None else BodyText(body.raw)


def _size(body: ReadBody | str) -> int:
    return 0 if isinstance(body, str) else len(body.raw)


def _weight(body: BodyText | str) -> int:
    return 0 if isinstance(body, str) else body.weight
