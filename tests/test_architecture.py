"""Data flows one way: each package imports only what stands before it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "graph_rdf"

FOUNDATIONS = {
    "beside",
    "errors",
    "findings",
    "json_keys",
    "namespaces",
    "resources",
    "ntriples",
    "output",
    "pipes",
    "",
}
"""`` is the package itself, for its version."""

ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "namespaces": set(),
    "findings": {"errors"},
    "json_keys": set(),
    "pipes": {"errors"},
    "resources": {"errors"},
    "ntriples": {"errors", "namespaces"},
    "output": {"errors"},
    "beside": {"errors"},
    "rules": FOUNDATIONS,
    "syntax": FOUNDATIONS,
    "dataset": FOUNDATIONS | {"syntax"},
    "formatting": FOUNDATIONS | {"syntax"},
    "records": FOUNDATIONS | {"syntax", "dataset"},
    "ontology": FOUNDATIONS | {"syntax", "dataset"},
    "queries": FOUNDATIONS | {"dataset"},
    "shacl": FOUNDATIONS | {"syntax", "dataset"},
    "evidence": FOUNDATIONS | {"records", "dataset", "ontology"},
    "lookup": FOUNDATIONS | {"records", "dataset", "evidence", "ontology"},
    "entailment": FOUNDATIONS | {"syntax", "dataset", "ontology", "evidence", "lookup"},
    "export": FOUNDATIONS | {"syntax", "records", "dataset", "evidence"},
    "interop": FOUNDATIONS | {"syntax", "dataset", "shacl"},
    "pyshacl_compat": FOUNDATIONS | {"syntax", "dataset", "shacl", "interop", "gate"},
    "report": FOUNDATIONS | {"rules", "evidence", "lookup", "shacl", "entailment"},
    "servers": FOUNDATIONS | {"dataset", "lookup"},
    "gate": FOUNDATIONS
    | {
        "rules",
        "syntax",
        "formatting",
        "records",
        "dataset",
        "ontology",
        "queries",
        "shacl",
        "evidence",
        "lookup",
        "interop",
        "entailment",
        "export",
        "report",
        "servers",
    },
}
"""What each package or module of the library may import from the others."""

FRONT_DOOR = {"gate", "interop"}
"""What the package itself names for type checkers; it imports them only when they are used."""

PRINTS_NOTHING = "print"


def stage(path: Path) -> str:
    """Name the package or module of the library that a file belongs to."""
    first = path.relative_to(LIBRARY).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def imported(path: Path) -> set[str]:
    """List the stages of the library that a file imports, those inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {
                f"{node.module}.{alias.name}" if node.module == "graph_rdf" else str(node.module)
                for alias in node.names
            }
    stages = set()
    for name in names:
        top, _, rest = name.partition(".")
        assert top != "ttl_check", f"{path}: the library imports the command line"
        if top == "graph_rdf":
            first = rest.split(".")[0]
            stages.add("" if first.startswith("__") else first)
    return stages


FILES = sorted(LIBRARY.rglob("*.py"))


def test_the_stages_form_no_cycle() -> None:
    left = {name: set(others) - {""} for name, others in ALLOWED.items()}
    while left:
        free = {name for name, others in left.items() if not others & left.keys()}
        assert free, f"a cycle among {sorted(left)}"
        left = {name: others for name, others in left.items() if name not in free}


def test_every_stage_is_listed() -> None:
    assert {stage(path) for path in FILES} - {""} == set(ALLOWED)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_imports_point_one_way(path: Path) -> None:
    own = stage(path)
    beyond = imported(path) - {own} - ALLOWED.get(own, FRONT_DOOR)
    assert beyond == set(), f"{path.relative_to(ROOT)} imports {sorted(beyond)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_the_library_never_prints(path: Path) -> None:
    calls = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == PRINTS_NOTHING
    ]
    assert calls == []


def test_no_module_without_a_meaning() -> None:
    forbidden = {"utils", "helpers", "common", "manager"}
    folders = ("graph_rdf", "cli", "benchmarks", "tests")
    # The benchmarks install their peers in an environment of their own, which is not the project.
    installed = {found.parent for folder in folders for found in (ROOT / folder).rglob("pyvenv.cfg")}
    stems = {
        part
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if installed.isdisjoint(path.parents)
        for part in path.relative_to(ROOT).with_suffix("").parts
    }
    assert "validate" in stems
    assert stems & forbidden == set()


def test_shipped_folders_hold_no_code() -> None:
    code = [
        path
        for folder in ("ontology", "shapes", "queries", "examples")
        for path in (ROOT / folder).rglob("*.py")
    ]
    assert code == []
