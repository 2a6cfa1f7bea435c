"""The native SHACL engine on a server: the same compiled queries, without fetching the data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.shacl.budget import Budget
from graph_rdf.shacl.compile import compile_shapes
from graph_rdf.shacl.endpoint_view import EndpointView, fetch_blank
from graph_rdf.shacl.shapes_run import run_shapes

if TYPE_CHECKING:
    from graph_rdf.dataset.endpoint import EndpointDataset
    from graph_rdf.shacl.protocol import Limits, ShaclRun
    from graph_rdf.shacl.shapes_graph import ShapesGraph

_BLANK_NODES: Final = "ASK { ?s ?p ?o FILTER(isBlank(?s) || isBlank(?o)) }"


class EndpointEngine:
    """SHACL Core and SHACL-SPARQL, set at a time, on a SPARQL 1.1 server.

    SHACL-SPARQL uses LATERAL (SEP-0006) on a server that knows it, as Jena and oxigraph do. Another server
    runs the queries that `sparql_values` can write without; each of the others is an error that names it.
    """

    name = "endpoint"

    def validate(self, data: EndpointDataset, shapes: ShapesGraph, limits: Limits) -> ShaclRun:
        """Validate the default graph of a server.

        Args:
            data: The server.
            shapes: The shapes graph, which has passed `lint_shapes`.
            limits: What the run may spend. A query that runs when the time is spent is given up here; how
                long the server goes on with it is the server's affair. Memory is that of the client.

        Returns:
            The results and what was looked at: those of the embedded run on the terms that the server holds.

        Raises:
            EngineError: The shapes need what a server cannot give.
            EndpointError: The server failed.
        """
        compiled = compile_shapes(shapes)
        # Servers differ in what is an error for a blank node (Jena gives STR of one), and errors are what
        # makes a node suspect. So with blank nodes in the data every value is fetched and checked here.
        pure = not data.ask(_BLANK_NODES)
        view = EndpointView(data, None if pure else fetch_blank(data))
        return run_shapes(compiled, len(shapes.shapes), view, limits, Budget(limits, None), push_down=pure)
