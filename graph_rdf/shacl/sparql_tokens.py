"""The words of a SPARQL query, with their places: enough to find its clauses without guessing.

Source: SPARQL 1.1, 19.8 (terminals) and 19.2 (codepoint escapes).
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from graph_rdf.errors import ShapesError

_TOKEN: Final = re.compile(
    r"""
    (?P<space>\s+|\#[^\n\r]*)
  | (?P<iri><[^\x00-\x20<>"{}|^`\\]*>)
  | (?P<string>\"{3}(?:(?:"|"")?(?:[^"\\]|\\.))*\"{3} | '{3}(?:(?:'|'')?(?:[^'\\]|\\.))*'{3}
              | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*')
  | (?P<variable>[?$]\w+)
  | (?P<blank>_:[\w.-]*)
  | (?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
  | (?P<name>(?:[^\W\d_][\w.-]*)?:(?:[\w:.-]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%])*)
  | (?P<word>[^\W\d]\w*)
  | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_CODE_POINT: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_STRUCTURE: Final = frozenset("\"'\\<>{}()#?$\n\r")


class Token(NamedTuple):
    """One word of a query.

    Args:
        kind: What it is: ``iri``, ``string``, ``variable``, ``blank``, ``language``, ``name``, ``word``,
            ``number`` or ``mark``.
        text: As it stands in the query.
        start: Where it starts.
    """

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)

    @property
    def keyword(self) -> str:
        """The word in upper case; empty for every other kind."""
        return self.text.upper() if self.kind == "word" else ""

    @property
    def variable(self) -> str | None:
        """The name of a variable without its mark; None for every other kind."""
        return self.text[1:] if self.kind == "variable" else None


def tokenize(query: str) -> list[Token]:
    """Split a query into words; white space and comments are left out.

    Args:
        query: The text.

    Returns:
        The words, in order.

    Raises:
        ShapesError: A codepoint escape stands for a character that would change the structure of the query.

    Example:
        >>> [token.text for token in tokenize('SELECT ?a { ?a ex:b "}" } # {')]
        ['SELECT', '?a', '{', '?a', 'ex:b', '"}"', '}']
    """
    for match in _CODE_POINT.finditer(query):
        if chr(int(match[1] or match[2], 16)) in _STRUCTURE:
            raise ShapesError(
                f"the escape {match[0]} hides a character that structures the query; write it out"
            )
    return [
        Token(str(match.lastgroup), match[0], match.start())
        for match in _TOKEN.finditer(query)
        if match.lastgroup != "space"
    ]
