"""Enumeration of the paths that follow a predicate sequence and visit no node twice, within limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

EDGES_PER_PATH: Final = 1000
"""Edges that may be looked at for each path allowed: cycles can block far more paths than complete."""


class Edge(NamedTuple):
    """A record that may be followed, and where it leads."""

    record: int
    target: str


@dataclass(slots=True)
class Trace:
    """What a search saw on its way; filled while its paths are taken.

    Args:
        reached: The (step, node) from which edges were looked for.
        cycles: The (step, record) not followed because the path had visited the target.
        exhausted: Whether the search gave up.
    """

    reached: set[tuple[int, str]] = field(default_factory=set)
    cycles: set[tuple[int, int]] = field(default_factory=set)
    exhausted: bool = False


@dataclass(slots=True)
class _Frame:
    """A node on the path, and how far its edges were followed."""

    node: str
    edges: Sequence[Edge]
    next: int = 0


def simple_paths(
    start: str, steps: int, edges: Callable[[int, str], Sequence[Edge]], trace: Trace, max_edges: int
) -> Iterator[tuple[Edge, ...]]:
    """Yield every path of a number of steps that visits no node twice.

    A node from which no path can be completed, and from which no edge was blocked by a cycle either, is not
    entered again at that step: layers of dead ends cost one look each, not one for each way to them.

    Args:
        start: The first node.
        steps: The number of edges, at least one.
        edges: The edges that leave a node at a step, in order; asked for once each.
        trace: Is filled on the way.
        max_edges: Edges looked at before the search gives up.

    Returns:
        The paths, in the order of their edges, each once.
    """
    left: dict[tuple[int, str], Sequence[Edge]] = {}
    path: list[Edge] = []
    visited = {start}
    frames = [_open(0, start, edges, left, trace)]
    looked = 0
    while frames:
        step, frame = len(frames) - 1, frames[-1]
        if frame.next == len(frame.edges):
            _close(frames.pop(), step, steps, left)
            if path:
                visited.discard(path.pop().target)
            continue
        edge = frame.edges[frame.next]
        frame.next += 1
        looked += 1
        if looked > max_edges:
            trace.exhausted = True
            return
        if edge.target in visited:
            trace.cycles.add((step, edge.record))
        elif step + 1 == steps:
            yield (*path, edge)
        elif left.get((step + 1, edge.target)) != ():
            path.append(edge)
            visited.add(edge.target)
            frames.append(_open(step + 1, edge.target, edges, left, trace))


def _open(
    step: int,
    node: str,
    edges: Callable[[int, str], Sequence[Edge]],
    left: dict[tuple[int, str], Sequence[Edge]],
    trace: Trace,
) -> _Frame:
    known = left.get((step, node))
    if known is None:
        trace.reached.add((step, node))
        known = edges(step, node)
    return _Frame(node, known)


def _close(frame: _Frame, step: int, steps: int, left: dict[tuple[int, str], Sequence[Edge]]) -> None:
    """Keep of the edges of a node those that do not lead to a dead end."""
    if step + 1 == steps:
        left[step, frame.node] = tuple(frame.edges)
    else:
        left[step, frame.node] = tuple(
            edge for edge in frame.edges if left.get((step + 1, edge.target)) != ()
        )
