"""The default gate of this project, `structure.ttl` and the verifier; in the Python that has the project."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

from typing import TYPE_CHECKING

from measure import measure

from graph_rdf.findings import Severity
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate

if TYPE_CHECKING:
    from pathlib import Path


def run(data: Path, shapes: Path) -> list[str]:  # noqa: ARG001 - the gate chooses its shapes
    """Validate and give the focus nodes."""
    findings = validate([str(data)], ReadOptions(), CheckOptions()).report.findings
    return [str(finding.focus_node) for finding in findings if finding.severity is Severity.ERROR]


measure(run)
