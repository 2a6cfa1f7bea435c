"""Files of a merged run of which no shape selects a node: green for them means nothing."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.shacl.targets import focus_pattern
from graph_rdf.shacl.vocabulary import SH_TARGET
from graph_rdf.syntax import parse_quads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.dataset.protocol import Dataset, Term
    from graph_rdf.shacl.shapes_graph import ShapesGraph
    from graph_rdf.syntax import Source

PROBED: Final = 100
"""Nodes of a file that are asked about one by one; in nearly every file one of them is a focus node."""


def unlooked_files(dataset: Dataset, sources: Iterable[Source], shapes: ShapesGraph | None) -> list[str]:
    """Warn of the files in which nothing was checked, though something was in others.

    Args:
        dataset: The data of all files.
        sources: The RDF files; records files hold records, so something in them is always checked.
        shapes: The shapes of the run.

    Returns:
        A warning for each file, in order; none when a shape has a SPARQL-based target, since no pattern says
        what that selects.
    """
    if shapes is None or shapes.subjects_of(SH_TARGET):
        return []
    pattern = focus_pattern(dataset, shapes)
    ask = f"ASK {{ {pattern} }}"
    every: set[Term] | None = None
    warnings: list[str] = []
    for source in sources:
        nodes = _nodes(source)
        if any(dataset.ask(ask, {"focus": node}) for node in islice(_named(nodes), PROBED)):
            continue
        if every is None:
            rows = dataset.select(f"SELECT DISTINCT ?focus WHERE {{ {pattern} }}")
            every = {row[0] for row in rows if row[0] is not None}
        if every.isdisjoint(_nodes(source)):
            warnings.append(f"{source.path}: nothing in this file was checked: no shape selects a node of it")
    return warnings


def _nodes(source: Source) -> Iterator[Term]:
    for quad in parse_quads(source):
        yield quad.subject
        yield quad.object


def _named(nodes: Iterable[Term]) -> Iterator[NamedNode]:
    """Yield the nodes that a query can name, each once."""
    seen: set[str] = set()
    for node in nodes:
        if isinstance(node, NamedNode) and node.value not in seen:
            seen.add(node.value)
            yield node
