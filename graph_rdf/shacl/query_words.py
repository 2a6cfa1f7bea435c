"""Reads the words of a query: its literals, brackets, calls, and the operands of its expressions.

No library here gives the place of an expression in the text of a query, so it is read off its words; see
`written_queries`, which rewrites what is read here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pyoxigraph import Literal, NamedNode

from graph_rdf.dataset.sparql_tokens import tokenize
from graph_rdf.namespaces import XSD
from graph_rdf.shacl.query_reads import declared_prefixes, named_iri
from graph_rdf.shacl.stored_literals import is_kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graph_rdf.dataset.sparql_tokens import Token

OPENING: Final = {"(": ")", "[": "]", "{": "}"}
"""Opening bracket → the one that closes it."""


LITERAL: Final = ""
"""What stands among names of variables for a literal that the store rewrites."""


class NotRewrittenError(Exception):
    """A query does something that cannot be rewritten."""


def names_rewritten(text: str, prefixes: Mapping[str, str]) -> bool:
    """Tell whether a query names a literal that the store rewrites, wherever it stands in it.

    One that cannot be read here counts as such.
    """
    tokens = tokenize(text)
    reader = QueryReader(tokens, {**prefixes, **declared_prefixes(tokens)})
    return reader.has_rewritten_literal()


def literals_of(text: str, prefixes: Mapping[str, str]) -> list[Literal]:
    """List the typed literals that a query names, in order; those that cannot be read here are left out."""
    tokens = tokenize(text)
    reader = QueryReader(tokens, {**prefixes, **declared_prefixes(tokens)})
    return [literal for literal in reader.literals() if literal is not None]


def computes(text: str, prefixes: Mapping[str, str], name: str) -> bool:
    """Tell whether what a query binds to a variable by AS is always a new term, none handed on.

    Args:
        text: The query.
        prefixes: Prefix → namespace, besides those of its prologue.
        name: The variable.

    Returns:
        False too where the query binds it by no AS, or that cannot be told.
    """
    tokens = tokenize(text)
    reader = QueryReader(tokens, {**prefixes, **declared_prefixes(tokens)})
    try:
        return reader.computes(name)
    except (NotRewrittenError, IndexError):
        return False


def has_unclear_paths(tokens: Sequence[Token]) -> bool:
    """Tell whether a path may go backwards or have length zero; if so, a subject may be a literal."""
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.text == "^" and "^" not in (before.text, after.text):
            return True
        if token.kind == "mark" and token.text == "?":
            return True
        if token.text == "*" and (before.kind in ("iri", "name") or before.text in (")", "a")):
            return True
    return False


class Item(NamedTuple):
    """One operand or operator of an expression: its kind, its first token and the one after its last."""

    kind: str
    start: int
    end: int


class QueryReader:
    """Reads the tokens of a query by their places.

    Args:
        tokens: The tokens.
        prefixes: Prefix → namespace, those of the prologue too.
    """

    def __init__(self, tokens: Sequence[Token], prefixes: Mapping[str, str]) -> None:
        self._tokens = tokens
        self._prefixes = prefixes

    def has_rewritten_literal(self) -> bool:
        """Tell whether any literal of the query, also one with a sign, may be rewritten."""
        return any(literal is None or not is_kept(literal) for literal in self.literals())

    def literals(self) -> Iterator[Literal | None]:
        """Give the typed literals of the query, also with a sign; None for one that cannot be read."""
        for position, token in enumerate(self._tokens):
            signed = token.text in ("+", "-") and self._is_signed(position)
            if signed or token.kind in ("number", "string"):
                try:
                    literal, _ = self._literal(position)
                except NotRewrittenError:
                    yield None
                else:
                    if literal is not None:
                        yield literal

    def computes(self, name: str) -> bool:
        """Tell whether each AS binds a new term to a variable, and there is one."""
        waiting, done = {name}, set[str]()
        while waiting:
            each = waiting.pop()
            done.add(each)
            sources = [
                self._sources(self._opening(position) + 1, position)
                for position, token in enumerate(self._tokens[:-1])
                if token.keyword == "AS" and self._tokens[position + 1].variable == each
            ]
            if not sources or any(LITERAL in found for found in sources):
                return False
            waiting |= set().union(*sources) - done
        return True

    def _opening(self, inside: int) -> int:
        """Give the place of the bracket around a place."""
        depth = 0
        for position in range(inside, -1, -1):
            text = self._tokens[position].text
            depth += (text in OPENING) - (text in OPENING.values())
            if depth == 1:
                return position
        raise IndexError

    def _is_signed(self, position: int) -> bool:
        if position + 1 >= len(self._tokens) or self._tokens[position + 1].kind != "number":
            return False
        return self._tokens[position].end == self._tokens[position + 1].start

    def _literal(self, position: int) -> tuple[Literal | None, int]:
        """Read a literal; None for a plain string. Give the place after it too."""
        token = self._tokens[position]
        if token.kind != "string":
            end = position + 1 if token.kind == "number" else position + 2
            text = self._tokens[end - 1].text
            kind = "double" if "e" in text.lower() else "decimal" if "." in text else "integer"
            value = text if token.kind == "number" else token.text + text
            return Literal(value, datatype=NamedNode(XSD + kind)), end
        if self._text(position + 1) != "^" or self._text(position + 2) != "^":
            return None, position + (2 if self._kind(position + 1) == "language" else 1)
        datatype = named_iri(self._tokens[position + 3], self._prefixes)
        if datatype is None or "\\" in token.text:
            raise NotRewrittenError(f"the literal {token.text} is not understood")
        quotes = 3 if token.text[:3] in ('"""', "'''") else 1
        return Literal(token.text[quotes:-quotes], datatype=datatype), position + 4

    def _items(self, start: int, end: int) -> list[Item]:
        found: list[Item] = []
        position = start
        while position < end:
            token = self._tokens[position]
            kind, after = "operator", position + 1
            if token.text in OPENING:
                kind, after = ("group" if token.text == "{" else "brackets"), self._closing(position)
            elif self._is_call(position) and token.keyword not in ("IN", "DISTINCT"):
                kind, after = "call", self._closing(position + 1)
            elif token.kind in ("string", "number"):
                kind, (_, after) = "literal", self._literal(position)
            elif token.kind in ("variable", "iri", "name") or token.keyword in ("TRUE", "FALSE"):
                kind = "variable" if token.kind == "variable" else "constant"
            elif token.keyword == "DISTINCT":
                position = after
                continue
            found.append(Item(kind, position, after))
            position = after
        return found

    def _pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        """Split what stands in brackets at its commas; leave out what stands behind a semicolon."""
        pieces: list[tuple[int, int]] = []
        first = position = start + 1
        while position < end - 1:
            text = self._tokens[position].text
            if text == ";":
                break
            if text == ",":
                pieces.append((first, position))
                first = position + 1
            position = self._closing(position) if text in OPENING else position + 1
        return [*pieces, (first, position)] if first < position else pieces

    def _sources(self, start: int, end: int) -> set[str]:
        """Give the variables whose term an expression can hand on; `LITERAL` for a literal as it stands."""
        items = self._items(start, end)
        if len(items) > 1 and not self._is_signed(start):
            return set()
        item = items[0]
        if item.kind == "variable":
            return {self._text(item.start)[1:]}
        if item.kind == "brackets":
            return self._sources(item.start + 1, item.end - 1)
        if item.kind == "literal" or len(items) > 1:
            literal, _ = self._literal(start)
            return set() if literal is None or is_kept(literal) else {LITERAL}
        if item.kind != "call" or self._keyword(start) not in ("IF", "COALESCE", "SAMPLE", "MIN", "MAX"):
            return set()
        pieces = self._pieces(start + 1, end)[1 if self._keyword(start) == "IF" else 0 :]
        return {name for first, last in pieces for name in self._sources(first, last)}

    def _closing(self, start: int) -> int:
        """Give the place after the bracket that closes the one at a place."""
        depth = 0
        for position in range(start, len(self._tokens)):
            text = self._tokens[position].text
            depth += (text in OPENING) - (text in OPENING.values())
            if depth == 0:
                return position + 1
        raise IndexError

    def _is_call(self, position: int) -> bool:
        return self._kind(position) in ("word", "iri", "name") and self._text(position + 1) == "("

    def _text(self, position: int) -> str:
        return self._tokens[position].text if position < len(self._tokens) else ""

    def _keyword(self, position: int) -> str:
        return self._tokens[position].keyword if position < len(self._tokens) else ""

    def _kind(self, position: int) -> str:
        return self._tokens[position].kind if position < len(self._tokens) else ""
