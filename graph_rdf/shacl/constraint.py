"""What a compiled shape and a compiled constraint are; each component is a subclass in `components/`."""

# ruff: noqa: ARG002 - a constraint does not need all that the common signature gives
from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pyoxigraph import Literal, NamedNode

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.focus import Description, Targets
    from graph_rdf.shacl.path_evaluation import Move
    from graph_rdf.shacl.paths import Path
    from graph_rdf.shacl.protocol import ShaclResult
    from graph_rdf.shacl.query_reads import QueryReads
    from graph_rdf.shacl.shapes_graph import Node
    from graph_rdf.shacl.sparql_jobs import QueryAnswers, QueryJob


class Violation(NamedTuple):
    """One violation of one constraint, before it becomes a result."""

    focus: Term
    value: Term | None = None
    result_path: str | None = None
    """The path to report instead of that of the shape."""
    messages: tuple[Literal, ...] | None = None
    """The messages to report instead of those of the shape."""


@dataclass(frozen=True, eq=False)
class ValueTable:
    """The value nodes of one shape for all its focus nodes.

    Args:
        by_focus: Focus node → its value nodes, each once; a focus node without any has an empty sequence.
    """

    by_focus: Mapping[Term, Sequence[Term]]

    @cached_property
    def values(self) -> Mapping[Term, None]:
        """All value nodes, each once."""
        return dict.fromkeys(value for values in self.by_focus.values() for value in values)

    def __iter__(self) -> Iterator[tuple[Term, Sequence[Term]]]:
        return iter(self.by_focus.items())


class Evaluation(Protocol):
    """What a constraint may ask while it is evaluated."""

    data: DataView

    def failing(self, shape: Node) -> Mapping[Term, Sequence[ShaclResult]]:
        """Give the nodes that do not conform to a shape that the constraint uses, with their results."""

    def answers(self, constraint: QueryConstraint) -> QueryAnswers:
        """Give what the query of a constraint found."""


class StoreQuery(Protocol):
    """What a constraint may ask the store about one shape; see `push_down.SuspectQuery`."""

    chain: tuple[Move, ...]
    data: DataView

    @property
    def value(self) -> str:
        """The variable of the value node."""

    @property
    def holds_values(self) -> bool:
        """Whether the store holds the value nodes as they were written."""

    def test_values(self, expression: str) -> bool:
        """Ask for the focus nodes with a value for which an expression is true, or fails."""

    def check_values(self, constraint: ValueConstraint) -> bool:
        """Ask for the focus nodes with a value that fails; each different value is checked once."""

    def test_focus(self, expression: str) -> bool:
        """Ask for the focus nodes for which an expression over ``?f`` is true, or fails."""

    def ask(self, query: str) -> bool:
        """Ask a query of its own: a SELECT of ``?f``."""

    def steps(self, start: str = ..., end: str = ..., within: str = ...) -> str:
        """Write the triple patterns of the path."""

    def is_functional(self) -> bool:
        """Tell whether no node of the data reaches two nodes by the path."""

    def inlined(self, shape: Node, value: str) -> str | None:
        """Write what makes a value fail a node shape whose constraints all look at the value alone."""


class Constraint(ABC):
    """A constraint of one shape.

    Attributes:
        component: The IRI of its constraint component.
        default_message: What is wrong, in English, when the shape has no ``sh:message``.
        shapes_used: The shapes that it applies to the value nodes.
        properties_read: The predicates that it reads besides those of the path.
        source_constraint: The node of a SPARQL-based constraint, None for all others.
        is_nested: Whether the shapes used tell all value nodes that may fail, see `suspect_values`.
    """

    component: str
    shapes_used: tuple[Node, ...] = ()
    properties_read: tuple[NamedNode, ...] = ()
    source_constraint: Node | None = None
    is_nested: bool = False

    @property
    @abstractmethod
    def default_message(self) -> str:
        """What is wrong, in English."""

    def message_for(self, value: Term | None) -> str:
        """Say what is wrong with one value node, in English; the default message unless more is known."""
        return self.default_message

    @abstractmethod
    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give the violations for all focus nodes of a shape at once."""

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """Write a SPARQL expression that is true, or an error, for every value node that may fail.

        Args:
            value: The variable of the value node, with its question mark.
            query: What else the store can be asked.

        Returns:
            The expression; None when the store cannot tell by the value alone.
        """
        return None

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the focus nodes that may violate the constraint.

        Returns:
            Whether the store can tell.
        """
        return False

    def suspect_values(self, run: Evaluation) -> set[Term]:
        """Give all value nodes that may fail, by what the shapes used have found, and maybe other nodes.

        Only of use where `is_nested` holds.
        """
        return set()


class ValueConstraint(Constraint):
    """A constraint that looks at each value node alone."""

    @abstractmethod
    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give those of some value nodes that violate the constraint, as a set or mapping."""

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give every pair of a focus node and a failing value node of it."""
        failing = self.failing(table.values, run)
        if failing:
            for focus, values in table:
                for value in values:
                    if value in failing:
                        yield Violation(focus, value)

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the focus nodes with a value that may fail."""
        expression = self.suspect(query.value, query) if query.holds_values else None
        return query.test_values(expression) if expression is not None else query.check_values(self)


class QueryConstraint(Constraint):
    """A constraint that a user's own query decides."""

    @abstractmethod
    def job(self, table: ValueTable) -> QueryJob:
        """Write the query for all focus nodes of a shape."""

    @abstractmethod
    def reads(self) -> QueryReads:
        """Tell what the query reads."""

    def job_of(self, descriptions: Iterable[Description]) -> QueryJob | None:
        """Write the query for focus nodes that the store finds; None when it needs them one by one."""
        return None


@dataclass(frozen=True, eq=False)
class Shape:
    """A compiled shape.

    Args:
        node: Its node in the shapes graph.
        path: The path of a property shape.
        result_path: The same as SPARQL text.
        targets: Its targets.
        constraints: Its constraints, in a fixed order; none when it is deactivated.
        severity: The severity of its results.
        messages: Its own messages, sorted.
        is_deactivated: Whether it is switched off.
    """

    node: Node
    path: Path | None
    result_path: str | None
    targets: Targets
    constraints: tuple[Constraint, ...]
    severity: NamedNode
    messages: tuple[Literal, ...] = ()
    is_deactivated: bool = False
