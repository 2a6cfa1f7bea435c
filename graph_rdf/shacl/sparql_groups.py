"""The structure of a SPARQL group: its elements in order, with the groups inside them.

Source: SPARQL 1.1, 19.8, rules 53 to 69.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.dataset.sparql_tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph_rdf.dataset.sparql_tokens import Token

_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_STARTS: Final = ("OPTIONAL", "FILTER", "BIND", "GRAPH", "LATERAL", "SELECT", "MINUS", "VALUES", "SERVICE")


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a group.

    Args:
        kind: ``triples``, ``optional``, ``filter``, ``bind``, ``union`` (one group or several), ``graph``,
            ``select``, or ``opaque`` for all that is left as it is.
        start: Its first token.
        end: The token after its last one.
        groups: The groups inside it: branches, or those of EXISTS in an expression.
        variables: All variables that it mentions.
    """

    kind: str
    start: int
    end: int
    groups: tuple[Group, ...]
    variables: frozenset[str]


@dataclass(frozen=True, slots=True)
class Group:
    """A group.

    Args:
        start: The token of its opening brace.
        end: The token after its closing brace.
        elements: Its elements, in order.
        variables: All variables that it mentions.
    """

    start: int
    end: int
    elements: tuple[Element, ...]
    variables: frozenset[str]


def parse_group(tokens: Sequence[Token]) -> Group | None:
    """Find the elements of a group and of all groups inside it.

    Args:
        tokens: The words of the group, with its braces.

    Returns:
        The group; None when it uses syntax that is not understood here.
    """
    try:
        group = _GroupParser(tokens).group(0)
    except (_UnknownSyntaxError, IndexError, RecursionError):
        return None
    return group if group.end == len(tokens) else None


def matched_variables(body: str) -> frozenset[str] | None:
    """Give the variables that stand in a pattern of a group, or of a group inside it.

    Args:
        body: The group, with its braces.

    Returns:
        The variables; None when it uses syntax that is not understood here.
    """
    group = parse_group(tokenize(body))
    return None if group is None else frozenset(_matched(group))


def _matched(group: Group) -> Iterator[str]:
    for element in group.elements:
        if element.kind in ("triples", "graph", "opaque"):
            yield from element.variables
        for inner in element.groups:
            yield from _matched(inner)


class _UnknownSyntaxError(Exception):
    pass


class _GroupParser:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens

    def group(self, start: int) -> Group:
        self._expect(start, "{")
        elements: list[Element] = []
        position = start + 1
        while self._tokens[position].text != "}":
            if self._tokens[position].text == ".":
                position += 1
                continue
            element = self._element(position)
            elements.append(element)
            position = element.end
        return Group(start, position + 1, tuple(elements), self._variables(start, position + 1))

    def _element(self, start: int) -> Element:
        token = self._tokens[start]
        if token.keyword == "OPTIONAL":
            return self._with_group("optional", start, start + 1)
        if token.keyword == "GRAPH":
            return self._with_group("graph", start, start + 2)
        if token.keyword == "LATERAL":
            return self._make("opaque", start, self._closing(start + 1))
        if token.keyword == "FILTER":
            end = self._constraint(start + 1)
            return self._make("filter", start, end, self._exists(start + 1, end))
        if token.keyword == "BIND":
            end = self._closing(start + 1)
            return self._make("bind", start, end, self._exists(start + 1, end))
        if token.text == "{":
            return self._union(start)
        if token.keyword == "SELECT":
            return self._select(start)
        if token.keyword in _STARTS:
            return self._make("opaque", start, self._rest(start))
        return self._triples(start)

    def _select(self, start: int) -> Element:
        at = start
        while self._tokens[at].text != "{":
            if self._tokens[at].keyword == "EXISTS":
                raise _UnknownSyntaxError
            at += 1
        return self._make("select", start, self._rest(start), (self.group(at),))

    def _union(self, start: int) -> Element:
        branches = [self.group(start)]
        while self._keyword(branches[-1].end) == "UNION":
            branches.append(self.group(branches[-1].end + 1))
        return self._make("union", start, branches[-1].end, tuple(branches))

    def _with_group(self, kind: str, start: int, at: int) -> Element:
        inner = self.group(at)
        return self._make(kind, start, inner.end, (inner,))

    def _triples(self, start: int) -> Element:
        position = start
        while True:
            token = self._tokens[position]
            if token.text in ("{", "}") or token.keyword in _STARTS:
                break
            if token.text in ("<", "|>", "~"):  # RDF 1.2
                raise _UnknownSyntaxError
            position = self._closing(position) if token.text in ("(", "[") else position + 1
        return self._make("triples", start, position)

    def _constraint(self, start: int) -> int:
        if self._tokens[start].text == "(":
            return self._closing(start)
        keyword = self._keyword(start)
        if keyword == "NOT":
            return self._closing(start + 2)
        return self._closing(start + 1)  # EXISTS { … }, or a call: name ( … )

    def _exists(self, start: int, end: int) -> tuple[Group, ...]:
        found: list[Group] = []
        position = start
        while position < end:
            if self._tokens[position].text == "{":
                if self._keyword(position - 1) != "EXISTS":
                    raise _UnknownSyntaxError
                found.append(self.group(position))
                position = found[-1].end
            else:
                position += 1
        return tuple(found)

    def _rest(self, start: int) -> int:
        """Find the closing brace of the group around an element that takes all the rest of it."""
        position = start
        while self._tokens[position].text != "}":
            position = self._closing(position) if self._tokens[position].text in _OPENING else position + 1
        return position

    def _closing(self, start: int) -> int:
        """Give the place after the bracket that closes the one at a place."""
        expected: list[str] = []
        position = start
        while True:
            text = self._tokens[position].text
            if text in _OPENING:
                expected.append(_OPENING[text])
            elif expected and text == expected[-1]:
                expected.pop()
            elif text in _OPENING.values():
                raise _UnknownSyntaxError
            position += 1
            if not expected:
                if position == start + 1:
                    raise _UnknownSyntaxError
                return position

    def _expect(self, position: int, text: str) -> None:
        if self._tokens[position].text != text:
            raise _UnknownSyntaxError

    def _keyword(self, position: int) -> str:
        return self._tokens[position].keyword if position < len(self._tokens) else ""

    def _variables(self, start: int, end: int) -> frozenset[str]:
        return frozenset(token.text[1:] for token in self._tokens[start:end] if token.kind == "variable")

    def _make(self, kind: str, start: int, end: int, groups: tuple[Group, ...] = ()) -> Element:
        return Element(kind, start, end, groups, self._variables(start, end))
