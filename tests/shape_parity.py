"""What the native verifier and the portable shapes say of one world, in rows; and worlds with every fault."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, TypeAlias

from pyoxigraph import NamedNode, RdfFormat, parse

from benchmarks.faults import FAULTS, edited
from benchmarks.worlds import generate
from graph_rdf.evidence import RECORD_RULES, read_world, verify
from graph_rdf.export import write_records
from graph_rdf.records import RdfProfile, lexical_record_triples, read_records
from graph_rdf.shacl.native_engine import NativeEngine
from tests.shape_results import Row, of_triples, result_rows, shipped_shapes, short

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from benchmarks.worlds import GeneratedWorld
    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.shacl.protocol import ShaclEngine

FILES = ("evidence", "structure", "prefixes")
"""What an engine is given beside the data and the ontology."""

Terms: TypeAlias = tuple[str, str, str]
"""Source shape, focus node and value of a result as N-Triples terms; ``-`` for no value."""

EVIDENCE = frozenset(short(shape).removeprefix("egsh:") for shape in shipped_shapes("evidence").shapes)


def by_shapes(engine: ShaclEngine, data: EmbeddedDataset) -> list[Row]:
    """Rule, record, anchor; None for the anchor where the record itself is refused."""
    return evidence_rows(result_rows(engine, data, shipped_shapes("evidence")))


def evidence_rows(rows: Iterable[Row]) -> list[Row]:
    """Keep the rows of the support rules, each once, sorted."""
    kept = {
        (rule, record, None if rule in RECORD_RULES else anchor)
        for rule, record, anchor in rows
        if rule in EVIDENCE
    }
    return sorted(kept, key=str)


def structure_rows(rows: Iterable[Row]) -> list[Row]:
    """Keep the rows of the other shapes, each once, sorted."""
    return sorted({row for row in rows if row[0] not in EVIDENCE}, key=str)


def by_native_structure(data: EmbeddedDataset) -> list[Row]:
    """What the native engine says of the form of the data."""
    return structure_rows(result_rows(NativeEngine(), data, shipped_shapes("structure")))


def rows_of_terms(results: Iterable[Terms]) -> list[Row]:
    """Shorten the results of an engine that runs elsewhere."""
    return [
        (_short(shape).removeprefix("egsh:"), _short(focus), None if value == "-" else _short(value))
        for shape, focus, value in results
    ]


def _short(text: str) -> str:
    if text.startswith("_:"):
        return "_:"
    (quad,) = parse(f"<x:s> <x:p> {text} .", format=RdfFormat.N_TRIPLES)
    return short(quad.object)


def by_verifier(data: EmbeddedDataset) -> list[Row]:
    """Give the verdicts of the native verifier as the shapes tell them."""
    world = read_world(data)
    verdicts = verify(world, {})
    rows: list[Row] = []
    for place, record in enumerate(world.records):
        own = verdicts.record_failures.get(place, ())
        rows += [(failure.rule, _named(record), None) for failure in own]
        rows += [
            (failure.rule, _named(record), _named(world.anchors[anchor]))
            for anchor in world.anchors_of(place)
            if not own and (failure := verdicts.anchor_failures.get(anchor)) is not None
        ]
    return sorted(rows, key=str)


def _named(iri: str) -> str:
    return short(NamedNode(iri))


def faulty(count: int, seed: int) -> list[GeneratedWorld]:
    """Make worlds with all faults in turn; six have every one."""
    return list(generate(count, seed, tuple(FAULTS)))


def in_rdf(worlds: Sequence[GeneratedWorld]) -> EmbeddedDataset:
    """Write worlds as one graph with the ontology, bodies embedded."""
    out = io.BytesIO()
    write_records((record for world in worlds for record in world.records), out)
    edits: Collection[str] = [record for world in worlds for record in world.edits]
    triples = edited(lexical_record_triples(read_records(out.getvalue()), RdfProfile()), edits)
    return of_triples("".join(f"{s} {p} {o} .\n" for s, p, o in triples).encode())


def n_triples(data: EmbeddedDataset) -> str:
    """Write a graph for an engine that runs elsewhere."""
    return "".join(sorted(f"{quad.triple} .\n" for quad in data.quads()))
