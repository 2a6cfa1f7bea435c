"""What the shapes looked at, and what of the data no shape looked at.

A triple counts as looked at when a shape, evaluated at a node that its targets or other shapes lead to,

- walks it along its path, forwards or backwards, whether that leads on or not,
- reads it for a constraint: the other property of `sh:equals`, `sh:disjoint` and `sh:lessThan`, the class of
  a value for `sh:class`, and with `sh:closed` every triple of the value node;
- or names its predicate in a query that has at least one focus node; a query with a variable as predicate
  reads every triple of its focus nodes;

or when a target found a focus node by it. So a triple with a misspelt predicate is not looked at, unless a
closed shape reports it. Conforming is another matter: this only tells that somebody looked.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.namespaces import RDF_TYPE, RDFS
from graph_rdf.shacl.budget import QUERY_SECONDS, Budget
from graph_rdf.shacl.compile import compile_shapes
from graph_rdf.shacl.components.other import ClosedConstraint
from graph_rdf.shacl.components.value_type import ClassConstraint
from graph_rdf.shacl.constraint import QueryConstraint
from graph_rdf.shacl.coverage_values import (
    Coverage,
    ShapeCoverage,
    UnseenClass,
    UnseenPredicate,
    class_order,
    predicate_order,
    shape_order,
)
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.focus import Targets, target_nodes
from graph_rdf.shacl.path_evaluation import predicates_of, traverse
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.resolved_targets import resolve_targets
from graph_rdf.shacl.targets import namespace, nearest_iri
from graph_rdf.shacl.terms import plain_term, term_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from pyoxigraph import Triple

    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.compile import CompiledShapes
    from graph_rdf.shacl.constraint import Constraint, Shape
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_TYPE: Final = NamedNode(RDF_TYPE)
_SUB_CLASS_OF: Final = NamedNode(RDFS + "subClassOf")


def survey_coverage(
    graph: ShapesGraph,
    data: EmbeddedDataset,
    own: Iterable[Triple],
    skipped: Mapping[Node, int],
    unlisted: Iterable[ShapesGraph] = (),
) -> Coverage:
    """Find out what the shapes look at in the data.

    Args:
        graph: The shapes.
        data: The data graph that they were evaluated on.
        own: The triples that have to be looked at: the data without the ontology. They may come twice.
        skipped: Shape → number of its constraints that were skipped.
        unlisted: Shapes that say what else looked at the data; they have no row of their own.

    Returns:
        What they looked at, and what they did not.
    """
    view = DataView(data)
    try:
        looked = _Looked()
        rows = _survey_shapes(_resolved(graph, view), view, looked, skipped)
        for other in unlisted:
            _survey_shapes(compile_shapes(other), view, looked, {})
        total, unseen = looked.split(own)
        types = view.step(_TYPE, {triple.subject for triple in unseen})
    finally:
        view.close()
    return Coverage(
        triples=total,
        unseen=len(unseen),
        shapes=tuple(rows),
        predicates=_by_predicate(unseen, looked),
        classes=_by_class(unseen, types, looked),
    )


def _resolved(graph: ShapesGraph, view: DataView) -> CompiledShapes:
    """Compile shapes, and run the queries of their targets."""
    return resolve_targets(compile_shapes(graph), view, Budget(Limits(), QUERY_SECONDS))


class _Looked:
    """What was looked at, as sets."""

    def __init__(self) -> None:
        self.known: set[NamedNode] = set()
        """Every predicate that a shape would read, if it met a node."""
        self._everywhere: set[NamedNode] = set()
        self._from: dict[NamedNode, set[Term]] = {}
        self._to: dict[NamedNode, set[Term]] = {}
        self._whole: set[Term] = set()
        self._classes: set[Term] = set()

    def everywhere(self, predicates: Iterable[NamedNode]) -> None:
        """Note that all triples of some predicates were looked at."""
        self._everywhere.update(predicates)

    def step(self, predicate: NamedNode, nodes: Collection[Term], *, inverse: bool = False) -> None:
        """Note that a predicate was walked from some nodes."""
        (self._to if inverse else self._from).setdefault(predicate, set()).update(nodes)

    def whole(self, nodes: Iterable[Term]) -> None:
        """Note that all triples of some subjects were looked at."""
        self._whole.update(nodes)

    def classes(self, classes: Iterable[Term]) -> None:
        """Note that the nodes of some classes were looked for."""
        self._classes.update(classes)

    def nearest_class(self, kind: Term | None) -> str | None:
        """Find the class looked for that is most like one that was not."""
        if not isinstance(kind, NamedNode) or kind in self._classes:
            return None
        space = namespace(kind.value)
        return nearest_iri(kind.value, [each for each in self._classes if _text(each).startswith(space)])

    def split(self, triples: Iterable[Triple]) -> tuple[int, list[Triple]]:
        """Count the different triples, and give those that nobody looked at, each once."""
        seen: set[Triple] = set()
        unseen: list[Triple] = []
        for triple in triples:
            if triple not in seen:
                seen.add(triple)
                if not self._has(triple):
                    unseen.append(triple)
        return len(seen), unseen

    def _has(self, triple: Triple) -> bool:
        subject, predicate, value = triple.subject, triple.predicate, triple.object
        return (
            predicate in self._everywhere
            or subject in self._from.get(predicate, ())
            or value in self._to.get(predicate, ())
            or subject in self._whole
            or (predicate == _TYPE and value in self._classes)
        )


def _survey_shapes(
    compiled: CompiledShapes, view: DataView, looked: _Looked, skipped: Mapping[Node, int]
) -> list[ShapeCoverage]:
    """Follow the shapes from those that nobody uses to the innermost, as their evaluation does."""
    graph = compiled.graph
    asked: dict[Node, dict[Term, None]] = {node: {} for node in compiled.shapes}
    rows: list[ShapeCoverage] = []
    for node, shape in compiled.shapes.items():
        if shape.is_deactivated:
            continue
        matched = [target_nodes(each, view) for each in _single_targets(shape.targets)]
        focus = dict.fromkeys(found for each in matched for found in each)
        nodes = asked[node]
        nodes.update(dict.fromkeys(focus))
        if focus and shape.constraints:
            _look_by_targets(shape.targets, view, looked)
        values = _look(shape, nodes, view, looked)
        for constraint in shape.constraints:
            for used in constraint.shapes_used:
                asked[used].update(dict.fromkeys(values))
        place = graph.place(node)
        left_out = skipped.get(node, 0)
        rows.append(
            ShapeCoverage(
                shape=plain_term(node),
                name=graph.name(node),
                path=None if place is None else place.path,
                line=None if place is None else place.line,
                targets=len(matched),
                targets_matched=sum(bool(found) for found in matched),
                focus_nodes=len(focus),
                nodes=len(nodes),
                constraints=len(shape.constraints),
                evaluated=len(shape.constraints) - left_out if nodes else 0,
                skipped=left_out,
            )
        )
    return sorted(rows, key=shape_order)


def _single_targets(targets: Targets) -> Iterator[Targets]:
    yield from (Targets(nodes=(each,)) for each in targets.nodes)
    yield from (Targets(classes=(each,)) for each in targets.classes)
    yield from (Targets(subjects_of=(each,)) for each in targets.subjects_of)
    yield from (Targets(objects_of=(each,)) for each in targets.objects_of)
    yield from (Targets(found=(each,)) for each in targets.found)


def _look_by_targets(targets: Targets, view: DataView, looked: _Looked) -> None:
    looked.everywhere((*targets.subjects_of, *targets.objects_of))
    for wanted in targets.classes:
        looked.classes(view.subclasses(wanted))
        looked.everywhere((_SUB_CLASS_OF,))
    for query in targets.queries:
        reads = query.reads()
        looked.everywhere(reads.predicates)
        looked.classes(reads.classes)
        looked.everywhere((_TYPE,) if reads.any_class else ())


def _look(shape: Shape, nodes: Collection[Term], view: DataView, looked: _Looked) -> Collection[Term]:
    """Note what one shape looks at; give its value nodes."""
    looked.known.update(shape.targets.subjects_of + shape.targets.objects_of)
    looked.known.update(each for query in shape.targets.queries for each in query.reads().predicates)
    if not shape.constraints:
        return ()
    values = nodes
    if shape.path is not None:
        looked.known.update(predicates_of(shape.path))
        moves, values = traverse(shape.path, nodes, view)
        for move, starts in moves:
            looked.step(move.predicate, starts, inverse=move.inverse)
    for constraint in shape.constraints:
        _look_for(constraint, nodes, values, looked)
    return values


def _look_for(
    constraint: Constraint, nodes: Collection[Term], values: Collection[Term], looked: _Looked
) -> None:
    looked.known.update(constraint.properties_read)
    if isinstance(constraint, QueryConstraint):
        reads = constraint.reads()
        looked.known.update(reads.predicates)
        if nodes:
            looked.everywhere(reads.predicates)
            looked.classes(reads.classes)
            looked.everywhere((_TYPE,) if reads.any_class else ())
            looked.whole(nodes if reads.any_predicate else ())
    elif isinstance(constraint, ClosedConstraint):
        looked.known.update(constraint.allowed)
        looked.whole(values)
    else:
        read_at = values if isinstance(constraint, ClassConstraint) else nodes
        for predicate in constraint.properties_read:
            looked.step(predicate, read_at)


def _by_predicate(unseen: Iterable[Triple], looked: _Looked) -> tuple[UnseenPredicate, ...]:
    counts: Counter[NamedNode] = Counter()
    first: dict[NamedNode, Term] = {}
    for triple in unseen:
        predicate, subject = triple.predicate, triple.subject
        counts[predicate] += 1
        if predicate not in first or term_key(subject) < term_key(first[predicate]):
            first[predicate] = subject
    known = looked.known | {_TYPE}
    found = [
        UnseenPredicate(
            predicate=predicate.value,
            triples=number,
            read=predicate in known,
            nearest=None if predicate in known else _nearest(predicate.value, known),
            example=plain_term(first[predicate]),
        )
        for predicate, number in counts.items()
    ]
    return tuple(sorted(found, key=predicate_order))


def _by_class(
    unseen: Iterable[Triple], types: Mapping[Term, Collection[Term]], looked: _Looked
) -> tuple[UnseenClass, ...]:
    of_node = Counter(triple.subject for triple in unseen)
    nodes: Counter[Term | None] = Counter()
    triples: Counter[Term | None] = Counter()
    for node, number in of_node.items():
        for kind in types.get(node) or (None,):
            nodes[kind] += 1
            triples[kind] += number
    found = [
        UnseenClass(
            name=None if kind is None else plain_term(kind),
            nodes=nodes[kind],
            triples=number,
            nearest=looked.nearest_class(kind),
        )
        for kind, number in triples.items()
    ]
    return tuple(sorted(found, key=class_order))


def _nearest(predicate: str, known: Iterable[NamedNode]) -> str | None:
    """Find the predicate that may be meant: one like it in its namespace, or of its name in another one."""
    space = namespace(predicate)
    name = predicate.removeprefix(space)
    near = [
        k for k in known if namespace(k.value) == space or k.value.removeprefix(namespace(k.value)) == name
    ]
    return nearest_iri(predicate, near)


def _text(term: Term) -> str:
    return term.value if isinstance(term, NamedNode) else ""
