"""The native SHACL engine: every constraint evaluated once for all focus nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.shacl.compile import compile_shapes
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.evaluation import ShapeEvaluation, predicates_read
from graph_rdf.shacl.protocol import ShaclRun, cut_results, result_key
from graph_rdf.shacl.targets import survey_targets

if TYPE_CHECKING:
    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.shacl.protocol import Limits
    from graph_rdf.shacl.shapes_graph import ShapesGraph


class NativeEngine:
    """SHACL Core and SHACL-SPARQL, set at a time, on the embedded store."""

    name = "native"

    def validate(self, data: EmbeddedDataset, shapes: ShapesGraph, limits: Limits) -> ShaclRun:
        """Validate the default graph of a dataset; see `ShaclEngine.validate`."""
        compiled = compile_shapes(shapes)
        view = DataView(data)
        view.prepare(predicates_read(compiled))
        results = sorted(ShapeEvaluation(compiled, view).results(), key=result_key)
        survey = survey_targets(data, shapes)
        kept, truncated = cut_results(results, limits)
        return ShaclRun(
            results=kept,
            shapes=len(shapes.shapes),
            shapes_with_targets=len(survey.counts),
            focus_nodes=survey.focus_nodes,
            untargeted=survey.untargeted,
            truncated=truncated,
        )
