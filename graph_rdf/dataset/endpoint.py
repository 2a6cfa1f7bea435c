"""A SPARQL endpoint behind the protocol of `graph_rdf.dataset.protocol`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from pyoxigraph import Literal

from graph_rdf.dataset.endpoint_bindings import bound_query
from graph_rdf.dataset.endpoint_client import Client
from graph_rdf.dataset.endpoint_query import QueryText
from graph_rdf.dataset.endpoint_results import (
    GRAPH_TYPES,
    RESULTS_TYPES,
    EndpointSolutions,
    by_name,
    parse_rows,
    parse_triples,
    parse_truth,
)
from graph_rdf.dataset.endpoint_url import check_url, shown
from graph_rdf.errors import EndpointError, QueryError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyoxigraph import Triple

    from graph_rdf.dataset.endpoint_client import Answer
    from graph_rdf.dataset.protocol import Bindings, Solution

FORM: Final = "application/x-www-form-urlencoded"

SMALLEST_LIMIT: Final = 100
"""Answers with fewer rows are not counted again: no server is known to cut answers below this."""


class EndpointDataset:
    """The data of a SPARQL 1.1 Protocol server.

    Every query is one POST with a form. Blank nodes have labels that hold within one answer alone.

    Args:
        url: The query URL.
        client: The HTTP client; a new one when None.
        parameters: More protocol parameters for every query, such as ``("default-graph-uri", IRI)``.
        counted: Whether the server counts the rows of larger answers, so that no silent limit goes unseen.

    Raises:
        EndpointError: The URL is none that can be used.
    """

    def __init__(
        self,
        url: str,
        client: Client | None = None,
        *,
        parameters: Iterable[tuple[str, str]] = (),
        counted: bool = True,
    ) -> None:
        self.url = check_url(url)
        self.client = client if client is not None else Client()
        self.parameters = tuple(parameters)
        self.limited_to: int | None = None
        """The least number of rows at which the server cut an answer; None as long as it never did."""
        self.server = ""
        """What the server calls itself in its last answer; empty when it did not say."""
        self._counted = counted
        self._answers = 0

    def over_graphs(self, graphs: Iterable[str]) -> EndpointDataset:
        """Give the same server with a default graph that is the merge of some of its graphs.

        Args:
            graphs: The IRIs of the graphs.

        Source: SPARQL 1.1 Protocol, 2.1.4.
        """
        parameters = [("default-graph-uri", graph) for graph in graphs]
        return EndpointDataset(self.url, self.client, parameters=parameters, counted=self._counted)

    def through(self, client: Client) -> EndpointDataset:
        """Give the same data through another client."""
        return EndpointDataset(self.url, client, parameters=self.parameters, counted=self._counted)

    def select(self, query: str, bindings: Bindings | None = None) -> EndpointSolutions:
        """Run a SELECT query.

        Args:
            query: SPARQL 1.1.
            bindings: Variable name → IRI or literal; see `bound_query`.

        Returns:
            The rows, complete. A server that cuts its answers is read page by page. The columns of ``*``
            stand in the order of their names, as those of the embedded store.

        Raises:
            QueryError: The query is no SELECT, or cannot be bound.
            EndpointError: The server fails, or cuts its answers and cannot be read page by page.
            LimitError: The answer is larger than the limits of the client.
        """
        text = _checked(query, bindings, ("SELECT",))
        solutions = self._rows(text)
        parsed = QueryText(text)
        if parsed.projected is None:
            solutions = by_name(solutions)
        if not self._counted or len(solutions) < SMALLEST_LIMIT:
            return solutions
        counting, name = parsed.counting()
        total = self._count(counting, name)
        return solutions if len(solutions) == total else self._paged(parsed, solutions, total)

    def ask(self, query: str, bindings: Bindings | None = None) -> bool:
        """Run an ASK query; arguments and errors as for `select`."""
        text = _checked(query, bindings, ("ASK",))
        return parse_truth(self._post(text, RESULTS_TYPES).body)

    def construct(self, query: str, bindings: Bindings | None = None) -> Iterator[Triple]:
        """Run a CONSTRUCT or DESCRIBE query; arguments and errors as for `select`.

        Returns:
            The triples, in no fixed order; they may come more than once. A limit of the server on graphs
            cannot be seen from outside: use `select` where all triples matter.
        """
        text = _checked(query, bindings, ("CONSTRUCT", "DESCRIBE"))
        answer = self._post(text, GRAPH_TYPES)
        return iter(parse_triples(answer.body, answer.media_type, self._answers))

    def _rows(self, text: str) -> EndpointSolutions:
        body = self._post(text, RESULTS_TYPES).body
        return parse_rows(body, self._answers)

    def _post(self, text: str, accept: tuple[str, ...]) -> Answer:
        self._answers += 1
        form = urlencode([("query", text), *self.parameters]).encode("ascii")
        answer = self.client.request("POST", self.url, body=form, content_type=FORM, accept=accept)
        self.server = answer.server
        return answer

    def _count(self, text: str, name: str) -> int:
        solutions = self._rows(text)
        cell = solutions.rows[0][0] if len(solutions) == 1 and solutions.variables == (name,) else None
        if not isinstance(cell, Literal) or not cell.value.isdigit():
            raise EndpointError(f"{shown(self.url)} does not count the rows of a query")
        return int(cell.value)

    def _paged(self, query: QueryText, first: EndpointSolutions, total: int) -> EndpointSolutions:
        """Read all rows in pages as large as the server gives them; the order is made total for that."""
        size = len(first)
        if size > total:
            raise EndpointError(f"{shown(self.url)} changes while it is read: {size} rows, then {total}")
        if self.limited_to is None or size < self.limited_to:
            self.limited_to = size
            self.client.notice(f"{shown(self.url)} cuts answers at {size} rows; it is read in pages")
        rows: list[Solution] = []
        while len(rows) < total:
            text = query.page(first.variables, len(rows), size)
            page = self._rows(text) if text is not None else None
            if page is None or not len(page):
                raise EndpointError(
                    f"{shown(self.url)} gives {len(rows)} of {total} rows: it limits its answers, and paging"
                    " does not reach the rest"
                )
            rows += page.rows
        if len(rows) != total:
            raise EndpointError(f"{shown(self.url)} changes while it is read: {total} rows, then {len(rows)}")
        return EndpointSolutions(first.variables, rows)


def _checked(query: str, bindings: Bindings | None, forms: tuple[str, ...]) -> str:
    """Check the form of a query and bind its variables."""
    parsed = QueryText(query)
    if parsed.form not in forms:
        raise QueryError(f"the query is no {forms[0]}")
    return bound_query(query, bindings) if bindings else query
