"""Property paths over the data graph, for all start nodes at once.

A path is a regular expression over predicates, so it becomes a small automaton; walking the graph and the
automaton together needs no recursion, however deep the path is nested, and ends on every cycle.

Source: SHACL 2.3.1; SPARQL 1.1, 9 and 18.1.7.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pyoxigraph import NamedNode

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.paths import Path, Step


class Move(NamedTuple):
    """One edge of an automaton: a predicate, the direction it is walked in, and the state it leads to."""

    predicate: NamedNode
    inverse: bool
    target: int


class _Part(NamedTuple):
    """A step with the parts that it takes."""

    step: Step
    parts: tuple[_Part, ...]


class Automaton:
    """A path as an automaton; state 0 is its start, state 1 its end.

    Args:
        path: The path in postfix steps.
        inverse: Walk it from its end to its start.
    """

    def __init__(self, path: Path, *, inverse: bool = False) -> None:
        self._size = 2
        self._jumps: dict[int, set[int]] = {}
        edges: dict[int, list[Move]] = {}
        pending = [(_tree(path), 0, 1, inverse)]
        while pending:
            part, start, end, flipped = pending.pop()
            operator = part.step.operator
            if operator == "iri":
                edges.setdefault(start, []).append(Move(NamedNode(part.step.iri), flipped, end))
            elif operator == "/":
                parts = part.parts[::-1] if flipped else part.parts
                states = [start, *(self._new_state() for _ in parts[1:]), end]
                pending.extend(
                    (each, states[number], states[number + 1], flipped) for number, each in enumerate(parts)
                )
            elif operator == "|":
                pending.extend((each, start, end, flipped) for each in part.parts)
            elif operator == "^":
                pending.append((part.parts[0], start, end, not flipped))
            elif operator == "?":
                self._jump(start, end)
                pending.append((part.parts[0], start, end, flipped))
            else:
                first, last = self._new_state(), self._new_state()
                self._jump(start, first)
                self._jump(last, first)
                self._jump(last, end)
                if operator == "*":
                    self._jump(start, end)
                pending.append((part.parts[0], first, last, flipped))
        reachable = [self._closure(state) for state in range(self._size)]
        self.moves = tuple(
            tuple(dict.fromkeys(move for via in sorted(states) for move in edges.get(via, ())))
            for states in reachable
        )
        """State → its edges, those after empty jumps among them."""
        self.accepting = tuple(1 in states for states in reachable)
        """State → whether a walk may end there."""

    def _new_state(self) -> int:
        self._size += 1
        return self._size - 1

    def _jump(self, start: int, end: int) -> None:
        self._jumps.setdefault(start, set()).add(end)

    def _closure(self, state: int) -> set[int]:
        found = {state}
        pending = [state]
        while pending:
            for after in self._jumps.get(pending.pop(), ()):
                if after not in found:
                    found.add(after)
                    pending.append(after)
        return found

    def chain(self) -> tuple[Move, ...] | None:
        """Give the moves when the automaton is a plain chain of predicates; None when it forks or loops."""
        found: list[Move] = []
        state = 0
        while not self.accepting[state]:
            if len(self.moves[state]) != 1 or len(found) > self._size:
                return None
            found.append(self.moves[state][0])
            state = found[-1].target
        return None if self.moves[state] else tuple(found)


def _tree(path: Path) -> _Part:
    stack: list[_Part] = []
    for step in path:
        parts = tuple(stack[len(stack) - step.arity :])
        del stack[len(stack) - step.arity :]
        stack.append(_Part(step, parts))
    return stack[0]


@lru_cache(maxsize=1024)
def _automaton(path: Path, inverse: bool) -> Automaton:  # noqa: FBT001  # lru_cache wants plain arguments
    return Automaton(path, inverse=inverse)


def reach(
    path: Path, nodes: Collection[Term], data: DataView, *, inverse: bool = False
) -> Mapping[Term, Collection[Term]]:
    """Find the value nodes of a path for many nodes at once.

    Args:
        path: The path.
        nodes: Where it starts.
        data: The data graph.
        inverse: Walk it from its end to its start.

    Returns:
        Node → the nodes reached, each once; nodes that reach none may be left out.
    """
    automaton = _automaton(path, inverse)
    chain = automaton.chain()
    return _walk(automaton, nodes, data) if chain is None else _follow(chain, nodes, data)


def _follow(
    chain: tuple[Move, ...], nodes: Collection[Term], data: DataView
) -> Mapping[Term, Collection[Term]]:
    found = data.step(chain[0].predicate, nodes, inverse=chain[0].inverse)
    for move in chain[1:]:
        middle = dict.fromkeys(value for values in found.values() for value in values)
        onward = data.step(move.predicate, middle, inverse=move.inverse)
        found = {
            node: dict.fromkeys(end for value in values for end in onward.get(value, ()))
            for node, values in found.items()
        }
    return found


def _walk(automaton: Automaton, nodes: Collection[Term], data: DataView) -> Mapping[Term, Collection[Term]]:
    successors = _explore(automaton, nodes, data)
    found: dict[Term, dict[Term, None]] = {}
    for start in nodes:
        ends: dict[Term, None] = {}
        seen: set[tuple[int, Term]] = {(0, start)}
        pending: list[tuple[int, Term]] = [(0, start)]
        while pending:
            place = pending.pop()
            if automaton.accepting[place[0]]:
                ends[place[1]] = None
            for target, reached in successors.get(place, ()):
                for node in reached:
                    after = (target, node)
                    if after not in seen:
                        seen.add(after)
                        pending.append(after)
        found[start] = ends
    return found


def _explore(
    automaton: Automaton, nodes: Iterable[Term], data: DataView
) -> Mapping[tuple[int, Term], list[tuple[int, Collection[Term]]]]:
    """Find what each (state, node) leads to, level by level, with one step of the graph for all its nodes."""
    successors: dict[tuple[int, Term], list[tuple[int, Collection[Term]]]] = {}
    known: list[set[Term]] = [set() for _ in automaton.moves]
    level: dict[int, dict[Term, None]] = {0: dict.fromkeys(nodes)}
    while level:
        after: dict[int, dict[Term, None]] = {}
        for state, reached in level.items():
            new = [node for node in reached if node not in known[state]]
            known[state].update(new)
            for move in automaton.moves[state]:
                for node, ends in data.step(move.predicate, new, inverse=move.inverse).items():
                    successors.setdefault((state, node), []).append((move.target, ends))
                    after.setdefault(move.target, {}).update(dict.fromkeys(ends))
        level = after
    return successors


def traverse(
    path: Path, nodes: Collection[Term], data: DataView
) -> tuple[list[tuple[Move, Collection[Term]]], dict[Term, None]]:
    """Walk a path from many nodes at once, and tell the way.

    Args:
        path: The path.
        nodes: Where it starts.
        data: The data graph.

    Returns:
        The moves, each with the nodes that it was made from, whether it led on or not; and the value nodes
        of all start nodes together, each once.
    """
    automaton = _automaton(path, False)  # noqa: FBT003
    moves: list[tuple[Move, Collection[Term]]] = []
    ends: dict[Term, None] = {}
    known: list[set[Term]] = [set() for _ in automaton.moves]
    level: dict[int, dict[Term, None]] = {0: dict.fromkeys(nodes)}
    while level:
        after: dict[int, dict[Term, None]] = {}
        for state, reached in level.items():
            new = [node for node in reached if node not in known[state]]
            known[state].update(new)
            if automaton.accepting[state]:
                ends.update(dict.fromkeys(new))
            for move in automaton.moves[state] if new else ():
                moves.append((move, new))
                onward = after.setdefault(move.target, {})
                for found in data.step(move.predicate, new, inverse=move.inverse).values():
                    onward.update(dict.fromkeys(found))
        level = after
    return moves, ends


def chain_of(path: Path | None) -> tuple[Move, ...] | None:
    """Give a path as single steps: none for no path; None when it forks or loops."""
    return () if path is None else _automaton(path, False).chain()  # noqa: FBT003


def predicates_of(path: Path) -> Iterator[NamedNode]:
    """Give every predicate of a path, from left to right, with repetitions."""
    return (NamedNode(step.iri) for step in path if not step.arity)
