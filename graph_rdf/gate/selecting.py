"""The part of the records that an export for a caller holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graph_rdf.evidence.column import NOT_TEXT
from graph_rdf.gate.permission import hidden_nodes
from graph_rdf.records import Catalogue, id_of_iri
from graph_rdf.records.model import Document, Version, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.evidence import Acceptance, World
    from graph_rdf.records import RecordSet
    from graph_rdf.records.model import Record, Relation, Support


@dataclass(frozen=True, slots=True)
class Selection:
    """Records that were judged for a caller.

    Args:
        records: The chosen relations with the anchors that the caller may see, and all else that it may see.
        good: Id of each chosen relation → the places of its anchors that state the triple; never empty.
        proof: Id of each accepted relation → the place of the anchor that proves it.
    """

    records: RecordSet
    good: Mapping[str, tuple[int, ...]]
    proof: Mapping[str, int]


def select_records(
    records: RecordSet,
    dataset: EmbeddedDataset,
    acceptance: Acceptance,
    base: str,
    *,
    accepted_only: bool,
) -> Selection:
    """Choose the relations that count for a caller.

    What the caller may not see is not there: versions and what belongs to them alone, anchors on them, and
    claims about them. The anchors that stay are numbered anew, so that no gap tells of one that does not. All
    entities stay, since a label that several of them bear must not become clear in the export.

    Args:
        records: The records.
        dataset: The same records as RDF, with the ontology.
        acceptance: How the caller sees them.
        base: The id base.
        accepted_only: Whether to choose accepted relations; else those that are supported and eligible,
            contested or not.

    Returns:
        The choice; it may hold no relation.
    """
    world = acceptance.verdicts.world
    hidden = {_id(world, node, base) for node in hidden_nodes(dataset, acceptance)}
    chosen = acceptance.accepted if accepted_only else _counted(acceptance)
    places = {_id(world, world.records[place], base): place for place in sorted(chosen)}
    kept: dict[str, tuple[int, ...]] = {}
    good: dict[str, tuple[int, ...]] = {}
    proof: dict[str, int] = {}
    for relation in records.relations(sorted(places)):
        place = places[relation.id]
        numbers = world.anchors_of(place)
        failed = acceptance.verdicts.anchor_failures
        kept[relation.id] = _kept_anchors(relation, hidden)
        stating = [at for at, number in enumerate(kept[relation.id]) if numbers[number] not in failed]
        good[relation.id] = tuple(stating)
        if place in acceptance.accepted:
            proof[relation.id] = kept[relation.id].index(acceptance.proof[place] - numbers.start)
    catalogue = Catalogue()
    for record in records.catalogue.records():
        if record.id not in hidden:
            catalogue.add(_without(record, hidden))
    return Selection(records.restricted(catalogue, kept), good, proof)


def _counted(acceptance: Acceptance) -> Iterable[int]:
    """Name the relations that are supported and eligible."""
    out = acceptance.refused.keys() | acceptance.ineligible.keys()
    return [place for place in acceptance.visible if place not in out]


def _id(world: World, node: str, base: str) -> str:
    """Give the id that a node has as a record."""
    known = world.identifier.values(node)
    return known[0] if known and known[0] != NOT_TEXT else id_of_iri(node, base) or node


def _kept_anchors(relation: Relation, hidden: set[str]) -> tuple[int, ...]:
    return tuple(place for place, anchor in enumerate(relation.support) if hidden.isdisjoint(_cited(anchor)))


def _cited(anchor: Support) -> set[str]:
    claims = (anchor.representation, anchor.version, anchor.document, anchor.source)
    return {identifier for identifier in claims if identifier is not None}


def _without(record: Record, hidden: set[str]) -> Record:
    """Take out of a record what points at something hidden."""
    match record:
        case Document(current=current) if current in hidden:
            return replace(record, current=None)
        case Version(previous=previous) if previous in hidden:
            return replace(record, previous=None)
        case View():
            return replace(
                record, admits=tuple(version for version in record.admits if version not in hidden)
            )
        case _:
            return record
