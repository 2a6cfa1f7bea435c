"""The ends that a property path joins, by the specification: the paths of `tests.sparql_by_the_book`.

Source: SPARQL 1.1, 9.3 and 18.4 (``/``, ``|`` and ``^`` keep duplicates; ``?``, ``*`` and ``+`` do not).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from tests.sparql_comparisons import NAMESPACE, Term

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pyoxigraph import Triple

Edges: TypeAlias = "frozenset[tuple[Term, str, Term]]"
PATHS: Final = (":p*", ":p+", ":p?", ":p/:q", "^:p", ":p|:q")


def graph_of(triples: Iterable[Triple]) -> Edges:
    return frozenset((t.subject, t.predicate.value.removeprefix(NAMESPACE), t.object) for t in triples)  # type: ignore[misc]


def pairs(path: str, edges: Edges, ends: Collection[Term]) -> Counter[tuple[Term, Term]]:
    """Find the pairs of nodes that a path or a predicate joins.

    Args:
        path: One of `PATHS`, or ``:p`` or ``:q``.
        edges: The graph.
        ends: The terms that stand at the ends of the path: a path of length zero joins them with
            themselves, whether the graph has them or not.

    Returns:
        Each pair of start and end, with how often it is a solution.
    """
    steps = {name: [(start, end) for start, p, end in edges if p == name] for name in ("p", "q")}
    if path in (":p", ":q"):
        return Counter(steps[path[1:]])
    if path == "^:p":
        return Counter((end, start) for start, end in steps["p"])
    if path == ":p|:q":
        return Counter(steps["p"] + steps["q"])
    if path == ":p/:q":
        return Counter((start, end) for start, middle in steps["p"] for s, end in steps["q"] if s == middle)
    nodes = {term for start, _, end in edges for term in (start, end)} | set(ends)
    found = set(steps["p"])
    if path != ":p?":
        while (
            more := {(s, end) for s, middle in found for start, end in steps["p"] if start == middle} - found
        ):
            found |= more
    return Counter(found if path == ":p+" else found | {(node, node) for node in nodes})
