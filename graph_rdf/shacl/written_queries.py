"""Rewrites a query for a store that keeps all written forms apart; see `written_terms`.

Terms stay terms: patterns, joins, GROUP BY, DISTINCT, sameTerm, STR, LANG, COUNT and what BIND or SELECT hand
on see a literal as written. Where an expression works with values (operators, IN, the truth of a filter, the
arguments of all other functions) each variable ``?v`` becomes ``value(?v)``, which is the literal that the
variable stands for; DATATYPE becomes a function that knows its datatype. So a query gives what it would give
on a store that never rewrote a literal. What cannot be told apart this way is refused: MIN and MAX that hand
on a term, STRDT that makes one, and literals that are not read here.

A variable that can hold no rewritten literal stays as it is: one that stands nowhere but before a predicate,
or behind a predicate of which the data has no such literal, or for what a function gives. That is told only
where no path goes backwards or can have length zero.

A query meets no difference by a variable that stands once, behind a predicate whose literals became others
one by one and of the same value, and else only where its value counts. ``DATATYPE(?v) IN (…)`` counts as such
a place when the list has both or neither of the datatypes that a literal has as written and as stored. So
does ``sameTerm(?v, ?w)`` when both stand behind the same predicate: its literals became others one by one.

Source: SPARQL 1.1, 17.3, 17.4, 18.5.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf.dataset.sparql_tokens import sparql_term, tokenize
from graph_rdf.shacl.query_reads import declared_prefixes, named_iri
from graph_rdf.shacl.query_words import LITERAL, NotRewrittenError, QueryReader, has_unclear_paths
from graph_rdf.shacl.stored_literals import is_kept
from graph_rdf.shacl.written_terms import DATATYPE_FUNCTION, VALUE_FUNCTION, keep_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyoxigraph import NamedNode

    from graph_rdf.dataset.sparql_tokens import Token

_ON_TERMS: Final = frozenset(
    ("STR", "LANG", "BOUND", "SAMETERM", "ISIRI", "ISURI", "ISBLANK", "ISLITERAL", "COUNT", "GROUP_CONCAT")
)
"""Functions that see their arguments as terms."""
_MODIFIERS: Final = ("HAVING", "ORDER", "LIMIT", "OFFSET", "VALUES", "}")


class RewrittenQuery(NamedTuple):
    """A query for a store that keeps all forms apart.

    Args:
        text: The query.
        meets: Whether it can meet a literal that the store rewrites: by a variable, or since it names one.
    """

    text: str
    meets: bool


def written_query(
    text: str,
    prefixes: Mapping[str, str],
    is_rewritten: Callable[[NamedNode], bool],
    datatypes: Callable[[NamedNode], frozenset[tuple[str, str]] | None] = lambda _: None,
) -> RewrittenQuery:
    """Rewrite a query so that it sees the literals as written.

    Args:
        text: A SELECT query.
        prefixes: Prefix → namespace, besides those of its prologue.
        is_rewritten: Tells whether the objects of a predicate can be literals that the store rewrites.
        datatypes: Gives (datatype as written, datatype as stored) of the rewritten literals of a predicate;
            None when two of them have become one, or one has another value.

    Returns:
        The query.

    Raises:
        NotRewrittenError: It does something that cannot be told on such a store.

    Example:
        >>> query = "SELECT ?s { ?s <urn:p> ?o ; <urn:q> ?n FILTER(?o > ?n && STR(?o) = '01') }"
        >>> print(written_query(query, {}, lambda predicate: predicate.value == "urn:p").text)
        SELECT ?s { ?s <urn:p> ?o ; <urn:q> ?n FILTER(<urn:x-ttl-check:value>(?o) > ?n && STR(?o) = '01') }
    """
    tokens = tokenize(text)
    rewriter = _Rewriter(tokens, {**prefixes, **declared_prefixes(tokens)}, is_rewritten)
    try:
        rewriter.pattern(0, len(tokens))
    except IndexError as error:
        raise NotRewrittenError("its brackets are not understood") from error
    meets = rewriter.names_literals or bool(rewriter.doubtful() - rewriter.harmless(datatypes))
    return RewrittenQuery(rewriter.applied_to(text), meets)


class _Rewriter(QueryReader):
    def __init__(
        self,
        tokens: Sequence[Token],
        prefixes: Mapping[str, str],
        is_rewritten: Callable[[NamedNode], bool],
    ) -> None:
        super().__init__(tokens, prefixes)
        self._is_rewritten = is_rewritten
        self._edits: list[tuple[int, int, str]] = []
        self._wraps: list[tuple[Token, bool]] = []
        self._doubtful: set[str] = set()
        self._behind: dict[str, list[NamedNode]] = {}
        self._from: dict[str, set[str]] = {}
        self._listed: list[tuple[str, frozenset[str]]] = []
        self._compared: list[tuple[str, str]] = []
        self._unclear = has_unclear_paths(tokens)
        self.names_literals = False

    def applied_to(self, text: str) -> str:
        """Give the text with all edits made."""
        parts: list[str] = []
        done = 0
        doubtful = self.doubtful()
        for token, brackets in self._wraps:
            if token.text[1:] in doubtful:
                call = f"{VALUE_FUNCTION}({token.text})"
                self._edits.append((token.start, token.end, f"({call})" if brackets else call))
        for start, end, new in sorted(self._edits):
            parts += [text[done:start], new]
            done = end
        return "".join(parts) + text[done:]

    def doubtful(self) -> frozenset[str]:
        """Give the variables that can hold a literal that the store rewrites."""
        found = set(self._doubtful)
        while True:
            more = {name for name, sources in self._from.items() if sources & {*found, LITERAL}} - found
            if not more:
                return frozenset(found)
            found |= more

    def harmless(self, datatypes: Callable[[NamedNode], frozenset[tuple[str, str]] | None]) -> frozenset[str]:
        """Give the variables through which the query sees nothing but values; see `written_query`."""
        seen = Counter(token.text[1:] for token in self._tokens if token.kind == "variable")
        valued = Counter(token.text[1:] for token, _ in self._wraps)
        valued.update(name for name, _ in self._listed)
        valued.update(name for pair in self._compared for name in pair)
        found: dict[str, NamedNode] = {}
        for name, predicates in self._behind.items():
            pairs = datatypes(predicates[0])
            lists = [listed for each, listed in self._listed if each == name]
            if (
                len(predicates) == 1
                and not self._unclear
                and seen[name] == 1 + valued[name]
                and pairs is not None
                and all((one in listed) == (other in listed) for listed in lists for one, other in pairs)
            ):
                found[name] = predicates[0]
        while True:
            others = {
                name
                for one, other in self._compared
                if found.get(one) != found.get(other)
                for name in (one, other)
                if name in found
            }
            if not others:
                return frozenset(found)
            for name in others:
                del found[name]

    def _note_listed(self, start: int, end: int) -> None:
        """Note ``DATATYPE(?v) IN (…)`` where the list is one of IRIs."""
        if end - start != 4 or self._kind(start + 2) != "variable" or self._keyword(end) != "IN":
            return
        listed = self._tokens[end + 2 : self._closing(end + 1) - 1 : 2]
        iris = [named_iri(token, self._prefixes) for token in listed]
        if all(iri is not None for iri in iris):
            names = frozenset(iri.value for iri in iris if iri is not None)
            self._listed.append((self._text(start + 2)[1:], names))

    def pattern(self, start: int, end: int) -> None:
        """Rewrite what stands between expressions, and the expressions in it."""
        position = start
        while position < end:
            keyword = self._tokens[position].keyword
            if keyword == "FILTER":
                position = self._condition(position + 1)
            elif keyword == "BIND":
                position = self._assignment(position + 1)
            elif keyword == "SELECT":
                position = self._head(position + 1)
            elif keyword == "HAVING":
                position += 1
                while self._is_call(position) or self._text(position) == "(":
                    position = self._condition(position)
            elif keyword in ("GROUP", "ORDER") and self._keyword(position + 1) == "BY":
                position = self._keys(position + 2, ordering=keyword == "ORDER")
            elif keyword in ("LIMIT", "OFFSET"):
                position += 2
            else:
                position = self._term(position)

    def _term(self, position: int) -> int:
        """Rewrite the literal that stands at a place; give the place after it, or after any other token."""
        token = self._tokens[position]
        if token.kind == "variable" and (self._unclear or self._can_be_rewritten(position, token.text[1:])):
            self._doubtful.add(token.text[1:])
        signed = token.text in ("+", "-") and self._is_signed(position)
        if token.kind not in ("number", "string") and not signed:
            return position + 1
        literal, end = self._literal(position)
        if literal is not None and not is_kept(literal):
            self.names_literals = True
            place = (token.start, self._tokens[end - 1].end)
            self._edits.append((*place, sparql_term(keep_apart(literal))))
        return end

    def _can_be_rewritten(self, position: int, name: str) -> bool:
        """Tell whether the variable at a place in a pattern can hold a literal that the store rewrites."""
        before = self._tokens[position - 1]
        if before.kind in ("variable", "iri", "name") and self._text(position - 2) in ("{", "}", "."):
            return False  # a predicate
        if before.text == "," and self._kind(position - 2) in ("variable", "iri", "name"):
            return self._can_be_rewritten(position - 2, name)  # another object of the same predicate
        if before.text in ("{", "}", ".", ";"):
            return False  # a subject or a predicate
        if before.keyword == "GRAPH" or before.text == "a":
            return False
        if before.kind not in ("iri", "name"):
            return True
        place = position - 1
        while True:
            predicate = named_iri(self._tokens[place], self._prefixes)
            if predicate is None:
                return True
            if self._is_rewritten(predicate):
                if place == position - 1 and self._text(place - 1) not in ("|", "/"):
                    self._behind.setdefault(name, []).append(predicate)
                return True
            if self._text(place - 1) not in ("|", "/"):
                return False
            place -= 2

    def _condition(self, start: int) -> int:
        """Rewrite a constraint: brackets, EXISTS with its group, or a call."""
        keyword = self._keyword(start)
        if keyword in ("EXISTS", "NOT"):
            return start + (1 if keyword == "EXISTS" else 2)  # its group is read as all other groups are
        end = self._closing(start if self._text(start) == "(" else start + 1)
        self._expression(start, end, on_terms=False)
        return end

    def _assignment(self, start: int) -> int:
        """Rewrite ``(expression AS ?name)``, or the expression alone."""
        end = self._closing(start)
        named = self._keyword(end - 3) == "AS"
        if named:
            sources = self._sources(start + 1, end - 3)
            self._from.setdefault(self._text(end - 2)[1:], set()).update(sources)
        self._expression(start + 1, end - 3 if named else end - 1, on_terms=True)
        return end

    def _head(self, start: int) -> int:
        position = start
        while position < len(self._tokens) and self._text(position) != "{":
            position = self._assignment(position) if self._text(position) == "(" else position + 1
        return position

    def _keys(self, start: int, *, ordering: bool) -> int:
        position = start
        while position < len(self._tokens) and self._keyword(position) not in _MODIFIERS:
            if self._text(position) == "(":
                position = self._ordered(position) if ordering else self._assignment(position)
            elif self._is_call(position) and self._keyword(position) not in ("ASC", "DESC"):
                end = self._closing(position + 1)
                self._expression(position, end, on_terms=not ordering)
                position = end
            else:
                if ordering and self._kind(position) == "variable":
                    self._wrap(position, brackets=True)
                position += 1
        return position

    def _ordered(self, start: int) -> int:
        end = self._closing(start)
        self._expression(start, end, on_terms=False)
        return end

    def _expression(self, start: int, end: int, *, on_terms: bool) -> None:
        """Rewrite an expression.

        Args:
            start: Its first token.
            end: The token after its last one.
            on_terms: Whether the term that it gives is handed on, not only its value.
        """
        items = list(self._items(start, end))
        operands = [item for item in items if item.kind != "operator"]
        on_terms = on_terms and len(operands) == 1
        if on_terms and len(items) > 1:
            if operands[0].kind == "literal" and operands[0].start == start + 1 and self._is_signed(start):
                self._term(start)
                return
            on_terms = False
        for number, item in enumerate(items):
            if item.kind == "variable" and not on_terms:
                self._wrap(item.start)
            elif item.kind == "literal" and on_terms:
                self._term(item.start)
            elif item.kind == "brackets":
                listed = number > 0 and self._keyword(items[number - 1].start) == "IN"
                if listed:
                    self._arguments(item.start, item.end, on_terms=False)
                else:
                    self._expression(item.start + 1, item.end - 1, on_terms=on_terms)
            elif item.kind == "call":
                self._call(item.start, item.end, on_terms=on_terms)
            elif item.kind == "group":
                self.pattern(item.start, item.end)

    def _call(self, start: int, end: int, *, on_terms: bool) -> None:
        keyword = self._keyword(start)
        if keyword == "SAMETERM" and end - start == 6:  # of two single words
            one, other = self._tokens[start + 2], self._tokens[end - 2]
            if one.kind == other.kind == "variable":
                self._compared.append((one.text[1:], other.text[1:]))
        if keyword == "DATATYPE":
            token = self._tokens[start]
            self._edits.append((token.start, token.end, str(DATATYPE_FUNCTION)))
            self._note_listed(start, end)
        if keyword in ("MIN", "MAX", "STRDT") and on_terms:
            raise NotRewrittenError(f"{keyword} gives a literal whose form is not known")
        if keyword == "IF":
            pieces = self._pieces(start + 1, end)
            for number, (first, last) in enumerate(pieces):
                self._expression(first, last, on_terms=on_terms and number > 0)
        elif keyword in ("COALESCE", "SAMPLE"):
            self._arguments(start + 1, end, on_terms=on_terms)
        else:
            self._arguments(start + 1, end, on_terms=keyword in _ON_TERMS or keyword == "DATATYPE")

    def _arguments(self, start: int, end: int, *, on_terms: bool) -> None:
        for first, last in self._pieces(start, end):
            self._expression(first, last, on_terms=on_terms)

    def _wrap(self, position: int, *, brackets: bool = False) -> None:
        self._wraps.append((self._tokens[position], brackets))
