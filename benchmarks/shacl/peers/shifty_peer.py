"""shifty (PyPI `pyshifty`): the W3C report, without rule inference."""

from __future__ import annotations

from pathlib import Path

import rdflib
import shifty
from measure import measure

FOCUS_NODE = rdflib.URIRef("http://www.w3.org/ns/shacl#focusNode")


def run(data: Path, shapes: Path) -> list[str]:
    _, report, _ = shifty.validate(data, shapes, infer=False, on_unsupported="error")
    return [str(node) for node in report.objects(None, FOCUS_NODE)]


measure(run)
