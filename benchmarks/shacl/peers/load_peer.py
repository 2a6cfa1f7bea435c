"""The floor: pyoxigraph's `Store.load` of the data, and no validation."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

from typing import TYPE_CHECKING

from measure import measure
from pyoxigraph import RdfFormat, Store

if TYPE_CHECKING:
    from pathlib import Path


def run(data: Path, shapes: Path) -> list[str]:  # noqa: ARG001
    """Load and give nothing."""
    Store().load(path=str(data), format=RdfFormat.TURTLE)
    return []


measure(run)
