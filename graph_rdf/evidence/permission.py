"""Permission: which nodes of the catalogue a caller may see; what is hidden leaves no trace."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from graph_rdf.evidence.column import Column
    from graph_rdf.evidence.columns import World

Scopes: TypeAlias = frozenset[str] | None
"""The scopes of a caller; None is the owner of the files, who may see everything."""


class Permission:
    """Tells what a caller may see.

    A version is seen when the caller meets its audience: its own, else that of its document and of each
    source. All else follows from the versions: a document or a view is hidden when all its versions are, a
    source when all its documents are, a representation when one of its versions is. Without any version or
    document below it, a node is hidden when its audience is not met, and a document when that of a source is
    not. An audience that the model does not know of, such as one on a record, hides the node that bears it.

    Args:
        world: The columns.
        scopes: The scopes of the caller; None for the owner.

    Source: evidence model, section 7.
    """

    def __init__(self, world: World, scopes: Scopes) -> None:
        self._world = world
        self._scopes = scopes
        self._known: dict[str, bool] = {}

    def permits(self, version: str) -> bool:
        """Tell whether the caller may see a version."""
        if self._scopes is None:
            return True
        known = self._known.get(version)
        if known is None:
            known = self._known[version] = not any(map(self._is_closed, self._audiences(version)))
        return known

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The hidden versions, representations, documents, sources and views, and what else is closed."""
        world = self._world
        closed = set() if self._scopes is None else self._closed()
        if not closed:
            return frozenset()
        versions = self._versions()
        hidden = {version for version in versions if not self.permits(version)}
        decided = set(versions)
        documents = _owners(world.document_of)
        sources = _owners(world.source_of)
        hidden |= {
            node for node in world.version_of.nodes() if not hidden.isdisjoint(world.version_of.values(node))
        }
        hidden |= _emptied(documents, hidden)
        hidden |= {
            document
            for document in world.source_of.nodes() - documents.keys() - decided
            if document not in world.predicates and not closed.isdisjoint(world.source_of.values(document))
        }
        hidden |= _emptied(sources, hidden)
        hidden |= {view for view in world.admits.nodes() if hidden.issuperset(world.admits.values(view))}
        decided |= documents.keys() | sources.keys()
        return frozenset(hidden | (closed - decided - world.entities - world.predicates.keys()))

    def _closed(self) -> set[str]:
        """Return the nodes whose own audience the caller does not meet."""
        audience = self._world.audience
        return {node for node in audience.nodes() if self._is_closed(audience.values(node))}

    def _is_closed(self, audience: Collection[str]) -> bool:
        return bool(audience) and self._scopes is not None and self._scopes.isdisjoint(audience)

    def _audiences(self, version: str) -> Iterator[Collection[str]]:
        """Yield the audiences that all have to be met."""
        world = self._world
        own = world.audience.values(version)
        if own:
            yield own
            return
        for document in world.document_of.values(version):
            yield world.audience.values(document)
            for source in world.source_of.values(document):
                yield world.audience.values(source)

    def _versions(self) -> set[str]:
        """Return every node that something takes for a version."""
        world = self._world
        return world.document_of.nodes().union(
            *map(_targets, (world.version_of, world.cites_version, world.admits, world.current))
        )


def _targets(column: Column[str]) -> Iterator[str]:
    yield from column.one.values()
    for values in column.many.values():
        yield from values


def _owners(column: Column[str]) -> dict[str, set[str]]:
    """Turn a column round: value → the nodes that have it."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in column.nodes():
        for value in column.values(node):
            found[value].add(node)
    return found


def _emptied(members: dict[str, set[str]], hidden: Iterable[str]) -> set[str]:
    """Find the wholes all of whose members are hidden."""
    gone = set(hidden)
    return {whole for whole, each in members.items() if each <= gone}
