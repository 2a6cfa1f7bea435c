"""Views and scopes: which versions count, and for whom."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import TimeError, UnknownNameError
from graph_rdf.evidence.permission import Permission, Scopes
from graph_rdf.evidence.rules import NOT_CURRENT, WITHDRAWN
from graph_rdf.evidence.times import Moment, parse_moment

if TYPE_CHECKING:
    from graph_rdf.evidence.columns import World

DEFAULT_VIEW: Final = "~default"
AS_OF_PREFIX: Final = "~as-of:"

OWNER: Final[Scopes] = None


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """The view that was asked for.

    Args:
        id: Its canonical id; the two kinds without a node of their own have reserved ones.
        node: The node of a declared view.
        as_of: The time as given, when versions are chosen by time.
    """

    id: str
    node: str | None = None
    as_of: str | None = None


def choose_view(
    world: World, view: str | None = None, as_of: str | None = None, scopes: Scopes = OWNER
) -> ViewChoice:
    """Find the view that a caller names.

    Args:
        world: The columns.
        view: The id of a declared view; None or ``~default`` for the default view.
        as_of: A time; versions are then chosen by it, and no view may be named.
        scopes: The scopes of the caller; None for the owner.

    Returns:
        The view.

    Raises:
        UnknownNameError: No view that the caller may see, or more than one, has this id.
        TimeError: The time is no xsd:dateTime with a zone, or a view is named as well.

    Source: evidence model, section 7.
    """
    if as_of is None and view is not None and view.startswith(AS_OF_PREFIX):
        as_of = view.removeprefix(AS_OF_PREFIX)
        view = None
    if as_of is not None:
        if view is not None:
            raise TimeError(f"a view ({view!r}) and a time ({as_of!r}) are both given; give one of them")
        if parse_moment(as_of) is None:
            raise TimeError(f"{as_of!r} is no time with a zone; write it as 2026-01-31T12:00:00Z")
        return ViewChoice(AS_OF_PREFIX + as_of, as_of=as_of)
    if view is None or view == DEFAULT_VIEW:
        return ViewChoice(DEFAULT_VIEW)
    seen = world.views - Permission(world, scopes).hidden
    nodes = [node for node in seen if view in (world.identifier.values(node) or (node,))]
    if len(nodes) != 1:
        raise UnknownNameError("view", view, [DEFAULT_VIEW, *map(world.id_of, seen)])
    return ViewChoice(view, nodes[0])


class Eligibility:
    """Tells which versions a view admits and a caller may see.

    Args:
        world: The columns.
        view: The view.
        scopes: The scopes of the caller; None for the owner.
    """

    def __init__(self, world: World, view: ViewChoice, scopes: Scopes = OWNER) -> None:
        self.world = world
        self.view = view
        self.scopes = scopes
        self._permission = Permission(world, scopes)
        self._moment = parse_moment(view.as_of) if view.as_of is not None else None
        self._admitted = self._admit()

    def over(self, world: World) -> Eligibility:
        """Return the same view and scopes over other relations of the same catalogue."""
        other = copy(self)
        other.world = world
        return other

    @property
    def hidden(self) -> frozenset[str]:
        """The nodes of the catalogue that the caller may not see; see `Permission`."""
        return self._permission.hidden

    def standing(self, version: str | None) -> str:
        """Return why a version does not count in the view; empty when it does.

        Args:
            version: The version; None when a representation has none, or more than one.

        Returns:
            ``withdrawn``, ``not-current``, or an empty string.
        """
        if version is None:
            return NOT_CURRENT
        if self._is_withdrawn(version):
            return WITHDRAWN
        return "" if version in self._admitted else NOT_CURRENT

    def _is_withdrawn(self, version: str) -> bool:
        times = self.world.withdrawn.values(version)
        if not times or self._moment is None:
            return bool(times)
        # A time that cannot be read withdraws at once: what may have been withdrawn must not count.
        return any((moment := parse_moment(time)) is None or moment <= self._moment for time in times)

    def _admit(self) -> frozenset[str]:
        world = self.world
        if self._moment is not None:
            return self._newest(self._moment)
        if self.view.node is not None:
            return frozenset(world.admits.values(self.view.node))
        current = world.current
        return frozenset(current.one.values()) | {
            value for values in current.many.values() for value in values
        }

    def _newest(self, at: Moment) -> frozenset[str]:
        """Return the newest version of each document at a time, among those that the caller may see."""
        world = self.world
        candidates: dict[str, dict[str, Moment]] = {}
        for version, document in world.document_of.one.items():
            time = world.generated.one.get(version)
            moment = parse_moment(time) if time is not None else None
            if moment is None or moment > at or self._is_withdrawn(version):
                continue
            if not self._permission.permits(version):
                continue
            candidates.setdefault(document, {})[version] = moment
        return frozenset(self._last(versions) for versions in candidates.values())

    def _last(self, versions: dict[str, Moment]) -> str:
        """Return the last of some versions; of those of one moment, one that no other of them revises."""
        world = self.world
        latest = max(versions.values())
        tied = {version for version, moment in versions.items() if moment == latest}
        revised = {
            previous
            for version in tied
            for previous in world.revision_of.values(version)
            if previous != version
        }
        return max(tied - revised or tied, key=lambda version: (world.id_of(version), version))
