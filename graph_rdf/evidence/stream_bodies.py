"""The bodies of a stream: each opened, decoded and digested once, as long as they fit into memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.evidence.text import Bodies, Body, NoBody

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.evidence.columns import World
    from graph_rdf.records.bodies import BodyProblem

BUDGET: Final = 128 * 1024 * 1024
"""Bytes of bodies that are kept; past it the oldest go, and would be read and digested again."""


class KeptBodies(Bodies):
    """Bodies with a bound on what is kept.

    Args:
        world: The columns of the catalogue.
        files: Representation → bytes, or why there are none, for bodies that lie in files.
        budget: See `BUDGET`.
    """

    def __init__(self, world: World, files: Mapping[str, bytes | BodyProblem], budget: int = BUDGET) -> None:
        super().__init__(world, files)
        self._budget = budget
        self.opened = 0
        """How many bodies were read, the same one again included."""
        self.dropped = 0
        """How many of them were dropped to make room."""

    def body_of(self, representation: str) -> Body | NoBody:
        """Return the body of a representation, or why there is none."""
        body = self._read.get(representation)
        if body is None:
            body = self._read[representation] = self._make(representation)
            self.opened += 1
            self._budget -= _weight(body)
            while self._budget < 0 and len(self._read) > 1:
                self.dropped += 1
                oldest = next(iter(self._read))
                self._budget += _weight(self._read.pop(oldest))
        return body


def _weight(body: Body | NoBody) -> int:
    return 0 if isinstance(body, NoBody) else body.length * 2
