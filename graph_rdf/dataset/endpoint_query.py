"""The clauses of a SPARQL query: found by its words, so that a query can be counted, paged and bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.dataset.sparql_tokens import tokenize
from graph_rdf.errors import QueryError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.dataset.sparql_tokens import Token

FORMS: Final = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
_MODIFIERS: Final = frozenset({"GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "VALUES"})
_OPEN: Final = {"{": "}", "(": ")", "[": "]"}


class QueryText:
    """A query and where its clauses stand.

    Args:
        text: SPARQL 1.1.

    Raises:
        QueryError: Its braces do not match, or it is no query: an update, or nothing.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.pairs = _pairs(self.tokens)
        self.form_at = self._form_at()
        self.form = self.tokens[self.form_at].keyword
        self.where = self._where()

    @property
    def variables(self) -> frozenset[str]:
        """The names of all variables, wherever they stand."""
        return frozenset(token.variable for token in self.tokens if token.variable is not None)

    @property
    def projected(self) -> frozenset[str] | None:
        """The names that a SELECT projects; None for ``*`` and for the other forms."""
        return None if self.form != "SELECT" else projected_names(self.tokens, self.form_at, self.pairs)

    def counting(self) -> tuple[str, str]:
        """Write the query that counts the rows of this SELECT.

        Returns:
            The query, and the name of its one variable.
        """
        name = "rows"
        while name in self.variables:
            name += "_"
        first, body = self.tokens[self.form_at].start, self._where_keyword()
        dataset = self._dataset_at(body)
        inner = self.text[first:dataset] + "\n" + self._without_order(body)
        clause = self.text[dataset:body]
        head = f"{self.text[:first]}SELECT (COUNT(*) AS ?{name})\n{clause}\nWHERE {{ {{ {inner}\n}} }}"
        return head, name

    def page(self, columns: Iterable[str], offset: int, size: int) -> str | None:
        """Write the query for a part of the rows of this SELECT, in its own order.

        Args:
            columns: The names of its columns; they make the order total.
            offset: How many rows were read before.
            size: How many are wanted.

        Returns:
            The query; None when nothing is left below its own LIMIT.

        Units:
            Rows.
        """
        clauses = self._clauses()
        own_offset, own_limit = self._number(clauses, "OFFSET") or 0, self._number(clauses, "LIMIT")
        if own_limit is not None:
            size = min(size, own_limit - offset)
            if size <= 0:
                return None
        order = self._slice(clauses, "ORDER") or "ORDER BY"
        kept = " ".join(self._slice(clauses, word) for word in ("GROUP", "HAVING"))
        ties = " ".join(f"?{name}" for name in columns)
        end = self.tokens[self.pairs[self.where]].end
        return (
            f"{self.text[:end]}\n{kept}\n{order}\n{ties}\nLIMIT {size} OFFSET {own_offset + offset}\n"
            f"{self._slice(clauses, 'VALUES')}\n"
        )

    def _without_order(self, start: int) -> str:
        """Give all from WHERE on; an order that no LIMIT depends on is left out, since it costs."""
        clauses = self._clauses()
        if "LIMIT" in clauses or "OFFSET" in clauses:
            return self.text[start:]
        end = self.tokens[self.pairs[self.where]].end
        return "\n".join(
            [self.text[start:end], *(self._slice(clauses, w) for w in ("GROUP", "HAVING", "VALUES"))]
        )

    def _form_at(self) -> int:
        for place, token in enumerate(self.tokens):
            if token.keyword in FORMS:
                return place
            if token.keyword in {
                "{",
                "INSERT",
                "DELETE",
                "LOAD",
                "DROP",
                "CLEAR",
                "CREATE",
                "WITH",
                "MOVE",
                "COPY",
                "ADD",
            }:
                break
        raise QueryError(f"this is no query; it must be one of {', '.join(FORMS)}")

    def _where(self) -> int:
        """Find the opening brace of the outermost group."""
        place = self.form_at + 1
        if self.form == "CONSTRUCT" and self._keyword(place) == "{":
            place = self.pairs[place] + 1
        while place < len(self.tokens) and self._keyword(place) != "{":
            place = self.pairs.get(place, place) + 1
        if place == len(self.tokens):
            if self.form == "DESCRIBE":
                return -1
            raise QueryError(f"the {self.form} query has no group of patterns")
        return place

    def _where_keyword(self) -> int:
        """Where the WHERE clause starts in the text."""
        before = self.tokens[self.where - 1]
        return (before if before.keyword == "WHERE" else self.tokens[self.where]).start

    def _dataset_at(self, end: int) -> int:
        """Where the FROM clauses start in the text; `end` when there is none."""
        for token in self.tokens[self.form_at : self.where]:
            if token.keyword == "FROM":
                return token.start
        return end

    def _clauses(self) -> dict[str, tuple[int, int]]:
        """The solution modifiers: keyword → where its clause starts and ends in the text."""
        found: dict[str, int] = {}
        place = self.pairs[self.where] + 1
        while place < len(self.tokens):
            if self._keyword(place) in _MODIFIERS:
                found[self._keyword(place)] = place
            place = self.pairs.get(place, place) + 1
        starts = [*found.values(), len(self.tokens)]
        return {
            word: (self.tokens[starts[i]].start, self.tokens[starts[i + 1] - 1].end)
            for i, word in enumerate(found)
        }

    def _slice(self, clauses: dict[str, tuple[int, int]], word: str) -> str:
        start, end = clauses.get(word, (0, 0))
        return self.text[start:end]

    def _number(self, clauses: dict[str, tuple[int, int]], word: str) -> int | None:
        digits = self._slice(clauses, word)[len(word) :].strip()
        return int(digits) if digits.isdigit() and len(digits) < 18 else None

    def _keyword(self, place: int) -> str:
        return self.tokens[place].keyword if place < len(self.tokens) else ""


def projected_names(tokens: list[Token], select: int, pairs: dict[int, int]) -> frozenset[str] | None:
    """Give the names that a SELECT clause projects.

    Args:
        tokens: The words of the query.
        select: The place of the word SELECT.
        pairs: The place of every bracket → that of its partner.

    Returns:
        The names, those after AS too; None for ``*``.
    """
    names: set[str] = set()
    for place in _clause(tokens, select, pairs):
        token = tokens[place]
        if token.text == "*":
            return None
        if token.variable is not None:
            names.add(token.variable)
        elif token.text == "(":
            last = tokens[pairs[place] - 1].variable
            if last is not None:
                names.add(last)
    return frozenset(names)


def _clause(tokens: list[Token], select: int, pairs: dict[int, int]) -> Iterator[int]:
    """Give the places of a SELECT clause, without what stands inside brackets."""
    place = select + 1
    while place < len(tokens) and tokens[place].keyword not in {"{", "WHERE", "FROM"}:
        yield place
        place = pairs.get(place, place) + 1


def _pairs(tokens: list[Token]) -> dict[int, int]:
    """Match the brackets: place → place of the partner, for the opening ones."""
    open_places: list[int] = []
    pairs: dict[int, int] = {}
    for place, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in _OPEN:
            open_places.append(place)
        elif token.text in _OPEN.values():
            if not open_places or _OPEN[tokens[open_places[-1]].text] != token.text:
                raise QueryError(f"the query has a {token.text!r} that closes nothing")
            pairs[open_places.pop()] = place
    if open_places:
        raise QueryError(f"the query has a {tokens[open_places[-1]].text!r} that is not closed")
    return pairs
