"""What a server holds after a push: the graphs of the world, those computed from it, and their list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.errors import DataError
from graph_rdf.servers.partition import has_blank_node, line_of, partition

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.lookup import AcceptedGraph

STAGING: Final = ";staging"
"""What is added to the name of a graph while it is uploaded; the IRI of an id never holds a semicolon."""

_HAS_PART: Final = NamedNode(ns.DCTERMS + "hasPart")
_REQUIRES: Final = NamedNode(ns.DCTERMS + "requires")


@dataclass(frozen=True, slots=True)
class GraphNames:
    """The names of the graphs that are no document versions and no views.

    Args:
        base: The id base; ids never start with ``~``, so no node bears these names.
    """

    base: str = ns.ID_BASE

    @property
    def catalogue(self) -> str:
        """All that belongs to no one version."""
        return f"{self.base}~catalogue"

    @property
    def ontology(self) -> str:
        """The ontology of the push, so that queries on the server see what local ones see."""
        return f"{self.base}~ontology"

    @property
    def listing(self) -> str:
        """The list of all graphs of the push, and what the accepted graphs are."""
        return f"{self.base}~graphs"


@dataclass(frozen=True, slots=True)
class Contents:
    """All graphs of one push.

    Args:
        names: The names of the common graphs.
        data: Graph → lines, the world itself; every triple of it in exactly one graph.
        derived: Graph → lines: the ontology, and one accepted graph for each view.
        listing: The lines of the listing graph.
    """

    names: GraphNames
    data: Mapping[str, list[str]]
    derived: Mapping[str, list[str]]
    listing: list[str]

    @property
    def graphs(self) -> dict[str, list[str]]:
        """Graph → lines, all of them, the listing first, the others by name."""
        others = {**self.data, **self.derived}
        return {self.names.listing: self.listing, **{graph: others[graph] for graph in sorted(others)}}

    @property
    def triples(self) -> int:
        """Number of triples of the world itself."""
        return sum(map(len, self.data.values()))


def contents_of(
    triples: Iterable[Triple],
    ontology: Iterable[Triple] = (),
    accepted: Iterable[AcceptedGraph] = (),
    names: GraphNames | None = None,
) -> Contents:
    """Lay out a world for a server.

    Args:
        triples: The merged graph of the world, without the ontology; it is iterated twice.
        ontology: The triples of the ontology of the run; those with blank nodes are left out.
        accepted: The accepted graphs.
        names: The names of the common graphs.

    Returns:
        The graphs.

    Raises:
        DataError: The world or an accepted graph has blank nodes, or two graphs bear one name.
    """
    names = names or GraphNames()
    accepted = sorted(accepted, key=lambda graph: graph.node.value)
    data = partition(triples, names.catalogue)
    # Axioms with blank nodes, such as restrictions, stay at home: no query of the toolkit asks for them.
    derived = {names.ontology: sorted({line_of(axiom) for axiom in ontology if not has_blank_node(axiom)})}
    for graph in accepted:
        derived[graph.node.value] = partition(graph.triples, names.catalogue)[names.catalogue]
    clashes = sorted((data.keys() & derived.keys()) | ({names.listing} & (data.keys() | derived.keys())))
    if clashes or len(derived) != len(accepted) + 1:
        raise DataError(f"two graphs bear one name: {', '.join(clashes) or 'two accepted graphs'}")
    here = NamedNode(names.listing)
    listed = [Triple(here, _HAS_PART, NamedNode(graph)) for graph in data]
    listed.append(Triple(here, _REQUIRES, NamedNode(names.ontology)))
    listed += [triple for graph in accepted for triple in graph.description]
    return Contents(names, data, derived, sorted({line_of(triple) for triple in listed}))


@dataclass(frozen=True, slots=True)
class Listing:
    """What a listing graph names; everything sorted.

    Args:
        data: The graphs of the world.
        ontology: The graphs of its ontology.
        accepted: Accepted graph → its view.
    """

    data: tuple[str, ...] = ()
    ontology: tuple[str, ...] = ()
    accepted: tuple[tuple[str, str], ...] = ()

    @property
    def graphs(self) -> tuple[str, ...]:
        """All graphs but the listing itself."""
        return tuple(sorted({*self.data, *self.ontology, *(graph for graph, _ in self.accepted)}))


def read_listing(triples: Iterable[Triple], name: str) -> Listing:
    """Read a listing graph.

    Args:
        triples: Its triples.
        name: Its name.

    Returns:
        What it names; empty when nothing was pushed.
    """
    found: dict[str, set[tuple[str, str]]] = {}
    for triple in triples:
        if isinstance(triple.subject, NamedNode) and isinstance(triple.object, NamedNode):
            pair = (triple.subject.value, triple.object.value)
            found.setdefault(triple.predicate.value, set()).add(pair)
    return Listing(
        tuple(sorted(graph for node, graph in found.get(_HAS_PART.value, ()) if node == name)),
        tuple(sorted(graph for node, graph in found.get(_REQUIRES.value, ()) if node == name)),
        tuple(sorted(found.get(ns.EG_OF_VIEW, ()))),
    )
