"""Property paths: read from the shapes graph, written as SPARQL.

Source: SHACL 2.3.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from pyoxigraph import NamedNode

from graph_rdf.shacl.vocabulary import (
    PATH_OPERATORS,
    SH_ALTERNATIVE_PATH,
    SH_INVERSE_PATH,
    SH_ONE_OR_MORE_PATH,
    SH_ZERO_OR_MORE_PATH,
    SH_ZERO_OR_ONE_PATH,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.shapes_graph import ShapesGraph

MAX_DEPTH: Final = 100
"""Most operators inside each other in one path; SPARQL engines stop at about the same depth."""


@dataclass(frozen=True, slots=True)
class PredicatePath:
    """One predicate."""

    predicate: NamedNode


@dataclass(frozen=True, slots=True)
class InversePath:
    """A path from its end to its start."""

    path: Path


@dataclass(frozen=True, slots=True)
class SequencePath:
    """Two or more paths, one after the other."""

    steps: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class AlternativePath:
    """Two or more paths, any of them."""

    choices: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class RepeatedPath:
    """A path walked again and again.

    Args:
        path: What is walked.
        reflexive: Whether not walking it at all counts too.
        transitive: Whether it may be walked more than once.
    """

    path: Path
    reflexive: bool
    transitive: bool


Path: TypeAlias = PredicatePath | InversePath | SequencePath | AlternativePath | RepeatedPath

_REPEATED: Final = {
    SH_ZERO_OR_MORE_PATH: (True, True),
    SH_ONE_OR_MORE_PATH: (False, True),
    SH_ZERO_OR_ONE_PATH: (True, False),
}
_MARKS: Final = {(True, True): "*", (False, True): "+", (True, False): "?"}


def read_path(shapes: ShapesGraph, node: Term, depth: int = 0) -> Path:
    """Read a path from the shapes graph.

    Args:
        shapes: The shapes graph.
        node: The path node. When it is a list and an operator both, the list counts.
        depth: How many operators stand around it.

    Returns:
        The path.

    Raises:
        ShapesError: It is no path, or is nested deeper than `MAX_DEPTH`.
    """
    if isinstance(node, NamedNode) and not shapes.is_list(node):
        return PredicatePath(node)
    if depth > MAX_DEPTH:
        raise shapes.error(node, f"the path is nested deeper than {MAX_DEPTH} or runs into itself")
    if shapes.is_list(node):
        return SequencePath(_read_list(shapes, node, depth))
    found = [(operator, value) for operator in PATH_OPERATORS for value in shapes.objects(node, operator)]
    if len(found) != 1:
        raise shapes.error(node, "is no path: it needs exactly one of the path operators, or to be a list")
    operator, value = found[0]
    if operator == SH_ALTERNATIVE_PATH:
        return AlternativePath(_read_list(shapes, value, depth))
    inner = read_path(shapes, value, depth + 1)
    return InversePath(inner) if operator == SH_INVERSE_PATH else RepeatedPath(inner, *_REPEATED[operator])


def _read_list(shapes: ShapesGraph, node: Term, depth: int) -> tuple[Path, ...]:
    items = shapes.list_items(node)
    if len(items) < 2:
        raise shapes.error(node, "a path list needs at least two members")
    return tuple(read_path(shapes, item, depth + 1) for item in items)


def path_to_sparql(path: Path) -> str:
    """Write a path as a SPARQL 1.1 property path.

    Args:
        path: The path.

    Returns:
        The expression, with full IRIs and no more parentheses than needed.

    Example:
        >>> a, b = PredicatePath(NamedNode("http://e/a")), PredicatePath(NamedNode("http://e/b"))
        >>> path_to_sparql(SequencePath((InversePath(a), RepeatedPath(AlternativePath((a, b)), True, True))))
        '^<http://e/a>/(<http://e/a>|<http://e/b>)*'
    """
    return _write(path)[0]


def _write(path: Path) -> tuple[str, int]:
    """Give the text and how tightly it binds: 3 a predicate, 2 an operator, 1 a sequence, 0 an alternative."""
    if isinstance(path, PredicatePath):
        return str(path.predicate), 3
    if isinstance(path, InversePath):
        return "^" + _within(path.path, 3), 2
    if isinstance(path, RepeatedPath):
        return _within(path.path, 3) + _MARKS[path.reflexive, path.transitive], 2
    if isinstance(path, SequencePath):
        return "/".join(_within(step, 2) for step in path.steps), 1
    return "|".join(_within(choice, 1) for choice in path.choices), 0


def _within(path: Path, at_least: int) -> str:
    text, binds = _write(path)
    return text if binds >= at_least else f"({text})"


def path_predicates(path: Path) -> Iterator[NamedNode]:
    """Give every predicate of a path, from left to right, with repetitions."""
    pending: list[Path] = [path]
    while pending:
        part = pending.pop()
        if isinstance(part, PredicatePath):
            yield part.predicate
        elif isinstance(part, SequencePath):
            pending.extend(reversed(part.steps))
        elif isinstance(part, AlternativePath):
            pending.extend(reversed(part.choices))
        else:
            pending.append(part.path)
