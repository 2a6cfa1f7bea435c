"""Reifiers of RDF 1.2 as the statements of RDF 1.1, so that all that follows reads one form of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode, Quad, Triple

from graph_rdf import namespaces as ns
from graph_rdf.dataset.embedded import EmbeddedDataset

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from pyoxigraph import BlankNode

    from graph_rdf.dataset.protocol import Term

_REIFIES: Final = NamedNode(ns.RDF_REIFIES)
_TYPE: Final = NamedNode(ns.RDF_TYPE)
_RECORD: Final = NamedNode(ns.EG_RELATION_RECORD)
_STATEMENT: Final = NamedNode(ns.RDF_STATEMENT)
_SUBJECT: Final = NamedNode(ns.RDF_SUBJECT)
_PREDICATE: Final = NamedNode(ns.RDF_PREDICATE)
_OBJECT: Final = NamedNode(ns.RDF_OBJECT)
_REIFIERS: Final = f"""SELECT DISTINCT ?record WHERE {{
  ?record a <{ns.EG_RELATION_RECORD}> .
  ?record <{ns.RDF_REIFIES}> ?proposition
}}"""
REIFIERS_QUERY: Final = f"ASK {{ ?record a <{ns.EG_RELATION_RECORD}> ; <{ns.RDF_REIFIES}> ?proposition }}"
"""Whether there are relation records that reify; SPARQL 1.1, so that any server answers it."""


def reifying_records(triples: Iterable[Triple]) -> frozenset[Term]:
    """Find the relation records that reify a triple term.

    Args:
        triples: Triples; they are iterated once.

    Returns:
        The records; empty when there are none.
    """
    records: set[Term] = set()
    reifiers: set[Term] = set()
    for triple in triples:
        if triple.predicate == _REIFIES and isinstance(triple.object, Triple):
            reifiers.add(triple.subject)
        elif triple.predicate == _TYPE and triple.object == _RECORD:
            records.add(triple.subject)
    return frozenset(records & reifiers)


def stated_triples(triples: Iterable[Triple], records: Collection[Term]) -> Iterator[Triple]:
    """Give triples with what records reify as statements; see `as_statements`.

    Args:
        triples: Triples.
        records: Those of `reifying_records`.

    Returns:
        The triples, in order.
    """
    for triple in triples:
        subject, value = triple.subject, triple.object
        if triple.predicate != _REIFIES or not isinstance(value, Triple) or subject not in records:
            yield triple
        elif not isinstance(subject, Triple):
            for quad in _statement(subject, value):
                yield quad.triple


def as_statements(dataset: EmbeddedDataset) -> EmbeddedDataset:
    """Say in RDF 1.1 what the relation records of a dataset reify.

    Each ``rdf:reifies <<( s p o )>>`` of an `eg:RelationRecord` in the default graph becomes the four
    triples of an `rdf:Statement`. A record that reifies two propositions gets two subjects, predicates or
    objects, and is refused for that later. Reifiers that are no relation records, and values that are no
    triple terms, stay as they are.

    Args:
        dataset: The dataset; it is not changed.

    Returns:
        The same dataset when no record reifies; else a new one, with the blank node labels of the old one.

    Raises:
        QueryError: The dataset cannot answer.

    Source: RDF 1.2 Concepts, 3.1 and 4.2 (draft); evidence model, section 4.
    """
    found = {row[0] for row in dataset.select(_REIFIERS)}
    if not found:
        return dataset
    return EmbeddedDataset.from_triples(_Statements(dataset, found))


class _Statements:
    """The quads of a dataset, changed on the way; they can be iterated again and need no memory."""

    def __init__(self, dataset: EmbeddedDataset, records: Collection[Term | None]) -> None:
        self._dataset = dataset
        self._records = records

    def __iter__(self) -> Iterator[Quad]:
        for quad in self._dataset.quads():
            subject, value = quad.subject, quad.object
            if quad.predicate != _REIFIES or not isinstance(value, Triple) or subject not in self._records:
                yield quad
            elif not isinstance(subject, Triple):
                yield from _statement(subject, value)


def _statement(record: NamedNode | BlankNode, proposition: Triple) -> Iterator[Quad]:
    yield Quad(record, _TYPE, _STATEMENT)
    yield Quad(record, _SUBJECT, proposition.subject)
    yield Quad(record, _PREDICATE, proposition.predicate)
    yield Quad(record, _OBJECT, proposition.object)
