"""SPARQL-based targets: `sh:target` with a query, and target types with parameters.

Source: SHACL Advanced Features 1.0, section 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.errors import ShapesError
from graph_rdf.namespaces import RDF_TYPE
from graph_rdf.shacl.components.parameters import read_nodes
from graph_rdf.shacl.query_syntax import check_syntax
from graph_rdf.shacl.sparql_components import read_parameter
from graph_rdf.shacl.sparql_constraints import read_prefixes
from graph_rdf.shacl.sparql_jobs import focus_pattern
from graph_rdf.shacl.sparql_query import parse_query, set_query
from graph_rdf.shacl.target_query import TargetQuery
from graph_rdf.shacl.vocabulary import (
    SH_PARAMETER,
    SH_SELECT,
    SH_SPARQL_TARGET_TYPE,
    SH_TARGET,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


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
        check_syntax(query, prefixes, text.value)
    except ShapesError as error:
        raise shapes.error(target, error) from error
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
