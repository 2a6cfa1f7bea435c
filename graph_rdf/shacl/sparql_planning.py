"""Rewrites a group so that oxigraph evaluates it solution by solution, where that gives the same answers.

oxigraph 0.5 evaluates some joins by reading the whole of their right side: an OPTIONAL with EXISTS in its
filter, whatever stands after a BIND, and every join inside EXISTS. Inside ``LATERAL { … }``, once for each
focus node, that is quadratic. Written as ``A LATERAL { B }`` the right side starts from each solution of A.

``A LATERAL { B }`` gives what ``A . B`` gives, and ``A LATERAL { OPTIONAL { B } }`` what ``A OPTIONAL { B }``
gives, when B cannot tell whether the variables of A have values before it runs. That holds when each
variable that A may bind and B mentions

- is bound by a triple pattern of B that every solution of B matches, before any OPTIONAL, BIND, UNION or
  group of B mentions it; patterns whose path can have length zero do not count, since they match a term
  that comes from outside even where the graph does not have it;
- or, for OPTIONAL, stands only in a filter of B itself, which sees A in either form;
- and is not what a BIND of B binds.

All else is left as it was written. Pre-bound variables are constants, so they never matter here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.shacl.sparql_groups import parse_group
from graph_rdf.shacl.sparql_tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from graph_rdf.shacl.sparql_groups import Element, Group
    from graph_rdf.shacl.sparql_tokens import Token


def plan_group(body: str, pre_bound: Collection[str]) -> str:
    """Rewrite the group of a query.

    Args:
        body: The group, with its braces.
        pre_bound: The variables that have a value before it runs.

    Returns:
        A group with the same solutions; the same text when it uses syntax that is not understood here.
    """
    tokens = tokenize(body)
    group = parse_group(tokens)
    return body if group is None else _Planner(body, tokens, frozenset(pre_bound)).group(group)


class _Planner:
    def __init__(self, body: str, tokens: Sequence[Token], pre_bound: frozenset[str]) -> None:
        self._body = body
        self._tokens = tokens
        self._pre_bound = pre_bound

    def group(self, group: Group, *, inside_exists: bool = False) -> str:
        parts: list[str] = []
        before: set[str] = set()
        for element in group.elements:
            parts.append(self._element(element, before, first=not parts, inside_exists=inside_exists))
            before |= element.variables - self._pre_bound
        return "{ " + "\n".join(parts) + " }"

    def _element(self, element: Element, before: set[str], *, first: bool, inside_exists: bool) -> str:
        if element.kind == "triples":
            blocks = self._chain(element, before) if inside_exists else [self._triples(element)]
            if not self._has_zero_path(element):
                blocks = [
                    f"{block} ." if first and number == 0 else f"LATERAL {{ {block} }}"
                    for number, block in enumerate(blocks)
                ]
            else:
                blocks = [f"{block} ." for block in blocks]
            return "\n".join(blocks)
        if element.kind in ("filter", "bind"):
            return self._with_groups(element, exists=True)
        if element.kind == "opaque":
            return self._text(element.start, element.end)
        text = self._with_groups(element, exists=inside_exists)
        optional = element.kind == "optional"
        safe = all(self._blind(group, before, optional=optional) for group in element.groups)
        graph_name = self._tokens[element.start + 1].variable if element.kind == "graph" else None
        if first or not safe or graph_name in before:
            return text
        return f"LATERAL {{ {text} }}"

    def _with_groups(self, element: Element, *, exists: bool) -> str:
        """Copy an element with its inner groups rewritten."""
        parts: list[str] = []
        position = element.start
        for group in element.groups:
            parts += [self._text(position, group.start), self.group(group, inside_exists=exists)]
            position = group.end
        return " ".join([*parts, self._text(position, element.end)])

    def _blind(self, group: Group, outside: set[str], *, optional: bool = False) -> bool:
        """Tell whether a group cannot tell if the variables from outside have values before it runs."""
        shared = group.variables & outside
        if not shared:
            return True
        bound: set[str] = set()
        filtered: set[str] = set()
        for element in group.elements:
            mentioned = element.variables & shared
            if element.kind == "filter":
                filtered |= mentioned
            elif element.kind == "triples":
                if self._has_zero_path(element):
                    if not mentioned <= bound:
                        return False
                else:
                    bound |= mentioned
            elif element.kind == "bind":
                if not mentioned <= bound or self._tokens[element.end - 2].variable in shared:
                    return False
            elif element.kind == "union":
                if not all(self._blind(branch, set(shared - bound)) for branch in element.groups):
                    return False
            elif not mentioned <= bound or element.kind == "opaque":
                if mentioned:
                    return False
        return optional or filtered <= bound

    def _chain(self, element: Element, before: set[str]) -> list[str]:
        """Split triples into patterns, each after one that shares a variable with it where there is one."""
        statements = list(self._patterns(element))
        if any(token.kind == "blank" for token in self._tokens[element.start : element.end]):
            return [self._triples(element)]  # a label must not stand in two blocks
        known = set(before)
        # Nothing tells which variables come from around EXISTS, so the first pattern stays the first.
        ordered: list[str] = []
        while statements:
            place = next((i for i, (_, variables) in enumerate(statements) if variables & known), 0)
            text, variables = statements.pop(place)
            ordered.append(text)
            known |= variables
        return ordered

    def _patterns(self, element: Element) -> Iterator[tuple[str, frozenset[str]]]:
        for start, end in self._split(element.start, element.end, "."):
            pieces = self._split(start, end, ";")
            subject_end = self._after_term(start)
            for number, (first, last) in enumerate(pieces):
                if first == last:
                    continue
                head = "" if number == 0 else self._text(start, subject_end) + " "
                variables = {t.text[1:] for t in self._tokens[first:last] if t.kind == "variable"}
                variables |= {t.text[1:] for t in self._tokens[start:subject_end] if t.kind == "variable"}
                yield head + self._text(first, last), frozenset(variables - self._pre_bound)

    def _split(self, start: int, end: int, mark: str) -> list[tuple[int, int]]:
        """Split a stretch of tokens at a mark outside of all brackets; empty pieces at the end are left out."""
        pieces: list[tuple[int, int]] = []
        depth = 0
        first = start
        for position in range(start, end):
            text = self._tokens[position].text
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text, 0)
            if depth == 0 and text == mark:
                pieces.append((first, position))
                first = position + 1
        if first < end:
            pieces.append((first, end))
        return pieces

    def _after_term(self, start: int) -> int:
        depth = 0
        for position in range(start, len(self._tokens)):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(self._tokens[position].text, 0)
            if depth == 0:
                return position + 1
        return start + 1

    def _has_zero_path(self, element: Element) -> bool:
        return any(
            token.kind == "mark" and token.text in "*?" for token in self._tokens[element.start : element.end]
        )

    def _triples(self, element: Element) -> str:
        return self._text(element.start, element.end).rstrip().removesuffix(".")

    def _text(self, start: int, end: int) -> str:
        return self._body[self._tokens[start].start : self._tokens[end - 1].end] if start < end else ""
