"""Runs the queries of SPARQL-based targets before the shapes are evaluated; see `sparql_targets`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graph_rdf.errors import LimitError, QueryError

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.compile import CompiledShapes
    from graph_rdf.shacl.constraint import Shape
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.shapes_graph import Node


def resolve_targets(compiled: CompiledShapes, data: DataView, budget: Budget) -> CompiledShapes:
    """Run the queries of all targets, each once.

    Args:
        compiled: The shapes.
        data: The data graph.
        budget: What the run may spend. The constraints of a shape whose target is not known count as
            skipped, although what other shapes ask it is still answered.

    Returns:
        The same shapes with `Targets.found` filled in.

    Raises:
        QueryError: A query failed.
    """
    waiting = [
        (shape, query)
        for shape in compiled.shapes.values()
        for query in shape.targets.queries
        if not shape.is_deactivated
    ]
    if not waiting:
        return compiled
    found: dict[Node, list[tuple[Term, ...]]] = {}
    runner = data.job_runner([query.job() for _, query in waiting], (), budget)
    try:
        for number, (shape, query) in enumerate(waiting):
            nodes: tuple[Term, ...] = ()
            name = compiled.graph.name(query.node)
            try:
                answers = runner.answers(number)
                if answers.doubt:
                    budget.doubts[f"the target {name}: the query may be wrong here: {answers.doubt}"] = None
                place = answers.variables.index("this")
                nodes = tuple(dict.fromkeys(row[place] for row in answers.answers if row[place] is not None))  # type: ignore[misc]
            except LimitError as error:
                budget.skip(shape.node, len(shape.constraints), f"the target {name}: {error.message}")
            except QueryError as error:
                raise QueryError(f"the target {name}: {error.message}") from error
            found.setdefault(shape.node, []).append(nodes)
    finally:
        runner.close()
    shapes = {node: _with(shape, found.get(node, [])) for node, shape in compiled.shapes.items()}
    return replace(compiled, shapes=shapes)


def _with(shape: Shape, found: list[tuple[Term, ...]]) -> Shape:
    return replace(shape, targets=replace(shape.targets, found=tuple(found))) if found else shape
