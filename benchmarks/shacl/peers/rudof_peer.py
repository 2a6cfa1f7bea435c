"""rudof (PyPI `pyrudof`)."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

from typing import TYPE_CHECKING

import pyrudof
from measure import measure

if TYPE_CHECKING:
    from pathlib import Path


def run(data: Path, shapes: Path) -> list[str]:
    """Validate and give the focus nodes."""
    rudof = pyrudof.Rudof(pyrudof.RudofConfig())
    rudof.read_data(data, pyrudof.RDFFormat.Turtle)
    rudof.read_shacl(shapes, pyrudof.ShaclFormat.Turtle)
    report = rudof.validate_shacl()
    return [str(entry.focus_node) for entry in report.violations]


measure(run)
