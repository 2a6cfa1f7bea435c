"""The selectors of the anchors: spans and quotes, by anchor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

from graph_rdf import namespaces as ns
from graph_rdf.evidence.column import (
    Column,
    column_of,
    members,
    nodes_of,
    offset_of,
    scan,
    texts_of,
    values_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Dataset

_KINDS: Final = (ns.OA_DATA_POSITION_SELECTOR, ns.OA_TEXT_POSITION_SELECTOR)

# The quote first, then back to the anchor: there are three selectors to an anchor, and one quote.
_QUOTES: Final = f"""
SELECT ?anchor ?quote WHERE {{ ?selector <{ns.OA_EXACT}> ?quote ; ^<{ns.OA_HAS_SELECTOR}> ?anchor }}
"""


def read_quotes(dataset: Dataset) -> Column[str]:
    """Read the quotes of all anchors, on whatever selectors they stand.

    Returns:
        Anchor → quotes.
    """
    if _is_single(dataset, ns.OA_EXACT):
        return texts_of(dataset, _QUOTES)
    exact = texts_of(dataset, scan(ns.OA_EXACT))
    pairs = [(anchor, quote) for anchor, selector in _selectors(dataset) for quote in exact.values(selector)]
    return column_of([anchor for anchor, _ in pairs], [quote for _, quote in pairs])


def read_spans(dataset: Dataset) -> tuple[Column[tuple[int, int]], Column[tuple[int, int]]]:
    """Read the position selectors of all anchors.

    A join hands over a third of the cells that scans do, but it multiplies what is stated several times; so
    it runs only where every selector has at most one start and one end.

    Returns:
        Anchor → (start, end), for byte selectors and for character selectors; a selector without a start or
        without an end is none.
    """
    if _is_single(dataset, ns.OA_START) and _is_single(dataset, ns.OA_END):
        data, text = (_joined_spans(dataset, kind) for kind in _KINDS)
        return data, text
    selectors = list(_selectors(dataset))
    start = values_of(dataset, ns.OA_START, offset_of)
    end = values_of(dataset, ns.OA_END, offset_of)

    def spans(kind: str) -> Column[tuple[int, int]]:
        known = members(dataset, f"SELECT ?node WHERE {{ ?node a <{kind}> }}")
        pairs = [
            (anchor, span)
            for anchor, selector in selectors
            if selector in known
            for span in _pairs(start.values(selector), end.values(selector))
        ]
        return column_of([anchor for anchor, _ in pairs], [span for _, span in pairs])

    return spans(_KINDS[0]), spans(_KINDS[1])


def _joined_spans(dataset: Dataset, kind: str) -> Column[tuple[int, int]]:
    rows = dataset.select(
        f"SELECT ?anchor ?start ?end WHERE {{ ?anchor <{ns.OA_HAS_SELECTOR}> ?selector . "
        f"?selector a <{kind}> ; <{ns.OA_START}> ?start ; <{ns.OA_END}> ?end }}"
    )
    anchors: list[str] = []
    spans: list[tuple[int, int]] = []
    for row in rows:
        anchor = row[0]
        anchors.append(anchor.value if type(anchor) is NamedNode else str(anchor))
        spans.append((offset_of(row[1]), offset_of(row[2])))
    return column_of(anchors, spans)


def _pairs(starts: tuple[int, ...], ends: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield spans that hold every start and every end, the widest pair of extremes too, without a product."""
    if starts and ends:
        yield from ((start, ends[0]) for start in starts)
        yield from ((starts[-1], end) for end in ends[1:])


def _selectors(dataset: Dataset) -> Iterator[tuple[str, str]]:
    column = nodes_of(dataset, ns.OA_HAS_SELECTOR)
    for anchor in sorted(column.nodes()):
        for selector in column.values(anchor):
            yield anchor, selector


def _is_single(dataset: Dataset, property_iri: str) -> bool:
    """Tell whether every node has at most one value of a property."""
    query = (
        f"SELECT (COUNT(*) AS ?triples) (COUNT(DISTINCT ?node) AS ?nodes) "
        f"WHERE {{ ?node <{property_iri}> ?value }}"
    )
    for row in dataset.select(query):
        triples, nodes = row[0], row[1]
        return isinstance(triples, Literal) and isinstance(nodes, Literal) and triples.value == nodes.value
    return False
