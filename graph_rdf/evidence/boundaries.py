"""Where a clause may start and end in a text: a span cut out of a longer word states nothing."""

from __future__ import annotations

from typing import Final

WHITE_SPACE: Final = " \t\r\n"
"""The only white space of the model: U+0020, U+0009, U+000D, U+000A."""

OPENING_MARKS: Final = "([{\"'“‘„‚«‹"
CLOSING_MARKS: Final = ".,;:!?)"
BYTE_ORDER_MARK: Final = "\ufeff"
MAX_CLOSING_RUN: Final = 1024
"""Closing marks looked past; no sentence ends in more, and many anchors into one long run stay cheap."""


def starts_clause(text: str, start: int) -> bool:
    """Tell whether a clause may start at an offset.

    Args:
        text: The body.
        start: An offset inside it.

    Returns:
        True after the body's start (a byte order mark there counts as the start), white space or an opening
        mark.

    Units: code points.

    Example:
        >>> starts_clause("(a b", 1), starts_clause("xa b", 1)
        (True, False)
    """
    if start == 0:
        return True
    before = text[start - 1]
    return before in WHITE_SPACE or before in OPENING_MARKS or (start == 1 and before == BYTE_ORDER_MARK)


def ends_clause(text: str, end: int) -> bool:
    """Tell whether a clause may end at an offset.

    Args:
        text: The body.
        end: An offset inside it.

    Returns:
        True before at most `MAX_CLOSING_RUN` closing marks that white space or the body's end follows.

    Units: code points.

    Example:
        >>> ends_clause("org:north.)", 9), ends_clause("org:north-east", 9)
        (True, False)
    """
    length = len(text)
    limit = min(length, end + MAX_CLOSING_RUN)
    while end < limit and text[end] in CLOSING_MARKS:
        end += 1
    return end == length or text[end] in WHITE_SPACE
