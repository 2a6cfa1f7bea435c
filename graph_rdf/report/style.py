"""Colour for terminals, or none."""

from __future__ import annotations

from dataclasses import dataclass

_CODES = {"error": "1;31", "warning": "1;33", "info": "1;36", "good": "1;32", "strong": "1", "quiet": "2"}


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text when `color` is on; text from data must be printable before it is painted.

    Args:
        color: Whether to paint.
        ascii: Whether the terminal shows no sign beyond ASCII that is ours.

    Example:
        >>> Style(color=False).paint("error", "2 errors")
        '2 errors'
    """

    color: bool = False
    ascii: bool = False

    @property
    def ellipsis(self) -> str:
        """What stands for text that is cut."""
        return "..." if self.ascii else "…"

    def paint(self, role: str, text: str, within: str | None = None) -> str:
        """Give a text the colour of its role: error, warning, info, good, strong or quiet.

        Args:
            role: The role.
            text: What is painted.
            within: A longer text that ends with it and is returned whole.
        """
        before = "" if within is None else within.removesuffix(text)
        return f"{before}\x1b[{_CODES[role]}m{text}\x1b[0m" if self.color else before + text


PLAIN = Style()
"""No colour at all."""
