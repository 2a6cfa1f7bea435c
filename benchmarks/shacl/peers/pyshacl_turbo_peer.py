"""pyshacl-turbo (PyPI `pyshacl-turbo`), data and shapes from files."""

from __future__ import annotations

from pathlib import Path

import pyshacl_turbo
import rdflib
from measure import measure

FOCUS_NODE = rdflib.URIRef("http://www.w3.org/ns/shacl#focusNode")


def run(data: Path, shapes: Path) -> list[str]:
    _, report, _ = pyshacl_turbo.validate(str(data), shacl_graph=str(shapes), max_validation_depth=1000)
    return [str(node) for node in report.objects(None, FOCUS_NODE)]


measure(run)
