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
    text_of,
    values_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset.protocol import Dataset

_KINDS: Final = (ns.OA_DATA_POSITION_SELECTOR, ns.OA_TEXT_POSITION_SELECTOR)

_QUOTES: Final = f"""
SELECT ?anchor ?quote WHERE {{ ?anchor <{ns.OA_HAS_SELECTOR}> ?selector . ?selector <{ns.OA_EXACT}> ?quote }}
"""


def read_quotes(dataset: Dataset) -> Column[str]:
    """Read the quotes of all anchors, on whatever selectors they stand.

    Returns:
        Anchor → quotes.
    """
    if _is_single(dataset, ns.OA_EXACT):
        return values_of(dataset, _QUOTES, text_of)
    exact = values_of(dataset, scan(ns.OA_EXACT), text_of)
    return column_of(
        (anchor, quote) for anchor, selector in _selectors(dataset) for quote in exact.values(selector)
    )


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
    start = values_of(dataset, scan(ns.OA_START), offset_of)
    end = values_of(dataset, scan(ns.OA_END), offset_of)

    def spans(kind: str) -> Column[tuple[int, int]]:
        known = members(dataset, f"SELECT ?node WHERE {{ ?node a <{kind}> }}")
        return column_of(
            (anchor, span)
            for anchor, selector in selectors
            if selector in known
            for span in _pairs(start.values(selector), end.values(selector))
        )

    return spans(_KINDS[0]), spans(_KINDS[1])


def _joined_spans(dataset: Dataset, kind: str) -> Column[tuple[int, int]]:
    rows = dataset.select(
        f"SELECT ?anchor ?start ?end WHERE {{ ?anchor <{ns.OA_HAS_SELECTOR}> ?selector . "
        f"?selector a <{kind}> ; <{ns.OA_START}> ?start ; <{ns.OA_END}> ?end }}"
    )
    return column_of(
        [
            (
                anchor.value if type(anchor := row[0]) is NamedNode else str(anchor),
                (offset_of(row[1]), offset_of(row[2])),
            )
            for row in rows
        ]
    )


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
