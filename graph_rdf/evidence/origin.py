"""Where a representation belongs: its version, document and source."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from graph_rdf.evidence.columns import World


class Origin(NamedTuple):
    """The nodes above a representation; None where there is none, or more than one."""

    version: str | None
    document: str | None
    source: str | None


def origin_of(world: World, representation: str) -> Origin:
    """Return the origin of a representation."""
    version = world.version_of.one.get(representation)
    document = world.document_of.one.get(version) if version is not None else None
    source = world.source_of.one.get(document) if document is not None else None
    return Origin(version, document, source)
