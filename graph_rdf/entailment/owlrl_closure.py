"""owlrl, the reference engine, with its known faults kept apart; runs in the process of `worker` alone.

It reports inconsistencies as nodes in the graph (OWL-RL#27): the messages are taken before they become nodes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rdflib import Graph

from graph_rdf.entailment.engine import RDFS, TooManyTriplesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rdflib.term import Node


owlrl: Any = import_module("owlrl")


class _Bounded:
    """Counts the triples of a closure while it grows, and keeps the messages from becoming nodes."""

    max_triples: int
    messages: list[str]
    added_triples: set[Any]
    graph: Graph

    def store_triple(self, triple: Any) -> None:
        super().store_triple(triple)  # type: ignore[misc]
        if len(self.added_triples) > self.max_triples - len(self.graph):
            raise TooManyTriplesError

    def add_error(self, message: str) -> None:
        self.messages.append(message)


class _OwlRl(_Bounded, owlrl.OWLRL_Semantics):  # type: ignore[misc]
    pass


class _Rdfs(_Bounded, owlrl.RDFS_Semantics):  # type: ignore[misc]
    pass


def prepare(
    given: list[tuple[Node, Node, Node]], profile: str, max_triples: int
) -> Callable[[], tuple[Iterable[tuple[Node, Node, Node]], list[str], int]]:
    """Load triples.

    Args:
        given: The triples.
        profile: ``owl2rl`` or ``rdfs``.
        max_triples: The most triples that the closure may hold.

    Returns:
        What runs the engine and gives the closure, the messages, and how many error nodes were avoided.
    """
    graph = Graph()
    for triple in given:
        graph.add(triple)
    semantics = (_Rdfs if profile == RDFS else _OwlRl)(graph, axioms=profile == RDFS, daxioms=False)
    semantics.max_triples = max_triples
    semantics.messages = []

    def close() -> tuple[Iterable[tuple[Node, Node, Node]], list[str], int]:
        semantics.closure()
        messages = sorted(set(semantics.messages))
        return graph, messages, len(messages)

    return close
