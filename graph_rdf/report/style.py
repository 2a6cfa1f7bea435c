"""Colour for terminals, or none."""

from __future__ import annotations

from dataclasses import dataclass

_CODES = {"error": "1;31", "warning": "1;33", "info": "1;36", "good": "1;32", "strong": "1", "quiet": "2"}


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text when `color` is on; text from data must be printable before it is painted.

    Example:
        >>> Style(color=False).paint("error", "2 errors")
        '2 errors'
    """

    color: bool = False

    def paint(self, role: str, text: str) -> str:
        """Give the text the colour of its role: error, warning, info, good, strong or quiet."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.color else text


PLAIN = Style()
"""No colour at all."""
