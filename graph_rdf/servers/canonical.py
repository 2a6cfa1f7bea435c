"""Triples as a store keeps them that keeps values: the same lines whatever way the values were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyoxigraph import RdfFormat, Store

from graph_rdf.servers.partition import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable


def canonical_lines(lines: Iterable[str]) -> set[str]:
    """Write each literal in the one form of its value, as oxigraph does.

    Args:
        lines: Lines of N-Triples without blank nodes.

    Returns:
        The lines, each once; fewer when some differ only in how a value is written.
    """
    store = Store()
    store.bulk_load("".join(lines).encode("utf-8"), format=RdfFormat.N_TRIPLES)
    return {line_of(quad.triple) for quad in store}
