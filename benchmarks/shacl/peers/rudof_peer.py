"""rudof (PyPI `pyrudof`)."""

from __future__ import annotations

from pathlib import Path

import pyrudof
from measure import measure


def run(data: Path, shapes: Path) -> list[str]:
    rudof = pyrudof.Rudof(pyrudof.RudofConfig())
    rudof.read_data(data, pyrudof.RDFFormat.Turtle)
    rudof.read_shacl(shapes, pyrudof.ShaclFormat.Turtle)
    report = rudof.validate_shacl()
    return [str(entry.focus_node) for entry in report.violations()]


measure(run)
