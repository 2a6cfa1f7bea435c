"""The focus nodes of a shape: listed one by one, or described so that the store finds them.

Source: SHACL 2.1.3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.namespaces import RDF_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.path_evaluation import Move
    from graph_rdf.shacl.target_query import TargetQuery

_TYPE: Final = NamedNode(RDF_TYPE)

MAX_CLASSES: Final = 50
"""A target with more subclasses is listed node by node: each class costs a query."""

MAX_STEPS: Final = 4
"""A description reached through more steps is listed node by node: each step costs a join."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The targets of one shape; all of them together select its focus nodes.

    Args:
        nodes: ``sh:targetNode``.
        classes: ``sh:targetClass``, and the shape itself when it is a class.
        subjects_of: ``sh:targetSubjectsOf``.
        objects_of: ``sh:targetObjectsOf``.
        queries: ``sh:target``.
        found: What each of the queries found, once they ran; see `resolved_targets`.
    """

    nodes: tuple[Term, ...] = ()
    classes: tuple[NamedNode, ...] = ()
    subjects_of: tuple[NamedNode, ...] = ()
    objects_of: tuple[NamedNode, ...] = ()
    queries: tuple[TargetQuery, ...] = ()
    found: tuple[tuple[Term, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.nodes or self.classes or self.subjects_of or self.objects_of or self.queries)

    @property
    def listed(self) -> dict[Term, None]:
        """The focus nodes that are named or that the queries found, each once."""
        return dict.fromkeys([*self.nodes, *(node for nodes in self.found for node in nodes)])


@dataclass(frozen=True, slots=True)
class Description:
    """A set of nodes as the store finds them.

    Args:
        start: A triple pattern that binds ``?n0``.
        steps: Predicates to walk from there.
        roots: Where the walk starts, as nodes, when it does not start at a pattern.
    """

    start: str
    steps: tuple[Move, ...] = ()

    def pattern(self, name: str) -> str:
        """Write the triple patterns that bind a variable to the nodes; a node may come several times."""
        names = [*(f"n{number}" for number in range(len(self.steps))), name]
        parts = [self.start.replace("?n0", f"?{names[0]}")]
        for number, move in enumerate(self.steps):
            here, there = f"?{names[number]}", f"?{names[number + 1]}"
            subject, value = (there, here) if move.inverse else (here, there)
            parts.append(f"{subject} {move.predicate} {value} .")
        return " ".join(parts)


def number_of(description: Description, data: DataView) -> int:
    """Count the nodes that the store finds; a node counts for each way to it."""
    return data.number(f"SELECT (COUNT(*) AS ?n) WHERE {{ {description.pattern('f')} }}")


def number_of_different(descriptions: Iterable[Description], data: DataView) -> int:
    """Count the different nodes that the store finds by any of some descriptions."""
    union = " UNION ".join(f"{{ {each.pattern('f')} }}" for each in descriptions)
    return data.number(f"SELECT (COUNT(DISTINCT ?f) AS ?n) WHERE {{ {union} }}") if union else 0


@dataclass(slots=True)
class FocusSet:
    """What one shape is asked about.

    Args:
        nodes: Nodes listed one by one.
        described: Sets of nodes that the store finds.
    """

    nodes: dict[Term, None] = field(default_factory=dict)
    described: dict[Description, None] = field(default_factory=dict)

    def list_all(self, data: DataView) -> None:
        """Replace the descriptions by the nodes that they describe."""
        for description in self.described:
            self.nodes.update((node, None) for node in data.matching(description.pattern("n"), "n"))
        self.described.clear()


def target_nodes(targets: Targets, data: DataView) -> dict[Term, None]:
    """Find the focus nodes that targets select.

    Args:
        targets: The targets of a shape.
        data: The data graph.

    Returns:
        The nodes, each once.
    """
    found = targets.listed
    for kind in targets.classes:
        found.update(data.instances(kind))
    for predicate in targets.subjects_of:
        found.update((subject, None) for subject, _ in data.pairs(predicate))
    for predicate in targets.objects_of:
        found.update((value, None) for _, value in data.pairs(predicate))
    return found


def describe_targets(targets: Targets, data: DataView) -> FocusSet:
    """Describe the focus nodes that targets select, as far as the store can find them exactly.

    Args:
        targets: The targets of a shape.
        data: The data graph.

    Returns:
        The same nodes as `target_nodes`.
    """
    found = FocusSet(targets.listed)
    for kind in targets.classes:
        classes = sorted(data.subclasses(kind), key=str)
        if len(classes) <= MAX_CLASSES and all(isinstance(each, NamedNode) for each in classes):
            found.described.update((Description(f"?n0 {_TYPE} {each} ."), None) for each in classes)
        else:
            found.nodes.update(data.instances(kind))
    for predicate in targets.subjects_of:
        found.described[Description(f"?n0 {predicate} ?end .")] = None
    for predicate in targets.objects_of:
        if data.is_exact(predicate):
            found.described[Description(f"?start {predicate} ?n0 .")] = None
        else:
            found.nodes.update((value, None) for _, value in data.pairs(predicate))
    return found


def selected(targets: Targets, nodes: Iterable[Term], data: DataView) -> Iterator[Term]:
    """Give those of some nodes that targets select.

    Args:
        targets: The targets of a shape.
        nodes: Candidates; few of them.
        data: The data graph.
    """
    candidates = dict.fromkeys(nodes)
    found: set[Term] = candidates.keys() & targets.listed.keys()
    for kind in targets.classes:
        classes = data.subclasses(kind)
        types = data.step(_TYPE, candidates)
        found.update(node for node, kinds in types.items() if not classes.isdisjoint(kinds))
    for predicate in targets.subjects_of:
        found.update(data.step(predicate, candidates))
    for predicate in targets.objects_of:
        found.update(data.step(predicate, candidates, inverse=True))
    return (node for node in candidates if node in found)
