"""shacl-rust (PyPI `shacl-rust`)."""

from __future__ import annotations

from pathlib import Path

import shacl_rust
from measure import measure


def run(data: Path, shapes: Path) -> list[str]:
    report = shacl_rust.validate_file(str(data), str(shapes))
    return [result["focus_node"] for result in report["results"]]


measure(run)
