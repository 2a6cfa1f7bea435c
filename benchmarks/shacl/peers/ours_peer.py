"""The native engine of this project: load, lint, validate; in the Python that has the project."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

from typing import TYPE_CHECKING

from measure import measure

from graph_rdf.dataset import load_sources
from graph_rdf.shacl.lint import lint_shapes
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import read_source

if TYPE_CHECKING:
    from pathlib import Path


def run(data: Path, shapes: Path) -> list[str]:
    """Validate and give the focus nodes."""
    dataset, _ = load_sources([read_source(data)], lexical=False, literals=True)
    graph = ShapesGraph.read([read_source(shapes)])
    lint_shapes(graph)
    results = NativeEngine().validate(dataset, graph, Limits()).results
    return [str(result.focus_node) for result in results]


measure(run)
