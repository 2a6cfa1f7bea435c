"""Refuse shapes graphs that would be misread in silence: all problems at once, with file and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.errors import GraphRdfError, NothingCheckedError, ShapesError
from graph_rdf.shacl.lint_effect import effect_problems, files_without_shape
from graph_rdf.shacl.lint_problem import ProblemKind, ShapeProblem
from graph_rdf.shacl.lint_structure import (
    component_problems,
    recursion_problems,
    reference_problems,
    shape_problems,
)
from graph_rdf.shacl.lint_targets import target_problems
from graph_rdf.shacl.lint_terms import term_problems
from graph_rdf.shacl.lint_values import value_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.shacl.shapes_graph import ShapesGraph


def lint_shapes(
    shapes: ShapesGraph, imports: Iterable[ShapeProblem] = (), *, allow_empty: bool = False
) -> tuple[ShapesError, ...]:
    """Check a shapes graph before any engine sees it.

    Args:
        shapes: The shapes graph, its imports loaded.
        imports: The imports that could not be resolved, from `load_imports`.
        allow_empty: Make warnings of missing shapes, unknown terms and unresolved imports.

    Returns:
        The warnings, sorted by file, place and text: one for each node shape that nothing uses, and with
        `allow_empty` those that were errors.

    Raises:
        NothingCheckedError: The only fault is that there is no shape, in all or in one of the files.
        ShapesError: There are other problems; `problems` holds all of them, sorted by file, place and text.
    """
    errors: list[ShapesError] = []
    warnings: list[ShapesError] = []
    empty: list[ShapesError] = []
    for problem in dict.fromkeys((*_all_problems(shapes), *imports)):
        located = _located(shapes, problem)
        if problem.kind is ProblemKind.REMARK or (allow_empty and problem.kind.forgivable):
            warnings.append(located)
        elif problem.kind is ProblemKind.NO_SHAPE:
            empty.append(located)
        else:
            errors.append(located)
    if errors:
        found = sorted((*errors, *empty), key=_order)
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        first = found[0]
        raise ShapesError(
            f"{first.message}{more}", found, path=first.path, line=first.line, column=first.column
        )
    if empty:
        first = min(empty, key=_order)
        raise NothingCheckedError(first.message, path=first.path)
    return tuple(sorted(warnings, key=_order))


def _all_problems(shapes: ShapesGraph) -> Iterator[ShapeProblem]:
    yield from files_without_shape(shapes)
    yield from term_problems(shapes)
    for shape in shapes.shapes:
        yield from value_problems(shapes, shape)
        yield from shape_problems(shapes, shape)
        yield from target_problems(shapes, shape)
    yield from reference_problems(shapes)
    yield from recursion_problems(shapes)
    yield from component_problems(shapes)
    yield from effect_problems(shapes)


def _located(shapes: ShapesGraph, problem: ShapeProblem) -> ShapesError:
    if problem.node is None:
        return ShapesError(problem.message, path=problem.path)
    return shapes.error(problem.node, problem.message)


def _order(error: GraphRdfError) -> tuple[str, int, int, str]:
    return error.path or "", error.line or 0, error.column or 0, error.message
