"""The files that every engine gets: the same data and the same shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.worlds import generate, write_worlds
from graph_rdf.export import write_turtle
from graph_rdf.namespaces import EG_DOCUMENT, ID_BASE
from graph_rdf.output import atomic_write
from graph_rdf.records import read_records, record_triples
from graph_rdf.resources import resource_path

if TYPE_CHECKING:
    from pathlib import Path

RECORDS_PER_WORLD = 9
SEED = 1

SHAPES = {
    "structure": ("prefixes.ttl", "structure.ttl"),
    "portable": ("prefixes.ttl", "structure.ttl", "evidence.ttl"),
}
"""Task → the shipped shapes files that it joins."""


def write_data(folder: Path, records: int) -> Path:
    """Write the data of one size: worlds as RDF, the ontology, and a bare document for each world.

    The documents give the task without the support rules something to find.

    Args:
        folder: Gets the file and the records it was made of.
        records: How many relation records, a multiple of nine.

    Returns:
        The Turtle file; one that is there is kept.
    """
    path = folder / f"data-{records}.ttl"
    if not path.exists():
        worlds = generate(records // RECORDS_PER_WORLD, SEED)
        record_set = read_records(write_worlds(worlds, folder / f"worlds-{records}"))
        with atomic_write(path) as out:
            write_turtle(record_triples(record_set), out)
            out.write(b"\n" + resource_path("ontology", "evidence.ttl").read_bytes())
            for number in range(records // RECORDS_PER_WORLD):
                out.write(f"<{ID_BASE}broken:{number}> a <{EG_DOCUMENT}> .\n".encode())
    return path


def write_shapes(folder: Path, task: str) -> Path:
    """Write the shapes of one task as one file.

    Args:
        folder: Gets the file.
        task: One of `SHAPES`.

    Returns:
        The file.
    """
    path = folder / f"{task}.ttl"
    folder.mkdir(parents=True, exist_ok=True)
    parts = [resource_path("shapes", name).read_bytes() for name in SHAPES[task]]
    path.write_bytes(b"\n".join(parts))
    return path
