"""Reading the parameters of constraints: integers, truth values, IRIs, shapes and lists of shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.namespaces import XSD_INTEGER
from graph_rdf.shacl.terms import short_iri
from graph_rdf.syntax.lexical_spaces import is_ill_typed

if TYPE_CHECKING:
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

MOST_DIGITS: Final = 1000
"""Python reads no integer of more than 4,300 digits by default."""


def read_integer(shapes: ShapesGraph, shape: Node, parameter: str) -> int:
    """Read the one value of a parameter that takes an ``xsd:integer``.

    Raises:
        ShapesError: There are several values, or it is no well-formed integer, or too long.
    """
    value = shapes.value(shape, parameter)
    if (
        isinstance(value, Literal)
        and value.datatype.value == XSD_INTEGER
        and not is_ill_typed(value.value, XSD_INTEGER)
    ):
        if len(value.value) > MOST_DIGITS:
            raise shapes.error(shape, f"{short_iri(parameter)} has more than {MOST_DIGITS:,} digits")
        return int(value.value)
    raise shapes.error(shape, f"{short_iri(parameter)} {value} must be an xsd:integer")


def read_true(shapes: ShapesGraph, shape: Node, parameter: str) -> bool:
    """Tell whether a parameter has the value ``true``; only this literal counts, not ``1``.

    Source: SHACL 4.4.5, 4.8.1 (the W3C test uniqueLang-002 asks for the term).
    """
    return any(isinstance(v, Literal) and v.value == "true" for v in shapes.objects(shape, parameter))


def read_iris(shapes: ShapesGraph, shape: Node, parameter: str) -> tuple[NamedNode, ...]:
    """Read the values of a parameter that takes IRIs.

    Raises:
        ShapesError: One is no IRI.
    """
    found: list[NamedNode] = []
    for value in shapes.objects(shape, parameter):
        if not isinstance(value, NamedNode):
            raise shapes.error(shape, f"{short_iri(parameter)} {value} must be an IRI")
        found.append(value)
    return tuple(found)


def read_nodes(shapes: ShapesGraph, shape: Node, parameter: str) -> tuple[Node, ...]:
    """Read the values of a parameter that takes shapes.

    Raises:
        ShapesError: One is a literal.
    """
    found: list[Node] = []
    for value in shapes.objects(shape, parameter):
        if not isinstance(value, NamedNode | BlankNode):
            raise shapes.error(shape, f"{short_iri(parameter)} {value} must be a shape")
        found.append(value)
    return tuple(found)


def read_node_lists(shapes: ShapesGraph, shape: Node, parameter: str) -> tuple[tuple[Node, ...], ...]:
    """Read the values of a parameter that takes lists of shapes.

    Raises:
        ShapesError: One is no list, or a member is a literal.
    """
    found: list[tuple[Node, ...]] = []
    for head in shapes.objects(shape, parameter):
        members = shapes.list_items(head)
        nodes = tuple(member for member in members if isinstance(member, NamedNode | BlankNode))
        if len(nodes) != len(members):
            raise shapes.error(shape, f"{short_iri(parameter)}: every member of the list must be a shape")
        found.append(nodes)
    return tuple(found)
