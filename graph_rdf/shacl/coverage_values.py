"""The coverage of a run as values, and how those of several graphs add up; see `graph_rdf.shacl.coverage`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class ShapeCoverage:
    """What one shape did.

    Args:
        shape: Its IRI, or ``_:label``.
        name: Its name for people.
        path: The file that it stands in.
        line: Its line there.
        targets: Number of its targets.
        targets_matched: Number of those that matched a node.
        focus_nodes: Number of nodes that its targets matched.
        nodes: Number of nodes that it was evaluated at: those, and the ones that other shapes led to.
        constraints: Number of its constraints.
        evaluated: Number of those that were evaluated at some node.
        skipped: Number of those that a limit left out; the rest met no node.
    """

    shape: str
    name: str
    path: str | None
    line: int | None
    targets: int
    targets_matched: int
    focus_nodes: int
    nodes: int
    constraints: int
    evaluated: int
    skipped: int


@dataclass(frozen=True, slots=True)
class UnseenPredicate:
    """Triples of one predicate that no shape looked at.

    Args:
        predicate: Its IRI.
        triples: Their number.
        read: Whether some shape reads this predicate, at other nodes.
        nearest: The predicate most like it that shapes read, when none reads this one; else None.
        example: The first subject of them, by IRI.
    """

    predicate: str
    triples: int
    read: bool
    nearest: str | None
    example: str


@dataclass(frozen=True, slots=True)
class UnseenClass:
    """Triples of the nodes of one class that no shape looked at; a node of several classes counts for each.

    Args:
        name: The IRI of the class; None for nodes without one.
        nodes: Number of nodes that have such triples.
        triples: Number of the triples.
        nearest: The class most like it that shapes look for, when none looks for this one; else None.
    """

    name: str | None
    nodes: int
    triples: int
    nearest: str | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the shapes looked at.

    Args:
        triples: Number of different triples of the data.
        unseen: Number of those that no shape looked at.
        shapes: One row for each shape that is not deactivated; by file, line and name.
        predicates: Those that no shape reads and that are like one that is read first, then the others that
            none reads, then those read elsewhere; the most triples first.
        classes: The most triples first.
    """

    triples: int
    unseen: int
    shapes: tuple[ShapeCoverage, ...]
    predicates: tuple[UnseenPredicate, ...]
    classes: tuple[UnseenClass, ...]


def shape_order(row: ShapeCoverage) -> tuple[str, int, str, str]:
    """Give the place of a shape in a report."""
    return row.path or "", row.line or 0, row.name, row.shape


def predicate_order(row: UnseenPredicate) -> tuple[bool, bool, int, str]:
    """Give the place of a predicate in a report: what looks like a slip comes first."""
    return row.read, row.nearest is None, -row.triples, row.predicate


def class_order(row: UnseenClass) -> tuple[int, bool, str]:
    """Give the place of a class in a report."""
    return -row.triples, row.name is None, row.name or ""


def joined_coverage(parts: Iterable[Coverage]) -> Coverage:
    """Add up the coverage of graphs that were checked each on its own.

    Args:
        parts: The coverage of each; at least one.

    Returns:
        The sums. A triple or node that stands in several graphs counts in each; a target or a constraint
        counts as matched or evaluated as in the graph where the most of them were.
    """
    triples = unseen = 0
    shapes: dict[str, ShapeCoverage] = {}
    predicates: dict[str, UnseenPredicate] = {}
    classes: dict[str | None, UnseenClass] = {}
    for part in parts:
        triples += part.triples
        unseen += part.unseen
        for shape in part.shapes:
            shapes[shape.shape] = _with_shape(shapes.get(shape.shape), shape)
        for row in part.predicates:
            known = predicates.get(row.predicate)
            if known is not None:
                example = min(known.example, row.example)
                row = replace(known, triples=known.triples + row.triples, example=example)
            predicates[row.predicate] = row
        for each in part.classes:
            old = classes.get(each.name)
            nodes, number = (0, 0) if old is None else (old.nodes, old.triples)
            classes[each.name] = replace(each, nodes=nodes + each.nodes, triples=number + each.triples)
    return Coverage(
        triples=triples,
        unseen=unseen,
        shapes=tuple(sorted(shapes.values(), key=shape_order)),
        predicates=tuple(sorted(predicates.values(), key=predicate_order)),
        classes=tuple(sorted(classes.values(), key=class_order)),
    )


def _with_shape(known: ShapeCoverage | None, row: ShapeCoverage) -> ShapeCoverage:
    if known is None:
        return row
    return replace(
        known,
        targets_matched=max(known.targets_matched, row.targets_matched),
        focus_nodes=known.focus_nodes + row.focus_nodes,
        nodes=known.nodes + row.nodes,
        evaluated=max(known.evaluated, row.evaluated),
        skipped=max(known.skipped, row.skipped),
    )
