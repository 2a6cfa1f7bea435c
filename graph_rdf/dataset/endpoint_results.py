"""What a server answers to a query: rows, a truth value or triples, as terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import (
    BlankNode,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Triple,
    parse,
    parse_query_results,
)

from graph_rdf.errors import EndpointError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph_rdf.dataset.protocol import Solution, Term

RESULTS_TYPES: Final = ("application/sparql-results+json", "application/json")
GRAPH_TYPES: Final = ("application/n-triples", "text/turtle")
_FORMATS: Final = {"application/n-triples": RdfFormat.N_TRIPLES, "text/turtle": RdfFormat.TURTLE}


class Row(tuple["Term | None", ...]):
    """One row that differs from what the parser gave: in its labels or in the order of its columns."""

    __slots__ = ()


class EndpointSolutions:
    """The rows of one SELECT, complete in memory; they can be read again.

    Args:
        variables: The names of the columns.
        rows: The rows.
    """

    def __init__(self, variables: tuple[str, ...], rows: Sequence[Solution]) -> None:
        self.variables = variables
        self.rows = rows

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def parse_rows(body: bytes, answer: int) -> EndpointSolutions:
    """Parse the rows of a SELECT.

    Args:
        body: SPARQL 1.1 Query Results JSON.
        answer: The number of this answer: a blank node label holds within one answer alone, so labels of
            different answers are kept apart.

    Raises:
        EndpointError: It is no such document.

    Source: SPARQL 1.1 Query Results JSON Format, 3.
    """
    try:
        results = parse_query_results(body, format=QueryResultsFormat.JSON)
        if not isinstance(results, QuerySolutions):
            raise EndpointError("the server answers a truth value where rows were asked")
        variables = tuple(variable.value for variable in results.variables)
        rows: list[Solution] = [_relabelled(row, len(variables), answer) for row in results]
    except (SyntaxError, ValueError, OSError) as error:
        raise EndpointError(f"the server answers no SPARQL results JSON: {_first_line(error)}") from error
    return EndpointSolutions(variables, rows)


def by_name(solutions: EndpointSolutions) -> EndpointSolutions:
    """Bring the columns into the order of their names; servers order those of ``SELECT *`` as they like."""
    names = tuple(sorted(solutions.variables))
    if names == solutions.variables:
        return solutions
    places = [solutions.variables.index(name) for name in names]
    return EndpointSolutions(names, [Row(row[place] for place in places) for row in solutions])


_VIRTUOSO_TRUTH: Final = "__ASK_RETVAL"
"""The only variable of Virtuoso's rows for an ASK; there is a row when it is true."""


def parse_truth(body: bytes) -> bool:
    """Parse the answer of an ASK; the rows that Virtuoso 7 gives in place of a truth value count too.

    Raises:
        EndpointError: It is no SPARQL results JSON with a truth value.
    """
    try:
        result = parse_query_results(body, format=QueryResultsFormat.JSON)
    except (SyntaxError, ValueError, OSError) as error:
        raise EndpointError(f"the server answers no SPARQL results JSON: {_first_line(error)}") from error
    if isinstance(result, QuerySolutions) and [name.value for name in result.variables] == [_VIRTUOSO_TRUTH]:
        return next(iter(result), None) is not None
    if not isinstance(result, QueryBoolean):
        raise EndpointError("the server answers rows where a truth value was asked")
    return bool(result)


def parse_triples(body: bytes, media_type: str, answer: int) -> list[Triple]:
    """Parse a graph.

    Args:
        body: N-Triples or Turtle.
        media_type: One of `GRAPH_TYPES`.
        answer: As for `parse_rows`.

    Raises:
        EndpointError: It is malformed.
    """
    try:
        triples = [quad.triple for quad in parse(body, format=_FORMATS[media_type], rename_blank_nodes=False)]
    except (SyntaxError, ValueError, OSError) as error:
        raise EndpointError(f"the server answers a malformed graph: {_first_line(error)}") from error
    return [_renamed_triple(triple, answer) for triple in triples]


def _relabelled(row: Solution, width: int, answer: int) -> Solution:
    for place in range(width):
        if isinstance(row[place], BlankNode | Triple):
            return Row(_renamed(row[each], answer) for each in range(width))
    return row


def _renamed(term: Term | None, answer: int) -> Term | None:
    if isinstance(term, BlankNode):
        return BlankNode(f"a{answer}x{term.value}")
    if isinstance(term, Triple):
        return _renamed_triple(term, answer)
    return term


def _renamed_triple(triple: Triple, answer: int) -> Triple:
    # The parser limits how deep triple terms nest.
    subject, value = _renamed(triple.subject, answer), _renamed(triple.object, answer)
    if subject is triple.subject and value is triple.object:
        return triple
    return Triple(subject, triple.predicate, value)  # type: ignore[arg-type]


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)[:200]
