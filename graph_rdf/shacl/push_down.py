"""What the store can say about a shape: which of its focus nodes may violate it.

The answer is a superset, the suspects; exact checks on the terms as written decide about them. An
expression that fails for a node makes it a suspect, so an error can never hide a violation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

from graph_rdf.shacl.constraint import ValueConstraint
from graph_rdf.shacl.stored_literals import is_kept

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import QueryConstraint, Shape
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.focus import Description
    from graph_rdf.shacl.path_evaluation import Move
    from graph_rdf.shacl.protocol import ShaclResult
    from graph_rdf.shacl.shapes_graph import Node
    from graph_rdf.shacl.sparql_jobs import QueryAnswers

FOCUS: Final = "?f"
VALUE: Final = "?v"
FEW: Final = 1000
"""Up to so many suspects are worth checking one by one although they may be no focus nodes."""


MAX_DEPTH: Final = 5
"""Shapes nested deeper are not written into one expression."""


class SuspectQuery:
    """Collects what the constraints of one shape ask the store.

    Args:
        chain: The path as single steps; empty on a node shape.
        data: The data graph.
        shapes: All compiled shapes.
        scans: Whether a scan of all triples of the path is worth it for these focus nodes.
    """

    def __init__(
        self, chain: tuple[Move, ...], data: DataView, shapes: Mapping[Node, Shape], *, scans: bool = True
    ) -> None:
        self.chain = chain
        self.data = data
        self._shapes = shapes
        self._scans = scans or not chain
        self._depth = 0
        self._value_tests: list[str] = []
        self._focus_tests: list[str] = []
        self._queries: list[str] = []
        self._checks: list[ValueConstraint] = []

    @property
    def value(self) -> str:
        """The variable of the value node."""
        return VALUE if self.chain else FOCUS

    @property
    def holds_values(self) -> bool:
        """Whether the store holds the value nodes as they were written."""
        return not self.chain or self.chain[-1].inverse or self.data.is_exact(self.chain[-1].predicate)

    def test_values(self, expression: str) -> bool:
        """Ask for the focus nodes with a value for which an expression is true, or fails."""
        self._value_tests.append(expression)
        return self._scans

    def check_values(self, constraint: ValueConstraint) -> bool:
        """Ask for the focus nodes with a value that fails; each different value is checked once.

        Returns:
            Whether the value nodes are not the focus nodes, and the shapes used look at nothing else.
        """
        if (
            not self.chain
            or not self._scans
            or not all(self._looks_at_values(used, 0) for used in constraint.shapes_used)
        ):
            return False
        self._checks.append(constraint)
        return True

    def _looks_at_values(self, shape: Node, depth: int) -> bool:
        compiled = self._shapes[shape]
        return (
            compiled.path is None
            and depth < MAX_DEPTH
            and all(
                isinstance(constraint, ValueConstraint)
                and all(self._looks_at_values(used, depth + 1) for used in constraint.shapes_used)
                for constraint in compiled.constraints
            )
        )

    def test_focus(self, expression: str) -> bool:
        """Ask for the focus nodes for which an expression over ``?f`` is true, or fails."""
        self._focus_tests.append(expression)
        return True

    def ask(self, query: str) -> bool:
        """Ask a query of its own: a SELECT of ``?f`` that scans the path."""
        self._queries.append(query)
        return self._scans

    def steps(self, start: str = FOCUS, end: str = VALUE, within: str = "m") -> str:
        """Write the triple patterns of the path."""
        names = [start, *(f"?{within}{number}" for number in range(1, len(self.chain))), end]
        parts = []
        for number, move in enumerate(self.chain):
            here, there = names[number], names[number + 1]
            subject, value = (there, here) if move.inverse else (here, there)
            parts.append(f"{subject} {move.predicate} {value} .")
        return " ".join(parts)

    def is_functional(self) -> bool:
        """Tell whether no node of the data reaches two nodes by the path; no where that takes a scan."""
        return (
            self._scans
            and bool(self.chain)
            and all(self.data.is_functional(move.predicate, inverse=move.inverse) for move in self.chain)
        )

    def inlined(self, shape: Node, value: str) -> str | None:
        """Write what makes a value fail a node shape whose constraints all look at the value alone.

        Args:
            shape: The shape.
            value: The variable of the value.

        Returns:
            An expression; None when the store cannot tell.
        """
        compiled = self._shapes[shape]
        if compiled.path is not None or self._depth == MAX_DEPTH:
            return None
        self._depth += 1
        try:
            tests = [constraint.suspect(value, self) for constraint in compiled.constraints]
        finally:
            self._depth -= 1
        known = [f"({test})" for test in tests if test is not None]
        return (" || ".join(known) or "false") if len(known) == len(tests) else None

    def suspects(self, descriptions: Iterable[Description]) -> set[Term]:
        """Run the queries.

        Args:
            descriptions: The focus nodes.

        Returns:
            A set that holds every focus node that violates a constraint which asked.
        """
        found: set[Term] = set()
        if self._value_tests and not self.chain:
            self._focus_tests += self._value_tests
        elif self._value_tests:
            found |= self._with_bad_values(descriptions)
        if self._focus_tests:
            test = any_of(self._focus_tests)
            for description in descriptions:
                found |= self._select(f"SELECT ?f WHERE {{ {description.pattern('f')} FILTER({test}) }}")
        for query in self._queries:
            found |= self._select(query)
        if self._checks:
            found |= self._with_failing_values()
        return found

    def _with_failing_values(self) -> set[Term]:
        rows = self.data.select(f"SELECT DISTINCT ?v WHERE {{ {self.steps()} }}")
        last = self.chain[-1]
        values: list[Term] = [row[0] for row in rows]
        if not last.inverse:
            values = self.data.written_values(last.predicate, values)
        run = _ValuesOnly(self.data, self._shapes, values)
        failing = {value for constraint in self._checks for value in constraint.failing(values, run)}
        for move in reversed(self.chain):
            starts = self.data.step(move.predicate, failing, inverse=not move.inverse)
            failing = {start for reached in starts.values() for start in reached}
        return failing

    def _with_bad_values(self, descriptions: Iterable[Description]) -> set[Term]:
        test = any_of(self._value_tests)
        steps = self.steps()
        count = self.data.number(f"SELECT (COUNT(*) AS ?n) WHERE {{ {steps} FILTER({test}) }}")
        if count <= FEW:
            return self._select(f"SELECT ?f WHERE {{ {steps} FILTER({test}) }}") if count else set()
        found: set[Term] = set()
        for description in descriptions:
            pattern = description.pattern("f")
            found |= self._select(f"SELECT ?f WHERE {{ {pattern} {steps} FILTER({test}) }}")
        return found

    def _select(self, query: str) -> set[Term]:
        return {row[0] for row in self.data.select(query)}


class _ValuesOnly:
    """What a constraint may ask while different values are checked: shapes that look at the values alone."""

    def __init__(self, data: DataView, shapes: Mapping[Node, Shape], values: Collection[Term]) -> None:
        self.data = data
        self._shapes = shapes
        self._values = values

    def failing(self, shape: Node) -> Mapping[Term, Sequence[ShaclResult]]:
        """Give the values that do not conform to a shape; how, nobody asks."""
        return dict.fromkeys(
            (
                value
                for constraint in self._shapes[shape].constraints
                if isinstance(constraint, ValueConstraint)
                for value in constraint.failing(self._values, self)
            ),
            (),
        )

    def answers(self, constraint: QueryConstraint) -> QueryAnswers:
        """Never asked: a query looks at more than a value."""
        raise NotImplementedError


def any_of(tests: Iterable[str]) -> str:
    """Write the expression that holds when one of some tests holds or fails."""
    return f"COALESCE({' || '.join(f'({test})' for test in dict.fromkeys(tests))}, true)"


def is_writable(term: Term) -> bool:
    """Tell whether a query can name a term and the store would compare it as it was written."""
    return isinstance(term, NamedNode) or (isinstance(term, Literal) and is_kept(term))
