"""shacl (PyPI `shacl`, Rust)."""

from __future__ import annotations

from pathlib import Path

import shacl
from measure import measure


def run(data: Path, shapes: Path) -> list[str]:
    report = shacl.Shapes.from_file(str(shapes)).validate_file(str(data))
    return [result.focus_node for result in report.results]


measure(run)
