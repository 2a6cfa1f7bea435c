"""Value type constraint components: sh:class, sh:datatype, sh:nodeKind. Source: SHACL 4.1."""

# ruff: noqa: ARG002 - a constraint does not need all that the common signature gives
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.namespaces import RDF_TYPE, SH, XSD
from graph_rdf.shacl.constraint import ValueConstraint
from graph_rdf.shacl.terms import short_iri
from graph_rdf.shacl.vocabulary import SH_CLASS, SH_DATATYPE, SH_NODE_KIND
from graph_rdf.syntax.lexical_spaces import LEXICAL_SPACES, is_ill_typed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Evaluation, StoreQuery
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
_MANY: Final = 20
"""With more subclasses an expression that names them all is no faster than looking the types up."""

# A literal that the store surely keeps as written has one of a few forms, all of them well-formed here.
_KEPT_ARE_WELL_FORMED: Final = frozenset(
    XSD + name for name in ("boolean", "integer", "decimal", "double", "float")
)
_DAY: Final = "[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"
_FORMS: Final = {
    XSD + "date": f"^{_DAY}Z?$",
    XSD + "dateTime": f"^{_DAY}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z?$",
    XSD + "hexBinary": "^([0-9A-Fa-f][0-9A-Fa-f])*$",
    XSD + "anyURI": "^[!-~]*$",
}
"""Datatype → a pattern that only well-formed literals match."""

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

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """No type is among the subclasses of the class that a query can name."""
        named = sorted(str(each) for each in query.data.subclasses(self.kind) if isinstance(each, NamedNode))
        if len(named) > _MANY:
            return None
        return " && ".join(f"NOT EXISTS {{ {value} {_TYPE} {each} }}" for each in named)


class DatatypeConstraint(ValueConstraint):
    """Each value node is a well-formed literal of a datatype. Source: SHACL 4.1.2."""

    component = SH + "DatatypeConstraintComponent"

    def __init__(self, datatype: NamedNode) -> None:
        self.datatype = datatype

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"The value is not a well-formed literal of datatype {short_iri(self.datatype.value)}."

    def message_for(self, value: Term | None) -> str:
        """Tell a wrong datatype from a form that the datatype does not allow."""
        wanted = short_iri(self.datatype.value)
        if not isinstance(value, Literal):
            return f"The value is no literal; datatype {wanted} is needed."
        if value.datatype != self.datatype:
            return f"The value is of datatype {short_iri(value.datatype.value)}, not {wanted}."
        return f"The value is ill-formed: datatype {wanted} does not allow this text."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that are no literal, have another datatype, or are ill-typed."""
        datatype = self.datatype
        name = datatype.value
        return {
            value
            for value in values
            if not isinstance(value, Literal) or value.datatype != datatype or is_ill_typed(value.value, name)
        }

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """The datatype differs, or the lexical form is not surely one of the datatype."""
        other = f"datatype({value}) != {self.datatype}"
        name = self.datatype.value
        if name not in LEXICAL_SPACES:
            return other
        if name in _KEPT_ARE_WELL_FORMED:
            return other
        if name in _FORMS:
            return f"{other} || !REGEX(STR({value}), {Literal(_FORMS[name])})"
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

    def suspect(self, value: str, query: StoreQuery) -> str | None:
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
