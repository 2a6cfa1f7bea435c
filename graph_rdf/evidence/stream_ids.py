"""The ids that a stream met, as hashes: eight bytes an id, and no false answer that matters."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class SeenIds:
    """Ids of the catalogue, exactly, and of the relations, by hash.

    Args:
        declared: The ids of the catalogue.
    """

    def __init__(self, declared: Iterable[str]) -> None:
        self.declared = frozenset(declared)
        self._hashes = array("q")
        self._is_sorted = False

    def add(self, identifier: str) -> None:
        """Note the id of a relation."""
        self._hashes.append(hash(identifier))

    def has_twins(self) -> bool:
        """Tell whether an id may stand twice; when not, none does. Call it once, after the last `add`."""
        ordered = sorted(self._hashes)
        self._hashes = array("q", ordered)
        self._is_sorted = True
        return any(map(int.__eq__, ordered, ordered[1:]))

    def holds(self, identifier: str) -> bool:
        """Tell whether a relation with this id was met.

        Before `has_twins` nothing is known of the relations to come, so the answer is no.
        """
        if not self._is_sorted:
            return False
        wanted = hash(identifier)
        at = bisect_left(self._hashes, wanted)
        return at < len(self._hashes) and self._hashes[at] == wanted
