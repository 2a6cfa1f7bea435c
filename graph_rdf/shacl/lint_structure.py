"""The syntax rules that speak of a shape as a whole: its kind, its path, what it refers to, recursion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.errors import ShapesError
from graph_rdf.namespaces import RDFS, SH
from graph_rdf.shacl.lint_problem import ProblemKind, ShapeProblem
from graph_rdf.shacl.lint_values import QUERY_RULE, VALUE_RULES, ValueRule, reason, rule_problems
from graph_rdf.shacl.paths import read_path
from graph_rdf.shacl.terms import short_term, term_key
from graph_rdf.shacl.vocabulary import (
    SH_ASK,
    SH_CONSTRAINT_COMPONENT,
    SH_DEACTIVATED,
    SH_DECLARE,
    SH_MESSAGE,
    SH_NODE,
    SH_NODE_SHAPE,
    SH_NODE_VALIDATOR,
    SH_PARAMETER,
    SH_PATH,
    SH_PREFIXES,
    SH_PROPERTY,
    SH_PROPERTY_SHAPE,
    SH_PROPERTY_VALIDATOR,
    SH_SELECT,
    SH_SPARQL,
    SH_VALIDATOR,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_VARIABLE_NAME: Final = re.compile(r"[^\W\d_]\w*|_\w+")
_RESERVED_NAMES: Final = frozenset(("this", "shapesGraph", "currentShape", "path", "PATH", "value"))
_QUERY_OF_VALIDATOR: Final = {
    SH_VALIDATOR: SH_ASK,
    SH_NODE_VALIDATOR: SH_SELECT,
    SH_PROPERTY_VALIDATOR: SH_SELECT,
}
"""How a component names a validator → the query that it takes. Source: SHACL 6.2.3."""

_PREFIX_NAME: Final = ValueRule(QUERY_RULE.holds, "one string", single=True)
_NAMESPACE: Final = ValueRule(lambda term: isinstance(term, Literal), "one literal with an IRI", single=True)


def shape_problems(shapes: ShapesGraph, shape: Node) -> Iterator[ShapeProblem]:
    """Check what kind of shape one is, its path, and the shapes it uses.

    Args:
        shapes: The shapes graph.
        shape: One of its shapes.

    Yields:
        One problem for each breach.

    Source: SHACL 2.1.3.3, 2.2, 2.3, 4.7.
    """
    paths = shapes.objects(shape, SH_PATH)
    if paths and shape in shapes.instances(SH_NODE_SHAPE):
        yield _ill_formed(shape, "a sh:NodeShape has no sh:path; make it a sh:PropertyShape")
    if not paths and shape in shapes.instances(SH_PROPERTY_SHAPE):
        yield _ill_formed(shape, "a sh:PropertyShape needs a sh:path")
    for path in paths:
        if isinstance(path, NamedNode | BlankNode):
            try:
                read_path(shapes, path)
            except ShapesError as error:
                yield _ill_formed(shape, f"sh:path: {reason(shapes, path, error)}")
    if isinstance(shape, BlankNode) and shape in shapes.instances(RDFS + "Class"):
        yield _ill_formed(shape, "a shape that is a class needs an IRI")
    for value in shapes.objects(shape, SH_SPARQL):
        if isinstance(value, NamedNode | BlankNode):
            yield from _constraint_problems(shapes, value)


def reference_problems(shapes: ShapesGraph) -> Iterator[ShapeProblem]:
    """Check every use of a shape by another: it exists, and it is of the kind that the parameter asks for.

    Args:
        shapes: The shapes graph.

    Yields:
        One problem for each use that is wrong.
    """
    for user, parameter, used in shapes.shape_references:
        name = short_term(NamedNode(parameter))
        if not shapes.predicates(used):
            if isinstance(used, NamedNode | BlankNode):
                yield _ill_formed(
                    user, f"{name} {short_term(used)}: no loaded file says anything about that shape"
                )
        elif parameter == SH_PROPERTY and not shapes.is_property_shape(used):
            yield _ill_formed(
                user, f"{name} {short_term(used)}: it has no sh:path, so it is no property shape"
            )
        elif parameter == SH_NODE and shapes.is_property_shape(used):
            yield _ill_formed(user, f"{name} {short_term(used)}: it has a sh:path, so it is no node shape")


def recursion_problems(shapes: ShapesGraph) -> Iterator[ShapeProblem]:
    """Find shapes that use themselves, directly or through others, whatever the depth.

    Args:
        shapes: The shapes graph.

    Yields:
        One problem for each group of shapes that use each other, with the way round.

    Source: SHACL 3.4.3; recursion is undefined there, and an error here.
    """
    uses: dict[Term, list[Term]] = {}
    for user, _, shape in shapes.shape_references:
        uses.setdefault(user, []).append(shape)
    done: set[Term] = set()
    for start in shapes.shapes:
        if start in done:
            continue
        way: dict[Term, None] = {start: None}
        pending: list[tuple[Term, Iterator[Term]]] = [(start, iter(uses.get(start, ())))]
        while pending:
            current, rest = pending[-1]
            used = next(rest, None)  # None: all that this shape uses is done
            if used is None:
                pending.pop()
                del way[current]
                done.add(current)
            elif used in way:
                order = list(way)
                circle = [*order[order.index(used) :], used]
                names = [short_term(each) for each in circle]
                if len(names) > _LONGEST_WAY:
                    names[_LONGEST_WAY // 2 : -_LONGEST_WAY // 2] = ["…"]
                text = " → ".join(names)
                yield ShapeProblem(ProblemKind.RECURSION, f"the shape uses itself: {text}", used)
            elif used not in done:
                way[used] = None
                pending.append((used, iter(uses.get(used, ()))))


_LONGEST_WAY: Final = 12
"""Most shapes named in one message."""


def component_problems(shapes: ShapesGraph) -> Iterator[ShapeProblem]:
    """Check the custom constraint components and all prefix declarations.

    Args:
        shapes: The shapes graph.

    Yields:
        One problem for each breach.

    Source: SHACL 5.2.1, 6.2.
    """
    for component in sorted(shapes.instances(SH_CONSTRAINT_COMPONENT), key=term_key):
        parameters = shapes.objects(component, SH_PARAMETER)
        if isinstance(component, NamedNode) and component.value.startswith(SH):
            continue  # the vocabulary's own file
        if not parameters:
            yield _ill_formed(component, "a constraint component needs a sh:parameter")
        for parameter in parameters:
            yield from _parameter_problems(shapes, component, parameter)
        validators = [
            (query, value)
            for kind, query in _QUERY_OF_VALIDATOR.items()
            for value in shapes.objects(component, kind)
        ]
        if not validators:
            yield _ill_formed(component, "a constraint component needs a validator")
        for query, validator in validators:
            if isinstance(validator, NamedNode | BlankNode):
                yield from _query_problems(shapes, validator, (query,))
    for node in shapes.subjects_of(SH_PREFIXES):
        for value in shapes.objects(node, SH_PREFIXES):
            if not any(shapes.objects(each, SH_DECLARE) for each in shapes.imports_of(value)):
                message = f"sh:prefixes {short_term(value)}: nothing there declares a prefix by sh:declare"
                yield ShapeProblem(ProblemKind.REMARK, message, node)
    for node in shapes.subjects_of(SH_DECLARE):
        for declaration in shapes.objects(node, SH_DECLARE):
            for predicate, rule in ((SH + "prefix", _PREFIX_NAME), (SH + "namespace", _NAMESPACE)):
                if not shapes.objects(declaration, predicate):
                    yield _ill_formed(node, f"sh:declare needs {short_term(NamedNode(predicate))}")
                elif isinstance(declaration, NamedNode | BlankNode):
                    yield from rule_problems(shapes, declaration, predicate, rule)


def _parameter_problems(shapes: ShapesGraph, component: Node, parameter: Term) -> Iterator[ShapeProblem]:
    paths = shapes.objects(parameter, SH_PATH)
    if len(paths) != 1 or not isinstance(paths[0], NamedNode):
        yield _ill_formed(component, "each sh:parameter needs one sh:path that is an IRI")
        return
    name = re.split(r"[/#:]", paths[0].value)[-1]
    if name in _RESERVED_NAMES or _VARIABLE_NAME.fullmatch(name) is None:
        yield _ill_formed(component, f"parameter name {name!r} cannot be a SPARQL variable of a validator")


def _constraint_problems(shapes: ShapesGraph, constraint: Node) -> Iterator[ShapeProblem]:
    yield from _query_problems(shapes, constraint, (SH_SELECT,))
    for predicate in (SH_MESSAGE, SH_DEACTIVATED):
        yield from rule_problems(shapes, constraint, predicate, VALUE_RULES[predicate])


def _query_problems(shapes: ShapesGraph, node: Node, kinds: tuple[str, ...]) -> Iterator[ShapeProblem]:
    found = [kind for kind in kinds if shapes.objects(node, kind)]
    if len(found) != 1:
        wanted = " or ".join(short_term(NamedNode(kind)) for kind in kinds)
        yield _ill_formed(node, f"it needs one {wanted}, it has {len(found) or 'none'}")
    for kind in found:
        yield from rule_problems(shapes, node, kind, QUERY_RULE)


def _ill_formed(node: Node, message: str) -> ShapeProblem:
    return ShapeProblem(ProblemKind.ILL_FORMED, message, node)
