"""The packaged world under entailment, run once for each choice."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from graph_rdf.gate.entailing import Entailment, EntailOptions, entail
from graph_rdf.gate.options import ReadOptions
from tests.entailment.cases import FOLDER
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from pathlib import Path

WORLD = str(ROOT / "examples" / "final" / "final.records.jsonl")
ONTOLOGIES = FOLDER / "ontologies"


@cache
def run(ontology: str | None = None, world: str = WORLD, **options: Any) -> Entailment:
    """Reason over a world, with one of the ontologies of the tests."""
    files: tuple[Path, ...] = () if ontology is None else (ONTOLOGIES / f"{ontology}.ttl",)
    return entail(world, ReadOptions(ontologies=files), EntailOptions(**options))
