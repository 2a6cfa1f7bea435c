"""Value type constraint components: sh:class, sh:datatype, sh:nodeKind. Source: SHACL 4.1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.namespaces import RDF, RDF_TYPE, SH, XSD
from graph_rdf.shacl.constraint import ValueConstraint
from graph_rdf.shacl.lexical_stub import is_well_formed
from graph_rdf.shacl.terms import short_iri
from graph_rdf.shacl.vocabulary import SH_CLASS, SH_DATATYPE, SH_NODE_KIND

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Evaluation
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_TYPE: Final = NamedNode(RDF_TYPE)
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    SH + "IRI": (NamedNode,),
    SH + "BlankNode": (BlankNode,),
    SH + "Literal": (Literal,),
    SH + "BlankNodeOrIRI": (BlankNode, NamedNode),
    SH + "BlankNodeOrLiteral": (BlankNode, Literal),
    SH + "IRIOrLiteral": (NamedNode, Literal),
}
_TESTS: Final = {NamedNode: "isIRI", BlankNode: "isBlank", Literal: "isLiteral"}


class ClassConstraint(ValueConstraint):
    """Each value node is a SHACL instance of a class. Source: SHACL 4.1.1."""

    component = SH + "ClassConstraintComponent"
    properties_read = (_TYPE,)

    def __init__(self, kind: NamedNode) -> None:
        self.kind = kind

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"The value is not an instance of {short_iri(self.kind.value)}."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values without a type among the subclasses of the class."""
        classes = run.data.subclasses(self.kind)
        types = run.data.step(_TYPE, values)
        return {value for value in values if classes.isdisjoint(types.get(value, ()))}


class DatatypeConstraint(ValueConstraint):
    """Each value node is a literal of a datatype, with a lexical form that the datatype has. Source: SHACL 4.1.2."""

    component = SH + "DatatypeConstraintComponent"

    def __init__(self, datatype: NamedNode) -> None:
        self.datatype = datatype

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"The value is not a well-formed literal of datatype {short_iri(self.datatype.value)}."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that are no literal, have another datatype, or are ill-typed."""
        datatype = self.datatype
        name = datatype.value
        return {
            value
            for value in values
            if not isinstance(value, Literal)
            or value.datatype != datatype
            or not is_well_formed(value.value, name)
        }

    def suspect(self, value: str) -> str | None:
        """Only datatypes that have no ill-formed literal can be decided by the store."""
        if self.datatype.value in (XSD + "string", RDF + "langString"):
            return f"datatype({value}) != {self.datatype}"
        return None


class NodeKindConstraint(ValueConstraint):
    """Each value node is an IRI, a blank node or a literal, as stated. Source: SHACL 4.1.3."""

    component = SH + "NodeKindConstraintComponent"

    def __init__(self, kind: NamedNode, allowed: tuple[type, ...]) -> None:
        self.kind = kind
        self.allowed = allowed

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"The value is not of node kind {short_iri(self.kind.value)}."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values of another kind."""
        return {value for value in values if not isinstance(value, self.allowed)}

    def suspect(self, value: str) -> str | None:
        """None of the tests of the allowed kinds holds."""
        return " && ".join(f"!{_TESTS[kind]}({value})" for kind in self.allowed)


def read_class(shapes: ShapesGraph, shape: Node) -> Iterator[ClassConstraint]:
    """Read sh:class; each value is a constraint of its own."""
    for kind in shapes.objects(shape, SH_CLASS):
        if not isinstance(kind, NamedNode):
            raise shapes.error(shape, f"sh:class {kind} must be an IRI")
        yield ClassConstraint(kind)


def read_datatype(shapes: ShapesGraph, shape: Node) -> Iterator[DatatypeConstraint]:
    """Read sh:datatype."""
    datatype = shapes.value(shape, SH_DATATYPE)
    if not isinstance(datatype, NamedNode):
        raise shapes.error(shape, f"sh:datatype {datatype} must be an IRI")
    yield DatatypeConstraint(datatype)


def read_node_kind(shapes: ShapesGraph, shape: Node) -> Iterator[NodeKindConstraint]:
    """Read sh:nodeKind."""
    kind = shapes.value(shape, SH_NODE_KIND)
    if not isinstance(kind, NamedNode) or kind.value not in _KINDS:
        raise shapes.error(shape, f"sh:nodeKind {kind} is none of the six node kinds")
    yield NodeKindConstraint(kind, _KINDS[kind.value])


VALUE_TYPE_READERS: Final = {SH_CLASS: read_class, SH_DATATYPE: read_datatype, SH_NODE_KIND: read_node_kind}
"""Parameter → how to read it."""
