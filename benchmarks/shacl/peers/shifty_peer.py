"""shifty (PyPI `pyshifty`): the W3C report, without rule inference."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

from typing import TYPE_CHECKING

import rdflib
import shifty
from measure import measure

if TYPE_CHECKING:
    from pathlib import Path

FOCUS_NODE = rdflib.URIRef("http://www.w3.org/ns/shacl#focusNode")


def run(data: Path, shapes: Path) -> list[str]:
    """Validate and give the focus nodes."""
    _, report, _ = shifty.validate(data, shapes, infer=False, on_unsupported="error")
    return [str(node) for node in report.objects(None, FOCUS_NODE)]


measure(run)
