"""pySHACL (PyPI `pyshacl`), as it is called from Python."""

from __future__ import annotations

from pathlib import Path

import pyshacl
import rdflib
from measure import measure

FOCUS_NODE = rdflib.URIRef("http://www.w3.org/ns/shacl#focusNode")


def run(data: Path, shapes: Path) -> list[str]:
    data_graph, shapes_graph = rdflib.Graph().parse(data), rdflib.Graph().parse(shapes)
    _, report, _ = pyshacl.validate(data_graph, shacl_graph=shapes_graph, max_validation_depth=1000)
    return [str(node) for node in report.objects(None, FOCUS_NODE)]


measure(run)
