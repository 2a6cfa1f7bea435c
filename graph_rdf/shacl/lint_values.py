"""The syntax rules that speak of one parameter and its values, as a table.

Source: SHACL appendix C, "Summary of SHACL Syntax Rules", by the short names given there.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode, QuerySolutions, Store

from graph_rdf.errors import ShapesError
from graph_rdf.namespaces import RDF, SH, XSD_BOOLEAN, XSD_INTEGER, XSD_STRING
from graph_rdf.shacl.lint_problem import ProblemKind, ShapeProblem
from graph_rdf.shacl.terms import short_term
from graph_rdf.shacl.vocabulary import SH_FLAGS, SH_PATH, SH_PATTERN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_NODE_KINDS: Final = frozenset(
    SH + kind
    for kind in ("BlankNode", "IRI", "Literal", "BlankNodeOrIRI", "BlankNodeOrLiteral", "IRIOrLiteral")
)
_TEXT_TYPES: Final = frozenset((XSD_STRING, RDF + "langString"))


def _is_iri(term: Term) -> bool:
    return isinstance(term, NamedNode)


def _is_node(term: Term) -> bool:
    return isinstance(term, NamedNode | BlankNode)


def _is_literal(term: Term) -> bool:
    return isinstance(term, Literal)


def _is_iri_or_literal(term: Term) -> bool:
    return isinstance(term, NamedNode | Literal)


def _is_string(term: Term) -> bool:
    return isinstance(term, Literal) and term.datatype.value == XSD_STRING


def _is_text(term: Term) -> bool:
    return isinstance(term, Literal) and term.datatype.value in _TEXT_TYPES


def _is_integer(term: Term) -> bool:
    if not isinstance(term, Literal) or term.datatype.value != XSD_INTEGER:
        return False
    return re.fullmatch(r"[+-]?[0-9]+", term.value) is not None


def _is_boolean(term: Term) -> bool:
    """The specification asks for the term `true`; "1" would leave a constraint out without a word."""
    return (
        isinstance(term, Literal) and term.datatype.value == XSD_BOOLEAN and term.value in ("true", "false")
    )


def _is_node_kind(term: Term) -> bool:
    return isinstance(term, NamedNode) and term.value in _NODE_KINDS


def _is_any(_: Term) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ValueRule:
    """What the values of one parameter must be.

    Args:
        holds: Tells whether a value, or a list member, is allowed.
        wanted: What is allowed, in words.
        single: Whether a shape has at most one value.
        is_list: Whether the value is a list of what `holds` allows.
        on_property_shapes: Whether only property shapes may have it.
    """

    holds: Callable[[Term], bool]
    wanted: str
    single: bool = False
    is_list: bool = False
    on_property_shapes: bool = False


_IRI = ValueRule(_is_iri, "an IRI")
_ONE_LITERAL = ValueRule(_is_literal, "one literal", single=True)
_ONE_INTEGER = ValueRule(_is_integer, "one xsd:integer", single=True)
_COUNT = ValueRule(_is_integer, "one xsd:integer", single=True, on_property_shapes=True)
_SHAPE = ValueRule(_is_node, "a shape (an IRI or a blank node)")
_SHAPES = ValueRule(_is_node, "a list of shapes", is_list=True)
_QUERY = ValueRule(_is_string, "one string", single=True)

VALUE_RULES: Final[dict[str, ValueRule]] = {
    SH + name: rule
    for name, rule in {
        "and": _SHAPES,
        "class": _IRI,
        "closed": ValueRule(_is_boolean, "true or false", single=True),
        "datatype": ValueRule(_is_iri, "one IRI", single=True),
        "deactivated": ValueRule(_is_boolean, "true or false", single=True),
        "disjoint": _IRI,
        "equals": _IRI,
        "flags": ValueRule(_is_string, "one string", single=True),
        "ignoredProperties": ValueRule(_is_iri, "one list of IRIs", single=True, is_list=True),
        "in": ValueRule(_is_any, "one list", single=True, is_list=True),
        "languageIn": ValueRule(_is_string, "one list of strings", single=True, is_list=True),
        "lessThan": ValueRule(_is_iri, "an IRI", on_property_shapes=True),
        "lessThanOrEquals": ValueRule(_is_iri, "an IRI", on_property_shapes=True),
        "maxCount": _COUNT,
        "maxExclusive": _ONE_LITERAL,
        "maxInclusive": _ONE_LITERAL,
        "maxLength": _ONE_INTEGER,
        "message": ValueRule(_is_text, "a string, with or without a language"),
        "minCount": _COUNT,
        "minExclusive": _ONE_LITERAL,
        "minInclusive": _ONE_LITERAL,
        "minLength": _ONE_INTEGER,
        "node": _SHAPE,
        "nodeKind": ValueRule(_is_node_kind, "one of the six node kinds, such as sh:IRI", single=True),
        "not": _SHAPE,
        "or": _SHAPES,
        "path": ValueRule(_is_node, "one path", single=True),
        "pattern": ValueRule(_is_string, "one string", single=True),
        "property": _SHAPE,
        "qualifiedMaxCount": _ONE_INTEGER,
        "qualifiedMinCount": _ONE_INTEGER,
        "qualifiedValueShape": ValueRule(_is_node, "one shape", single=True, on_property_shapes=True),
        "qualifiedValueShapesDisjoint": ValueRule(_is_boolean, "true or false", single=True),
        "severity": ValueRule(_is_iri, "one IRI", single=True),
        "sparql": ValueRule(_is_node, "an IRI or a blank node"),
        "targetClass": _IRI,
        "targetNode": ValueRule(_is_iri_or_literal, "an IRI or a literal"),
        "targetObjectsOf": _IRI,
        "targetSubjectsOf": _IRI,
        "uniqueLang": ValueRule(_is_boolean, "true or false", single=True, on_property_shapes=True),
        "xone": _SHAPES,
    }.items()
}
"""Parameter or shape property → its rule."""

QUERY_RULE: Final = _QUERY
"""The rule of sh:select and sh:ask, which stand on constraints and validators, not on shapes."""


def value_problems(shapes: ShapesGraph, shape: Node) -> Iterator[ShapeProblem]:
    """Check every value of one shape against the table.

    Args:
        shapes: The shapes graph.
        shape: One of its shapes.

    Yields:
        One problem for each value, or surplus of values, that breaks a rule.
    """
    for predicate in shapes.predicates(shape):
        rule = VALUE_RULES.get(predicate)
        if rule is not None:
            yield from rule_problems(shapes, shape, predicate, rule)
            if rule.on_property_shapes and not shapes.objects(shape, SH_PATH):
                yield _ill_formed(
                    shape, f"{_short(predicate)} is for property shapes, this shape has no sh:path"
                )
    yield from _pattern_problems(shapes, shape)


def rule_problems(shapes: ShapesGraph, node: Node, predicate: str, rule: ValueRule) -> Iterator[ShapeProblem]:
    """Check the values of one predicate of one node; yields one problem for each breach."""
    values = shapes.objects(node, predicate)
    name = _short(predicate)
    if rule.single and len(values) > 1:
        yield _ill_formed(node, f"{name} has {len(values)} values, it takes {rule.wanted}")
    for value in values:
        members: tuple[Term, ...] = (value,)
        if rule.is_list:
            if not _is_node(value):
                yield _ill_formed(node, f"{name} {short_term(value)}: it takes {rule.wanted}")
                continue
            try:
                members = shapes.list_items(value)
            except ShapesError as error:
                yield _ill_formed(node, f"{name} takes {rule.wanted}: {reason(shapes, value, error)}")
                continue
        for member in members:
            if not rule.holds(member):
                where = " in the list" if rule.is_list else ""
                yield _ill_formed(node, f"{name} {short_term(member)}{where}: it takes {rule.wanted}")


def reason(shapes: ShapesGraph, node: Term, error: ShapesError) -> str:
    """Give what an error says of a node, without the name of the node."""
    return error.message.removeprefix(f"{shapes.name(node)}: ")


def _pattern_problems(shapes: ShapesGraph, shape: Node) -> Iterator[ShapeProblem]:
    flags = [value.value for value in shapes.objects(shape, SH_FLAGS) if isinstance(value, Literal)]
    unknown = sorted({letter for text in flags for letter in text} - set("smixq"))
    if unknown:
        yield _ill_formed(shape, f"sh:flags has {''.join(unknown)!r}; the flags are s, m, i, x and q")
    for pattern in shapes.objects(shape, SH_PATTERN):
        if isinstance(pattern, Literal) and "q" not in "".join(flags) and not _compiles(pattern.value):
            yield _ill_formed(shape, f"sh:pattern {short_term(pattern)} is no regular expression")


def _compiles(pattern: str) -> bool:
    r"""Tell whether Python or the store compiles a pattern; neither knows ``\\i`` and ``\\c`` of XPath."""
    plain = re.sub(r"\\([icIC])", r"\\w", pattern)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            re.compile(plain)
    except (re.error, RecursionError, OverflowError):
        # pyoxigraph writes the literal, so the pattern stays data.
        found = Store().query(f"SELECT (REGEX('', {Literal(plain)}) AS ?ok) WHERE {{ }}")
        return isinstance(found, QuerySolutions) and any(row[0] is not None for row in found)
    return True


def _ill_formed(node: Node, message: str) -> ShapeProblem:
    return ShapeProblem(ProblemKind.ILL_FORMED, message, node)


def _short(predicate: str) -> str:
    return short_term(NamedNode(predicate))
