"""The native SHACL engine: every constraint evaluated once for all focus nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.shacl.budget import QUERY_SECONDS, Budget
from graph_rdf.shacl.compile import compile_shapes
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.shapes_run import run_shapes

if TYPE_CHECKING:
    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.shacl.protocol import Limits, ShaclRun
    from graph_rdf.shacl.shapes_graph import ShapesGraph


class NativeEngine:
    """SHACL Core and SHACL-SPARQL, set at a time, on the embedded store.

    Args:
        push_down: Whether the store may choose the nodes that are checked; off, every value is fetched.
        query_seconds: Time budget of each query of the shapes graph; None for none. A query that spends it
            is stopped, counts as skipped, and is named in `ShaclRun.limits_hit`.
    """

    name = "native"

    def __init__(self, *, push_down: bool = True, query_seconds: float | None = QUERY_SECONDS) -> None:
        self._push_down = push_down
        self._query_seconds = query_seconds

    def validate(self, data: EmbeddedDataset, shapes: ShapesGraph, limits: Limits) -> ShaclRun:
        """Validate the default graph of a dataset; see `ShaclEngine.validate`.

        A limit on time or memory leaves constraints out, and those that would need their answers: they are
        counted in `constraints_skipped`, `truncated` is set and `limits_hit` says why. No result is wrong.
        A query that cannot be run exactly on the terms as written is named in `doubts`; see `exact_jobs`.

        Raises:
            ShapesError: A shape is ill-formed or recursive, or a query breaks a rule for pre-binding.
            QueryError: A query of the shapes graph failed.
        """
        compiled = compile_shapes(shapes)
        view = DataView(data)
        try:
            budget = Budget(limits, self._query_seconds)
            return run_shapes(compiled, len(shapes.shapes), view, limits, budget, push_down=self._push_down)
        finally:
            view.close()
