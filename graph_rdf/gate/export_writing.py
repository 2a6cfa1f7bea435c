"""Opened exports to bytes: each profile by its writer."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from graph_rdf.export import (
    NanopubOptions,
    prov,
    write_annotations,
    write_graphml,
    write_jsonld,
    write_nanopubs,
    write_neo4j,
    write_nquads,
    write_ntriples,
    write_parquet,
    write_rdfxml,
    write_records,
    write_records_parquet,
    write_trig,
    write_turtle,
)
from graph_rdf.export.property_graph import PropertyGraph
from graph_rdf.export.reifiers import reifier_triples
from graph_rdf.namespaces import PREFIXES
from graph_rdf.records import ExportWarning, lexical_record_triples

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.exporting import Export
    from graph_rdf.records import RdfProfile


def write_export(
    export: Export, name: str, out: BinaryIO, nanopubs: NanopubOptions | None = None
) -> list[str]:
    """Write records as one file.

    Args:
        export: The records.
        name: The name of a profile that is one file.
        out: Where the bytes go.
        nanopubs: How nanopublications are made; the default when None.

    Returns:
        Warnings, one line each: what the profile could not say in full.

    Raises:
        GraphRdfError: The profile cannot hold the records, or a records file changed while it was read.
        OSError: The output cannot be written.
    """
    noted: list[ExportWarning] = []
    said: list[str] = []
    records, profile = export.records, export.profile
    match name:
        case "jsonl":
            write_records(records.records(), out)
        case "records-parquet":
            write_records_parquet(records.records(), out)
        case "nanopub":
            write_nanopubs(records, export.good, profile, nanopubs or NanopubOptions(), out, noted)
        case "prov":
            used = {key: PREFIXES.get(key, profile.base) for key in prov.PREFIXES}
            write_turtle(prov.prov_triples(records, profile), out, used)
        case "webannotation":
            write_annotations(records, profile, out, said.append)
        case "graphml":
            graph = PropertyGraph(records, profile, export.proof)
            write_graphml(graph, out, said.append)
            said += _left_out(graph)
        case _:
            _write_rdf(export, name, out, profile, noted)
    return [*export.warnings, *said, *(_line(warning) for warning in noted)]


def _write_rdf(
    export: Export, name: str, out: BinaryIO, profile: RdfProfile, noted: list[ExportWarning]
) -> None:
    """Write the triples of records in one of the syntaxes of RDF."""
    triples = lexical_record_triples(export.records, profile, noted)
    match name:
        case "rdf11":
            write_turtle(triples, out, profile.prefixes())
        case "rdf12":
            write_turtle(reifier_triples(triples), out, profile.prefixes(), version="1.2")
        case "jsonld":
            write_jsonld(triples, out)
        case "rdfxml":
            write_rdfxml(triples, out, profile.prefixes())
        case "nt":
            write_ntriples(triples, out)
        case "nq":
            write_nquads([(None, triples)], out)
        case "trig":
            write_trig([(None, triples)], out, profile.prefixes())
        case _:
            raise ValueError(f"{name} is no profile that is one file")


def write_export_folder(export: Export, name: str, folder: Path) -> list[str]:
    """Write records as a folder of files.

    Args:
        export: The records.
        name: ``csv`` or ``parquet``.
        folder: A folder that is there and empty.

    Returns:
        Warnings, one line each: what the profile could not say in full.

    Raises:
        GraphRdfError: A library is missing, or a records file changed while it was read.
        OSError: A file cannot be written.
    """
    said: list[str] = []
    if name == "parquet":
        write_parquet(export.records, export.profile, folder, said.append)
    elif name == "csv":
        graph = PropertyGraph(export.records, export.profile, export.proof)
        write_neo4j(graph, folder)
        said += _left_out(graph)
    else:
        raise ValueError(f"{name} is no profile that is a folder")
    return [*export.warnings, *said]


def _left_out(graph: PropertyGraph) -> list[str]:
    """Say what a property graph could not hold."""
    counts = (
        (graph.missing, "relationship", "left out: no record declares the node at its end"),
        (graph.too_large, "span", "left out: past 64 bits"),
    )
    return [f"{count} {what}{'s' * (count > 1)} {why}" for count, what, why in counts if count]


def _line(warning: ExportWarning) -> str:
    """Write a warning as one line with its place."""
    place = "" if warning.path is None else f"{warning.path}:{warning.line}: "
    return f"{place}{warning.record}: {warning.message}"
