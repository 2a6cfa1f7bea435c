"""Property paths over the data graph, for all start nodes at once.

Source: SHACL 2.3.1; SPARQL 1.1, 9 and 18.1.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.shacl.paths import AlternativePath, InversePath, PredicatePath, SequencePath

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.data_view import DataView
    from graph_rdf.shacl.paths import Path, RepeatedPath


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
    if isinstance(path, PredicatePath):
        return data.step(path.predicate, nodes, inverse=inverse)
    if isinstance(path, InversePath):
        return reach(path.path, nodes, data, inverse=not inverse)
    if isinstance(path, SequencePath):
        return _sequence(path, nodes, data, inverse=inverse)
    if isinstance(path, AlternativePath):
        found: dict[Term, dict[Term, None]] = {}
        for choice in path.choices:
            for node, values in reach(choice, nodes, data, inverse=inverse).items():
                found.setdefault(node, {}).update(dict.fromkeys(values))
        return found
    return _repeated(path, nodes, data, inverse=inverse)


def _sequence(
    path: SequencePath, nodes: Collection[Term], data: DataView, *, inverse: bool
) -> Mapping[Term, Collection[Term]]:
    steps = reversed(path.steps) if inverse else iter(path.steps)
    found = reach(next(steps), nodes, data, inverse=inverse)
    for step in steps:
        middle = dict.fromkeys(value for values in found.values() for value in values)
        onward = reach(step, middle, data, inverse=inverse)
        found = {
            node: dict.fromkeys(end for value in values for end in onward.get(value, ()))
            for node, values in found.items()
        }
    return found


def _repeated(
    path: RepeatedPath, nodes: Collection[Term], data: DataView, *, inverse: bool
) -> Mapping[Term, Collection[Term]]:
    successors: dict[Term, Collection[Term]] = {}
    level: Iterable[Term] = dict.fromkeys(nodes)
    while level:
        new = [node for node in level if node not in successors]
        reached = reach(path.path, new, data, inverse=inverse)
        successors.update((node, reached.get(node, ())) for node in new)
        level = dict.fromkeys(end for ends in reached.values() for end in ends) if path.transitive else ()
    found: dict[Term, dict[Term, None]] = {}
    for node in nodes:
        closure: dict[Term, None] = {node: None} if path.reflexive else {}
        pending = list(successors[node])
        while pending:
            end = pending.pop()
            if end not in closure:
                closure[end] = None
                if path.transitive:
                    pending.extend(successors[end])
        found[node] = closure
    return found
