"""Evaluates compiled shapes: each shape once, for all nodes that it must be checked on.

Two passes, neither of them recursive, so shapes may be nested to any depth. Down: from the shapes that
nobody uses to the innermost, find the nodes that each shape is asked about; where the store can tell which
of them may violate it, only those are fetched. Up: from the innermost, find the failing nodes of each shape;
a constraint that uses another shape looks its failing nodes up.

The failing nodes of a shape hold every failing node that it was asked about, and may hold other nodes that
fail it too: who asks looks up its own nodes only.

Source: SHACL 3.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.errors import LimitError
from graph_rdf.shacl.components.shape_based import PropertyConstraint
from graph_rdf.shacl.constraint import QueryConstraint, ValueTable
from graph_rdf.shacl.focus import MAX_STEPS, Description, FocusSet, describe_targets, number_of, number_of_different, selected
from graph_rdf.shacl.path_evaluation import chain_of, predicates_of, reach
from graph_rdf.shacl.protocol import ShaclResult
from graph_rdf.shacl.push_down import SuspectQuery

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.compile import CompiledShapes
    from graph_rdf.shacl.constraint import Constraint, Shape
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.path_evaluation import Move
    from graph_rdf.shacl.shapes_graph import Node
    from graph_rdf.shacl.sparql_jobs import QueryAnswers, QueryJob, QueryRunner

_SMALL_SHARE: Final = 20
"""With fewer focus nodes than one for so many triples of the path, looking them up beats a scan."""


@dataclass(slots=True)
class _Plan:
    """How one shape is evaluated.

    Args:
        nodes: The nodes whose value nodes are fetched on the way down.
        table: Their value nodes.
        direct: The constraints that are decided on this table.
        nested: The constraints for which the shapes used have to say which nodes may fail.
    """

    nodes: dict[Term, None]
    table: ValueTable
    direct: tuple[Constraint, ...]
    nested: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class FocusSurvey:
    """What the targets matched.

    Args:
        shapes_with_targets: Number of active shapes with a target.
        focus_nodes: Number of different focus nodes.
        untargeted: The shapes that matched nothing, sorted.
    """

    shapes_with_targets: int
    focus_nodes: int
    untargeted: tuple[str, ...]


class ShapeEvaluation:
    """One evaluation of all shapes over one data graph.

    Args:
        compiled: The shapes.
        data: The data graph.
        push_down: Whether the store may choose the nodes that are checked.
        query_seconds: Time budget of each user's query.
    """

    def __init__(
        self,
        compiled: CompiledShapes,
        data: DataView,
        *,
        push_down: bool = True,
        query_seconds: float | None = None,
    ) -> None:
        self.data = data
        self._graph = compiled.graph
        self._shapes = compiled.shapes
        self._push_down = push_down
        self._query_seconds = query_seconds
        self._focus: dict[Node, FocusSet] = {node: FocusSet() for node in compiled.shapes}
        self._plans: dict[Node, _Plan] = {}
        self._failing: dict[Node, dict[Term, list[ShaclResult]]] = {}
        self._jobs: dict[QueryConstraint, QueryJob] = {}
        self._numbers: dict[Description, int] = {}
        self._runner: QueryRunner | None = None

    def results(self) -> Iterator[ShaclResult]:
        """Give the results of all focus nodes of all targets, in no fixed order."""
        for node, shape in self._shapes.items():
            self._go_down(node, shape)
        jobs = list(self._jobs.values())
        self._runner = self.data.job_runner(jobs, self._graph.triples, self._query_seconds)
        try:
            for node in reversed(list(self._shapes)):
                plan = self._plans.pop(node, None)
                self._failing[node] = {} if plan is None else self._evaluate(self._shapes[node], plan)
        finally:
            self._runner.close()
        for node, shape in self._shapes.items():
            failing = self._failing[node]
            if shape.targets and failing:
                for focus in selected(shape.targets, failing, self.data):
                    yield from failing[focus]

    def failing(self, shape: Node) -> Mapping[Term, Sequence[ShaclResult]]:
        """Give the nodes that do not conform to a shape, those that it was asked about among them."""
        return self._failing[shape]

    def answers(self, constraint: QueryConstraint) -> QueryAnswers:
        """Give what the query of a constraint found; nothing when it ran out of time."""
        assert self._runner is not None  # noqa: S101  # constraints are evaluated after it has started
        answers = self._runner.answers(list(self._jobs).index(constraint))
        if answers is None:
            raise LimitError(f"a query took longer than {self._query_seconds} s")
        return answers

    def survey(self) -> FocusSurvey:
        """Count the focus nodes of all targets, and find the shapes whose targets matched none."""
        untargeted: list[str] = []
        descriptions: dict[Description, None] = {}
        listed: dict[Term, None] = {}
        shapes = [shape for shape in self._shapes.values() if shape.targets and not shape.is_deactivated]
        for shape in shapes:
            wanted = describe_targets(shape.targets, self.data)
            if not wanted.nodes and not any(self._number_of(each) for each in wanted.described):
                untargeted.append(_label(shape.node))
            descriptions.update(wanted.described)
            listed.update(wanted.nodes)
        focus_nodes = len(listed) + number_of_different(descriptions, self.data)
        for shape in shapes if listed and descriptions else ():
            described = replace(shape.targets, nodes=())
            for node in selected(described, listed, self.data):
                listed.pop(node)
                focus_nodes -= 1
        return FocusSurvey(len(shapes), focus_nodes, tuple(sorted(untargeted)))

    def _go_down(self, node: Node, shape: Shape) -> None:
        focus = self._focus.pop(node)
        if not shape.constraints:
            return
        if shape.targets:
            wanted = describe_targets(shape.targets, self.data)
            focus.nodes.update(wanted.nodes)
            focus.described.update(wanted.described)
        plan = self._pushed_plan(shape, focus) if focus.described else None
        if plan is None:
            focus.list_all(self.data)
            plan = _Plan(focus.nodes, self._table(shape, focus.nodes), shape.constraints)
        self._plans[node] = plan
        for constraint in shape.constraints:
            if isinstance(constraint, QueryConstraint):
                self._jobs[constraint] = constraint.job(plan.table)
            for used in constraint.shapes_used:
                self._focus[used].nodes.update(plan.table.values)

    def _pushed_plan(self, shape: Shape, focus: FocusSet) -> _Plan | None:
        """Let the store choose the nodes to check; None when it cannot, or when that would be slower."""
        chain = chain_of(shape.path)
        if not self._push_down or chain is None or not self._can_walk(chain):
            return None
        if self._is_small(chain, focus):
            return None
        query = SuspectQuery(chain, self.data, self._shapes)
        direct: list[Constraint] = []
        nested: list[Constraint] = []
        for constraint in shape.constraints:
            if constraint.ask_store(query):
                direct.append(constraint)
            elif constraint.is_nested:
                nested.append(constraint)
            else:
                return None
        onward = {Description(each.start, (*each.steps, *chain)) for each in focus.described}
        if nested and (not query.holds_values or any(len(each.steps) > MAX_STEPS for each in onward)):
            return None
        for constraint in nested:
            for used in constraint.shapes_used:
                self._focus[used].described.update(dict.fromkeys(onward))
        nodes = dict.fromkeys([*focus.nodes, *query.suspects(focus.described)])
        return _Plan(focus.nodes, self._table(shape, nodes), tuple(direct), tuple(nested))

    def _is_small(self, chain: tuple[Move, ...], focus: FocusSet) -> bool:
        if not chain:
            return False
        total = sum(self._number_of(description) for description in focus.described)
        if total * _SMALL_SHARE >= self.data.size:
            return False
        return total * _SMALL_SHARE < self.data.count(chain[0].predicate)

    def _number_of(self, description: Description) -> int:
        if description not in self._numbers:
            self._numbers[description] = number_of(description, self.data)
        return self._numbers[description]

    def _can_walk(self, chain: tuple[Move, ...]) -> bool:
        """Tell whether the store walks a path as it was written: rewritten literals may only stand at its end."""
        return all(self.data.is_exact(move.predicate) for move in chain[:-1]) and all(
            self.data.is_exact(move.predicate) if move.inverse else self.data.is_countable(move.predicate)
            for move in chain[-1:]
        )

    def _table(self, shape: Shape, nodes: Mapping[Term, None]) -> ValueTable:
        if shape.path is None:
            return ValueTable({node: (node,) for node in nodes})
        reached = reach(shape.path, nodes, self.data)
        return ValueTable({node: tuple(reached.get(node, ())) for node in nodes})

    def _evaluate(self, shape: Shape, plan: _Plan) -> dict[Term, list[ShaclResult]]:
        found: dict[Term, list[ShaclResult]] = {}
        tables = [(plan.table, constraint) for constraint in plan.direct]
        if plan.nested:
            table = self._nested_table(shape, plan)
            tables += [(table, constraint) for constraint in plan.nested]
        for table, constraint in tables:
            for focus, results in self._constraint_results(shape, constraint, table):
                found.setdefault(focus, []).extend(results)
        return found

    def _nested_table(self, shape: Shape, plan: _Plan) -> ValueTable:
        values: set[Term] = set()
        for constraint in plan.nested:
            values |= constraint.suspect_values(self)
        if shape.path is None:
            suspects: Iterable[Term] = values
        else:
            reached = reach(shape.path, values, self.data, inverse=True)
            suspects = (start for starts in reached.values() for start in starts)
        return self._table(shape, dict.fromkeys([*plan.nodes, *suspects]))

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


def _label(shape: Node) -> str:
    return str(shape) if isinstance(shape, BlankNode) else shape.value


def predicates_read(compiled: CompiledShapes) -> Iterator[NamedNode]:
    """Give every predicate that the evaluation of shapes reads, with repetitions."""
    for shape in compiled.shapes.values():
        if shape.path is not None:
            yield from predicates_of(shape.path)
        yield from shape.targets.subjects_of
        yield from shape.targets.objects_of
        for constraint in shape.constraints:
            yield from constraint.properties_read
