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
- and is not what a BIND of B binds;
- and, for a sub-SELECT in B, is projected by it, is a key of its GROUP BY if it has one, and the sub-SELECT
  has no LIMIT, no OFFSET, and no aggregate over all its solutions; inside it the same must hold.

A query is rewritten only when this holds for every OPTIONAL, UNION, GRAPH and inner group of it, with the
variables of all groups around it: oxigraph turns joins into loops of its own accord, and what is written in
one place can change how it treats another. Pre-bound variables are constants, so they never matter here.

A filter moves to the first place after which nothing changes what it sees; oxigraph does not move it past a
BIND, and what it would have kept out is then looked up in vain.

The whole query is such a B for the focus nodes A: where the rules hold for every pre-bound variable, a join
with the focus nodes is pre-binding too. That is chosen when a sub-SELECT does not depend on the focus node:
a join evaluates it once, LATERAL once for each focus node. It is not chosen where an inner group can
tell what the groups around it bind, for a join changes how oxigraph treats such a group.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf.dataset.sparql_tokens import nesting, tokenize
from graph_rdf.errors import QueryError
from graph_rdf.shacl.sparql_groups import parse_group

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from graph_rdf.dataset.sparql_tokens import Token
    from graph_rdf.shacl.sparql_groups import Element, Group


class PlannedGroup(NamedTuple):
    """The group of a query, rewritten.

    Args:
        text: The group, with its braces.
        joins: Whether it is to be joined with the focus nodes, not put into LATERAL.
    """

    text: str
    joins: bool


MOST_NESTED: Final = 240
"""The deepest group that a shapes graph may have: what is written around it stays within the limit of all."""


def plan_group(body: str, bound: Collection[str]) -> PlannedGroup:
    """Rewrite the group of a query.

    Args:
        body: The group, with its braces.
        bound: The variables that have a value before it runs; ``this`` among them.

    Returns:
        A group with the same solutions; the same text when it uses syntax that is not understood here, or
        would be nested too deep.
    """
    return _planned(body, frozenset(bound))


@lru_cache(maxsize=64)  # rules that rank what they find have the same group, one for each rank
def _planned(body: str, bound: frozenset[str]) -> PlannedGroup:
    planned = _rewritten(body, bound)
    try:
        bearable = nesting(tokenize(planned.text)) <= MOST_NESTED
    except QueryError:
        bearable = False
    return planned if bearable else PlannedGroup(body, joins=False)


def _rewritten(body: str, bound: frozenset[str]) -> PlannedGroup:
    tokens = tokenize(body)
    group = parse_group(tokens)
    if group is None:
        return PlannedGroup(body, joins=False)
    planner = Planner(body, tokens, bound)
    if not planner.is_safe(group):
        return PlannedGroup(body, joins=False)
    free = Planner(body, tokens, frozenset())
    if free.has_independent_select(group, "this") and free.can_join(group, bound):
        return PlannedGroup(free.group(group) if free.is_safe(group) else body, joins=True)
    return PlannedGroup(planner.group(group), joins=False)


def projects(head: Sequence[Token], variable: str) -> bool:
    """Tell whether a SELECT clause names a variable outside of an expression, or takes all."""
    depth = 0
    for token in head:
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 0 and (token.variable == variable or token.text == "*"):
            return True
    return False


class Planner:
    """Tells what a group can see of the variables around it, and rewrites it.

    Args:
        body: The text of the whole group.
        tokens: Its words.
        pre_bound: The variables that are constants while it runs.
    """

    def __init__(self, body: str, tokens: Sequence[Token], pre_bound: frozenset[str]) -> None:
        self._body = body
        self._tokens = tokens
        self._pre_bound = pre_bound

    def group(self, group: Group, *, inside_exists: bool = False) -> str:
        """Write a group so that each part starts from the solutions of the parts before it."""
        parts: list[str] = []
        before: set[str] = set()
        bound: set[str] = set(self._pre_bound)
        waiting = [element for element in group.elements if element.kind == "filter"]
        others = [element for element in group.elements if element.kind != "filter"]
        for number, element in enumerate(others):
            parts.append(self._element(element, before, first=not parts, inside_exists=inside_exists))
            before |= element.variables - self._pre_bound
            if element.kind == "triples" and not self.has_zero_path(element):
                bound |= element.variables
            later = {
                name for each in others[number + 1 :] if each.kind != "bind" for name in each.variables
            } | {self._tokens[each.end - 2].text[1:] for each in others[number + 1 :] if each.kind == "bind"}
            ready = [each for each in waiting if not (each.variables - bound) & later]
            waiting = [each for each in waiting if each not in ready]
            parts += [self._with_groups(each, exists=True) for each in ready]
            if ready and number + 1 < len(others):
                parts = ["{ " + "\n".join(parts) + " }"]
        parts += [self._with_groups(each, exists=True) for each in waiting]
        return "{ " + "\n".join(parts) + " }"

    def is_safe(self, group: Group, outside: set[str] | None = None) -> bool:
        """Tell whether no inner group can tell if the variables around it have values before it runs."""
        before = set(outside or ())
        for element in group.elements:
            if element.kind in ("filter", "bind"):
                if not all(self.is_safe(inner) for inner in element.groups):  # EXISTS sees everything
                    return False
            elif _is_table(element):
                pass  # Without a pattern there is nothing to turn into a loop.
            elif _is_select(element):
                # A sub-SELECT is never turned into a loop.
                if not all(self.is_safe(inner) for inner in element.groups[0].elements[0].groups):
                    return False
            else:
                optional = element.kind == "optional"
                for inner in element.groups:
                    if not self.is_blind(inner, before, optional=optional) or not self.is_safe(inner, before):
                        return False
            before |= element.variables - self._pre_bound
        return True

    def can_join(self, group: Group, names: Collection[str]) -> bool:
        """Tell whether a join with the pre-bound variables gives the same as binding them before."""
        return self.is_blind(group, set(names))

    def has_independent_select(self, group: Group, name: str) -> bool:
        """Tell whether some sub-SELECT carries a variable through and never looks at it."""
        for element in group.elements:
            if element.kind == "select" and name not in element.groups[0].variables:
                return True
            if any(self.has_independent_select(inner, name) for inner in element.groups):
                return True
        return False

    def _element(self, element: Element, before: set[str], *, first: bool, inside_exists: bool) -> str:
        if element.kind == "triples":
            blocks = self._chain(element, before) if inside_exists else [self._triples(element)]
            if not self.has_zero_path(element):
                blocks = [
                    f"{block} ." if first and number == 0 else f"LATERAL {{ {block} }}"
                    for number, block in enumerate(blocks)
                ]
            else:
                blocks = [f"{block} ." for block in blocks]
            return "\n".join(blocks)
        if element.kind == "bind":
            return self._with_groups(element, exists=True)
        if element.kind == "opaque":
            return self._text(element.start, element.end)
        if element.kind == "select":
            return self._with_groups(element, exists=inside_exists)
        text = self._with_groups(element, exists=inside_exists)
        graph_name = self._tokens[element.start + 1].variable if element.kind == "graph" else None
        if first or _is_select(element) or graph_name in before:
            return text
        if _is_table(element) and not before.isdisjoint(element.variables):
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

    def is_blind(self, group: Group, outside: set[str], *, optional: bool = False) -> bool:
        """Tell whether a group cannot tell if the variables from outside have values before it runs."""
        shared = group.variables & outside
        bound: set[str] = set()
        filtered: set[str] = set()
        for element in group.elements:
            mentioned = element.variables & shared
            if element.kind == "filter":
                filtered |= mentioned
            elif element.kind == "triples":
                if self.has_zero_path(element):
                    if not mentioned <= bound:
                        return False
                else:
                    bound |= element.variables
            elif element.kind == "bind":
                if not mentioned <= bound or self._tokens[element.end - 2].variable in shared:
                    return False
            elif element.kind == "union":
                # What stands before a group is not seen in it, so its variables are no less from outside.
                if not all(self.is_blind(branch, set(shared)) for branch in element.groups):
                    return False
            elif element.kind in ("optional", "graph"):
                inner_optional = element.kind == "optional"
                if not mentioned <= bound or not all(
                    self.is_blind(inner, set(shared), optional=inner_optional) for inner in element.groups
                ):
                    return False
            elif element.kind == "select":
                if not self.is_blind_select(element, mentioned):
                    return False
            elif mentioned and (element.kind == "opaque" or not mentioned <= bound):
                return False
        return optional or filtered <= bound

    def is_blind_select(self, element: Element, shared: frozenset[str]) -> bool:
        """Tell the same of a sub-SELECT."""
        inner = element.groups[0]
        head = self._tokens[element.start + 1 : inner.start]
        tail = self._tokens[inner.end : element.end]
        visible = {name for name in shared if projects(head, name)}
        if not visible:
            return True
        if any(token.keyword in ("LIMIT", "OFFSET", "HAVING") for token in tail):
            return False
        grouped = any(token.keyword == "GROUP" for token in tail)
        keys = {token.text[1:] for token in tail if token.kind == "variable"}
        aggregates = any(token.text == "(" for token in head)
        if (grouped and not visible <= keys) or (aggregates and not grouped):
            return False
        return self.is_blind(inner, visible)

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
        """Split a stretch of tokens at a mark outside of all brackets."""
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

    def has_zero_path(self, element: Element) -> bool:
        """Tell whether a path among some triples can have length zero."""
        return any(
            token.kind == "mark" and token.text in "*?" for token in self._tokens[element.start : element.end]
        )

    def _triples(self, element: Element) -> str:
        return self._text(element.start, element.end).rstrip().removesuffix(".")

    def _text(self, start: int, end: int) -> str:
        return self._body[self._tokens[start].start : self._tokens[end - 1].end] if start < end else ""


def _is_table(element: Element) -> bool:
    """Tell whether an element is a union of groups that hold nothing but BIND: a table of values."""
    return element.kind == "union" and all(
        inner.kind == "bind" and not inner.groups for group in element.groups for inner in group.elements
    )


def _is_select(element: Element) -> bool:
    """Tell whether an element is one group that is a sub-SELECT."""
    return (
        element.kind == "union"
        and len(element.groups) == 1
        and [inner.kind for inner in element.groups[0].elements] == ["select"]
    )
