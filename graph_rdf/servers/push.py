"""Push a world to a server: all of it becomes visible at once, or none of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from graph_rdf.errors import EndpointError, GraphRdfError
from graph_rdf.servers.canonical import canonical_lines
from graph_rdf.servers.contents import STAGING, read_listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graph_rdf.servers.contents import Contents, Listing
    from graph_rdf.servers.graph_store import GraphStore

CHUNK: Final = 4 * 1024 * 1024
"""Size from which a graph is sent in pieces, in bytes: below the request limits of common servers."""

Progress: TypeAlias = "Callable[[int, int], None]"
"""Told how many triples of how many have been sent."""


@dataclass(frozen=True, slots=True)
class PushReport:
    """What a push did.

    Args:
        graphs: Number of graphs written.
        triples: Number of triples in them.
        dropped: Graphs of an earlier push that are no longer there, sorted.
        merged: Number of triples that the server made equal to others, since it keeps values and not the way
            in which they are written.
    """

    graphs: int
    triples: int
    dropped: tuple[str, ...]
    merged: int


def push(
    store: GraphStore, contents: Contents, progress: Progress | None = None, chunk: int = CHUNK
) -> PushReport:
    """Write all graphs of a world to a server, in place of those of its last push.

    Each graph is sent under a name of its own (``…;staging``), counted there, then one update moves all of
    them to their names, and they are counted again. Until that update, and after any failure before it, the
    graphs of the last push stay as they are.
    Two pushes of one world at the same time disturb each other. A server without an update URL gets each
    graph by one PUT, so that each graph, but not the world, changes at once.

    Args:
        store: The server.
        contents: The graphs.
        progress: Told how far the upload is.
        chunk: Size from which a graph is sent in pieces, in bytes.

    Returns:
        What was done. A second push of the same world changes nothing.

    Raises:
        EndpointError: The server failed, or did not keep what was sent.
        LimitError: An answer of the server was too large.
    """
    last = read_listing(store.get(contents.names.listing), contents.names.listing)
    dropped = tuple(graph for graph in last.graphs if graph not in contents.graphs)
    sent = _Sent(sum(map(len, contents.graphs.values())), progress)
    if store.urls.update is None:
        merged = _replace_one_by_one(store, contents, dropped, sent)
    else:
        merged = _replace_at_once(store, contents, dropped, sent, chunk)
    return PushReport(len(contents.graphs), sent.total, dropped, merged)


class _Sent:
    """Counts what was sent."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total = total
        self._done = 0
        self._progress = progress

    def add(self, triples: int) -> None:
        self._done += triples
        if self._progress is not None:
            self._progress(self._done, self.total)


def _replace_at_once(
    store: GraphStore, contents: Contents, dropped: tuple[str, ...], sent: _Sent, chunk: int
) -> int:
    staged_listing = contents.names.listing + STAGING
    left_over = read_listing(store.get(staged_listing), contents.names.listing)
    store.move((), _staging_names(left_over))
    full = {graph: lines for graph, lines in contents.graphs.items() if lines}
    empty = [graph for graph, lines in contents.graphs.items() if not lines]
    try:
        # The listing goes first: should this push break off, the next one reads there what to clear away.
        for graph, lines in full.items():
            _stage(store, graph + STAGING, lines, sent, chunk)
        merged = _check(store, full, STAGING)
        store.move([(graph + STAGING, graph) for graph in full], [*empty, *dropped])
        _check(store, full, "")
    except BaseException:
        _clear(store, [graph + STAGING for graph in full])
        raise
    return merged


def _staging_names(listing: Listing) -> list[str]:
    return [graph + STAGING for graph in listing.graphs]


def _stage(store: GraphStore, name: str, lines: list[str], sent: _Sent, chunk: int) -> None:
    send = store.put
    for piece in _pieces(lines, chunk):
        send(name, "".join(piece).encode("utf-8"))
        sent.add(len(piece))
        send = store.post


def _pieces(lines: list[str], chunk: int) -> Iterator[list[str]]:
    """Split lines into pieces that are hardly larger than a chunk."""
    piece: list[str] = []
    size = 0
    for line in lines:
        piece.append(line)
        size += len(line)
        if size >= chunk:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def _check(store: GraphStore, graphs: dict[str, list[str]], suffix: str) -> int:
    """Count what the server keeps of each graph; the number of triples that it merged with others."""
    kept = store.counts([graph + suffix for graph in graphs])
    merged = 0
    for graph, lines in graphs.items():
        count = kept.get(graph + suffix, 0)
        if count != len(lines):
            if count != len(canonical_lines(lines)):
                raise EndpointError(f"the server keeps {count} of {len(lines)} triples of the graph {graph}")
            merged += len(lines) - count
    return merged


def _clear(store: GraphStore, names: list[str]) -> None:
    """Take away what a broken push left, if the server still answers; else the next push does."""
    limits = store.client.limits
    store.client.limits = replace(limits, attempts=1, silence=min(limits.silence, 10.0))
    store.client.close()
    with suppress(GraphRdfError):
        store.move((), names)
    store.client.limits = limits


def _replace_one_by_one(store: GraphStore, contents: Contents, dropped: tuple[str, ...], sent: _Sent) -> int:
    """Write each graph by one request; the listing last, so that it never names what is not there."""
    listing = contents.names.listing
    others = {graph: lines for graph, lines in contents.graphs.items() if graph != listing}
    for graph, lines in [*others.items(), (listing, contents.listing)]:
        if lines:
            store.put(graph, "".join(lines).encode("utf-8"))
        else:
            store.delete(graph)
        sent.add(len(lines))
    for graph in dropped:
        store.delete(graph)
    return _check(store, {graph: lines for graph, lines in contents.graphs.items() if lines}, "")
