"""One run of a shapes graph over a view of the data, wherever the data lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.shacl.evaluation import ShapeEvaluation
from graph_rdf.shacl.focus_survey import survey_focus
from graph_rdf.shacl.protocol import ShaclRun, cut_results, result_key
from graph_rdf.shacl.resolved_targets import resolve_targets

if TYPE_CHECKING:
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.compile import CompiledShapes
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.protocol import Limits


def run_shapes(
    compiled: CompiledShapes, loaded: int, view: DataView, limits: Limits, budget: Budget, *, push_down: bool
) -> ShaclRun:
    """Evaluate every shape for all its focus nodes.

    Args:
        compiled: The shapes; the caller compiles them first, so that a fault in them costs no look at data.
        loaded: Number of shapes that were loaded.
        view: The data.
        limits: What the run may give.
        budget: What it may spend.
        push_down: Whether the store may choose the nodes that are checked.

    Returns:
        The results, sorted, and what was looked at.

    Raises:
        EngineError: The shapes need what the data cannot give.
    """
    compiled = resolve_targets(compiled, view, budget)
    evaluation = ShapeEvaluation(compiled, view, budget=budget, push_down=push_down)
    results = sorted(evaluation.results(), key=result_key)
    survey = survey_focus(compiled.shapes.values(), view)
    kept, truncated = cut_results(results, limits)
    return ShaclRun(
        results=kept,
        shapes=loaded,
        shapes_with_targets=survey.shapes_with_targets,
        focus_nodes=survey.focus_nodes,
        constraints_skipped=budget.skipped,
        untargeted=survey.untargeted,
        truncated=truncated or bool(budget.hit),
        limits_hit=tuple(budget.hit),
        skipped_of=dict(budget.skipped_of),
        doubts=tuple(budget.doubts),
    )
