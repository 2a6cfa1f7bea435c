"""The check of typed literals as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.syntax.source import Source


def lexical_findings(source: Source) -> list[Finding]:
    """Check the typed literals of a source."""
    del source
    return []
