"""Bind variables of a query for a server: VALUES at the head of each group that uses them.

A value is never put where the variable stands. A one-row VALUES is joined with the rest of each group where
the variable is in scope, so that filters, OPTIONAL and MINUS inside see the same value. Joining it again in
nested groups changes nothing else.

The embedded store starts its evaluation with the value instead. The rows are the same but for two faults of
the store: there ``BOUND(?name)`` is false and ``BIND(?name AS ?other)`` leaves ``?other`` unbound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.dataset.endpoint_query import QueryText, projected_names
from graph_rdf.dataset.sparql_tokens import sparql_term
from graph_rdf.errors import QueryError

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Bindings


def bound_query(text: str, bindings: Bindings) -> str:
    """Bind variables of a query.

    Args:
        text: SPARQL 1.1.
        bindings: Variable name → IRI or literal.

    Returns:
        A query whose rows are those of the given one with these values: an inner group sees the value as
        well, and so does a sub-SELECT that projects the variable, before its own LIMIT and its aggregates.
        The bound variables are bound in the rows too.

    Raises:
        QueryError: A name does not occur in the query, or is not projected by a SELECT; the query itself
            assigns the variable (``AS``); a value is neither an IRI nor a literal; or the query is malformed.

    Source: SPARQL 1.1, 10.2 (VALUES) and 18.2 (algebra).

    Example:
        >>> from pyoxigraph import NamedNode
        >>> bound_query("SELECT ?s { ?s ?p ?o }", {"s": NamedNode("http://example.org/a")})
        'SELECT ?s { VALUES ?s { <http://example.org/a> } ?s ?p ?o }'
    """
    query = QueryText(text)
    inserts: dict[int, list[str]] = {}
    for name, term in sorted(bindings.items()):
        _check(query, name)
        scope = _Scope(query, name)
        block = f" VALUES ?{name} {{ {sparql_term(term)} }}"
        if query.form == "DESCRIBE" and query.where < 0:
            raise QueryError(f"the variable ?{name} cannot be bound: DESCRIBE has no group of patterns")
        if _is_short_construct(query):
            inserts.setdefault(len(text), []).append(f"\n{block}")
            continue
        for place in scope.groups:
            inserts.setdefault(query.tokens[place].end, []).append(block)
        if not scope.reaches_outermost:
            # The outermost group is a sub-SELECT of its own: it becomes one part of a join.
            inserts.setdefault(query.tokens[query.where].end, []).append(f"{block} {{")
            inserts.setdefault(query.tokens[query.pairs[query.where]].start, []).append("\n}")
    if _is_short_construct(query) and len(bindings) > 1:
        raise QueryError("CONSTRUCT WHERE takes one binding; write out the template for more")
    pieces: list[str] = []
    last = 0
    for place, texts in sorted(inserts.items()):
        pieces += [text[last:place], *texts]
        last = place
    return "".join([*pieces, text[last:]])


def _check(query: QueryText, name: str) -> None:
    if name not in query.variables:
        raise QueryError(f"the query has no variable ?{name}")
    projected = query.projected
    if projected is not None and name not in projected:
        raise QueryError(f"the query does not select ?{name}, so it cannot be bound")


def _is_short_construct(query: QueryText) -> bool:
    """Tell whether the query is ``CONSTRUCT WHERE``: its group may hold triple patterns alone."""
    return query.form == "CONSTRUCT" and query.tokens[query.form_at + 1].keyword != "{"


class _Scope:
    """The groups in which one variable of the outermost query is in scope and used.

    Args:
        query: The query.
        name: The variable.

    Raises:
        QueryError: The query assigns the variable.
    """

    def __init__(self, query: QueryText, name: str) -> None:
        self._query = query
        self._name = name
        self.groups: list[int] = []
        self.reaches_outermost = True
        if query.where < 0:
            return
        self._refuse_assignment(query.form_at + 1, query.where)
        self._refuse_assignment(query.pairs[query.where] + 1, len(query.tokens))
        pending = [query.where]
        while pending:
            pending += self._inner_groups(pending.pop())
        self.groups.sort()

    def _inner_groups(self, place: int) -> list[int]:
        """Note one group, and give the groups inside that are to be looked at."""
        tokens, end = self._query.tokens, self._query.pairs[place]
        if tokens[place + 1].keyword == "SELECT":
            return self._sub_select(place)
        found: list[int] = []
        used = place == self._query.where
        at = place + 1
        while at < end:
            token = tokens[at]
            if token.variable == self._name:
                used = True
                self._refuse_assignment(at - 1, at + 1)
            if token.text == "{":
                if self._is_group(at):
                    if self._uses(at):
                        found.append(at)
                        used = True
                else:
                    used = used or self._uses(at)
                at = self._query.pairs[at]
            at += 1
        if used:
            self.groups.append(place)
        return found

    def _sub_select(self, place: int) -> list[int]:
        tokens, pairs = self._query.tokens, self._query.pairs
        projected = projected_names(tokens, place + 1, pairs)
        inner = place + 2
        while tokens[inner].keyword != "{":
            inner = pairs.get(inner, inner) + 1
        outermost = place == self._query.where
        if (projected is None or self._name in projected) and self._uses(inner):
            self._refuse_assignment(place + 1, inner)
            self._refuse_assignment(pairs[inner] + 1, pairs[place])
            return [inner]
        if outermost:
            self.reaches_outermost = False
        return []

    def _is_group(self, place: int) -> bool:
        """Tell whether a brace opens a group that is joined: no EXISTS, no SERVICE, no data block."""
        tokens = self._query.tokens
        before = tokens[place - 1]
        if before.keyword == "EXISTS" or tokens[place + 1].text == "|":
            return False
        if before.kind in {"iri", "name", "variable"}:
            return tokens[place - 2].keyword not in {"SERVICE", "SILENT", "VALUES"}
        if before.text == ")":
            opening = next(start for start, end in self._query.pairs.items() if end == place - 1)
            return tokens[opening - 1].keyword != "VALUES"
        return True

    def _uses(self, place: int) -> bool:
        return any(
            token.variable == self._name for token in self._query.tokens[place : self._query.pairs[place]]
        )

    def _refuse_assignment(self, start: int, end: int) -> None:
        tokens = self._query.tokens
        for at in range(start, end):
            if tokens[at].keyword == "AS" and tokens[at + 1].variable == self._name:
                raise QueryError(f"the query assigns ?{self._name} itself, so it cannot be bound")
