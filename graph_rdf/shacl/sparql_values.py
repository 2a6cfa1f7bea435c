"""Writes a group for all focus nodes at once without LATERAL: as a join with a table of them.

The table has one row for each evaluation, with a number that is different in each; it stands for VALUES.
Call a group *blind* when it cannot tell whether the pre-bound variables have values before it runs; see
`sparql_planning`. To join a blind group with the table is the same as to pre-bind in it. A group that is not
blind gets the table as its first element. Then all that stands in it sees the pre-bound variables, and
joining the table twice gives what joining it once gives, so that for each row

- a triple pattern, a filter, BIND and EXISTS see what pre-binding puts there;
- an inner group and each branch of UNION is joined with the row, so it may be blind or get the table too;
- an OPTIONAL keeps the solutions of its group that fit the row, so its group may be blind or get the table.

It is not done, and the constraint needs a server that knows LATERAL, when

- a path that can have length zero starts or ends at a pre-bound variable that no triple pattern of the same
  group binds before: the server may walk it from the nodes of the graph only, not from a focus node outside;
- a sub-SELECT is not blind: it has a LIMIT, an aggregate over all its solutions, or looks at the variable
  where it has no value yet;
- a filter of an inner group mentions a variable that only the groups around it bind: engines differ there,
  and what this one sees would depend on the form;
- the group has syntax that is not understood here, or LATERAL itself.

Source: SPARQL 1.1, 18.5 and 18.6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.dataset.sparql_tokens import tokenize
from graph_rdf.shacl.sparql_groups import parse_group
from graph_rdf.shacl.sparql_planning import Planner

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from graph_rdf.shacl.sparql_groups import Group


class NotBlindError(Exception):
    """A part of a group would see the pre-bound variables otherwise; the text says which."""


def join_group(body: str, table: str, bound: Collection[str]) -> str:
    """Write the join of a group with a table.

    Args:
        body: The group, with its braces.
        table: A group pattern with one solution for each evaluation.
        bound: The variables that it binds.

    Returns:
        A group with the solutions of all evaluations.

    Raises:
        NotBlindError: They would not be those of pre-binding.
    """
    tokens = tokenize(body)
    group = parse_group(tokens)
    if group is None:
        raise NotBlindError("syntax that only its own engine understands")
    if not Planner(body, tokens, frozenset(bound)).is_safe(group):
        raise NotBlindError("an inner group whose filters look at variables around it")
    planner = Planner(body, tokens, frozenset())
    if [element.kind for element in group.elements] == ["select"]:
        if not planner.is_blind(group, set(bound)):
            raise NotBlindError("a sub-SELECT")
        return f"{{ {table} {body} }}"
    parts: list[str] = []
    position = 0
    for opening in _openings(planner, group, frozenset(bound)):
        end = tokens[opening].end
        parts += [body[position:end], f" {table}"]
        position = end
    return "".join([*parts, body[position:]])


def _openings(planner: Planner, group: Group, bound: frozenset[str]) -> Iterator[int]:
    """Give the braces after which the table goes, in order."""
    yield group.start
    matched: set[str] = set()
    for element in group.elements:
        mentioned = element.variables & bound
        if element.kind == "triples":
            if not planner.has_zero_path(element):
                matched |= mentioned
            elif not mentioned <= matched:
                raise NotBlindError("a path of length zero from a pre-bound variable")
        elif element.kind in ("optional", "union", "graph"):
            for inner in element.groups:
                if not planner.is_blind(inner, set(bound), optional=element.kind == "optional"):
                    yield from _openings(planner, inner, bound)
        elif element.kind in ("select", "opaque") and mentioned:
            # An inner group that is one sub-SELECT comes here when it is not blind.
            raise NotBlindError("a sub-SELECT" if element.kind == "select" else "a group of another language")
