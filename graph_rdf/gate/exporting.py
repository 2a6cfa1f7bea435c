"""`export`: records to a profile, from records files or from RDF that holds records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, BinaryIO

from graph_rdf.errors import InputError
from graph_rdf.export import write_nquads, write_ntriples, write_records, write_trig, write_turtle
from graph_rdf.gate.inputs import collect_inputs
from graph_rdf.gate.ontologies import read_ontology
from graph_rdf.gate.reading import read_data, read_record_files, record_profile, require_whole
from graph_rdf.namespaces import ID_BASE
from graph_rdf.records import ExportWarning, lexical_record_triples, records_from_dataset

if TYPE_CHECKING:
    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.records import RdfProfile, RecordSet


@dataclass(frozen=True, slots=True)
class Export:
    """Records that are ready to be written.

    Args:
        records: The records.
        profile: How they become RDF.
        warnings: What of the input they could not hold.
    """

    records: RecordSet
    profile: RdfProfile
    warnings: tuple[str, ...] = ()


def open_export(path: str, options: ReadOptions) -> Export:
    """Read records from records files or from RDF.

    Args:
        path: A file, a folder, or ``-``. In a folder that holds records files these count, not their exports.
        options: How to read.

    Returns:
        The records.

    Raises:
        GraphRdfError: They cannot be read whole; nothing is written then.
    """
    files = collect_inputs([path], options.stdin_name)
    ontology = read_ontology(options.ontologies)
    profile = record_profile(options, ontology)
    record_files = [file for file in files if file.is_records]
    if record_files:
        return Export(read_record_files(record_files), profile)
    data = read_data(files, options, replace(ontology, triples=()))
    require_whole(data)
    if not data.has_evidence:
        raise InputError("holds no records", path=path)
    folders = {source.folder for source in data.sources}
    names = {iri: name for name, iri in ontology.names.items()}
    records, warnings = records_from_dataset(
        data.dataset,
        names,
        base=options.base or ID_BASE,
        folder=folders.pop() if len(folders) == 1 else None,
    )
    return Export(records, profile, tuple(f"{path}: {warning}" for warning in warnings))


def write_export(export: Export, form: str, out: BinaryIO) -> list[str]:
    """Write records.

    Args:
        export: The records.
        form: ``ttl``, ``nt``, ``nq``, ``trig`` or ``jsonl``.
        out: Where the bytes go.

    Returns:
        Warnings, one line each: what the form could not say in full.

    Raises:
        OSError: The output cannot be written.
        InputError: A records file changed while it was read.
    """
    noted: list[ExportWarning] = []
    if form == "jsonl":
        write_records(export.records.records(), out)
        return list(export.warnings)
    triples = lexical_record_triples(export.records, export.profile, noted)
    if form == "ttl":
        write_turtle(triples, out, export.profile.prefixes())
    elif form == "nt":
        write_ntriples(triples, out)
    elif form == "trig":
        write_trig([(None, triples)], out, export.profile.prefixes())
    else:
        write_nquads([(None, triples)], out)
    return [*export.warnings, *(_line(warning) for warning in noted)]


def _line(warning: ExportWarning) -> str:
    """Write a warning as one line with its place."""
    place = "" if warning.path is None else f"{warning.path}:{warning.line}: "
    return f"{place}{warning.record}: {warning.message}"
