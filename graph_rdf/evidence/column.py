"""A column: the values of one property by node, read by one scan of a dataset."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from pyoxigraph import Literal, NamedNode

from graph_rdf import namespaces as ns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graph_rdf.dataset.protocol import Dataset, Term

NOT_TEXT: Final = "\ud800"
"""Stands for a value that is no literal where a text is due: a lone surrogate, so no text equals it."""

NO_OFFSET: Final = -1
"""Stands for a start or end that is no integer: it lies outside every body, as negative offsets do."""

HUGE: Final = 1 << 62
"""Stands for every offset past it; no body is that long."""

_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_INTEGER_TYPES: Final = frozenset(
    ns.XSD + name
    for name in (
        "byte",
        "int",
        "integer",
        "long",
        "negativeInteger",
        "nonNegativeInteger",
        "nonPositiveInteger",
        "positiveInteger",
        "short",
        "unsignedByte",
        "unsignedInt",
        "unsignedLong",
        "unsignedShort",
    )
)
_TIME_TYPES: Final = frozenset({ns.XSD_DATE_TIME, ns.XSD + "dateTimeStamp"})

_T = TypeVar("_T", str, int, tuple[int, int])


@dataclass(frozen=True, slots=True)
class Column(Generic[_T]):
    """The values of one property.

    Args:
        one: Node → value, for the nodes that have exactly one.
        many: Node → values, for the nodes that have several; sorted, without duplicates.
    """

    one: Mapping[str, _T]
    many: Mapping[str, tuple[_T, ...]]

    def values(self, node: str) -> tuple[_T, ...]:
        """Return all values of a node, sorted; empty when it has none."""
        value = self.one.get(node)
        return self.many.get(node, ()) if value is None else (value,)

    def nodes(self) -> set[str]:
        """Return the nodes that have a value."""
        return self.one.keys() | self.many.keys()


def column_of(nodes: Sequence[str], values: Sequence[_T]) -> Column[_T]:
    """Gather nodes and their values, in any order, into a column.

    Args:
        nodes: The node of each value.
        values: As many values.

    Returns:
        The column; equal values of one node count once.
    """
    one = dict(zip(nodes, values, strict=True))
    if len(one) == len(nodes):
        return Column(one, {})
    more: dict[str, set[_T]] = {}
    for node, value in zip(nodes, values, strict=True):
        if one[node] != value:
            more.setdefault(node, {one[node]}).add(value)
    for node in more:
        del one[node]
    return Column(one, {node: tuple(sorted(several)) for node, several in more.items()})


def scan(property_iri: str) -> str:
    """Return the query for the values of one property: no join, so linear whatever the data says."""
    return f"SELECT ?node ?value WHERE {{ ?node <{property_iri}> ?value }}"


def members(dataset: Dataset, query: str) -> frozenset[str]:
    """Return the nodes that a query of one variable finds."""
    return frozenset(
        [node.value if type(node := row[0]) is NamedNode else str(node) for row in dataset.select(query)]
    )


def nodes_of(dataset: Dataset, property_iri: str) -> Column[str]:
    """Read a property whose values are nodes; any other value keeps its N-Triples form."""
    nodes: list[str] = []
    values: list[str] = []
    for row in dataset.select(scan(property_iri)):
        node, value = row[0], row[1]
        nodes.append(node.value if type(node) is NamedNode else str(node))
        values.append(value.value if type(value) is NamedNode else str(value))
    return column_of(nodes, values)


def texts_of(dataset: Dataset, query: str) -> Column[str]:
    """Read a column of texts, whatever their language; `NOT_TEXT` stands for a value that is no literal.

    Args:
        dataset: The data.
        query: Its first variable is the node, its second the value.

    Returns:
        The column.
    """
    nodes: list[str] = []
    values: list[str] = []
    for row in dataset.select(query):
        node, value = row[0], row[1]
        nodes.append(node.value if type(node) is NamedNode else str(node))
        values.append(value.value if type(value) is Literal else NOT_TEXT)
    return column_of(nodes, values)


def values_of(dataset: Dataset, property_iri: str, read: Callable[[Term | None], _T]) -> Column[_T]:
    """Read a column of other literals; `read` says what a term means."""
    nodes: list[str] = []
    values: list[_T] = []
    for row in dataset.select(scan(property_iri)):
        node = row[0]
        nodes.append(node.value if type(node) is NamedNode else str(node))
        values.append(read(row[1]))
    return column_of(nodes, values)


def time_of(term: Term | None) -> str:
    """Return the lexical form of an xsd:dateTime; `NOT_TEXT` for anything else, strings like it included."""
    return term.value if type(term) is Literal and term.datatype.value in _TIME_TYPES else NOT_TEXT


def offset_of(term: Term | None) -> int:
    """Return a start or an end; `NO_OFFSET` for what is negative or no integer, at most `HUGE`."""
    if type(term) is not Literal or term.datatype.value not in _INTEGER_TYPES:
        return NO_OFFSET
    text = term.value
    if text.isdecimal() and text.isascii() and len(text) <= 18:
        return int(text)
    text = text.strip(" \t\r\n")
    if not _INTEGER.fullmatch(text):
        return NO_OFFSET
    digits = text.lstrip("+-").lstrip("0") or "0"
    if text.startswith("-") and digits != "0":
        return NO_OFFSET
    # Python refuses to convert very long numbers, and no body is that long.
    return int(digits) if len(digits) <= 18 else HUGE
