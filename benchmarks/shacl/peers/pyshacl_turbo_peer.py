"""pyshacl-turbo (PyPI `pyshacl-turbo`), data and shapes from files."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

from typing import TYPE_CHECKING

import pyshacl_turbo
import rdflib
from measure import measure

if TYPE_CHECKING:
    from pathlib import Path

FOCUS_NODE = rdflib.URIRef("http://www.w3.org/ns/shacl#focusNode")


def run(data: Path, shapes: Path) -> list[str]:
    """Validate and give the focus nodes."""
    _, report, _ = pyshacl_turbo.validate(str(data), shacl_graph=str(shapes), max_validation_depth=1000)
    return [str(node) for node in report.objects(None, FOCUS_NODE)]


measure(run)
