"""pySHACL (PyPI `pyshacl`), as it is called from Python."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

from typing import TYPE_CHECKING

import pyshacl
import rdflib
from measure import measure

if TYPE_CHECKING:
    from pathlib import Path

FOCUS_NODE = rdflib.URIRef("http://www.w3.org/ns/shacl#focusNode")


def run(data: Path, shapes: Path) -> list[str]:
    """Validate and give the focus nodes."""
    data_graph, shapes_graph = rdflib.Graph().parse(data), rdflib.Graph().parse(shapes)
    _, report, _ = pyshacl.validate(data_graph, shacl_graph=shapes_graph, max_validation_depth=1000)
    return [str(node) for node in report.objects(None, FOCUS_NODE)]


measure(run)
