"""Which IRI a blank node of a shapes graph belongs to, however deep it stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, NamedNode, Triple

from graph_rdf.shacl.terms import term_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.dataset.protocol import Term


class Owners:
    """Finds the nearest IRI that leads to a node.

    Args:
        triples: The graph.
    """

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._referring: dict[Term, dict[Term, None]] = {}
        self._known: dict[Term, NamedNode | None] = {}
        for triple in triples:
            if isinstance(triple.object, BlankNode) and not isinstance(triple.subject, Triple):
                self._referring.setdefault(triple.object, {})[triple.subject] = None

    def of(self, node: Term) -> NamedNode | None:
        """Give the owner of a node; see `graph_rdf.shacl.shapes_graph.ShapesGraph.owner`."""
        # A node that one blank node alone leads to has the owner of that one: long chains are walked once.
        way: dict[Term, None] = {}
        while isinstance(node, BlankNode) and node not in self._known and node not in way:
            way[node] = None
            above = list(self._referring.get(node, ()))
            if len(above) == 1 and isinstance(above[0], BlankNode):
                node = above[0]
        found = self._known[node] if node in self._known else self._search(node)
        self._known.update(dict.fromkeys(way, found))
        return found

    def _search(self, node: Term) -> NamedNode | None:
        if isinstance(node, NamedNode):
            return node
        level: list[Term] = [node]
        seen: set[Term] = {node}
        while level:
            above = {s for item in level for s in self._referring.get(item, ())} - seen
            named = sorted((item for item in above if isinstance(item, NamedNode)), key=term_key)
            if named:
                return named[0]
            seen |= above
            level = list(above)
        return None
