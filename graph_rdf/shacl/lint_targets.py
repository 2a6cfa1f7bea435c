"""The rules for `sh:target`. Source: SHACL Advanced Features 1.0, section 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, NamedNode

from graph_rdf.errors import ShapesError
from graph_rdf.shacl.lint_problem import ProblemKind, ShapeProblem
from graph_rdf.shacl.lint_values import QUERY_RULE, reason, rule_problems
from graph_rdf.shacl.sparql_targets import read_target, target_type
from graph_rdf.shacl.terms import short_term
from graph_rdf.shacl.vocabulary import SH_SELECT, SH_TARGET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


def target_problems(shapes: ShapesGraph, shape: Node) -> Iterator[ShapeProblem]:
    """Check the SPARQL-based targets of a shape, their queries and their parameters.

    Args:
        shapes: The shapes graph.
        shape: One of its shapes.

    Yields:
        One problem for each target that is wrong.
    """
    for target in shapes.objects(shape, SH_TARGET):
        if not isinstance(target, NamedNode | BlankNode):
            message = f"sh:target {short_term(target)}: it takes a SPARQL-based target"
            yield ShapeProblem(ProblemKind.ILL_FORMED, message, shape)
            continue
        source = target if shapes.objects(target, SH_SELECT) else target_type(shapes, target)
        if source is not None and shapes.objects(source, SH_SELECT):
            wrong = list(rule_problems(shapes, source, SH_SELECT, QUERY_RULE))
            if wrong:
                yield from wrong
                continue
        try:
            read_target(shapes, shape, target)
        except ShapesError as error:
            yield ShapeProblem(ProblemKind.ILL_FORMED, reason(shapes, target, error), target)
