"""The tokens of Turtle, TriG, N-Triples and N-Quads, for text that the parser has accepted.

In such a text the match of these patterns is the token that the parser saw.

Source: RDF 1.2 Turtle 6.5 (grammar), RDF 1.2 TriG 4.5.
"""

from __future__ import annotations

import re
from typing import Final

LONG_STRING: Final = rb'"""(?:[^"\\]++|\\.|"(?!""))*+"""|\'\'\'(?:[^\'\\]++|\\.|\'(?!\'\'))*+\'\'\''
SHORT_STRING: Final = rb'"(?:[^"\\\r\n]++|\\.)*+"|\'(?:[^\'\\\r\n]++|\\.)*+\''
IRI: Final = rb'<[^<>"{}|^`\x00-\x20]*+>'
COMMENT: Final = rb"#[^\r\n]*+"
SPACE: Final = rb"(?:[ \t\r\n]++|" + COMMENT + rb")*+"
# A dot inside a word belongs to it only when the word goes on behind it.
WORD: Final = rb"(?:[\w:%\-\x80-\xff]|\\.|\.+(?=[\w:%\-\\\x80-\xff]))++"
NUMBER: Final = (
    rb"[+-]?(?:[0-9]++(?:\.[0-9]*+)?[eE][+-]?[0-9]++|\.[0-9]++(?:[eE][+-]?[0-9]++)?|[0-9]*+\.[0-9]++|[0-9]++)"
)
BLANK_LABEL: Final = rb"_:(?:[\w\-\x80-\xff]|\.+(?=[\w\-\x80-\xff]))++"
AT: Final = rb"@[A-Za-z]++(?:-[A-Za-z0-9]++)*+(?:--[A-Za-z]++)?"
MARK: Final = rb"<<\(|\)>>|<<|>>|\{\||\|\}|\^\^|[\[\](){}.;,~]"

TOKEN: Final = re.compile(
    SPACE
    + rb"(?:(?P<iri>"
    + IRI
    + rb")|(?P<string>"
    + LONG_STRING
    + rb"|"
    + SHORT_STRING
    + rb")|(?P<blank>"
    + BLANK_LABEL
    + rb")|(?P<number>"
    + NUMBER
    + rb"(?![A-Za-z_:]))|(?P<at>"
    + AT
    + rb")|(?P<mark>"
    + MARK
    + rb")|(?P<word>"
    + WORD
    + rb")|(?P<end>\Z)|(?P<other>.))",
    re.DOTALL,
)
"""One token behind white space and comments; `lastgroup` names its kind."""

_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_CHARACTERS: Final = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


def unescape(text: str) -> str:
    r"""Resolve the escapes of a string, an IRI or a local name.

    Args:
        text: What stands between the quotes or angle brackets.

    Returns:
        The text it means.

    Source: RDF 1.2 Turtle 6.4, escape sequences.

    Example:
        >>> unescape(r"a\u0062\-\U0001F600") == "ab-\U0001F600"
        True
    """
    if "\\" not in text:
        return text

    def character(match: re.Match[str]) -> str:
        code = match.group(1) or match.group(2)
        if code:
            return chr(int(code, 16))
        return _CHARACTERS.get(match.group(3), match.group(3))

    return _ESCAPE.sub(character, text)


def string_value(token: bytes) -> str:
    """Give the lexical form that a string token means."""
    quotes = 3 if token[:3] in (b'"""', b"'''") and len(token) >= 6 else 1
    return unescape(token[quotes:-quotes].decode())
