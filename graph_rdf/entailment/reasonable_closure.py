"""reasonable, the fast engine; runs in the process of `worker` alone. It never says what is inconsistent."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rdflib.term import Node


def prepare(
    given: list[tuple[Node, Node, Node]],
    profile: str,  # noqa: ARG001 - it knows one profile; the parent has checked
    max_triples: int,  # noqa: ARG001 - it cannot be watched from inside; memory and time bound it
) -> Callable[[], tuple[Iterable[tuple[Node, Node, Node]], list[str], int]]:
    """Load triples.

    Args:
        given: The triples.
        profile: ``owl2rl``.
        max_triples: The most triples that the closure may hold.

    Returns:
        What runs the engine and gives the closure, no message and no error node.
    """
    reasoner: Any = import_module("reasonable").PyReasoner()
    reasoner.from_graph(given)

    def close() -> tuple[Iterable[tuple[Node, Node, Node]], list[str], int]:
        return reasoner.reason(), [], 0

    return close
