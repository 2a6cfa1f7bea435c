"""Where the services of known servers lie, from one base URL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from graph_rdf.dataset.endpoint_url import check_url
from graph_rdf.errors import UnknownNameError

ServerKind: TypeAlias = Literal["fuseki", "graphdb", "neptune", "oxigraph", "qlever", "virtuoso"]

DIGEST: Final = frozenset({"virtuoso"})
"""The servers that take HTTP Digest alone; no password is sent to them."""
NO_SHACL: Final = {
    "virtuoso": "Virtuoso 7 has no LATERAL, computes 1 in place of true, and leaves sums unbound"
}
"""The servers on whose answers no SHACL constraint can rest → why."""
TESTED: Final = frozenset({"fuseki", "oxigraph", "virtuoso"})
"""The presets that the tests run against real servers; the others follow the manuals of those servers."""


@dataclass(frozen=True, slots=True)
class ServerUrls:
    """The three services of a server.

    Args:
        query: SPARQL 1.1 Protocol, queries.
        update: SPARQL 1.1 Protocol, updates; None when there are none.
        graphs: SPARQL 1.1 Graph Store Protocol, indirect identification; None when there is none.
        union: The protocol parameters that make the merge of all named graphs the default graph; None when
            the server does so always or never.

    Source: SPARQL 1.1 Graph Store HTTP Protocol, 4.2.
    """

    query: str
    update: str | None = None
    graphs: str | None = None
    union: tuple[tuple[str, str], ...] | None = None

    def __post_init__(self) -> None:
        for url in (self.query, self.update, self.graphs):
            if url is not None:
                check_url(url)


_PATHS: Final[dict[str, tuple[str, str | None, str | None]]] = {
    "fuseki": ("/query", "/update", "/data"),
    "graphdb": ("", "/statements", "/rdf-graphs/service"),
    "neptune": ("/sparql", "/sparql", "/sparql/gsp/"),
    "oxigraph": ("/query", "/update", "/store"),
    "qlever": ("", "", ""),
    "virtuoso": ("/sparql-auth", "/sparql-auth", "/sparql-graph-crud-auth"),
}
_UNION: Final = {
    "fuseki": (("default-graph-uri", "urn:x-arq:UnionGraph"),),
    "oxigraph": (("union-default-graph", ""),),
    "virtuoso": (),  # its default graph always is the union
}


def urls_of(kind: str, base: str) -> ServerUrls:
    """Give the URLs of the services of a server.

    Args:
        kind: One of the names of `ServerKind`.
        base: For Fuseki the URL of the dataset (``http://host:3030/ds``), for GraphDB that of the repository
            (``http://host:7200/repositories/name``), for the others that of the server. A slash at its end
            does not matter.

    Returns:
        The URLs.

    Raises:
        UnknownNameError: There is no such preset.
        EndpointError: The base is no URL that can be used.

    Source: the manuals of the servers; `TESTED` names the presets that tests run.

    Example:
        >>> urls_of("fuseki", "http://localhost:3030/ds/").graphs
        'http://localhost:3030/ds/data'
    """
    if kind not in _PATHS:
        raise UnknownNameError("server", kind, get_args(ServerKind))
    stem = check_url(base).rstrip("/")
    query, update, graphs = (None if path is None else stem + path for path in _PATHS[kind])
    assert query is not None  # noqa: S101 - the table has one for each
    return ServerUrls(query, update, graphs, _UNION.get(kind))
