"""SPARQL-based constraint components: declared in the shapes graph, with SELECT and ASK validators.

Source: SHACL 6.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

from graph_rdf.errors import ShapesError
from graph_rdf.namespaces import SH
from graph_rdf.shacl.components.parameters import read_nodes
from graph_rdf.shacl.constraint import QueryConstraint, Violation
from graph_rdf.shacl.message_templates import fill_messages
from graph_rdf.shacl.query_reads import query_reads
from graph_rdf.shacl.query_syntax import check_syntax
from graph_rdf.shacl.sparql_constraints import (
    SelectConstraint,
    pre_bound_shape,
    read_messages,
    read_prefixes,
    shape_path,
)
from graph_rdf.shacl.sparql_jobs import ROW_VARIABLE, QueryJob, focus_pattern
from graph_rdf.shacl.sparql_query import Form, ask_query, parse_query
from graph_rdf.shacl.vocabulary import (
    SH_ASK,
    SH_CONSTRAINT_COMPONENT,
    SH_NODE_VALIDATOR,
    SH_OPTIONAL,
    SH_PARAMETER,
    SH_PATH,
    SH_PROPERTY_VALIDATOR,
    SH_SELECT,
    SH_VALIDATOR,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Evaluation, ValueTable
    from graph_rdf.shacl.query_reads import QueryReads
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_LOCAL_NAME: Final = re.compile(r"[^\W\d]\w*$")
_RESERVED: Final = frozenset(("this", "shapesGraph", "currentShape", "path", "PATH", "value"))


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a component.

    Args:
        predicate: The property that gives its value.
        name: The variable that is bound to the value.
        optional: Whether a constraint may do without it.
    """

    predicate: str
    name: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Component:
    """A constraint component of the shapes graph, with its parameters in order of their predicate."""

    node: NamedNode
    parameters: tuple[Parameter, ...]


class AskConstraint(QueryConstraint):
    """An ASK query that answers yes for a value node that conforms.

    Args:
        component: The IRI of the constraint component.
        text: The query.
        prefixes: Prefix → namespace.
        constants: Variable → the term that it is pre-bound to.
        may_be_bound: Variables that count as pre-bound although they have no value here.
    """

    default_message = "The value does not satisfy the constraint."

    def __init__(
        self,
        component: str,
        text: str,
        prefixes: Mapping[str, str],
        constants: Mapping[str, Term],
        may_be_bound: tuple[str, ...],
    ) -> None:
        self.component = component
        query = parse_query(text, ("this", "value", *constants, *may_be_bound))
        if query.form != "ASK":
            raise ShapesError("sh:ask needs an ASK query")
        self._needs_shapes = "shapesGraph" in query.variables
        self._constants = {name: term for name, term in constants.items() if name in query.variables}
        self._all_constants = constants
        self._parsed = query
        self._query = self._text(Form.NESTED)
        self._prefixes = dict(prefixes)
        self._parsed = query
        check_syntax(self._query, self._prefixes, query.text)
        self.messages: tuple[Literal, ...] = ()

    def _text(self, form: Form) -> str:
        focus = focus_pattern(("this", "value"), self._constants)
        bound = (ROW_VARIABLE, "this", "value", *self._constants)
        return ask_query(self._parsed, focus, bound, (ROW_VARIABLE,), form)

    def job(self, table: ValueTable) -> QueryJob:
        """Write the query, one evaluation for each pair of focus node and value node."""
        rows = [(focus, value) for focus, values in table for value in values]
        return QueryJob(
            self._query,
            self._prefixes,
            ("this", "value"),
            rows,
            self._constants,
            self._needs_shapes,
            self._text,
        )

    def reads(self) -> QueryReads:
        """Tell what the query reads."""
        return query_reads(self._parsed.prologue + self._parsed.body, self._prefixes, self._all_constants)

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give the pairs for which the query answers no."""
        conforming = {row for row, _ in run.answers(self)}
        for focus, values in table:
            for value in values:
                if (focus, value) not in conforming:
                    bindings = {**self._all_constants, "this": focus, "value": value}
                    messages = fill_messages(self.messages, bindings) if self.messages else None
                    yield Violation(focus, value, messages=messages)


def read_components(shapes: ShapesGraph) -> tuple[Component, ...]:
    """Read the constraint components that a shapes graph declares, sorted.

    Raises:
        ShapesError: A component or parameter is ill-formed.
    """
    found: list[Component] = []
    for node in sorted(shapes.instances(SH_CONSTRAINT_COMPONENT), key=str):
        if not isinstance(node, NamedNode):
            raise shapes.error(node, "a constraint component must be an IRI")
        if node.value.startswith(SH):
            continue  # the vocabulary of SHACL itself
        parameters = tuple(read_parameter(shapes, each) for each in read_nodes(shapes, node, SH_PARAMETER))
        if all(parameter.optional for parameter in parameters):
            raise shapes.error(node, "a constraint component needs a parameter that is not optional")
        found.append(Component(node, tuple(sorted(parameters, key=lambda each: each.predicate))))
    return tuple(found)


def read_parameter(shapes: ShapesGraph, node: Node) -> Parameter:
    """Read one value of sh:parameter.

    Raises:
        ShapesError: It is ill-formed.
    """
    path = shapes.value(node, SH_PATH)
    name = _LOCAL_NAME.search(path.value) if isinstance(path, NamedNode) else None
    if not isinstance(path, NamedNode) or name is None or name[0] in _RESERVED:
        raise shapes.error(node, "a parameter needs an IRI as sh:path whose local name can be a variable")
    optional = shapes.value(node, SH_OPTIONAL)
    return Parameter(path.value, name[0], isinstance(optional, Literal) and optional.value in ("true", "1"))


def read_component(
    shapes: ShapesGraph, shape: Node, component: Component
) -> Iterator[SelectConstraint | AskConstraint]:
    """Read the constraints of a shape that use a component of the shapes graph.

    Args:
        shapes: The shapes graph.
        shape: The shape.
        component: The component.

    Returns:
        One constraint for each value of the only parameter, else one or none. None when the component has
        no validator for this kind of shape.

    Raises:
        ShapesError: A parameter has several values, or the validator is ill-formed.

    Source: SHACL 6.1, 6.2.3, 6.3.
    """
    values = {each: shapes.objects(shape, each.predicate) for each in component.parameters}
    if any(not found and not parameter.optional for parameter, found in values.items()):
        return
    validator = _validator(shapes, shape, component)
    if validator is None:
        return
    absent = tuple(parameter.name for parameter, found in values.items() if not found)
    if len(component.parameters) == 1:
        choices = [{component.parameters[0].name: value} for value in values[component.parameters[0]]]
    else:
        several = [parameter for parameter, found in values.items() if len(found) > 1]
        if several:
            raise shapes.error(shape, f"several values of the parameter <{several[0].predicate}>")
        choices = [{parameter.name: found[0] for parameter, found in values.items() if found}]
    for choice in choices:
        yield _constraint(shapes, shape, component, validator, choice, absent)


def _validator(shapes: ShapesGraph, shape: Node, component: Component) -> Node | None:
    own = SH_PROPERTY_VALIDATOR if shapes.is_property_shape(shape) else SH_NODE_VALIDATOR
    found = [*read_nodes(shapes, component.node, own), *read_nodes(shapes, component.node, SH_VALIDATOR)]
    return next(
        (node for node in found if shapes.objects(node, SH_ASK) or shapes.objects(node, SH_SELECT)), None
    )


def _constraint(
    shapes: ShapesGraph,
    shape: Node,
    component: Component,
    validator: Node,
    values: Mapping[str, Term],
    absent: tuple[str, ...],
) -> SelectConstraint | AskConstraint:
    ask = shapes.value(validator, SH_ASK)
    text = ask or shapes.value(validator, SH_SELECT)
    constants = {**pre_bound_shape(shape), **values}
    constraint: SelectConstraint | AskConstraint
    try:
        if not isinstance(text, Literal):
            raise ShapesError("sh:ask and sh:select take a string")
        prefixes = read_prefixes(shapes, validator)
        if ask is not None:
            constraint = AskConstraint(component.node.value, text.value, prefixes, constants, absent)
        else:
            path = shape_path(shapes, shape)
            constraint = SelectConstraint(component.node.value, text.value, prefixes, constants, path, absent)
    except ShapesError as error:
        raise shapes.error(validator, error) from error
    constraint.messages = read_messages(shapes, shape) or read_messages(shapes, validator)
    return constraint
