"""Lets a path of length zero start at a term that is not in the data, which oxigraph does not.

``$this :p* ?x`` has the solution ``?x = $this`` for every pre-bound ``$this``, and so has ``ex:a :p* ?x``;
oxigraph looks for the term in the graph first. A term that is not in the graph has no triples there, so all
that a path can find from it is itself: once for each way in which the path can have length zero. So
``S path O`` becomes ``{ S path O } UNION { GRAPH focus { [] self S , O } }``, where the graph of the job says
``self`` of each pre-bound or named term that is outside of the data, and of no other. One that is in the
data finds nothing there, so both kinds of terms may stand in one query; it is run only where there are such
terms at all. Between two variables that nothing pre-binds, a path matches the nodes of the graph alone, and
stays as it is; but in EXISTS one of them may stand for such a term, and then the query cannot be written.

Source: SPARQL 1.1, 9.3 and 18.4 (ZeroLengthPath, ALP); 18.1.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from pyoxigraph import NamedNode, RdfFormat, parse

from graph_rdf.dataset.sparql_tokens import tokenize
from graph_rdf.shacl.own_names import JOB_GRAPH, OUTSIDE
from graph_rdf.shacl.query_reads import declared_prefixes, named_iri

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.dataset.sparql_tokens import Token

_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_BETWEEN: Final = frozenset(("OPTIONAL", "UNION", "LATERAL", "WHERE", "MINUS", "ASK", "EXISTS", "NOT", "."))
_MODIFIERS: Final = ("HAVING", "LIMIT", "OFFSET", "ORDER", "VALUES")
_MOST_WAYS: Final = 8
"""Ways in which one path can have length zero; more are not written out."""


@dataclass(frozen=True, slots=True)
class ZeroPaths:
    """The paths of a query that can have length zero and start or end at a term that is given to it.

    Args:
        query: The query with their solutions of length zero; None when it could not be written, and may be
            wrong where a term is outside of the data.
        names: The pre-bound variables at their ends.
        terms: The IRIs and literals at their ends.
    """

    query: str | None
    names: tuple[str, ...]
    terms: tuple[Term, ...]


class _UnknownSyntaxError(Exception):
    pass


def zero_paths(text: str, prefixes: Mapping[str, str], bound: Collection[str]) -> ZeroPaths | None:
    """Find the paths of a query that can have length zero, and write out what they find so.

    Args:
        text: The query.
        prefixes: Prefix → namespace, besides those of its prologue.
        bound: The variables that are pre-bound.

    Returns:
        The paths and the query; None when there is no such path at a pre-bound or named term.

    Example:
        >>> found = zero_paths("SELECT ?x { ?this <urn:p>? ?x }", {}, ["this"])
        >>> print(found.query.replace("urn:x-ttl-check:", ""))
        SELECT ?x { { ?this <urn:p>? ?x } UNION { GRAPH <focus> { [] <outside> ?this , ?x } } }
        >>> zero_paths("SELECT ?x { ?this <urn:p>+ ?x . ?x <urn:p>* ?y }", {}, ["this"]) is None
        True
    """
    tokens = tokenize(text)
    if not any(token.text in ("*", "?") for token in tokens):
        return None
    reader = _Reader(text, tokens, {**prefixes, **declared_prefixes(tokens)}, frozenset(bound))
    try:
        reader.block(0, len(tokens), in_graph=False)
    except (_UnknownSyntaxError, IndexError):
        return ZeroPaths(None, tuple(sorted(bound)), tuple(reader.terms))
    if not reader.edits:
        return None
    query = None if reader.is_open_in_exists else reader.edited()
    return ZeroPaths(query, tuple(sorted(reader.names)), tuple(reader.terms))


class _Triple(NamedTuple):
    """One triple of a statement, as places in the text.

    Args:
        path: From where to where its path goes.
        ways: In how many ways that can have length zero.
        value: From where to where its object goes, as tokens.
    """

    path: tuple[int, int]
    ways: int
    value: tuple[int, int]


class _Reader:
    """Reads the statements of a query, whatever groups they stand in."""

    def __init__(
        self, text: str, tokens: Sequence[Token], prefixes: Mapping[str, str], bound: frozenset[str]
    ) -> None:
        self._text = text
        self._tokens = tokens
        self._prefixes = prefixes
        self._bound = bound
        self.names: set[str] = set()
        self.terms: dict[Term, None] = {}
        self.edits: list[tuple[int, int, str]] = []
        self.is_open_in_exists = False
        self._in_expression = False

    def edited(self) -> str:
        """Give the text with all edits made."""
        parts: list[str] = []
        done = 0
        for start, end, new in sorted(self.edits):
            parts += [self._text[done:start], new]
            done = end
        return "".join(parts) + self._text[done:]

    def block(self, start: int, end: int, *, in_graph: bool) -> None:
        """Read what stands between two places; both are outside of all brackets in between."""
        position = start
        while position < end:
            token = self._tokens[position]
            if token.text == "{":
                closing = self._closing(position)
                self.block(position + 1, closing - 1, in_graph=in_graph)
                position = closing
            elif token.keyword in ("FILTER", "BIND", "HAVING"):
                position = self._expression(position + 1, in_graph=in_graph)
            elif token.keyword in ("SELECT", "GROUP", "ORDER"):
                position = self._listing(position + 1, end)
            elif token.keyword == "GRAPH":
                closing = self._closing(position + 2)
                self.block(position + 3, closing - 1, in_graph=True)
                position = closing
            elif token.keyword == "VALUES":
                while self._tokens[position].text != "{":
                    position += 1
                position = self._closing(position)
            elif token.keyword in ("LIMIT", "OFFSET", "BASE"):
                position += 2
            elif token.keyword == "PREFIX":
                position += 3
            elif token.keyword in _BETWEEN:
                position += 1
            elif token.kind == "word" and token.keyword not in ("TRUE", "FALSE"):
                raise _UnknownSyntaxError
            else:
                position = self._statement(position, end, in_graph=in_graph)

    def _expression(self, start: int, *, in_graph: bool) -> int:
        """Read the groups of EXISTS in an expression; give the place after it."""
        position = start
        while self._tokens[position].text not in ("(", "{"):
            position += 1
        end = self._closing(position)
        while position < end:
            if self._tokens[position].text == "{":
                closing = self._closing(position)
                outside, self._in_expression = self._in_expression, True
                self.block(position + 1, closing - 1, in_graph=in_graph)
                self._in_expression = outside
                position = closing
            else:
                position += 1
        if end < len(self._tokens) and self._tokens[end].text == "(":  # HAVING has several
            return self._expression(end, in_graph=in_graph)
        return end

    def _listing(self, start: int, end: int) -> int:
        position = start
        while position < end and self._tokens[position].text != "{":
            if self._tokens[position].keyword == "EXISTS":
                raise _UnknownSyntaxError
            if self._tokens[position].keyword in _MODIFIERS:
                break
            position += 1
        return position

    def _statement(self, start: int, end: int, *, in_graph: bool) -> int:
        """Read the triples of one subject; give the place after them."""
        after = position = self._after_term(start)
        triples: list[_Triple] = []
        while position < end and self._is_verb(position):
            verb = position
            ways, position = self._alternatives(position)
            path = (self._tokens[verb].start, self._tokens[position - 1].end)
            while True:
                value = (position, self._after_term(position))
                triples.append(_Triple(path, ways, value))
                position = value[1]
                if position >= end or self._tokens[position].text != ",":
                    break
                position += 1
            while position < end and self._tokens[position].text == ";":
                position += 1
        self._write((start, after), triples, position, in_graph=in_graph)
        return position

    def _is_verb(self, position: int) -> bool:
        token = self._tokens[position]
        return token.kind in ("iri", "name", "variable") or token.text in ("a", "(", "^", "!")

    def _write(
        self, subject: tuple[int, int], triples: Sequence[_Triple], end: int, *, in_graph: bool
    ) -> None:
        tokens = self._tokens[subject[0] : end]
        if any(token.text == "[" for token in tokens) and any(t.text in ("*", "?") for t in tokens):
            raise _UnknownSyntaxError
        given = [
            triple.ways > 0 and any([self._is_given(subject), self._is_given(triple.value)])
            for triple in triples
        ]
        # In EXISTS such a variable may have a term from another path, one that is outside of the data.
        if self._in_expression and any(
            triple.ways for triple, at in zip(triples, given, strict=True) if not at
        ):
            self.is_open_in_exists = True
        if not any(given):
            return
        if in_graph or any(token.kind == "blank" for token in tokens):
            raise _UnknownSyntaxError
        start = self._shown(subject)
        written: list[str] = []
        for triple, at_given in zip(triples, given, strict=True):
            value = self._shown(triple.value)
            plain = f"{start} {self._text[slice(*triple.path)]} {value}"
            if not at_given:
                written.append(f"{plain} .")
                continue
            itself = f"{{ GRAPH {JOB_GRAPH} {{ [] {OUTSIDE} {start} , {value} }} }}"
            if triple.ways > _MOST_WAYS:
                raise _UnknownSyntaxError
            written.append(" UNION ".join([f"{{ {plain} }}", *[itself] * triple.ways]))
        self.edits.append((self._tokens[subject[0]].start, self._tokens[end - 1].end, " ".join(written)))

    def _shown(self, place: tuple[int, int]) -> str:
        return self._text[self._tokens[place[0]].start : self._tokens[place[1] - 1].end]

    def _is_given(self, place: tuple[int, int]) -> bool:
        """Tell whether a term is pre-bound or named, and note it."""
        token = self._tokens[place[0]]
        if token.kind == "variable":
            name = token.text[1:]
            if name in self._bound:
                self.names.add(name)
            return name in self._bound
        if token.kind == "blank" or token.text in ("(", "["):
            return False
        self.terms[self._named(token, place)] = None
        return True

    def _named(self, token: Token, place: tuple[int, int]) -> Term:
        if token.kind in ("iri", "name"):
            iri = named_iri(token, self._prefixes)
            if iri is None:
                raise _UnknownSyntaxError
            return iri
        prefixes = "".join(f"@prefix {name}: {NamedNode(iri)} . " for name, iri in self._prefixes.items())
        try:  # SPARQL writes literals as Turtle does
            (quad,) = parse(f"{prefixes}<urn:s> <urn:p> {self._shown(place)} .", format=RdfFormat.TURTLE)
        except (SyntaxError, ValueError) as error:
            raise _UnknownSyntaxError from error
        term: Term = quad.object
        return term

    def _alternatives(self, start: int) -> tuple[int, int]:
        """Read a path; give in how many ways it can have length zero, and the place after it."""
        ways, position = self._sequence(start)
        while self._tokens[position].text == "|":
            more, position = self._sequence(position + 1)
            ways += more
        return ways, position

    def _sequence(self, start: int) -> tuple[int, int]:
        ways, position = self._step(start)
        while self._tokens[position].text == "/":
            more, position = self._step(position + 1)
            ways *= more
        return ways, position

    def _step(self, start: int) -> tuple[int, int]:
        position = start + 1 if self._tokens[start].text == "^" else start
        token = self._tokens[position]
        if token.text == "(":
            ways, position = self._alternatives(position + 1)
            if self._tokens[position].text != ")":
                raise _UnknownSyntaxError
            position += 1
        elif token.text == "!":
            ways = 0
            position += 2 if self._tokens[position + 1].text == "^" else 1
            position = self._closing(position) if self._tokens[position].text == "(" else position + 1
        elif token.kind in ("iri", "name", "variable") or token.text == "a":
            ways, position = 0, position + 1
        else:
            raise _UnknownSyntaxError
        mark = self._tokens[position]
        if mark.text in ("*", "?"):
            return 1, position + 1
        following = self._tokens[position + 1]
        if mark.text == "+" and not (following.kind == "number" and following.start == mark.end):
            return min(ways, 1), position + 1
        return ways, position

    def _after_term(self, start: int) -> int:
        token = self._tokens[start]
        if token.text in ("(", "["):
            return self._closing(start)
        if token.kind == "string":
            if self._tokens[start + 1].text == "^":
                return start + 4
            return start + (2 if self._tokens[start + 1].kind == "language" else 1)
        if token.text in ("+", "-"):
            return start + 2
        if token.kind in ("iri", "name", "variable", "number", "blank") or token.keyword in ("TRUE", "FALSE"):
            return start + 1
        raise _UnknownSyntaxError

    def _closing(self, start: int) -> int:
        """Give the place after the bracket that closes the one at a place."""
        depth = 0
        for position in range(start, len(self._tokens)):
            text = self._tokens[position].text
            depth += (text in _OPENING) - (text in _OPENING.values())
            if depth == 0:
                return position + 1
        raise IndexError
