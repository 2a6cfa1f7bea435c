"""Records that are verified in a process beside the shapes get the verdicts that they get in turn."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest

from graph_rdf.beside import can_fork
from graph_rdf.errors import GraphRdfError, OntologyError
from graph_rdf.gate import validate as gate
from graph_rdf.gate.options import CheckOptions, ReadOptions

if TYPE_CHECKING:
    from graph_rdf.gate.validation import Validation

pytestmark = pytest.mark.skipif(not can_fork(), reason="this platform cannot fork")

WORLD = Path(__file__).parent.parent / "examples" / "final" / "world.ttl"
DECLARED_TWICE = """
@prefix eg: <https://w3id.org/evidence-graph/ns#> . @prefix dcterms: <http://purl.org/dc/terms/> .
<https://w3id.org/evidence-graph/ns#operated_by> dcterms:identifier "run_by" .
"""


def outcome(path: Path, options: CheckOptions, large: int) -> Validation | str:
    with mock.patch.object(gate, "LARGE", large), mock.patch.object(gate, "processors", return_value=2):
        found: Validation | str
        try:
            found = gate.validate([str(path)], ReadOptions(), options)
        except GraphRdfError as error:
            found = f"{type(error).__name__}: {error}"
    assert multiprocessing.active_children() == []
    return found


@pytest.mark.parametrize("options", [CheckOptions(), CheckOptions(portable=True)])
@pytest.mark.parametrize("faulty", [False, True])
def test_same_verdicts(tmp_path: Path, options: CheckOptions, faulty: bool) -> None:
    path = tmp_path / "world.ttl"
    text = WORLD.read_text(encoding="utf-8")
    path.write_text(text.replace('oa:exact "', 'oa:exact "Not ') if faulty else text, encoding="utf-8")
    beside, after = outcome(path, options, 0), outcome(path, options, 10**9)
    assert not isinstance(beside, str)
    assert not isinstance(after, str)
    assert beside.report == after.report
    assert beside.nodes == after.nodes
    assert (len(beside.report.records), beside.report.summary.supported) == (9, 0 if faulty else 7)


def test_same_refusal(tmp_path: Path) -> None:
    """Declarations in the data that contradict each other have their place from either process."""
    path = tmp_path / "world.ttl"
    path.write_text(WORLD.read_text(encoding="utf-8") + DECLARED_TWICE, encoding="utf-8")
    beside, after = outcome(path, CheckOptions(), 0), outcome(path, CheckOptions(), 10**9)
    assert beside == after
    assert isinstance(after, str)
    assert after.startswith(f"{OntologyError.__name__}: {path}:")
