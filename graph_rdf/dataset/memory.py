"""What was parsed in an earlier run, so that a run after a change parses only what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyoxigraph import Quad

    from graph_rdf.findings import Finding
    from graph_rdf.syntax import Source


@dataclass(frozen=True, slots=True)
class Parsed:
    """What came of one source.

    Args:
        source: The source as it was loaded; None when it could not be.
        quads: Its quads, as they are written.
        findings: What there is to say about it.
    """

    source: Source | None
    quads: tuple[Quad, ...]
    findings: tuple[Finding, ...]


class LoadMemory:
    """Keeps what the last run loaded, source by source; a source is known by its name and its bytes."""

    def __init__(self) -> None:
        self._last: dict[Source, Parsed] = {}
        self._now: dict[Source, Parsed] = {}
        self.parsed: list[str] = []
        """The names of the sources that this run had to parse, in order."""

    def begin(self) -> None:
        """Begin a run: what the run before did not need is forgotten."""
        self._last, self._now, self.parsed = self._now, {}, []

    def get(self, source: Source, parse: Callable[[Source], Parsed]) -> Parsed:
        """Give what came of a source, parsing it when its bytes are new.

        Args:
            source: The source, with its number.
            parse: Parses it.
        """
        known = self._now.get(source) or self._last.get(source)
        if known is None:
            known = parse(source)
            self.parsed.append(source.path)
        self._now[source] = known
        return known
