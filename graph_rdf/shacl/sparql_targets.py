"""SPARQL-based targets: `sh:target` with a query, and target types with parameters.

Source: SHACL Advanced Features 1.0, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.errors import LimitError, QueryError, ShapesError
from graph_rdf.namespaces import RDF_TYPE
from graph_rdf.shacl.components.parameters import read_nodes
from graph_rdf.shacl.query_reads import QueryReads, query_reads
from graph_rdf.shacl.sparql_components import read_parameter
from graph_rdf.shacl.sparql_constraints import check_syntax, read_prefixes
from graph_rdf.shacl.sparql_jobs import QueryJob, focus_pattern
from graph_rdf.shacl.sparql_query import parse_query, set_query
from graph_rdf.shacl.vocabulary import (
    SH_PARAMETER,
    SH_SELECT,
    SH_SPARQL_TARGET_TYPE,
    SH_TARGET,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.compile import CompiledShapes
    from graph_rdf.shacl.constraint import Shape
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


@dataclass(frozen=True, slots=True)
class TargetQuery:
    """A query that selects focus nodes.

    Args:
        node: The value of `sh:target`.
        text: The query as the shapes graph states it.
        query: The query that runs.
        prefixes: Prefix → namespace, besides those of the query.
        constants: Variable → the value of the parameter that it is bound to.
    """

    node: Node
    text: str
    query: str
    prefixes: Mapping[str, str] = field(default_factory=dict, hash=False)
    constants: Mapping[str, Term] = field(default_factory=dict, hash=False)

    def job(self) -> QueryJob:
        """Write the query as a job; its answers are the focus nodes."""
        return QueryJob(self.query, self.prefixes, ("this",), None, self.constants)

    def reads(self) -> QueryReads:
        """Tell what the query reads."""
        return query_reads(self.text, self.prefixes, self.constants)


def read_target_queries(shapes: ShapesGraph, shape: Node) -> tuple[TargetQuery, ...]:
    """Read the values of `sh:target` of a shape.

    Raises:
        ShapesError: One is no SPARQL-based target, or its query is ill-formed.
    """
    return tuple(read_target(shapes, shape, value) for value in shapes.objects(shape, SH_TARGET))


def target_type(shapes: ShapesGraph, target: Term) -> Node | None:
    """Find the target type of a value of `sh:target`; None when the shapes graph declares none for it."""
    types = (value for value in shapes.objects(target, RDF_TYPE) if isinstance(value, NamedNode | BlankNode))
    declared = shapes.instances(SH_SPARQL_TARGET_TYPE)
    return next((each for each in types if each in declared), None)


def read_target(shapes: ShapesGraph, shape: Node, target: Term) -> TargetQuery:
    """Read one value of `sh:target`.

    Raises:
        ShapesError: It is no SPARQL-based target, or its query is ill-formed.
    """
    if not isinstance(target, NamedNode | BlankNode):
        raise shapes.error(shape, f"sh:target {target} must be a SPARQL-based target")
    has_query = bool(shapes.objects(target, SH_SELECT))
    source = target if has_query else target_type(shapes, target)
    text = None if source is None else shapes.value(source, SH_SELECT)
    if source is None or not isinstance(text, Literal):
        raise shapes.error(target, "a target needs one sh:select string, or a type that has one")
    try:
        constants = {} if has_query else dict(_arguments(shapes, source, target))
        prefixes = read_prefixes(shapes, source)
        query = _query(text.value, tuple(constants))
        check_syntax(query, prefixes)
    except ShapesError as error:
        raise shapes.error(target, error.message) from error
    return TargetQuery(target, text.value, query, prefixes, constants)


def _query(text: str, bound: tuple[str, ...]) -> str:
    """Check a query; with parameters, let it start from their values."""
    parsed = parse_query(text, bound, set_based=not bound)
    if parsed.form != "SELECT":
        raise ShapesError("sh:select needs a SELECT query")
    return set_query(parsed, focus_pattern((), bound), bound) if bound else text


def _arguments(shapes: ShapesGraph, kind: Node, target: Node) -> Iterator[tuple[str, Term]]:
    """Give the parameters of a target type that a target states, by name."""
    for node in read_nodes(shapes, kind, SH_PARAMETER):
        parameter = read_parameter(shapes, node)
        value = shapes.value(target, parameter.predicate)
        if value is not None:
            yield parameter.name, value
        elif not parameter.optional:
            raise ShapesError(f"the target needs a value of <{parameter.predicate}>")


def resolve_targets(compiled: CompiledShapes, data: DataView, budget: Budget) -> CompiledShapes:
    """Run the queries of all targets, each once.

    Args:
        compiled: The shapes.
        data: The data graph.
        budget: What the run may spend. The constraints of a shape whose target is not known count as
            skipped, although what other shapes ask it is still answered.

    Returns:
        The same shapes with `Targets.found` filled in. A literal is found in the form in which the store
        keeps it.

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
