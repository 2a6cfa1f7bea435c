"""Other constraint components: sh:closed, sh:hasValue, sh:in. Source: SHACL 4.8."""

# ruff: noqa: ARG002 - a constraint does not need all that the common signature gives
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.namespaces import SH
from graph_rdf.shacl.components.parameters import read_nodes, read_true
from graph_rdf.shacl.constraint import Constraint, ValueConstraint, Violation
from graph_rdf.shacl.push_down import is_writable
from graph_rdf.shacl.terms import short_term
from graph_rdf.shacl.vocabulary import (
    SH_CLOSED,
    SH_IGNORED_PROPERTIES,
    SH_IN,
    SH_PATH,
    SH_PROPERTY,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Evaluation, StoreQuery, ValueTable
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_MANY: Final = 100
"""The store compares with each member of a list in turn; longer ones are checked here."""

_HAS_VALUE: Final = SH + "hasValue"


class ClosedConstraint(Constraint):
    """Value nodes have only the properties of the shape and the ignored ones. Source: SHACL 4.8.1."""

    component = SH + "ClosedConstraintComponent"
    default_message = "The predicate is not allowed here: the shape is closed."

    def __init__(self, allowed: frozenset[NamedNode]) -> None:
        self.allowed = allowed

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give every triple with another predicate; the path is its predicate, the value its object."""
        surplus: dict[Term, list[tuple[NamedNode, Term]]] = {}
        for subject, predicate, value in run.data.outgoing(table.values):
            if predicate not in self.allowed:
                surplus.setdefault(subject, []).append((predicate, value))
        for focus, nodes in table:
            for node in nodes:
                for predicate, value in surplus.get(node, ()):
                    yield Violation(focus, value, str(predicate))

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the focus nodes of a node shape with another predicate."""
        if query.chain or len(self.allowed) > _MANY:
            return False
        allowed = ", ".join(sorted(str(predicate) for predicate in self.allowed))
        # Of an empty list the store says that NOT IN does not hold.
        surplus = f"FILTER(?property NOT IN ({allowed}))" if allowed else ""
        return query.test_focus(f"EXISTS {{ ?f ?property ?surplus {surplus} }}")


class HasValueConstraint(Constraint):
    """One value node is the given term. Source: SHACL 4.8.2."""

    component = SH + "HasValueConstraintComponent"

    def __init__(self, term: Term) -> None:
        self.term = term

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"The value {short_term(self.term)} is missing."

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give the focus nodes without the term."""
        return (Violation(focus) for focus, values in table if self.term not in values)

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the focus nodes without the term; of a term that the store never holds, for all."""
        if not query.holds_values:
            return False
        if not is_writable(self.term):
            return query.test_focus("true")
        if not query.chain:
            return query.test_focus(f"!sameTerm(?f, {self.term})")
        if len(query.chain) > 1 or not query.holds_values:
            return False
        return query.test_focus(f"NOT EXISTS {{ {query.steps(end=str(self.term))} }}")


class InConstraint(ValueConstraint):
    """Each value node is a member of a list, term for term. Source: SHACL 4.8.3."""

    component = SH + "InConstraintComponent"

    def __init__(self, terms: tuple[Term, ...]) -> None:
        self.terms = terms
        self._set = frozenset(terms)

    @property
    def default_message(self) -> str:
        """What is wrong."""
        shown = ", ".join(short_term(term) for term in self.terms[:10])
        return f"The value is none of: {shown}{', …' if len(self.terms) > 10 else ''}."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that are no member."""
        return {value for value in values if value not in self._set}

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """The value is none of the members that the store can hold."""
        if len(self.terms) > _MANY:
            return None
        tests = [f"sameTerm({value}, {term})" for term in self.terms if is_writable(term)]
        return f"!({' || '.join(tests)})" if tests else "true"


def read_closed(shapes: ShapesGraph, shape: Node) -> Iterator[ClosedConstraint]:
    """Read sh:closed with its ignored properties."""
    if not read_true(shapes, shape, SH_CLOSED):
        return
    allowed: set[NamedNode] = set()
    for used in read_nodes(shapes, shape, SH_PROPERTY):
        allowed.update(path for path in shapes.objects(used, SH_PATH) if isinstance(path, NamedNode))
    for head in shapes.objects(shape, SH_IGNORED_PROPERTIES):
        for predicate in shapes.list_items(head):
            if not isinstance(predicate, NamedNode):
                raise shapes.error(shape, f"sh:ignoredProperties: {predicate} must be an IRI")
            allowed.add(predicate)
    yield ClosedConstraint(frozenset(allowed))


def read_has_value(shapes: ShapesGraph, shape: Node) -> Iterator[HasValueConstraint]:
    """Read sh:hasValue; each value is a constraint of its own."""
    yield from (HasValueConstraint(term) for term in shapes.objects(shape, _HAS_VALUE))


def read_in(shapes: ShapesGraph, shape: Node) -> Iterator[InConstraint]:
    """Read sh:in."""
    head = shapes.value(shape, SH_IN)
    if head is not None:
        yield InConstraint(shapes.list_items(head))


OTHER_READERS: Final = {SH_CLOSED: read_closed, _HAS_VALUE: read_has_value, SH_IN: read_in}
"""Parameter → how to read it."""
