"""The proof of a step: where the text that states it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.lookup.result import Step, SupportingAnchor

if TYPE_CHECKING:
    from graph_rdf.evidence import Acceptance, World


def make_step(acceptance: Acceptance, record: int) -> Step:
    """Return an accepted record as a step with the anchor that proves it.

    Args:
        acceptance: The records as the caller sees them.
        record: The place of an accepted record.

    Returns:
        The step, by ids.
    """
    world = acceptance.verdicts.world
    iri = world.records[record]
    return Step(
        record=world.id_of(iri),
        subject=world.id_of(world.subject.one[iri]),
        predicate=world.name_of_predicate(world.predicate.one[iri]),
        object=world.id_of(world.object.one[iri]),
        support=supporting_anchor(world, world.anchors[acceptance.proof[record]]),
    )


def supporting_anchor(world: World, anchor: str) -> SupportingAnchor:
    """Return an anchor by ids, with its span in the unit in which it was given.

    Units: bytes or code points, as `unit` says.
    """
    representation = world.source.one.get(anchor)
    version = None if representation is None else world.version_of.one.get(representation)
    document = None if version is None else world.document_of.one.get(version)
    source = None if document is None else world.source_of.one.get(document)
    spans = {"byte": world.byte_span.values(anchor), "char": world.char_span.values(anchor)}
    units = ("char", "byte") if anchor in world.char_unit else ("byte", "char")
    unit = next((unit for unit in units if spans[unit]), None)
    start, end = spans[unit][0] if unit is not None else (None, None)
    return SupportingAnchor(
        source=_id(world, source),
        document=_id(world, document),
        version=_id(world, version),
        representation=_id(world, representation),
        sha256=next(iter(world.sha256.values(anchor)), None),
        unit=unit,
        start=start,
        end=end,
        quote=next(iter(world.exact.values(anchor)), None),
    )


def _id(world: World, node: str | None) -> str | None:
    return None if node is None else world.id_of(node)
