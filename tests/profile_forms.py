"""Records in the RDF profiles, and back, for the tests of profiles; and the libraries that these need."""

from __future__ import annotations

import io
import os
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox
import pytest

from graph_rdf.dataset import EmbeddedDataset, as_statements
from graph_rdf.gate.export_writing import write_export
from graph_rdf.gate.exporting import Export
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.records import RdfProfile, RecordSet, read_records, records_from_dataset
from tests.record_strategies import DECLARED

if TYPE_CHECKING:
    from graph_rdf.records import RecordsFromRdf

ROOT = Path(__file__).parent.parent
FINAL = ROOT / "examples" / "final"
CASES = Path(__file__).parent / "profiles"
PACKAGED = dict(predicate_names(read_predicates(packaged_ontology())))

SYNTAXES = {
    "rdf11": ox.RdfFormat.TURTLE,
    "rdf12": ox.RdfFormat.TURTLE,
    "jsonld": ox.RdfFormat.JSON_LD,
    "nt": ox.RdfFormat.N_TRIPLES,
    "nq": ox.RdfFormat.N_QUADS,
    "trig": ox.RdfFormat.TRIG,
    "rdfxml": ox.RdfFormat.RDF_XML,
}
"""Profile from which records come back → the syntax that it is in."""


def final_export() -> Export:
    return Export(read_records(FINAL / "final.records.jsonl"), RdfProfile(PACKAGED))


def chance_export(records: RecordSet) -> Export:
    return Export(records, RdfProfile(DECLARED))


def written(export: Export, profile: str) -> bytes:
    out = io.BytesIO()
    write_export(export, profile, out)
    return out.getvalue()


def dataset_of(data: bytes, profile: str) -> EmbeddedDataset:
    return EmbeddedDataset.from_triples(list(ox.parse(data, format=SYNTAXES[profile])))


def canonical(dataset: EmbeddedDataset) -> list[str]:
    """Give the quads in RDFC-1.0, as sorted lines; terms are those that were written."""
    quads = ox.Dataset(dataset.quads())
    quads.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return sorted(map(str, quads))


def normalised(data: bytes, profile: str) -> EmbeddedDataset:
    return as_statements(dataset_of(data, profile))


def records_of(
    data: bytes, profile: str, names: dict[str, str], folder: Path | None = None
) -> RecordsFromRdf:
    back = {iri: name for name, iri in names.items()}
    return records_from_dataset(normalised(data, profile), back, folder=folder)


def library(name: str) -> Any:
    """Import a library that only tests of a profile need; without it they are skipped, but never in CI."""
    if find_spec(name.partition(".")[0]) is None and not os.environ.get("CI"):
        pytest.skip(f"{name} is not installed: pip install -e '.[dev]'")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nanopub uses classes of rdflib that are deprecated
        return import_module(name)
