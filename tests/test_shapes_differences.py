"""The list of differences is true in the engines in Python, complete, and the table of the docs.

`tests/interop/test_portable_shapes.py` runs it in TopBraid and in Jena.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_rdf.errors import OntologyError
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests import shape_parity
from tests.shape_differences import ENGINES, Difference, leveled, read_differences, table
from tests.shape_results import result_rows, shipped_shapes
from tests.test_shapes_mutations import MANIFEST, case

DOCS = Path(__file__).parents[1] / "docs" / "portable-shapes.md"
DIFFERENCES = read_differences()
SHAPES = shipped_shapes("structure", "evidence")
NO_ONTOLOGY = {
    "predicate-clause-form-one-slot",
    "predicate-opposes-stranger",
    "predicate-strength-twice",
    "predicate-strength-unknown",
}
"""The mutations that make an ill-formed declaration of a predicate: the last difference of the list."""

each_difference = pytest.mark.parametrize("entry", DIFFERENCES, ids=lambda entry: entry.cells[0][:40])


def test_the_docs_have_the_list() -> None:
    assert DIFFERENCES
    assert all(entry.engines and entry.engines <= ENGINES for entry in DIFFERENCES)
    text = DOCS.read_text(encoding="utf-8")
    assert f"\n\n{table(DIFFERENCES)}\n\n" in text
    assert text.count("\n| case |") == 1
    assert f"each of {len(MANIFEST)}\nupdates" in text


@each_difference
def test_the_verifier(entry: Difference) -> None:
    assert entry.by_verifier() == entry.verifier
    assert entry.verifier != entry.shapes


@each_difference
def test_the_native_engine(entry: Difference) -> None:
    assert "native" in entry.engines
    rows = result_rows(NativeEngine(), entry.world(), SHAPES)
    assert leveled(rows) == (entry.shapes, entry.structure)


@each_difference
def test_pyshacl(entry: Difference) -> None:
    assert "pyshacl" in entry.engines
    rows = result_rows(PyshaclEngine(), entry.world(), SHAPES)
    assert leveled(rows) == (entry.shapes, entry.structure)


@pytest.mark.parametrize("name", sorted(MANIFEST.keys() - NO_ONTOLOGY))
def test_a_mutation_is_no_difference(name: str) -> None:
    assert shape_parity.by_verifier(case(name)) == shape_parity.evidence_rows(MANIFEST[name])


@pytest.mark.parametrize("name", sorted(NO_ONTOLOGY))
def test_a_mutation_that_the_verifier_does_not_judge(name: str) -> None:
    with pytest.raises(OntologyError):
        shape_parity.by_verifier(case(name))
