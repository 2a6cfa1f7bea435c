"""Targets: which nodes of the data each shape looks at, all at once, and which shapes looked at none."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.errors import NothingCheckedError
from graph_rdf.namespaces import RDF_TYPE, RDFS
from graph_rdf.shacl.terms import short_iri, short_term, term_key
from graph_rdf.shacl.vocabulary import (
    SH_TARGET,
    SH_TARGET_CLASS,
    SH_TARGET_NODE,
    SH_TARGET_OBJECTS_OF,
    SH_TARGET_SUBJECTS_OF,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.dataset.protocol import Dataset, Term
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_A = f"<{RDF_TYPE}>"
_SUB_CLASS_OF = f"<{RDFS}subClassOf>"


@dataclass(frozen=True, slots=True)
class Targets:
    """The targets of one shape, with the subclasses that the data graph gives.

    Args:
        classes: The target classes and the shape itself when it is a class, each with its subclasses, sorted.
        open_classes: Target classes with a blank node (no query can name it) among the subclasses, sorted.
        nodes: The target nodes, sorted.
        subjects_of: Predicates, sorted.
        objects_of: Predicates, sorted.

    Source: SHACL 2.1.3.
    """

    classes: tuple[NamedNode, ...] = ()
    open_classes: tuple[NamedNode, ...] = ()
    nodes: tuple[Term, ...] = ()
    subjects_of: tuple[NamedNode, ...] = ()
    objects_of: tuple[NamedNode, ...] = ()

    def pattern(self) -> str:
        """Write the SPARQL group that binds ``?focus`` to the focus nodes; duplicates are possible.

        The terms come from a strict parser and pyoxigraph writes them: no text of the data becomes syntax.
        """
        groups = [f"{{ ?focus {_A} {each} }}" for each in self.classes]
        groups += [f"{{ ?focus {_A} ?class . ?class {_SUB_CLASS_OF}* {each} }}" for each in self.open_classes]
        groups += [f"{{ ?focus {each} ?any }}" for each in self.subjects_of]
        groups += [f"{{ ?any {each} ?focus }}" for each in self.objects_of]
        if self.nodes:
            groups.append(f"{{ VALUES ?focus {{ {' '.join(str(node) for node in self.nodes)} }} }}")
        return " UNION ".join(groups) or "{ VALUES ?focus { } }"


@dataclass(frozen=True, slots=True)
class TargetSurvey:
    """What the targets of all active shapes matched.

    Args:
        counts: Active shape with targets → number of its focus nodes, in the order of `ShapesGraph.shapes`.
        focus_nodes: Number of distinct focus nodes of all of them together.
        hints: Shape that matched nothing → why that may be, in words.
        by_query: The shapes with a SPARQL-based target; what they match is known when an engine ran.
    """

    counts: Mapping[Node, int]
    focus_nodes: int
    hints: Mapping[Node, str]
    by_query: frozenset[Node] = frozenset()

    @property
    def shapes_with_targets(self) -> int:
        """The number of active shapes with targets."""
        return len(self.counts)

    @property
    def untargeted(self) -> tuple[str, ...]:
        """The shapes whose targets matched nothing: their IRIs, or ``_:label``, sorted."""
        silent = [shape for shape, count in self.counts.items() if not count and shape not in self.by_query]
        return tuple(sorted(map(_label, silent)))


def _label(shape: Node) -> str:
    return shape.value if isinstance(shape, NamedNode) else str(shape)


def data_subclasses(data: Dataset) -> dict[Term, frozenset[Term]]:
    """Give, for each class that has some, its subclasses in the data graph, transitively, itself included."""
    below: dict[Term, set[Term]] = {}
    for row in data.select(f"SELECT ?sub ?super WHERE {{ ?sub {_SUB_CLASS_OF} ?super }}"):
        sub, above = row[0], row[1]
        if sub is not None and above is not None:
            below.setdefault(above, set()).add(sub)
    closure: dict[Term, frozenset[Term]] = {}
    for top in below:
        found, pending = {top}, [top]
        while pending:
            for sub in below.get(pending.pop(), ()):
                if sub not in found:
                    found.add(sub)
                    pending.append(sub)
        closure[top] = frozenset(found)
    return closure


def targets_of(
    shapes: ShapesGraph, shape: Node, subclasses: Mapping[Term, frozenset[Term]] | None = None
) -> Targets:
    """Read the targets of a shape.

    Args:
        shapes: The shapes graph.
        shape: One of its shapes.
        subclasses: Class → its subclasses in the data, from `data_subclasses`.

    Returns:
        The targets; all empty when the shape has none.
    """
    wanted: list[Term] = list(shapes.objects(shape, SH_TARGET_CLASS))
    if shapes.is_implicit_class(shape):
        wanted.append(shape)
    known = subclasses or {}
    classes = {sub for each in wanted for sub in known.get(each, (each,))}
    return Targets(
        classes=_iris(classes),
        open_classes=_iris(
            each for each in wanted if any(isinstance(c, BlankNode) for c in known.get(each, ()))
        ),
        nodes=tuple(n for n in shapes.objects(shape, SH_TARGET_NODE) if isinstance(n, NamedNode | Literal)),
        subjects_of=_iris(shapes.objects(shape, SH_TARGET_SUBJECTS_OF)),
        objects_of=_iris(shapes.objects(shape, SH_TARGET_OBJECTS_OF)),
    )


def _iris(terms: Iterable[Term]) -> tuple[NamedNode, ...]:
    return tuple(sorted((term for term in terms if isinstance(term, NamedNode)), key=term_key))


def focus_nodes(data: Dataset, targets: Targets) -> tuple[Term, ...]:
    """Find the focus nodes of one shape.

    Args:
        data: The data; its default graph is the data graph.
        targets: The targets of the shape.

    Returns:
        The focus nodes, sorted, without duplicates.
    """
    rows = data.select(f"SELECT DISTINCT ?focus WHERE {{ {targets.pattern()} }}")
    return tuple(sorted((row[0] for row in rows if row[0] is not None), key=term_key))


def focus_pattern(data: Dataset, shapes: ShapesGraph) -> str:
    """Write the SPARQL group that binds ``?focus`` to the focus nodes of all active shapes.

    Args:
        data: The data, for its subclasses.
        shapes: The shapes graph.
    """
    subclasses = data_subclasses(data)
    return _union(targets_of(shapes, shape, subclasses) for shape in _active(shapes))


def survey_targets(data: Dataset, shapes: ShapesGraph) -> TargetSurvey:
    """Count the focus nodes of every active shape, one query a shape.

    Args:
        data: The data; its default graph is the data graph.
        shapes: The shapes graph.

    Returns:
        The counts, and a hint for each shape that matched nothing.

    Raises:
        QueryError: The dataset could not answer.
    """
    subclasses = data_subclasses(data)
    each = {shape: targets_of(shapes, shape, subclasses) for shape in _active(shapes)}
    counts = {shape: _count(data, (targets,)) for shape, targets in each.items()}
    total = _count(data, each.values())
    by_query = frozenset(shape for shape in each if shapes.objects(shape, SH_TARGET))
    silent = [shape for shape, count in counts.items() if not count and shape not in by_query]
    hints: dict[Node, str] = {}
    if silent:
        used = {
            row[0]
            for row in data.select(f"SELECT DISTINCT ?class WHERE {{ ?any {_A} ?class }}")
            if row[0] is not None
        }
        hints = {shape: _hint(shapes, shape, used) for shape in silent}
    return TargetSurvey(counts, total, hints, by_query)


def _active(shapes: ShapesGraph) -> list[Node]:
    return [s for s in shapes.shapes if shapes.has_targets(s) and not shapes.is_deactivated(s)]


def _union(targets: Iterable[Targets]) -> str:
    # Patterns of shapes with equal targets are equal: each is asked once.
    return " UNION ".join(dict.fromkeys(each.pattern() for each in targets)) or "{ VALUES ?focus { } }"


def _count(data: Dataset, targets: Iterable[Targets]) -> int:
    for row in data.select(f"SELECT (COUNT(DISTINCT ?focus) AS ?n) WHERE {{ {_union(targets)} }}"):
        if isinstance(row[0], Literal):
            return int(row[0].value)
    return 0


def _hint(shapes: ShapesGraph, shape: Node, used: set[Term]) -> str:
    parts: list[str] = []
    targets = targets_of(shapes, shape)
    for wanted in targets.classes:
        below = sorted(
            (c for c in shapes.subclasses(wanted) & used if isinstance(c, NamedNode)), key=term_key
        )
        near = nearest_iri(wanted.value, used)
        if below:
            parts.append(
                f"class {short_term(wanted)} has no instance; its subclass {short_term(below[0])} has,"
                " but the subclass axiom stands only in the shapes or ontology file, not in the data"
            )
        elif near:
            parts.append(f"class {short_term(wanted)} has no instance; did you mean {short_iri(near)}?")
        else:
            parts.append(f"class {short_term(wanted)} has no instance in the data")
    parts += [f"no node has a {short_term(each)}" for each in targets.subjects_of]
    parts += [f"no node is a value of {short_term(each)}" for each in targets.objects_of]
    return "; ".join(parts)


def nearest_iri(wanted: str, used: Iterable[Term]) -> str | None:
    """Find the IRI whose local name is most like that of another one; None when none is like it.

    Example:
        >>> nearest_iri("http://e/nmae", [NamedNode("http://e/age"), NamedNode("http://e/name")])
        'http://e/name'
    """
    known = sorted(term.value for term in used if isinstance(term, NamedNode))
    by_local = {_local(iri).casefold(): iri for iri in reversed(known)}
    local = _local(wanted).casefold()
    near = get_close_matches(local, by_local, n=1, cutoff=0.8)
    # In a short name two swapped letters weigh more than the cutoff allows.
    near = near or [each for each in by_local if sorted(each) == sorted(local)]
    return by_local[near[0]] if near else None


def namespace(iri: str) -> str:
    """Give an IRI without its local name.

    Example:
        >>> namespace("http://e/ns#label"), namespace("http://e/label"), namespace("urn:label")
        ('http://e/ns#', 'http://e/', 'urn:')
    """
    return iri[: max(map(iri.rfind, "#/:")) + 1]


def _local(iri: str) -> str:
    return iri.rstrip("/#").replace("#", "/").rpartition("/")[2]


def require_focus(survey: TargetSurvey, shapes: ShapesGraph, *, allow_empty: bool = False) -> tuple[str, ...]:
    """Refuse a run that looked at nothing, as a whole or for one shapes file.

    Args:
        survey: What the targets matched.
        shapes: The shapes graph.
        allow_empty: Give warnings in place of the error.

    Returns:
        One warning for each shape that matched nothing, sorted; its file first when that is known.

    Raises:
        NothingCheckedError: No shape, or no shape of one of several shapes files, matched a node.
    """
    warnings = sorted(
        f"{_where(shapes, shape)}{shapes.name(shape)} matched no node: {hint}"
        for shape, hint in survey.hints.items()
    )
    if allow_empty:
        return tuple(warnings)
    empty = _files_without_focus(survey, shapes)
    if not (survey.focus_nodes or survey.by_query) or empty:
        where = f"no shape of {', '.join(empty)}" if empty else "no shape"
        why = "; ".join(warnings) or "no shape has a target"
        raise NothingCheckedError(f"nothing was checked: {where} matched a node ({why})")
    return tuple(warnings)


def _files_without_focus(survey: TargetSurvey, shapes: ShapesGraph) -> list[str]:
    matched: dict[str, bool] = {}
    for shape, count in survey.counts.items():
        source = shapes.source_of(shape)
        if source is not None and source.path not in shapes.imported:
            matched[source.path] = matched.get(source.path, False) or count > 0 or shape in survey.by_query
    return [path for path, some in matched.items() if not some]


def _where(shapes: ShapesGraph, shape: Node) -> str:
    source = shapes.source_of(shape if not isinstance(shape, BlankNode) else shapes.owner(shape) or shape)
    return f"{source.path}: " if source is not None else ""
