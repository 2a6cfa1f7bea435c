"""One span in both units: bytes of the raw body, and code points of the decoded body."""

from __future__ import annotations

from typing import Final

from graph_rdf.records.model import Span

_CONTINUATION: Final = range(0x80, 0xC0)


class BodyText:
    """A body that is UTF-8, ready to translate spans.

    Args:
        raw: The bytes.

    Raises:
        UnicodeDecodeError: They are not UTF-8.
    """

    def __init__(self, raw: bytes) -> None:
        self.size = len(raw)
        # In a body of ASCII alone both units count the same, so only its size is kept.
        self._raw = None if raw.isascii() else raw
        self._text = None if self._raw is None else raw.decode("utf-8")

    @property
    def weight(self) -> int:
        """About how much memory it holds, in bytes."""
        return 0 if self._raw is None else 5 * self.size

    def both(self, span: Span) -> tuple[Span, Span] | None:
        """Translate a span.

        Args:
            span: Start not past the end, neither negative.

        Returns:
            The byte span and the char span of the same text; None when the span leaves the body or cuts a
            character.

        Units: bytes, and Unicode code points.

        Example:
            >>> BodyText("ä b".encode()).both(Span("char", 1, 3))
            (Span(unit='byte', start=2, end=4), Span(unit='char', start=1, end=3))
        """
        if self._raw is None or self._text is None:
            if span.end > self.size:
                return None
            return Span("byte", span.start, span.end), Span("char", span.start, span.end)
        if span.unit == "byte":
            if span.end > self.size or self._cuts(span.start) or self._cuts(span.end):
                return None
            start = len(self._raw[: span.start].decode("utf-8"))
            return span, Span("char", start, start + len(self._raw[span.start : span.end].decode("utf-8")))
        if span.end > len(self._text):
            return None
        start = len(self._text[: span.start].encode("utf-8"))
        return Span("byte", start, start + len(self._text[span.start : span.end].encode("utf-8"))), span

    def _cuts(self, offset: int) -> bool:
        return self._raw is not None and offset < self.size and self._raw[offset] in _CONTINUATION
