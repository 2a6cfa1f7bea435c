"""Evaluates compiled shapes: each shape once, for all nodes that it must be checked on.

Two passes, neither of them recursive, so shapes may be nested to any depth. Down: from the shapes that
nobody uses to the innermost, collect the nodes that each shape is asked about. Up: from the innermost,
find the failing nodes of each shape; a constraint that uses another shape looks its failing nodes up.

Source: SHACL 3.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode

from graph_rdf.errors import LimitError
from graph_rdf.shacl.components.shape_based import PropertyConstraint
from graph_rdf.shacl.constraint import QueryConstraint, ValueTable
from graph_rdf.shacl.focus import target_nodes
from graph_rdf.shacl.path_evaluation import predicates_of, reach
from graph_rdf.shacl.protocol import ShaclResult
from graph_rdf.shacl.sparql_jobs import JobRunner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.compile import CompiledShapes
    from graph_rdf.shacl.constraint import Constraint, Shape
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.shapes_graph import Node
    from graph_rdf.shacl.sparql_jobs import QueryAnswers, QueryJob


class ShapeEvaluation:
    """One evaluation of all shapes over one data graph.

    Args:
        compiled: The shapes.
        data: The data graph.
    """

    def __init__(self, compiled: CompiledShapes, data: DataView, query_seconds: float | None = None) -> None:
        self.data = data
        self.skipped = 0
        self._graph = compiled.graph
        self._query_seconds = query_seconds
        self._jobs: dict[QueryConstraint, QueryJob] = {}
        self._runner: JobRunner | None = None
        self._shapes = compiled.shapes
        self._nodes: dict[Node, dict[Term, None]] = {node: {} for node in compiled.shapes}
        self._targets: dict[Node, dict[Term, None]] = {}
        self._tables: dict[Node, ValueTable] = {}
        self._failing: dict[Node, dict[Term, list[ShaclResult]]] = {}

    def results(self) -> Iterator[ShaclResult]:
        """Give the results of all focus nodes of all targets, in no fixed order."""
        self._go_down()
        self._runner = JobRunner(
            self.data.store, list(self._jobs.values()), self._graph.triples, self._query_seconds
        )
        try:
            for node in reversed(self._shapes):
                self._failing[node] = self._evaluate(self._shapes[node], self._tables.pop(node))
        finally:
            self._runner.close()
        for node, targets in self._targets.items():
            failing = self._failing[node]
            for focus, results in failing.items():
                if focus in targets:
                    yield from results

    def failing(self, shape: Node) -> Mapping[Term, Sequence[ShaclResult]]:
        """Give the nodes that do not conform to a shape, among those it was asked about."""
        return self._failing[shape]

    def answers(self, constraint: QueryConstraint) -> QueryAnswers:
        """Give what the query of a constraint found; nothing when it ran out of time."""
        assert self._runner is not None  # noqa: S101  # constraints are evaluated after it has started
        answers = self._runner.answers(list(self._jobs).index(constraint))
        if answers is None:
            raise LimitError(f"a query took longer than {self._query_seconds} s")
        return answers

    def _go_down(self) -> None:
        for node, shape in self._shapes.items():
            if shape.targets and shape.constraints:
                self._targets[node] = target_nodes(shape.targets, self.data)
                self._nodes[node].update(self._targets[node])
            table = self._table(shape, self._nodes.pop(node) if shape.constraints else {})
            self._tables[node] = table
            for constraint in shape.constraints:
                if isinstance(constraint, QueryConstraint):
                    self._jobs[constraint] = constraint.job(table)
                for used in constraint.shapes_used:
                    self._nodes[used].update(table.values)

    def _table(self, shape: Shape, nodes: dict[Term, None]) -> ValueTable:
        if shape.path is None:
            return ValueTable({node: (node,) for node in nodes})
        reached = reach(shape.path, nodes, self.data)
        return ValueTable({node: tuple(reached.get(node, ())) for node in nodes})

    def _evaluate(self, shape: Shape, table: ValueTable) -> dict[Term, list[ShaclResult]]:
        found: dict[Term, list[ShaclResult]] = {}
        for constraint in shape.constraints:
            for focus, results in self._constraint_results(shape, constraint, table):
                found.setdefault(focus, []).extend(results)
        return found

    def _constraint_results(
        self, shape: Shape, constraint: Constraint, table: ValueTable
    ) -> Iterator[tuple[Term, Sequence[ShaclResult]]]:
        if isinstance(constraint, PropertyConstraint):
            yield from constraint.results(table, self)
            return
        component = NamedNode(constraint.component)
        messages = shape.messages or (Literal(constraint.default_message),)
        for focus, value, result_path, own_messages in constraint.violations(table, self):
            result = ShaclResult(
                focus_node=focus,
                source_shape=shape.node,
                component=component,
                severity=shape.severity,
                messages=messages if own_messages is None else own_messages,
                result_path=result_path or shape.result_path,
                value=value,
                source_constraint=constraint.source_constraint,
            )
            yield focus, (result,)


def predicates_read(compiled: CompiledShapes) -> Iterator[NamedNode]:
    """Give every predicate that the evaluation of shapes reads, with repetitions."""
    for shape in compiled.shapes.values():
        if shape.path is not None:
            yield from predicates_of(shape.path)
        yield from shape.targets.subjects_of
        yield from shape.targets.objects_of
        for constraint in shape.constraints:
            yield from constraint.properties_read
