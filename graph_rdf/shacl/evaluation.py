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

from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

from graph_rdf.beside import on_threads
from graph_rdf.errors import EngineError, LimitError, QueryError
from graph_rdf.shacl.components.shape_based import PropertyConstraint
from graph_rdf.shacl.constraint import QueryConstraint, ValueTable
from graph_rdf.shacl.focus import (
    MAX_STEPS,
    Description,
    FocusSet,
    describe_targets,
    number_of,
    selected,
)
from graph_rdf.shacl.job_pool import JobPool
from graph_rdf.shacl.path_evaluation import chain_of, reach
from graph_rdf.shacl.protocol import ShaclResult
from graph_rdf.shacl.push_down import SuspectQuery
from graph_rdf.shacl.shape_plans import Plan, Pushed, levels, predicates_read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.compile import CompiledShapes
    from graph_rdf.shacl.constraint import Constraint, Shape
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.path_evaluation import Move
    from graph_rdf.shacl.shapes_graph import Node
    from graph_rdf.shacl.sparql_jobs import QueryAnswers, QueryJob, QueryRunner

_SMALL_SHARE: Final = 20
"""With fewer focus nodes than one for so many triples of the path, looking them up beats a scan."""


class ShapeEvaluation:
    """One evaluation of all shapes over one data graph.

    Args:
        compiled: The shapes.
        data: The data graph.
        push_down: Whether the store may choose the nodes that are checked.
        budget: What the run may spend.
    """

    def __init__(
        self,
        compiled: CompiledShapes,
        data: DataView,
        *,
        budget: Budget,
        push_down: bool = True,
    ) -> None:
        self.data = data
        self._graph = compiled.graph
        self._shapes = compiled.shapes
        self._push_down = push_down
        self._budget = budget
        self._incomplete: set[Node] = set()
        self._used = {
            used
            for shape in compiled.shapes.values()
            for constraint in shape.constraints
            for used in constraint.shapes_used
        }
        self._focus: dict[Node, FocusSet] = {node: FocusSet() for node in compiled.shapes}
        self._plans: dict[Node, Plan] = {}
        self._failing: dict[Node, dict[Term, list[ShaclResult]]] = {}

    def results(self) -> Iterator[ShaclResult]:
        """Give the results of all focus nodes of all targets, in no fixed order."""
        with JobPool(self._run_jobs) as self._pool:
            # Users' queries run beside all else, so those that wait for nothing start first.
            first = self._shapes_that_only_query()
            self._go_down([node for node in self._shapes if node in first])
            self._pool.start()
            self.data.begin(predicates_read(self._shapes.values()))
            rest = [node for node in self._shapes if node not in first]
            waiting = self._shapes_that_wait()
            self._go_down([node for node in rest if node not in waiting])
            self._go_down([node for node in rest if node in waiting])
            self._pool.start()
            # Nobody waits for those that only query; what they find may take all the time that there is.
            upwards = list(self._shapes)[::-1]
            for node in [*(n for n in upwards if n not in first), *(n for n in upwards if n in first)]:
                self._failing[node] = self._go_up(self._shapes[node])
        for node, shape in self._shapes.items():
            failing = self._failing[node]
            if shape.targets and failing:
                for focus in selected(shape.targets, failing, self.data):
                    yield from failing[focus]

    def failing(self, shape: Node) -> Mapping[Term, Sequence[ShaclResult]]:
        """Give the nodes that do not conform to a shape, those that it was asked about among them."""
        return self._failing[shape]

    def answers(self, constraint: QueryConstraint) -> QueryAnswers:
        """Give what the query of a constraint found.

        Raises:
            QueryError: The query failed.
            LimitError: Its time budget ran out.
        """
        answers = self._pool.answers(constraint)
        if answers.doubt:
            node = constraint.source_constraint
            name = f"<{constraint.component}>" if node is None else self._graph.name(node)
            self._budget.doubts[f"{name}: the query may be wrong here: {answers.doubt}"] = None
        return answers

    def _shapes_that_only_query(self) -> set[Node]:
        """Find the shapes without any but users' queries that no other shape uses."""
        return {
            node
            for node, shape in self._shapes.items()
            if node not in self._used
            and shape.constraints
            and all(isinstance(constraint, QueryConstraint) for constraint in shape.constraints)
        }

    def _run_jobs(self, jobs: Sequence[QueryJob]) -> QueryRunner:
        """Start users' queries where the data is."""
        return self.data.job_runner(jobs, self._graph.triples, self._budget)

    def _shapes_that_wait(self) -> set[Node]:
        """Find the shapes that read what is not known yet, and those used by them."""
        found: set[Node] = set()
        for node, shape in self._shapes.items():
            if node in found or not self.data.pending.isdisjoint(predicates_read([shape])):
                found.add(node)
                found.update(used for constraint in shape.constraints for used in constraint.shapes_used)
        return found

    def _go_down(self, nodes: Sequence[Node]) -> None:
        """Find the nodes that some shapes are asked about and that may violate them; users come first."""
        pushed: dict[Node, Pushed] = {}
        for level in levels(self._shapes, nodes):
            if self._budget.is_spent():
                return
            for node in level:
                self._describe(node)
            plans = on_threads(
                self._push_in_time, level, parallel=self.data.is_large and not self.data.pending
            )
            pushed.update((node, plan) for node, plan in zip(level, plans, strict=True) if plan is not None)
        suspects = on_threads(
            lambda node: pushed[node].query.suspects(self._focus[node].described),
            pushed,
            parallel=self.data.is_large,
        )
        found = dict(zip(pushed, suspects, strict=True))
        for node in nodes:
            if self._budget.is_spent():
                return
            self._list_nodes(node, pushed.get(node), found.get(node, set()))

    def _describe(self, node: Node) -> None:
        shape, focus = self._shapes[node], self._focus[node]
        if shape.targets and shape.constraints:
            wanted = describe_targets(shape.targets, self.data)
            focus.nodes.update(wanted.nodes)
            focus.described.update(wanted.described)

    def _list_nodes(self, node: Node, pushed: Pushed | None, suspects: set[Term]) -> None:
        shape, focus = self._shapes[node], self._focus[node]
        if not shape.constraints:
            return
        if pushed is None:
            focus.list_all(self.data)
            plan = Plan(focus.nodes, self._table(shape, focus.nodes), shape.constraints)
        else:
            table = self._table(shape, dict.fromkeys([*focus.nodes, *suspects]))
            plan = Plan(focus.nodes, table, pushed.direct, pushed.nested)
        self._plans[node] = plan
        for constraint in shape.constraints:
            if isinstance(constraint, QueryConstraint) and not self._pool.has(constraint):
                self._pool.add(constraint, constraint.job(plan.table))
            for used in constraint.shapes_used:
                self._focus[used].nodes.update(plan.table.values)

    def _push_in_time(self, node: Node) -> Pushed | None:
        return None if self._budget.is_spent() else self._push(node)

    def _push(self, node: Node) -> Pushed | None:
        """Let the store choose the nodes to check; None when it cannot, or when that would be slower."""
        shape, focus = self._shapes[node], self._focus[node]
        if not (focus.described and self._push_down):
            return None
        chain = chain_of(shape.path)
        if chain is None or not self._can_walk(chain):
            return None
        is_small = self._is_small(chain, focus)
        query = SuspectQuery(chain, self.data, self._shapes, scans=not is_small)
        direct: list[Constraint] = []
        nested: list[Constraint] = []
        jobs: dict[QueryConstraint, QueryJob] = {}
        for constraint in shape.constraints:
            if isinstance(constraint, QueryConstraint):
                listed = focus.nodes or node in self._used
                job = None if listed else constraint.job_of(focus.described)
                if job is None:
                    return None
                jobs[constraint] = job
                direct.append(constraint)
            elif constraint.ask_store(query):
                direct.append(constraint)
            elif constraint.is_nested:
                nested.append(constraint)
            else:
                return None
        onward = {Description(each.start, (*each.steps, *chain)) for each in focus.described}
        if nested and (
            is_small or not query.holds_values or any(len(each.steps) > MAX_STEPS for each in onward)
        ):
            return None
        for constraint in nested:
            for used in constraint.shapes_used:
                self._focus[used].described.update(dict.fromkeys(onward))
        for constraint, job in jobs.items():
            self._pool.add(constraint, job)
        return Pushed(query, tuple(direct), tuple(nested))

    def _is_small(self, chain: tuple[Move, ...], focus: FocusSet) -> bool:
        if not chain:
            return False
        total = sum(number_of(description, self.data) for description in focus.described)
        if total * _SMALL_SHARE >= self.data.size:
            return False
        return self.data.has_more(chain[0].predicate, total * _SMALL_SHARE)

    def _can_walk(self, chain: tuple[Move, ...]) -> bool:
        """Tell whether the store walks a path right: rewritten literals may only stand at its end."""
        return all(self.data.is_exact(move.predicate) for move in chain[:-1]) and all(
            self.data.is_exact(move.predicate) if move.inverse else self.data.is_countable(move.predicate)
            for move in chain[-1:]
        )

    def _table(self, shape: Shape, nodes: Mapping[Term, None]) -> ValueTable:
        if shape.path is None:
            return ValueTable({node: (node,) for node in nodes})
        reached = reach(shape.path, nodes, self.data)
        return ValueTable({node: tuple(reached.get(node, ())) for node in nodes})

    def _go_up(self, shape: Shape) -> dict[Term, list[ShaclResult]]:
        plan = self._plans.pop(shape.node, None)
        if not shape.constraints:
            return {}
        if plan is None or self._budget.is_spent():
            self._incomplete.add(shape.node)
            self._budget.skip(shape.node, len(shape.constraints))
            return {}
        return self._evaluate(shape, plan)

    def _can_evaluate(self, shape: Shape, constraint: Constraint) -> bool:
        """Tell whether all that a constraint looks up is known; else note that it is left out."""
        if self._incomplete.isdisjoint(constraint.shapes_used):
            return True
        self._incomplete.add(shape.node)
        if isinstance(constraint, PropertyConstraint):
            return True  # results that are known are results here
        self._budget.skip(shape.node, 1)
        return False

    def _evaluate(self, shape: Shape, plan: Plan) -> dict[Term, list[ShaclResult]]:
        found: dict[Term, list[ShaclResult]] = {}
        tables = [(plan.table, constraint) for constraint in plan.direct]
        if plan.nested:
            table = self._nested_table(shape, plan)
            tables += [(table, constraint) for constraint in plan.nested]
        for table, constraint in tables:
            if not self._can_evaluate(shape, constraint):
                continue
            try:
                for focus, results in self._constraint_results(shape, constraint, table):
                    found.setdefault(focus, []).extend(results)
            except LimitError as error:
                self._incomplete.add(shape.node)
                self._budget.skip(shape.node, 1, f"{self._name(shape, constraint)}: {error.message}")
            except QueryError as error:
                raise QueryError(f"{self._name(shape, constraint)}: {error.message}") from error
            except EngineError as error:
                if not isinstance(constraint, QueryConstraint):
                    raise
                raise EngineError(f"{self._name(shape, constraint)}: {error.message}") from error
        return found

    def _name(self, shape: Shape, constraint: Constraint) -> str:
        return self._graph.name(constraint.source_constraint or shape.node)

    def _nested_table(self, shape: Shape, plan: Plan) -> ValueTable:
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
        for focus, value, result_path, own_messages in constraint.violations(table, self):
            result = ShaclResult(
                focus_node=focus,
                source_shape=shape.node,
                component=component,
                severity=shape.severity,
                messages=own_messages
                if own_messages is not None
                else shape.messages or (Literal(constraint.message_for(value)),),
                result_path=result_path or shape.result_path,
                value=value,
                source_constraint=constraint.source_constraint,
            )
            yield focus, (result,)
