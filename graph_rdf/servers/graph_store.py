"""The graphs of a server: the Graph Store Protocol, and the updates that name whole graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlencode

from pyoxigraph import Literal, NamedNode

from graph_rdf.dataset.endpoint import FORM, EndpointDataset
from graph_rdf.dataset.endpoint_results import GRAPH_TYPES, parse_triples
from graph_rdf.dataset.sparql_tokens import sparql_term
from graph_rdf.errors import EndpointError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyoxigraph import Triple

    from graph_rdf.dataset.endpoint_client import Client
    from graph_rdf.servers.presets import ServerUrls

N_TRIPLES: Final = "application/n-triples"
_NAMES_A_QUERY: Final = 500
"""Graph names in one query; more would make requests that some servers refuse."""
_NOT_FOUND: Final = 404


class GraphStore:
    """The named graphs of one server.

    Args:
        urls: Where its services are.
        client: The HTTP client.
    """

    def __init__(self, urls: ServerUrls, client: Client) -> None:
        self.urls = urls
        self.client = client
        self.dataset = EndpointDataset(urls.query, client)
        self._requests = 0

    def put(self, graph: str, body: bytes) -> None:
        """Replace a graph by the triples of an N-Triples document.

        Raises:
            EndpointError: The server does not do it.

        Source: SPARQL 1.1 Graph Store HTTP Protocol, 5.3.
        """
        self.client.request("PUT", self._url(graph), body=body, content_type=N_TRIPLES)

    def post(self, graph: str, body: bytes) -> None:
        """Add the triples of an N-Triples document to a graph; see `put`.

        Source: SPARQL 1.1 Graph Store HTTP Protocol, 5.5.
        """
        self.client.request("POST", self._url(graph), body=body, content_type=N_TRIPLES)

    def get(self, graph: str) -> list[Triple]:
        """Read a graph; empty when there is none.

        Source: SPARQL 1.1 Graph Store HTTP Protocol, 5.2.
        """
        answer = self.client.request("GET", self._url(graph), accept=GRAPH_TYPES, passed=(_NOT_FOUND,))
        if answer.status == _NOT_FOUND:
            return []
        self._requests += 1
        return parse_triples(answer.body, answer.media_type, self._requests)

    def delete(self, graph: str) -> None:
        """Delete a graph; nothing happens when there is none.

        Source: SPARQL 1.1 Graph Store HTTP Protocol, 5.4.
        """
        self.client.request("DELETE", self._url(graph), passed=(_NOT_FOUND,))

    def move(self, moves: Iterable[tuple[str, str]], drops: Iterable[str]) -> None:
        """Move graphs over others and drop graphs, all in one update, which a server does as a whole.

        MOVE is written out: on TDB2 (Jena 5.6.0) several of them in one update lose triples without a word.

        Args:
            moves: (from, to).
            drops: The graphs to drop; it does not matter whether they are there.

        Raises:
            EndpointError: The server does not do it, or has no update service.

        Source: SPARQL 1.1 Update, 3.2.4 (what MOVE means), 3.2.2, and 2.2 (one request is atomic).
        """
        moves = list(moves)
        steps = [f"DROP SILENT GRAPH {_name(graph)}" for graph in (*drops, *(end for _, end in moves))]
        for start, end in moves:
            triples = "{ ?s ?p ?o }"
            steps.append(
                f"INSERT {{ GRAPH {_name(end)} {triples} }} WHERE {{ GRAPH {_name(start)} {triples} }}"
            )
        steps += [f"DROP SILENT GRAPH {_name(start)}" for start, _ in moves]
        if not steps:
            return
        if self.urls.update is None:
            raise EndpointError("the server has no update URL")
        form = urlencode({"update": " ;\n".join(steps)}).encode("ascii")
        self.client.request("POST", self.urls.update, body=form, content_type=FORM, repeatable=False)

    def counts(self, graphs: Sequence[str]) -> dict[str, int]:
        """Count the triples of graphs.

        Returns:
            Graph → number; graphs without triples are left out.
        """
        found: dict[str, int] = {}
        for start in range(0, len(graphs), _NAMES_A_QUERY):
            names = " ".join(_name(graph) for graph in graphs[start : start + _NAMES_A_QUERY])
            rows = self.dataset.select(
                f"SELECT ?g (COUNT(*) AS ?n) WHERE {{ VALUES ?g {{ {names} }} GRAPH ?g {{ ?s ?p ?o }} }}"
                " GROUP BY ?g"
            )
            for row in rows:
                graph, number = row[0], row[1]
                if isinstance(graph, NamedNode) and isinstance(number, Literal):
                    found[graph.value] = int(number.value)
        return found

    def _url(self, graph: str) -> str:
        if self.urls.graphs is None:
            raise EndpointError("the server has no Graph Store URL; give its kind with --server")
        mark = "&" if "?" in self.urls.graphs else "?"
        return f"{self.urls.graphs}{mark}graph={quote(graph, safe='')}"


def _name(graph: str) -> str:
    return sparql_term(NamedNode(graph))
