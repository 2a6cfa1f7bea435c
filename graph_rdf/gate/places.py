"""From a finding about a node to the place in a file where the node is described."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graph_rdf.namespaces import ID_BASE
from graph_rdf.records import id_of_iri
from graph_rdf.syntax import implied_bases, locate, relativise_finding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.findings import Finding
    from graph_rdf.gate.reading import Data
    from graph_rdf.syntax import Place, Source

FIRST_COLUMN = 1
"""Where a record begins: it fills its line."""


class PlaceFinder:
    """Finds the places of focus nodes.

    Args:
        data: What was read.
        more: Other sources in which a focus node may stand, such as the user's ontology.
        base: The id base of the records.
    """

    def __init__(self, data: Data, more: Iterable[Source] = (), base: str | None = None) -> None:
        self._data = data
        self._sources = (*data.sources, *more)
        self._base = base or ID_BASE

    def placed(self, findings: Iterable[Finding]) -> list[Finding]:
        """Give findings their places.

        Args:
            findings: Findings about focus nodes.

        Returns:
            The same findings in the same order, with file, line and column where the node is a subject in a
            file or a record on a line. IRIs that were written relative are shown so.
        """
        listed = list(findings)
        wanted = {f.focus_node for f in listed if f.focus_node is not None and f.path is None}
        places = self._places(wanted)
        bases = implied_bases(self._sources)
        return [relativise_finding(self._placed(finding, places), bases) for finding in listed]

    def _places(self, wanted: set[str]) -> dict[str, Place]:
        """Look the nodes up in the RDF files, each in the first that describes it."""
        found: dict[str, Place] = {}
        for source in self._sources:
            missing = wanted - found.keys()
            if missing:
                found.update(locate(source, missing, self._data.dataset.statements(source)))
        return found

    def _placed(self, finding: Finding, places: dict[str, Place]) -> Finding:
        """Give one finding its place."""
        node = finding.focus_node
        if node is None or finding.path is not None:
            return finding
        place = places.get(node)
        if place is not None:
            return replace(
                finding, path=place.path, line=place.line, column=place.column, end_line=place.end_line
            )
        line = self._record_line(node)
        if line is not None:
            return replace(finding, path=line[0], line=line[1], column=FIRST_COLUMN, end_line=line[1])
        # Nothing describes the node; with one file there is no doubt where it comes from.
        return replace(finding, path=self._data.files[0]) if len(self._data.files) == 1 else finding

    def _record_line(self, node: str) -> tuple[str, int] | None:
        """Find the line of the record that a node, or a part of it, was made from."""
        if self._data.records is None:
            return None
        name = id_of_iri(node.partition("#")[0], self._base)
        return None if name is None else self._data.records.place(name)
