"""Property paths in their three forms: RDF nodes, SPARQL path expressions, and postfix steps between them.

A path is a flat tuple of postfix steps, so that a path of any depth needs no recursion.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from pyoxigraph import BlankNode, NamedNode, Triple

from graph_rdf.errors import ShapesError
from graph_rdf.shacl.terms import short_term
from graph_rdf.shacl.vocabulary import (
    PATH_OPERATORS,
    RDF_FIRST,
    RDF_NIL,
    RDF_REST,
    SH_ALTERNATIVE_PATH,
    SH_INVERSE_PATH,
    SH_ONE_OR_MORE_PATH,
    SH_ZERO_OR_MORE_PATH,
    SH_ZERO_OR_ONE_PATH,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.shapes_graph import ShapesGraph


class Step(NamedTuple):
    """One postfix step of a path.

    Args:
        operator: ``iri``, or one of ``^ * + ? / |``.
        iri: The predicate of an ``iri`` step.
        arity: How many paths before it the operator takes; 0 for ``iri``.
    """

    operator: str
    iri: str = ""
    arity: int = 0


Path: TypeAlias = tuple[Step, ...]

_UNARY: Final = {
    SH_INVERSE_PATH: "^",
    SH_ZERO_OR_MORE_PATH: "*",
    SH_ONE_OR_MORE_PATH: "+",
    SH_ZERO_OR_ONE_PATH: "?",
}
_PREDICATE_OF: Final = {operator: predicate for predicate, operator in _UNARY.items()}
_STRENGTH: Final = {"|": 0, "/": 1, "^": 2, "*": 3, "+": 3, "?": 3, "iri": 4}
_TOKEN: Final = re.compile(r"\s*(<[^<>]*>|[()^*+?/|])")
_FEWEST_MEMBERS: Final = 2

MAX_STEPS: Final = 100_000
"""Most operators and predicates of one path; no path of a person has more than a few dozen."""


def read_path(shapes: ShapesGraph, node: Term) -> Path:
    """Read a path from its RDF form.

    Args:
        shapes: The graph that holds it.
        node: The value of ``sh:path``.

    Returns:
        The postfix steps, never empty. When a node is a list and has path operators too, the list wins.

    Raises:
        ShapesError: It is no well-formed path, or it runs into itself.

    Source: SHACL 2.3.1.
    """
    steps: list[Step] = []
    open_nodes: set[Term] = set()
    # An entry is a node to read, or (node, step) when its parts are done.
    pending: list[Term | tuple[Term, Step]] = [node]
    while pending:
        entry = pending.pop()
        if isinstance(entry, tuple):
            open_nodes.discard(entry[0])
            steps.append(entry[1])
            if len(steps) > MAX_STEPS:  # shared blank nodes can unfold to any size
                raise shapes.error(node, f"the path has more than {MAX_STEPS} steps")
        elif isinstance(entry, NamedNode) and entry.value != RDF_NIL:
            steps.append(Step("iri", entry.value))
        else:
            if entry in open_nodes:
                raise shapes.error(node, "the path runs into itself")
            open_nodes.add(entry)
            operator, parts = _parts(shapes, entry)
            pending.append((entry, Step(operator, arity=len(parts))))
            pending.extend(reversed(parts))
    return tuple(steps)


def _parts(shapes: ShapesGraph, node: Term) -> tuple[str, tuple[Term, ...]]:
    if shapes.is_list(node):
        return "/", _members(shapes, node, node)
    if isinstance(node, BlankNode):
        found = [(p, v) for p in PATH_OPERATORS for v in shapes.objects(node, p)]
        if len(found) == 1:
            predicate, value = found[0]
            if predicate == SH_ALTERNATIVE_PATH:
                return "|", _members(shapes, node, value)
            return _UNARY[predicate], (value,)
        if found:
            raise shapes.error(node, f"{len(found)} path operators on one path node, one is allowed")
    raise shapes.error(
        node, f"{short_term(node)} is no property path: an IRI, a list or a path operator is needed"
    )


def _members(shapes: ShapesGraph, node: Term, head: Term) -> tuple[Term, ...]:
    members = shapes.list_items(head)
    if len(members) < _FEWEST_MEMBERS:
        raise shapes.error(
            node, f"a sequence or alternative path needs two members, this one has {len(members)}"
        )
    return members


def path_expression(path: Path, name: Callable[[str], str] = "<{}>".format) -> str:
    """Write a path as a SPARQL path expression.

    Args:
        path: The steps.
        name: Writes an IRI; in full by default.

    Returns:
        The expression, with the fewest parentheses that keep its structure.

    Example:
        >>> path_expression(parse_path("^<a:b>/(<a:c>|<a:d>)*"))
        '^<a:b>/(<a:c>|<a:d>)*'
    """
    stack: list[tuple[str, int]] = []
    for step in path:
        strength = _STRENGTH[step.operator]
        if not step.arity:
            stack.append((name(step.iri), strength))
            continue
        parts = stack[-step.arity :]
        del stack[-step.arity :]
        # `^` takes a postfix operand bare; all else must bind tighter than the operator, to keep nesting.
        bare = [text if inner > strength else f"({text})" for text, inner in parts]
        if step.operator in "/|":
            text = step.operator.join(bare)
        else:
            text = f"^{bare[0]}" if step.operator == "^" else f"{bare[0]}{step.operator}"
        stack.append((text, strength))
    return stack[-1][0]


def parse_path(expression: str) -> Path:
    """Read a path expression as `path_expression` writes it, with IRIs in full.

    Args:
        expression: The text.

    Returns:
        The postfix steps.

    Raises:
        ShapesError: The text is no such expression.

    Example:
        >>> [step.operator for step in parse_path("^<a:b>*")]
        ['iri', '*', '^']
    """
    groups: list[_Group] = [_Group()]
    position = 0
    text = expression.strip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ShapesError(f"not a path expression: {expression!r}")
        position = match.end()
        symbol = match.group(1)
        if symbol == "(":
            groups.append(_Group())
        elif symbol == ")":
            if len(groups) == 1:
                raise ShapesError(f"not a path expression: {expression!r}")
            inner = groups.pop().steps(expression)
            groups[-1].primary(inner)
        elif symbol.startswith("<"):
            groups[-1].primary([Step("iri", symbol[1:-1])])
        else:
            groups[-1].operator(symbol, expression)
    if len(groups) != 1:
        raise ShapesError(f"not a path expression: {expression!r}")
    return tuple(groups[0].steps(expression))


class _Group:
    """What stands between two parentheses: alternatives of sequences of elements."""

    def __init__(self) -> None:
        self._alternatives: list[list[list[Step]]] = [[]]
        self._element: list[Step] | None = None
        self._inverses = 0

    def primary(self, steps: list[Step]) -> None:
        self._element = steps

    def operator(self, symbol: str, expression: str) -> None:
        if symbol == "^":
            self._inverses += 1
        elif self._element is None:
            raise ShapesError(f"not a path expression: {expression!r}")
        elif symbol in "*+?":
            self._element.append(Step(symbol, arity=1))
        else:
            self._close(expression)
            if symbol == "|":
                self._alternatives.append([])

    def steps(self, expression: str) -> list[Step]:
        self._close(expression)
        sequences = [_joined("/", elements) for elements in self._alternatives]
        return _joined("|", sequences)

    def _close(self, expression: str) -> None:
        if self._element is None:
            raise ShapesError(f"not a path expression: {expression!r}")
        self._element.extend([Step("^", arity=1)] * self._inverses)
        self._alternatives[-1].append(self._element)
        self._element, self._inverses = None, 0


def _joined(operator: str, parts: list[list[Step]]) -> list[Step]:
    if len(parts) == 1:
        return parts[0]
    return [*(step for part in parts for step in part), Step(operator, arity=len(parts))]


def path_triples(path: Path, label: str) -> tuple[Term, list[Triple]]:
    """Write a path in its RDF form.

    Args:
        path: The steps.
        label: How the labels of its blank nodes start; they are numbered from 0.

    Returns:
        The path node, and the triples that describe it, in a fixed order; no triple for a plain predicate.

    Source: SHACL 2.3.1.
    """
    stack: list[Term] = []
    triples: list[Triple] = []
    made = 0

    def new_node() -> BlankNode:
        nonlocal made
        made += 1
        return BlankNode(f"{label}{made - 1}")

    for step in path:
        if not step.arity:
            stack.append(NamedNode(step.iri))
            continue
        parts = stack[-step.arity :]
        del stack[-step.arity :]
        if step.operator in "/|":
            cells = [new_node() for _ in parts]
            rests: list[Term] = [*cells[1:], NamedNode(RDF_NIL)]
            for cell, part, rest in zip(cells, parts, rests, strict=True):
                triples.append(Triple(cell, NamedNode(RDF_FIRST), part))
                triples.append(Triple(cell, NamedNode(RDF_REST), rest))
            node: Term = cells[0]
            if step.operator == "|":
                owner = new_node()
                triples.append(Triple(owner, NamedNode(SH_ALTERNATIVE_PATH), node))
                node = owner
        else:
            node = owner = new_node()
            triples.append(Triple(owner, NamedNode(_PREDICATE_OF[step.operator]), parts[0]))
        stack.append(node)
    return stack[-1], triples
