"""What a walk says about the quads of a text, beside what the parser says."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, RdfFormat, Triple

from graph_rdf.syntax import Source, parse_quads
from graph_rdf.syntax.listener import Listener
from graph_rdf.syntax.names import Names
from graph_rdf.syntax.walking import Walk

if TYPE_CHECKING:
    from graph_rdf.syntax.cursor import Node

Shape: TypeAlias = tuple[object, ...]

LINES = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)


class RecordingWalk(Walk):
    """A walk that keeps the order in which it gives out quads."""

    def __init__(self, source: Source, listener: Listener | None = None) -> None:
        self.quads: list[tuple[Node, Node, Node]] = []
        super().__init__(
            source.data,
            source.start,
            Names(source.base),
            listener or Listener(),
            quads=source.format in LINES,
        )

    def _flush(self) -> None:
        self.quads += [(*nodes, self._graph) for nodes in reversed(self._batch)]
        super()._flush()


def walked(source: Source) -> list[Shape]:
    """The quads as the walk sees them: IRIs, numbers of blank nodes, None for all that it does not tell."""
    walk = RecordingWalk(source)
    walk.run()
    order = walk.blanks.order

    def shown(node: Node) -> object:
        if isinstance(node, int):
            return f"_:f{source.number}b{order[node]}"
        if isinstance(node, tuple):
            return tuple(f"_:f{source.number}b{order[inner]}" for inner in node)
        return node

    return [tuple(shown(node) for node in quad) for quad in walk.quads]


def parsed(source: Source) -> list[Quad]:
    return list(parse_quads(source))


def agrees(shape: Shape, quad: Quad) -> bool:
    """Whether a quad of the walk can be that of the parser."""
    graph = None if isinstance(quad.graph_name, DefaultGraph) else quad.graph_name
    return all(
        _agrees(seen, term) for seen, term in zip(shape, (quad.subject, quad.object, graph), strict=True)
    )


def _agrees(seen: object, term: NamedNode | BlankNode | Literal | Triple | None) -> bool:
    if isinstance(term, BlankNode):
        return seen == str(term)
    if isinstance(term, NamedNode):
        # rdf:nil has no token of its own.
        return seen == term.value or (seen is None and term.value.endswith("#nil"))
    if isinstance(term, Triple):
        return seen == tuple(_blanks(term))
    return seen is None


def _blanks(triple: Triple) -> list[str]:
    found = [str(triple.subject)] if isinstance(triple.subject, BlankNode) else []
    if isinstance(triple.object, BlankNode):
        found.append(str(triple.object))
    elif isinstance(triple.object, Triple):
        found += _blanks(triple.object)
    return found
