"""Pull a world from a server, and compare what it holds with what was pushed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph_rdf.errors import EndpointError
from graph_rdf.servers.canonical import canonical_lines
from graph_rdf.servers.contents import GraphNames, read_listing
from graph_rdf.servers.partition import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyoxigraph import Triple

    from graph_rdf.servers.contents import Listing
    from graph_rdf.servers.graph_store import GraphStore


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a server holds of a world.

    Args:
        listing: The names of its graphs.
        data: Graph → lines of N-Triples, sorted, each once; the world itself.
        derived: Graph → lines: the ontology and the accepted graphs.
    """

    listing: Listing
    data: Mapping[str, list[str]]
    derived: Mapping[str, list[str]]

    def merged(self) -> list[str]:
        """Give the merged graph of the world: lines of N-Triples, sorted, each once."""
        return sorted({line for lines in self.data.values() for line in lines})


def listing_of(store: GraphStore, names: GraphNames | None = None) -> Listing:
    """Read which graphs a world has on a server.

    Raises:
        EndpointError: Nothing was pushed there under this id base.
    """
    names = names or GraphNames()
    listing = read_listing(store.get(names.listing), names.listing)
    if not listing.data:
        raise EndpointError(
            f"nothing was pushed there: the graph {names.listing} names no graphs; check --base"
        )
    return listing


def pull(store: GraphStore, names: GraphNames | None = None, *, derived: bool = False) -> Pulled:
    """Read a world from a server.

    Args:
        store: The server.
        names: The names of the common graphs.
        derived: Whether to read the ontology and the accepted graphs as well.

    Returns:
        The graphs, as the server gives them: it may write values in another way.

    Raises:
        EndpointError: Nothing was pushed there, or the server does not give the whole of a graph.
    """
    listing = listing_of(store, names)
    data = {graph: _lines(store.get(graph)) for graph in listing.data}
    others = [graph for graph in listing.graphs if graph not in data] if derived else []
    more = {graph: _lines(store.get(graph)) for graph in others}
    kept = store.counts([*data, *more])
    for graph, lines in {**data, **more}.items():
        if kept.get(graph, 0) != len(lines):
            raise EndpointError(
                f"the server gives {len(lines)} of {kept.get(graph, 0)} triples of the graph {graph}: it"
                " limits its answers, or another push is under way"
            )
    return Pulled(listing, data, more)


def _lines(triples: Iterable[Triple]) -> list[str]:
    return sorted({line_of(triple) for triple in triples})


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a graph on a server differs from the one that was pushed.

    Args:
        missing: Lines that the server does not have, sorted.
        extra: Lines that only the server has, sorted.
        rewritten: Number of triples that the server has, with a value written in another way.
    """

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    rewritten: int

    @property
    def is_equal(self) -> bool:
        """Whether the graphs say the same."""
        return not self.missing and not self.extra


def compare(pushed: Iterable[str], pulled: Iterable[str]) -> Comparison:
    """Compare two graphs without blank nodes.

    Args:
        pushed: Lines of N-Triples.
        pulled: Lines of N-Triples.

    Returns:
        The differences, apart from the way in which values are written; those are counted.
    """
    ours, theirs = set(pushed), set(pulled)
    only_ours, only_theirs = ours - theirs, theirs - ours
    if not only_ours and not only_theirs:
        return Comparison((), (), 0)
    same = canonical_lines(ours) & canonical_lines(theirs)
    missing = {line for line in only_ours if not canonical_lines([line]) <= same}
    extra = {line for line in only_theirs if not canonical_lines([line]) <= same}
    return Comparison(tuple(sorted(missing)), tuple(sorted(extra)), len(only_ours) - len(missing))
