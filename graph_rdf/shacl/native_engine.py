"""The native SHACL engine: every constraint evaluated once for all focus nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.shacl.compile import compile_shapes
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.evaluation import ShapeEvaluation, predicates_read
from graph_rdf.shacl.protocol import ShaclRun, cut_results, result_key

if TYPE_CHECKING:
    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.shacl.protocol import Limits
    from graph_rdf.shacl.shapes_graph import ShapesGraph


class NativeEngine:
    """SHACL Core and SHACL-SPARQL, set at a time, on the embedded store.

    Args:
        push_down: Whether the store may choose the nodes that are checked; off, every value is fetched.
        query_seconds: Time budget of each query of the shapes graph; None for no limit.
    """

    name = "native"

    def __init__(self, *, push_down: bool = True, query_seconds: float | None = None) -> None:
        self._push_down = push_down
        self._query_seconds = query_seconds

    def validate(self, data: EmbeddedDataset, shapes: ShapesGraph, limits: Limits) -> ShaclRun:
        """Validate the default graph of a dataset; see `ShaclEngine.validate`."""
        compiled = compile_shapes(shapes)
        view = DataView(data)
        view.prepare(predicates_read(compiled))
        evaluation = ShapeEvaluation(
            compiled, view, push_down=self._push_down, query_seconds=self._query_seconds
        )
        results = sorted(evaluation.results(), key=result_key)
        survey = evaluation.survey()
        kept, truncated = cut_results(results, limits)
        return ShaclRun(
            results=kept,
            shapes=len(shapes.shapes),
            shapes_with_targets=survey.shapes_with_targets,
            focus_nodes=survey.focus_nodes,
            untargeted=survey.untargeted,
            truncated=truncated,
        )
