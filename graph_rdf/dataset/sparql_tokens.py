"""The words of a SPARQL query with their places, and the terms that may stand among them.

This is the one place that knows how SPARQL splits into words; queries of users, of shapes and for servers are
all read by it.

Source: SPARQL 1.1, 19.8 (terminals) and 19.2 (codepoint escapes).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pyoxigraph import Literal, NamedNode

from graph_rdf.errors import QueryError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_TOKEN: Final = re.compile(
    r"""
    (?P<space>[ \t\r\n]+|\#[^\n\r]*)
  | (?P<iri><(?:[^\x00-\x20<>"{}|^`\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>)
  | (?P<string>\"{3}(?:\"{0,2}(?:[^"\\]|\\.))*\"{3} | '{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}
              | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*')
  | (?P<variable>[?$]\w+)
  | (?P<blank>_:\w(?:[\w.-]*[\w-])?)
  | (?P<language>@[A-Za-z]+(?:-+[A-Za-z0-9]+)*)
  | (?P<name>(?:[^\W\d_](?:[\w.-]*[\w-])?)?:(?:(?:[\w:-]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%])
              (?:(?:[\w:.-]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%])*
                 (?:[\w:-]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%]))?)?)
  | (?P<word>[^\W\d]\w*)
  | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
MOST_NESTED: Final = 256
MOST_CHAINED: Final = 2048
"""Brackets in each other, and operators and patterns one after the other. Engines read and free both by
recursion: 5,000 of the first or 20,000 of the second end the process."""

_OPENS: Final = frozenset("([{")
_CLOSES: Final = frozenset(")]}")
_CHAINS: Final = frozenset("{!+-*/|&") | {"UNION", "OPTIONAL", "MINUS", "FILTER", "BIND"}
_CODE_POINT: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_STRUCTURE: Final = frozenset("\"'\\<>{}()#?$\n\r")
_ESCAPED: Final = re.compile(r"\\(?:\\([uU])?|.)", re.DOTALL)
_NO_IRI: Final = re.compile(r'[\x00-\x20<>"{}|^`\\]')


class Token(NamedTuple):
    """One word of a query.

    Args:
        kind: ``iri``, ``string``, ``variable``, ``blank``, ``language``, ``name``, ``word``, ``number`` or
            ``mark``.
        text: As it stands in the query; a keyword keeps its case.
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
        """The word in upper case, a mark as it is; empty for every other kind."""
        return self.text.upper() if self.kind in {"word", "mark"} else ""

    @property
    def variable(self) -> str | None:
        """The name of a variable without its mark; None for every other kind."""
        return self.text[1:] if self.kind == "variable" else None

    @property
    def prefix(self) -> str | None:
        """What stands before the colon of a prefixed name; None for every other kind."""
        return self.text.partition(":")[0] if self.kind == "name" else None

    @property
    def could_be_service(self) -> bool:
        """Whether an engine could read the keyword SERVICE here, also where it touches its neighbours.

        Engines read `SERVICE:s` as the keyword and a name, and `trueSERVICE <urn:a>` as three things. So the
        letters count in every bare word, and in a name wherever a colon follows: a prefix that holds them is
        refused with the rest, a local name such as `a:service` is not.
        """
        if self.kind == "word":
            return "SERVICE" in self.text.upper()
        return self.kind == "name" and "SERVICE" in self.text.rpartition(":")[0].upper()


def words(query: str) -> Iterator[Token]:
    """Split a query into words as it stands, whatever its escapes hide; see `tokenize`.

    Args:
        query: The text.

    Returns:
        The words, in order.

    Raises:
        QueryError: A codepoint escape stands outside of strings and IRIs, where engines differ in whether it
            makes a keyword; or the query is nested or chained past what an engine bears.
    """
    depth = chained = 0
    in_data = False  # of which there may be any number: its signs belong to numbers
    for match in _TOKEN.finditer(query):
        if match.lastgroup == "space":
            continue
        if match[0] == "\\" and match.lastgroup == "mark":
            raise QueryError("a backslash stands outside of strings and IRIs; write the character itself")
        token = Token(str(match.lastgroup), match[0], match.start())
        keyword = token.keyword
        depth += (keyword in _OPENS) - (keyword in _CLOSES)
        if keyword == "VALUES" or (in_data and token.text == "}"):
            in_data = token.text != "}"
        chained += not in_data and keyword in _CHAINS
        if depth > MOST_NESTED:
            raise QueryError(f"the query is nested deeper than the limit of {MOST_NESTED}")
        if chained > MOST_CHAINED:
            raise QueryError(f"the query holds more than {MOST_CHAINED:,} operators and patterns")
        yield token


def tokenize(query: str) -> list[Token]:
    """Split a query into words; white space and comments are left out.

    Args:
        query: The text.

    Returns:
        The words, in order.

    Raises:
        QueryError: A codepoint escape stands for a character that would change the structure of the query, or
            outside of strings and IRIs.

    Example:
        >>> [token.text for token in tokenize('SELECT ?a { ?a ex:b "}" } # {')]
        ['SELECT', '?a', '{', '?a', 'ex:b', '"}"', '}']
    """
    return list(_tokens(query))


def nesting(tokens: Iterable[Token]) -> int:
    """Tell how deep the words of a query are nested in brackets and braces."""
    depth = deepest = 0
    for token in tokens:
        depth += (token.keyword in _OPENS) - (token.keyword in _CLOSES)
        deepest = max(deepest, depth)
    return deepest


@lru_cache(maxsize=64)  # the same text is read for several reasons, one after the other
def _tokens(query: str) -> tuple[Token, ...]:
    for match in _CODE_POINT.finditer(query):
        if chr(min(int(match[1] or match[2], 16), 0x10FFFF)) in _STRUCTURE:
            raise QueryError(
                f"the escape {match[0]} hides a character that structures the query; write it out"
            )
    return tuple(words(query))


def sparql_term(term: object) -> str:
    r"""Write a term so that every SPARQL 1.1 parser reads this term and nothing else.

    Servers differ in when they read ``\u`` escapes: before the grammar, inside strings, or counting
    backslashes. So no ``u`` ever follows an escaped backslash: it is written as an escape itself, which all
    of them read alike.

    Args:
        term: An IRI or a literal.

    Returns:
        The term, without a line end.

    Raises:
        QueryError: It is a blank node (no query can name one), a triple term, or a literal with a direction,
            which SPARQL 1.1 does not know.

    Source: SPARQL 1.1, 19.2 and 19.7.

    Example:
        >>> print(sparql_term(Literal('say "hi" }\n')))
        "say \"hi\" }\n"
        >>> print(sparql_term(Literal(r"\u0022")))
        "\\\u00750022"
    """
    if isinstance(term, NamedNode):
        if _NO_IRI.search(term.value):
            raise QueryError("an IRI holds a character that no IRI has")
        return str(term)
    if isinstance(term, Literal) and getattr(term, "direction", None) is None:
        return _ESCAPED.sub(_without_confusion, str(term))
    kind = "a literal with a direction" if isinstance(term, Literal) else type(term).__name__
    raise QueryError(f"a binding on a server is an IRI or a literal of RDF 1.1, not {kind}")


def _without_confusion(match: re.Match[str]) -> str:
    letter = match[1]
    return match[0] if letter is None else f"\\\\\\u{ord(letter):04X}"


def undeclared_prefix(text: str, known: Collection[str] = ()) -> tuple[str, int] | None:
    r"""Find the first prefix that is used and not declared before.

    Args:
        text: The query.
        known: The prefixes that are declared elsewhere.

    Returns:
        The prefix without its colon, and the 1-based line; None when all are declared.

    Raises:
        QueryError: The text cannot be read as SPARQL.

    Example:
        >>> undeclared_prefix("PREFIX a: <urn:a>\nASK { ?s a:b eg:c }")
        ('eg', 2)
    """
    declared = set(known)
    before = ""
    for token in words(text):
        prefix = token.prefix
        if prefix is not None and before == "PREFIX":
            declared.add(prefix)
        elif prefix is not None and prefix not in declared:
            return prefix, text.count("\n", 0, token.start) + 1
        before = token.keyword
    return None
