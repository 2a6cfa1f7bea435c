"""Queries of SHACL-SPARQL: their clauses, the rules for pre-binding, one query for all focus nodes.

Pre-binding says: evaluate the query with ``$this`` replaced by one focus node, for each focus node. The
query made here is ``SELECT … WHERE { FOCUS LATERAL { BODY } } TAIL``. LATERAL evaluates BODY once for each
solution of FOCUS, with the variables of that solution bound wherever BODY mentions them, in filters, BIND
and EXISTS too, and in sub-SELECTs that project them. So it is the same as pre-binding when

1. FOCUS binds every pre-bound variable and no other variable of the query,
2. every sub-SELECT projects them all: a rule of the specification, checked here,
3. nothing in the query binds them anew (AS, VALUES), nor works on whole solution sets in which they cannot
   be seen (MINUS, SERVICE): rules of the specification, checked here,
4. TAIL works within each focus node: GROUP BY has every pre-bound variable among its keys (they are added,
   and are constant for one focus node, so the groups stay the same); LIMIT and OFFSET are evaluated inside
   LATERAL; ORDER BY has no effect on a set of results.

That holds for `Form.LATERAL`, where BODY is what the user wrote. For oxigraph it is rewritten; see
`sparql_planning`. Where a server does not know LATERAL, the focus nodes are joined; see `sparql_values`.

Source: SHACL 5.3 and appendix A; SPARQL-dev SEP-0006 (LATERAL).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from graph_rdf.dataset.sparql_tokens import nesting, tokenize
from graph_rdf.errors import EngineError, QueryError, ShapesError
from graph_rdf.shacl.sparql_planning import MOST_NESTED, plan_group, projects
from graph_rdf.shacl.sparql_values import NotBlindError, join_group

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from graph_rdf.dataset.sparql_tokens import Token

_FORBIDDEN: Final = ("MINUS", "VALUES")
OPTIONAL_PRE_BOUND: Final = ("currentShape", "shapesGraph")
"""Pre-bound variables that a sub-SELECT need not project. Source: SHACL, appendix A."""


class Form(Enum):
    """How a query is written for all focus nodes at once; all forms have the same solutions."""

    NESTED = "nested"
    """LATERAL wherever oxigraph would else read the whole of a right side."""
    LATERAL = "lateral"
    """One LATERAL, and the group as the user wrote it: for every server that knows LATERAL."""
    VALUES = "values"
    """No LATERAL: SPARQL 1.1, where that gives the same."""


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """The clauses of a SELECT or ASK query, as text.

    Args:
        form: ``SELECT`` or ``ASK``.
        prologue: BASE and PREFIX.
        head: What stands between the form and the group: ``DISTINCT ?this ?value``; empty for ASK.
        body: The group, with its braces.
        tail: GROUP BY and what follows.
        variables: Every variable that the query mentions.
        text: The whole query.
    """

    form: str
    prologue: str
    head: str
    body: str
    tail: str
    variables: frozenset[str]
    text: str


def parse_query(
    text: str, pre_bound: Collection[str], path: str | None = None, *, set_based: bool = False
) -> ParsedQuery:
    """Find the clauses of a query and check the rules for pre-binding.

    Args:
        text: The query, without the prefixes that ``sh:prefixes`` declares.
        pre_bound: The variables that may be pre-bound.
        path: What ``$PATH`` stands for, as a SPARQL path; None when it stands for nothing here.
        set_based: Whether the query runs once and nothing is pre-bound: MINUS and VALUES are allowed then.

    Returns:
        The clauses, with the path in its place.

    Raises:
        ShapesError: It breaks a rule for pre-binding, or is neither SELECT nor ASK.
    """
    try:
        text = _with_path(text, path)
        tokens = tokenize(text)
    except QueryError as error:
        raise ShapesError(error.message) from error
    if nesting(tokens) > MOST_NESTED:
        raise ShapesError(f"the query is nested deeper than the limit of {MOST_NESTED}")
    start = _form(tokens)
    group = _group_of(tokens, start)
    end = _matching(tokens, group)
    _check(tokens, start, pre_bound, () if set_based else _FORBIDDEN)
    head = tokens[start + 1 : group]
    if any(token.keyword == "FROM" for token in head):
        raise ShapesError("the query must not choose its graphs by FROM: it runs on the data graph")
    if head and head[-1].keyword == "WHERE":
        head.pop()
    form = tokens[start].keyword
    if form == "SELECT" and not projects(head, "this"):
        raise ShapesError("the SELECT clause must have $this")
    return ParsedQuery(
        form=form,
        prologue=text[: tokens[start].start],
        head=text[head[0].start : head[-1].end] if head else "",
        body=text[tokens[group].start : tokens[end].end],
        tail=text[tokens[end].end :],
        variables=frozenset(token.text[1:] for token in tokens if token.kind == "variable"),
        text=text,
    )


def _with_path(text: str, path: str | None) -> str:
    parts: list[str] = []
    done = 0
    for token in tokenize(text):
        if token.variable == "PATH":
            if path is None:
                raise ShapesError("$PATH means nothing outside of a property shape")
            parts += [text[done : token.start], path if path.startswith("<") else f"({path})"]
            done = token.end
    return "".join(parts) + text[done:]


def _form(tokens: Sequence[Token]) -> int:
    for number, token in enumerate(tokens):
        if token.keyword in ("SELECT", "ASK"):
            return number
        if token.kind == "word" and token.keyword not in ("PREFIX", "BASE"):
            break
    raise ShapesError("the query is neither SELECT nor ASK")


def _matching(tokens: Sequence[Token], opening: int) -> int:
    depth = 0
    for number in range(opening, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[number].text, 0)
        if depth == 0:
            return number
    raise ShapesError("the query has a { without its }")


def _group_of(tokens: Sequence[Token], form: int) -> int:
    """Find the group of a SELECT or ASK; EXISTS in its head has a group of its own."""
    number = form
    while number < len(tokens):
        if tokens[number].text == "{":
            if tokens[number - 1].keyword != "EXISTS":
                return number
            number = _matching(tokens, number)
        number += 1
    raise ShapesError("the query has no group { … }")


def _check(
    tokens: Sequence[Token], start: int, pre_bound: Collection[str], forbidden: Collection[str]
) -> None:
    for number, token in enumerate(tokens):
        if token.could_be_service:
            raise ShapesError("SERVICE is not allowed: it would use the network")
        if token.keyword in forbidden:
            raise ShapesError(f"{token.keyword} is not allowed where variables are pre-bound")
        if token.keyword == "AS" and number + 1 < len(tokens) and tokens[number + 1].variable in pre_bound:
            raise ShapesError(f"AS {tokens[number + 1].text} would bind a pre-bound variable")
        if token.keyword == "SELECT" and number > start:
            head = tokens[number + 1 : _group_of(tokens, number)]
            has_all = projects(head, "")
            missing = [
                name
                for name in pre_bound
                if name not in OPTIONAL_PRE_BOUND and (has_all or not projects(head, name))
            ]
            if missing:
                raise ShapesError(f"a sub-SELECT must list the pre-bound variable ${missing[0]}")


def set_query(query: ParsedQuery, focus: str, bound: Sequence[str], form: Form = Form.NESTED) -> str:
    """Write the SELECT query that answers a SELECT query for all focus nodes at once.

    Args:
        query: The query.
        focus: A SPARQL group pattern that binds the pre-bound variables, one solution for each evaluation.
        bound: The variables that it binds; all of them are projected.
        form: How to write it.

    Returns:
        The query text.

    Raises:
        EngineError: The form is `Form.VALUES`, which would not give the same.
    """
    head, tail = query.head, _grouped_by(query.tail, bound)
    projected = tokenize(head)
    if not projects(projected, "*"):
        head += "".join(f" ?{name}" for name in bound if not projects(projected, name))
    if not any(token.keyword in ("LIMIT", "OFFSET") for token in tokenize(tail)):
        where = _where(query.body, focus, bound, form)
        return f"{query.prologue} SELECT {head} WHERE {where}{tail}"
    if form is Form.VALUES:
        raise _needs_lateral("a LIMIT")
    body = plan_group(query.body, bound).text if form is Form.NESTED else query.body
    inner = f"{{ SELECT {head} WHERE {body}{tail}\n }}"
    return f"{query.prologue} SELECT * WHERE {{ {focus} LATERAL {inner} }}"


def _where(body: str, focus: str, bound: Sequence[str], form: Form) -> str:
    """Write the group that evaluates a group for each focus node."""
    if form is Form.VALUES:
        try:
            return join_group(body, focus, bound)
        except NotBlindError as error:
            raise _needs_lateral(str(error)) from error
    if form is Form.LATERAL:
        return f"{{ {focus} LATERAL {body} }}"
    text, joins = plan_group(body, bound)
    return f"{{ {text} {focus} }}" if joins else f"{{ {focus} LATERAL {text} }}"


def _needs_lateral(reason: str) -> EngineError:
    return EngineError(f"the query needs a server that knows LATERAL, for it has {reason}")


def _grouped_by(tail: str, bound: Sequence[str]) -> str:
    tokens = tokenize(tail)
    for number, token in enumerate(tokens[:-1]):
        if token.keyword == "GROUP" and tokens[number + 1].keyword == "BY":
            keys = tokens[number + 2 :]
            new = [name for name in bound if all(key.variable != name for key in keys)]
            after = tokens[number + 1].end
            return tail[:after] + "".join(f" ?{name}" for name in new) + tail[after:]
    return tail


def ask_query(
    query: ParsedQuery, focus: str, bound: Sequence[str], answers: Sequence[str], form: Form = Form.NESTED
) -> str:
    """Write the SELECT query that finds for which solutions of a pattern an ASK query answers yes.

    Args:
        query: The ASK query; without a tail.
        focus: A SPARQL group pattern that binds the pre-bound variables and those asked for.
        bound: The variables that it binds.
        answers: The variables to give for each yes.
        form: How to write it.

    Returns:
        The query text.

    Raises:
        EngineError: The form is `Form.VALUES`, which would not give the same.
    """
    names = " ".join(f"?{name}" for name in answers)
    return f"{query.prologue} SELECT DISTINCT {names} WHERE {_where(query.body, focus, bound, form)}"
