"""Text from data, made safe and honest for a terminal: what cannot be seen is shown as an escape."""

from __future__ import annotations

from unicodedata import category, combining, east_asian_width

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
_SPACE = " "


def printable(text: str) -> str:
    r"""Escape every character that a terminal would obey or hide.

    These are control characters, among them the start of ANSI sequences; format characters, among them the
    ones that turn the direction of text; line separators, surrogates, and code points without a character.
    White space other than the plain space is escaped too, since it looks like one and is none.

    Args:
        text: Text from a data file.

    Returns:
        Text of one line; the escapes are those of Turtle strings.

    Example:
        >>> print(printable("red \x1b[31m, next line\n, hidden \u202e"))
        red \u001B[31m, next line\n, hidden \u202E
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    """Give one character, or its escape."""
    kind = category(character)
    if kind not in _HIDDEN and (kind != "Zs" or character == _SPACE):
        return character
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    return f"\\U{code:08X}" if code > 0xFFFF else f"\\u{code:04X}"


def display_width(text: str) -> int:
    """Count the columns that a terminal needs for printable text.

    Example:
        >>> display_width("a\u0308"), display_width("\u6f22")
        (1, 2)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)
