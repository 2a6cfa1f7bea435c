"""The modules of the SHACL engine import each other in one direction, imports for types alone among them."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import graph_rdf.shacl

FOLDER = Path(graph_rdf.shacl.__file__).parent


def module_name(path: Path) -> str:
    parts = ("graph_rdf", "shacl", *path.relative_to(FOLDER).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def test_no_circle() -> None:
    files = {module_name(path): path for path in FOLDER.rglob("*.py")}
    imports = {
        name: {
            each
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module is not None
            for each in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
            if each in files and each != name
        }
        for name, path in files.items()
    }
    assert len(imports) > 60
    assert "graph_rdf.shacl.constraint" in imports["graph_rdf.shacl.push_down"]
    assert set(TopologicalSorter(imports).static_order()) == set(files)
