"""One good graph, one update that breaks one thing, the exact results expected; see tests/mutations."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graph_rdf.namespaces import SH
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests.shape_results import Row, mutated, result_rows, shipped_shapes, short, with_ontology

if TYPE_CHECKING:
    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.dataset.protocol import Term

FOLDER = Path(__file__).parent / "mutations"
GOOD = FOLDER / "good.ttl"
MANIFEST: dict[str, list[Row]] = {
    name: [(rule, focus, value) for rule, focus, value in rows]
    for name, rows in json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8")).items()
}
SHAPES = shipped_shapes("structure", "evidence")
STRUCTURE = frozenset(short(shape).removeprefix("egsh:") for shape in shipped_shapes("structure").shapes)
SH_PROPERTY = SH + "property"
NOT_CONSTRAINTS = {
    SH + name for name in ("path", "targetClass", "name", "description", "message", "severity")
}
QUOTE = chr(34)
TEXT_OF_CASE = ("anchor-sha256-binary", "digest-mismatch-representation", "representation-body-language")
"""Cases whose value is a long literal; it is asked for by its datatype or language alone."""


@cache
def case(name: str) -> EmbeddedDataset:
    return mutated(GOOD, (FOLDER / "cases" / f"{name}.ru").read_text(encoding="utf-8"))


def expected(name: str) -> list[Row]:
    return sorted(MANIFEST[name], key=lambda row: tuple(map(str, row)))


def trimmed(name: str, rows: list[Row]) -> list[Row]:
    if name not in TEXT_OF_CASE:
        return rows
    return [(rule, focus, value and value[value.rfind(QUOTE) + 1 :]) for rule, focus, value in rows]


def _can_fail(shape: Term) -> bool:
    """Tell whether a shape has a constraint of its own and is no alternative that another shape names."""
    if short(shape).startswith("egsh:is-"):
        return False
    own = set(SHAPES.predicates(shape)) - {SH_PROPERTY, *NOT_CONSTRAINTS}
    return any(predicate.startswith(SH) for predicate in own)


def test_the_folder_is_the_manifest() -> None:
    assert MANIFEST
    assert {path.name for path in (FOLDER / "cases").iterdir()} == {f"{name}.ru" for name in MANIFEST}


def test_the_good_graph_has_every_kind_of_focus_node_and_breaks_nothing() -> None:
    data = with_ontology(GOOD)
    run = NativeEngine().validate(data, SHAPES, Limits())
    assert (run.results, run.untargeted) == ((), ())
    assert result_rows(PyshaclEngine(), data, SHAPES) == []


def test_each_update_changes_the_graph() -> None:
    good = set(with_ontology(GOOD).quads())
    assert [name for name in MANIFEST if set(case(name).quads()) == good] == []


def test_each_shape_that_can_fail_does_so_in_some_case() -> None:
    failing = {rule for rows in MANIFEST.values() for rule, _, _ in rows}
    assert failing == {short(shape).removeprefix("egsh:") for shape in SHAPES.shapes if _can_fail(shape)}


@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_native_engine(name: str) -> None:
    assert trimmed(name, result_rows(NativeEngine(), case(name), SHAPES)) == expected(name)


@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_pyshacl_on_structure(name: str) -> None:
    rows = result_rows(PyshaclEngine(), case(name), shipped_shapes("structure"))
    assert trimmed(name, rows) == [row for row in expected(name) if row[0] in STRUCTURE]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_pyshacl_on_evidence(name: str) -> None:
    rows = result_rows(PyshaclEngine(), case(name), shipped_shapes("evidence"))
    assert rows == [row for row in expected(name) if row[0] not in STRUCTURE]
