"""The lines of a formatted file: which items stand apart, and where the comments between them go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from graph_rdf.formatting.tree import Comment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph_rdf.formatting.gaps import Gap

Kind: TypeAlias = Literal["start", "directive", "prefix", "statement", "open", "close"]


class Page:
    """Takes the items of a file in their order."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._last: Kind = "start"
        self._tall = False
        self._margin = b""
        self._behind: list[bytes] = []
        self._prefixes: list[tuple[bytes, bytes]] = []

    def add(self, kind: Kind, text: bytes, gap: Gap, behind: Sequence[bytes] = ()) -> None:
        """Add a directive or statement.

        Args:
            kind: What it is.
            text: Its text, without margin and line end.
            gap: What stood before it.
            behind: Comments that follow it on its line, those of its gap behind not yet among them.
        """
        if kind == "prefix" and self._last == "prefix" and not gap.lead:
            self._finish_line(gap.trail)
            self._prefixes.append((text, b""))
            return
        tall = kind == "statement" and b"\n" in text
        self._between(gap, kind, tall=tall)
        if kind == "prefix":
            self._prefixes.append((text, b""))
        else:
            self._pieces += (self._margin, text)
        self._behind = list(behind)
        self._last, self._tall = kind, tall

    def open(self, text: bytes, gap: Gap, comments: Sequence[bytes]) -> None:
        """Begin a graph block.

        Args:
            text: Its name and brace.
            gap: What stood before it.
            comments: Those between its name and its brace.
        """
        self._between(gap, "open", tall=True)
        self._pieces.append(text)
        self._behind = list(comments)
        self._last, self._tall, self._margin = "open", False, b"    "

    def close(self, gap: Gap) -> None:
        """End a graph block."""
        self._between(gap, "close", tall=False)
        self._margin = b""
        self._pieces.append(b"}")
        self._last, self._tall = "close", True

    def finish(self, gap: Gap) -> bytes:
        """Give the text."""
        rest = self._finish_line(gap.trail)
        self._flush_prefixes()
        for place, comment in enumerate([*rest, *gap.lead]):
            blank = comment.blank and not (place == 0 and self._last == "start")
            self._pieces += (b"\n" if blank else b"", comment.text, b"\n")
        return b"".join(self._pieces)

    def _finish_line(self, trail: bytes | None) -> list[Comment]:
        """End the line of the last item; of several comments behind it all but the first become others."""
        behind = [*self._behind, *filter(None, [trail])]
        self._behind = []
        if self._prefixes and self._last == "prefix":
            text, _ = self._prefixes[-1]
            self._prefixes[-1] = (text, b" " + behind[0] if behind else b"")
            return []
        if self._last != "start":
            self._pieces += (b" " + behind[0] if behind else b"", b"\n")
        return [Comment(text, blank=False) for text in behind[1:]]

    def _flush_prefixes(self) -> None:
        for text, trail in sorted(self._prefixes, key=lambda item: item[0].split(b" ", 2)[1]):
            self._pieces += (text, trail, b"\n")
        self._prefixes = []

    def _between(self, gap: Gap, kind: Kind, *, tall: bool) -> None:
        """Write the comments before an item, and the empty lines."""
        lead = [*self._finish_line(gap.trail), *gap.lead]
        self._flush_prefixes()
        apart = self._apart(kind, tall=tall)
        for place, comment in enumerate(lead):
            blank = comment.blank
            if place == 0:
                # Comments that an empty line parts from what follows stay with what is above them.
                below = gap.blank or any(other.blank for other in lead[1:])
                blank = self._last != "start" and (blank or (apart and not below))
            self._pieces += (b"\n" if blank else b"", self._margin, comment.text, b"\n")
        blank = gap.blank if lead else (gap.blank or apart)
        if kind == "close" or (not lead and self._last == "start"):
            blank = False
        self._pieces.append(b"\n" if blank else b"")

    def _apart(self, kind: Kind, *, tall: bool) -> bool:
        """Whether an empty line belongs between the last item and this one, whatever the author has."""
        if kind in ("directive", "prefix") and self._last in ("directive", "prefix"):
            return False
        if self._last in ("start", "open") or kind == "close":
            return False
        return tall or self._tall or self._last != kind
