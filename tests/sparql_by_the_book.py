"""A small SPARQL evaluator, bottom-up as the specification writes it, for generated queries.

It is slow and has no planner: what it gives is what the definitions say. A query is a tree, which can be
written as text for an engine, and evaluated here with some variables replaced by terms. They are replaced
everywhere: in nested groups, in OPTIONAL and in EXISTS. EXISTS replaces the variables of the row at hand in
the same way.

Source: SPARQL 1.1, 18.2 to 18.6; SHACL 5.3.1 (pre-binding of variables).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tests.sparql_comparisons import Comparison, ExpressionError, Term
from tests.sparql_paths import Edges, pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Solution: TypeAlias = "frozenset[tuple[str, Term]]"
Solutions: TypeAlias = "Counter[Solution]"
Constants: TypeAlias = "Mapping[str, Term]"
"""Variables that stand for terms: those replaced before the evaluation."""
Row: TypeAlias = tuple[str, ...]


# Expressions with EXISTS


@dataclass(frozen=True)
class Exists:
    """``EXISTS`` of a group, or not, or where a comparison does not hold."""

    group: Group
    negated: bool = False
    instead_of: Comparison | None = None

    def __str__(self) -> str:
        before = "" if self.instead_of is None else f"{self.instead_of} || "
        return f"{before}{'NOT ' * self.negated}EXISTS {self.group}"

    def holds(self, row: Constants, edges: Edges) -> bool:
        """Evaluate it. Source: SPARQL 1.1, 18.6 (substitute, Exists) and 17.2 (errors in ``||``)."""
        found = bool(self.group.solutions(edges, row)) != self.negated
        if found or self.instead_of is None:
            return found
        return self.instead_of.holds(row)  # an error on one side and false on the other is an error


@dataclass(frozen=True)
class Filter:
    expression: Comparison | Exists

    def __str__(self) -> str:
        if isinstance(self.expression, Exists) and self.expression.instead_of is None:
            return f"FILTER {self.expression}"
        return f"FILTER({self.expression})"

    def keeps(self, row: Constants, edges: Edges) -> bool:
        try:
            if isinstance(self.expression, Exists):
                return self.expression.holds(row, edges)
            return self.expression.holds(row)
        except ExpressionError:
            return False


# Patterns


@dataclass(frozen=True)
class Pattern:
    """A triple pattern, or a path."""

    subject: str
    path: str
    object: str

    def __str__(self) -> str:
        return f"{self.subject} {self.path} {self.object} ."

    def solutions(self, edges: Edges, constants: Constants) -> Solutions:
        start, end = self.subject[1:], self.object[1:]
        replaced = [constants[name] for name in (start, end) if name in constants]
        found: Solutions = Counter()
        for (first, last), count in pairs(self.path, edges, replaced).items():
            row = dict(constants)
            if row.setdefault(start, first) == first and row.setdefault(end, last) == last:
                found[frozenset((name, row[name]) for name in (start, end) if name not in constants)] += count
        return found


@dataclass(frozen=True)
class PatternList:
    """Three triple patterns of one subject, written with ``;`` and ``,``."""

    subject: str
    path: str
    object: str
    shared_path: str
    objects: tuple[str, str]

    def __str__(self) -> str:
        return f"{self.subject} {self.path} {self.object} ; {self.shared_path} {' , '.join(self.objects)} ."

    def solutions(self, edges: Edges, constants: Constants) -> Solutions:
        found = Pattern(self.subject, self.path, self.object).solutions(edges, constants)
        for each in self.objects:
            found = _join(found, Pattern(self.subject, self.shared_path, each).solutions(edges, constants))
        return found


@dataclass(frozen=True)
class Optional:
    group: Group

    def __str__(self) -> str:
        return f"OPTIONAL {self.group}"


@dataclass(frozen=True)
class Union:
    left: Group
    right: Group

    def __str__(self) -> str:
        return f"{self.left} UNION {self.right}"

    def solutions(self, edges: Edges, constants: Constants) -> Solutions:
        return self.left.solutions(edges, constants) + self.right.solutions(edges, constants)


@dataclass(frozen=True)
class Bind:
    """``BIND`` of a variable, or of the first of several that has a value, to a fresh variable."""

    variables: tuple[str, ...]
    name: str

    def __str__(self) -> str:
        several = len(self.variables) > 1
        text = f"COALESCE({', '.join(self.variables)})" if several else self.variables[0]
        return f"BIND({text} AS {self.name})"

    def extend(self, row: Solution, constants: Constants) -> Solution:
        """Add the value to a row; nothing where there is none. Source: SPARQL 1.1, 18.5 (Extend)."""
        known = {**constants, **dict(row)}
        value = next((known[each[1:]] for each in self.variables if each[1:] in known), None)
        return row if value is None else row | {(self.name[1:], value)}


@dataclass(frozen=True)
class SubSelect:
    """A sub-SELECT, without modifiers, in a group of its own."""

    variables: tuple[str, ...]
    group: Group

    def __str__(self) -> str:
        return f"{{ SELECT {' '.join(self.variables)} WHERE {self.group} }}"

    def solutions(self, edges: Edges, constants: Constants) -> Solutions:
        found: Solutions = Counter()
        kept = {each[1:] for each in self.variables}
        for row, count in self.group.solutions(edges, constants).items():
            found[frozenset((name, term) for name, term in row if name in kept)] += count
        return found


@dataclass(frozen=True)
class Group:
    """A group graph pattern."""

    elements: tuple[Element, ...]

    def __str__(self) -> str:
        return "{ " + "\n".join(map(str, self.elements)) + " }"

    def solutions(self, edges: Edges, constants: Constants) -> Solutions:
        """Evaluate it; its filters come last. Source: SPARQL 1.1, 18.2.2 and 18.5."""
        return _filtered(self.without_filters(edges, constants), self.filters(), edges, constants)

    def filters(self) -> list[Filter]:
        return [each for each in self.elements if isinstance(each, Filter)]

    def without_filters(self, edges: Edges, constants: Constants) -> Solutions:
        found: Solutions = Counter({frozenset(): 1})
        for element in self.elements:
            if isinstance(element, Optional):
                found = _left_join(found, element.group, edges, constants)
            elif isinstance(element, Bind):
                extended: Solutions = Counter()
                for row, count in found.items():
                    extended[element.extend(row, constants)] += count
                found = extended
            elif not isinstance(element, Filter):
                found = _join(found, element.solutions(edges, constants))
        return found


Element: TypeAlias = Pattern | PatternList | Filter | Optional | Union | Bind | SubSelect | Group


def _filtered(found: Solutions, filters: Iterable[Filter], edges: Edges, constants: Constants) -> Solutions:
    filters = list(filters)
    return Counter(
        {
            row: count
            for row, count in found.items()
            if all(each.keeps({**constants, **dict(row)}, edges) for each in filters)
        }
    )


def _join(left: Solutions, right: Solutions) -> Solutions:
    found: Solutions = Counter()
    for one, many in left.items():
        known = dict(one)
        for other, times in right.items():
            if all(known.get(name, term) == term for name, term in other):
                found[one | other] += many * times
    return found


def _left_join(left: Solutions, group: Group, edges: Edges, constants: Constants) -> Solutions:
    """Join what fits; a filter of the optional group sees both sides. Source: SPARQL 1.1, 18.5 (LeftJoin)."""
    right = group.without_filters(edges, constants)
    found: Solutions = Counter()
    for one, many in left.items():
        fitting = _filtered(_join(Counter({one: many}), right), group.filters(), edges, constants)
        found.update(fitting or {one: many})
    return found


# Queries


@dataclass(frozen=True)
class Query:
    """A SELECT query that gives the pre-bound variable first.

    Args:
        variables: What it gives after ``$this``.
        group: Its group.
        distinct: Whether equal rows are given once.
    """

    variables: tuple[str, ...]
    group: Group
    distinct: bool = False

    def __str__(self) -> str:
        distinct = "DISTINCT " * self.distinct
        return f"SELECT {distinct}$this {' '.join(self.variables)} WHERE {self.group}"

    def rows(self, edges: Edges, this: Term) -> Counter[Row]:
        """Evaluate it for one focus node: each row as texts of its terms, with how often it is there."""
        found: Counter[Row] = Counter()
        for solution, count in self.group.solutions(edges, {"this": this}).items():
            known = dict(solution)
            found[str(this), *(str(known.get(each[1:])) for each in self.variables)] += count
        return Counter(found.keys()) if self.distinct else found


@dataclass(frozen=True)
class CountQuery:
    """A SELECT query that counts the values of a variable for each focus node.

    Args:
        counted: The variable.
        group: Its group.
        having: Whether a count up to one is left out.
    """

    counted: str
    group: Group
    having: bool = False

    def __str__(self) -> str:
        having = f" HAVING(COUNT({self.counted}) > 1)" * self.having
        return f"SELECT $this (COUNT({self.counted}) AS ?n) WHERE {self.group} GROUP BY $this{having}"

    def rows(self, edges: Edges, this: Term) -> Counter[Row]:
        """Evaluate it for one focus node: a row, or none where nothing can be grouped or it is left out."""
        found = self.group.solutions(edges, {"this": this})
        number = sum(count for row, count in found.items() if self.counted[1:] in dict(row))
        if not found or (self.having and number <= 1):
            return Counter()
        return Counter([(str(this), f'"{number}"^^<http://www.w3.org/2001/XMLSchema#integer>')])
