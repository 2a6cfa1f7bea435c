"""The world as columns: every fact that support, views and lookups need, read by one scan a property."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from pyoxigraph import Literal, NamedNode

from graph_rdf import namespaces as ns
from graph_rdf.ontology import RelationPredicate, read_predicates

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graph_rdf.dataset.protocol import Dataset, Term

NOT_TEXT: Final = "\ud800"
"""Stands for a value that is no literal where a text is due: a lone surrogate, so no decoded text equals it."""

NO_OFFSET: Final = -1
"""Stands for a start or end that is no integer: it lies outside every body, as negative offsets do."""

HUGE: Final = 1 << 62
"""Stands for every offset past it; no body is that long."""

_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_INTEGER_TYPES: Final = frozenset(
    ns.XSD + name
    for name in (
        "integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger long int short byte "
        "unsignedLong unsignedInt unsignedShort unsignedByte"
    ).split()
)

_TIME_TYPES: Final = frozenset({ns.XSD_DATE_TIME, ns.XSD + "dateTimeStamp"})

_T = TypeVar("_T", str, int)


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


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """All columns of one world; nodes are IRIs, a blank node is ``_:label``, a literal its N-Triples form.

    Args:
        predicates: IRI → declared relation predicate.
        records: The relation records, sorted by id, then IRI.
        anchors: The anchors, record by record, within a record in the order of their numbers.
        first_anchor: Where the anchors of each record start in `anchors`; one more than there are records.
        entities: The declared entities.
        representations: The nodes typed `eg:Representation`.
        versions: The nodes typed `eg:DocumentVersion`.
        documents: The nodes typed `eg:Document`.
        views: The nodes typed `eg:View`.
        byte_selectors: The nodes typed `oa:DataPositionSelector`.
        char_selectors: The nodes typed `oa:TextPositionSelector`.
        identifier: Node → canonical id.

    The other columns bear the name of their property.
    """

    predicates: Mapping[str, RelationPredicate]
    records: tuple[str, ...]
    anchors: tuple[str, ...]
    first_anchor: tuple[int, ...]
    entities: frozenset[str]
    representations: frozenset[str]
    versions: frozenset[str]
    documents: frozenset[str]
    views: frozenset[str]
    byte_selectors: frozenset[str]
    char_selectors: frozenset[str]
    identifier: Column[str]
    subject: Column[str]
    predicate: Column[str]
    object: Column[str]
    source: Column[str]
    selector: Column[str]
    start: Column[int]
    end: Column[int]
    exact: Column[str]
    sha256: Column[str]
    span_unit: Column[str]
    cites_version: Column[str]
    cites_document: Column[str]
    cites_source: Column[str]
    body: Column[str]
    path: Column[str]
    version_of: Column[str]
    document_of: Column[str]
    source_of: Column[str]
    current: Column[str]
    revision_of: Column[str]
    generated: Column[str]
    withdrawn: Column[str]
    audience: Column[str]
    admits: Column[str]
    label: Column[str]
    alias: Column[str]

    def id_of(self, node: str) -> str:
        """Return the canonical id of a node; the node itself stands for the id that it lacks."""
        value = self.identifier.one.get(node)
        if value is None:
            several = self.identifier.many.get(node)
            value = several[0] if several else node
        return node if value == NOT_TEXT else value

    def anchors_of(self, record: int) -> range:
        """Return the places in `anchors` that belong to the record at a place in `records`."""
        return range(self.first_anchor[record], self.first_anchor[record + 1])

    def name_of_predicate(self, node: str) -> str:
        """Return the name of a predicate; an undeclared one of the toolkit's namespace by its local name."""
        known = self.predicates.get(node)
        if known is not None:
            return known.name
        local = node.removeprefix(ns.EG)
        return local if local != node and local else node

    def body_paths(self) -> dict[str, str]:
        """Return what has to be read from files.

        Returns:
            Representation → path, for each one without an embedded body and with exactly one path, sorted by
            IRI. The caller reads the files and hands the bytes, or the reasons, to `verify`.
        """
        embedded = self.body.nodes()
        return {
            node: self.path.one[node]
            for node in sorted(self.representations)
            if node not in embedded and node in self.path.one
        }


def read_world(dataset: Dataset) -> World:
    """Read the columns of a world from the default graph of a dataset.

    Each property is one scan without a join: linear in the triples, whatever they say, and an endpoint can
    answer it as well as the embedded store.

    Args:
        dataset: The data, with the ontology merged into it.

    Returns:
        The columns. Nothing is judged here: values of the wrong kind, too many values and none are kept.

    Raises:
        OntologyError: The declarations of the relation predicates cannot be used.
        QueryError: The dataset cannot answer.
    """
    types = {
        name: _instances(dataset, ns.EG + name)
        for name in (
            "RelationRecord",
            "Anchor",
            "Entity",
            "Representation",
            "DocumentVersion",
            "Document",
            "View",
        )
    }
    identifier = _texts(dataset, ns.DCTERMS_IDENTIFIER)
    records = _sorted_by_id(types["RelationRecord"], identifier)
    anchors, first_anchor = _anchors(records, types["Anchor"], _nodes(dataset, ns.PROV_WAS_DERIVED_FROM))
    return World(
        predicates=read_predicates(dataset),
        records=records,
        anchors=anchors,
        first_anchor=first_anchor,
        entities=types["Entity"],
        representations=types["Representation"],
        versions=types["DocumentVersion"],
        documents=types["Document"],
        views=types["View"],
        byte_selectors=_instances(dataset, ns.OA_DATA_POSITION_SELECTOR),
        char_selectors=_instances(dataset, ns.OA_TEXT_POSITION_SELECTOR),
        identifier=identifier,
        subject=_nodes(dataset, ns.RDF_SUBJECT),
        predicate=_nodes(dataset, ns.RDF_PREDICATE),
        object=_nodes(dataset, ns.RDF_OBJECT),
        source=_nodes(dataset, ns.OA_HAS_SOURCE),
        selector=_nodes(dataset, ns.OA_HAS_SELECTOR),
        start=_offsets(dataset, ns.OA_START),
        end=_offsets(dataset, ns.OA_END),
        exact=_texts(dataset, ns.OA_EXACT),
        sha256=_texts(dataset, ns.EG_SHA256),
        span_unit=_texts(dataset, ns.EG_SPAN_UNIT),
        cites_version=_nodes(dataset, ns.EG_CITES_VERSION),
        cites_document=_nodes(dataset, ns.EG_CITES_DOCUMENT),
        cites_source=_nodes(dataset, ns.EG_CITES_SOURCE),
        body=_texts(dataset, ns.EG_BODY),
        path=_texts(dataset, ns.EG_PATH),
        version_of=_nodes(dataset, ns.PROV_SPECIALIZATION_OF),
        document_of=_nodes(dataset, ns.DCAT_IS_VERSION_OF),
        source_of=_nodes(dataset, ns.DCTERMS_SOURCE),
        current=_nodes(dataset, ns.DCAT_HAS_CURRENT_VERSION),
        revision_of=_nodes(dataset, ns.PROV_WAS_REVISION_OF),
        generated=_times(dataset, ns.PROV_GENERATED_AT_TIME),
        withdrawn=_times(dataset, ns.PROV_INVALIDATED_AT_TIME),
        audience=_texts(dataset, ns.EG_AUDIENCE),
        admits=_nodes(dataset, ns.EG_ADMITS),
        label=_texts(dataset, ns.SKOS_PREF_LABEL),
        alias=_texts(dataset, ns.SKOS_ALT_LABEL),
    )


def _scan(property_iri: str) -> str:
    return f"SELECT ?node ?value WHERE {{ ?node <{property_iri}> ?value }}"


def _instances(dataset: Dataset, class_iri: str) -> frozenset[str]:
    rows = dataset.select(f"SELECT ?node WHERE {{ ?node a <{class_iri}> }}")
    return frozenset([node.value if type(node := row[0]) is NamedNode else str(node) for row in rows])


def _nodes(dataset: Dataset, property_iri: str) -> Column[str]:
    """Read a property whose values are nodes; any other value keeps its N-Triples form."""
    one: dict[str, str] = {}
    more: dict[str, set[str]] = {}
    for row in dataset.select(_scan(property_iri)):
        node, value = row[0], row[1]
        key = node.value if type(node) is NamedNode else str(node)
        term = value.value if type(value) is NamedNode else str(value)
        if one.setdefault(key, term) is not term:
            more.setdefault(key, {one[key]}).add(term)
    return _column(one, more)


def _values(dataset: Dataset, property_iri: str, read: Callable[[Term | None], _T]) -> Column[_T]:
    one: dict[str, _T] = {}
    more: dict[str, set[_T]] = {}
    for row in dataset.select(_scan(property_iri)):
        node = row[0]
        key = node.value if type(node) is NamedNode else str(node)
        value = read(row[1])
        if key in one:
            more.setdefault(key, {one[key]}).add(value)
        else:
            one[key] = value
    return _column(one, more)


def _column(one: dict[str, _T], more: dict[str, set[_T]]) -> Column[_T]:
    many: dict[str, tuple[_T, ...]] = {}
    for key, values in more.items():
        if len(values) > 1:  # equal strings with different language tags are one value
            del one[key]
            many[key] = tuple(sorted(values))
    return Column(one, many)


def _texts(dataset: Dataset, property_iri: str) -> Column[str]:
    return _values(dataset, property_iri, _text)


def _offsets(dataset: Dataset, property_iri: str) -> Column[int]:
    return _values(dataset, property_iri, _offset)


def _times(dataset: Dataset, property_iri: str) -> Column[str]:
    return _values(dataset, property_iri, _time)


def _text(term: Term | None) -> str:
    return term.value if type(term) is Literal else NOT_TEXT


def _time(term: Term | None) -> str:
    # A string that looks like a time is none.
    return term.value if type(term) is Literal and term.datatype.value in _TIME_TYPES else NOT_TEXT


def _offset(term: Term | None) -> int:
    if type(term) is not Literal or term.datatype.value not in _INTEGER_TYPES:
        return NO_OFFSET
    text = term.value.strip(" \t\r\n")
    if not _INTEGER.fullmatch(text):
        return NO_OFFSET
    digits = text.lstrip("+-").lstrip("0") or "0"
    if text.startswith("-") and digits != "0":
        return NO_OFFSET
    # Python refuses to convert very long numbers, and no body is that long.
    return int(digits) if len(digits) <= 18 else HUGE


def _sorted_by_id(nodes: frozenset[str], identifier: Column[str]) -> tuple[str, ...]:
    one, many = identifier.one, identifier.many
    keyed = sorted((one.get(node) or (many[node][0] if node in many else node), node) for node in nodes)
    return tuple([node for _, node in keyed])


_NUMBER: Final = re.compile(r"#anchor-([1-9][0-9]{0,17})\Z")


def _anchor_order(anchor: str) -> tuple[int, str]:
    """Order anchors by the number in their IRI; those without one come last, by IRI."""
    match = _NUMBER.search(anchor)
    return (int(match[1]) if match else HUGE, anchor)


def _anchors(
    records: tuple[str, ...], anchors: frozenset[str], derived: Column[str]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    rows: list[str] = []
    first = [0]
    one = derived.one
    for record in records:
        value = one.get(record)
        if value is not None:
            if value in anchors:
                rows.append(value)
        else:
            several = derived.many.get(record, ())
            rows.extend(sorted((value for value in several if value in anchors), key=_anchor_order))
        first.append(len(rows))
    return tuple(rows), tuple(first)
