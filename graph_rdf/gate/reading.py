"""From files to one dataset: RDF and records alike, with the ontology merged in."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from graph_rdf.dataset import EmbeddedDataset, as_statements, load_sources
from graph_rdf.errors import DataError, GraphRdfError, InputError, RecordsError
from graph_rdf.findings import Severity
from graph_rdf.gate.declarations import declaration_findings
from graph_rdf.gate.inputs import RECORDS_PARQUET_SUFFIX, RECORDS_SUFFIX
from graph_rdf.gate.places import PlaceFinder
from graph_rdf.namespaces import EG, ID_BASE
from graph_rdf.records import (
    ParquetInput,
    RdfProfile,
    RecordsInput,
    problem_findings,
    read_records,
    record_triples,
)
from graph_rdf.syntax import FORMATS, format_of, is_empty, read_source, source_from_bytes, with_contexts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyoxigraph import Triple

    from graph_rdf.dataset.protocol import Dataset
    from graph_rdf.findings import Finding
    from graph_rdf.gate.inputs import InputFile
    from graph_rdf.gate.ontologies import Ontology
    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.records import RecordSet, RecordsFile
    from graph_rdf.syntax import Source

_JSON_OBJECT = re.compile(rb'\s*\{\s*"')
EVIDENCE = f'ASK {{ ?node a ?class FILTER(STRSTARTS(STR(?class), "{EG}")) }}'
RECORDS = f"ASK {{ ?node a <{EG}RelationRecord> }}"


@dataclass(frozen=True, slots=True)
class Data:
    """What was read.

    Args:
        files: The names of the inputs, in order.
        dataset: The data and the ontology, in one default graph.
        sources: The RDF sources that were loaded.
        records: The records, when there are records files and all of them could be read.
        triples: Number of triples of the data alone.
        findings: What is wrong with the files themselves, sorted.
        empty: The named inputs that hold nothing at all.
        has_evidence: Whether the data holds nodes of the evidence model.
        has_records: Whether it holds relation records.
        stated: The declared relation predicates that stand as plain triples in the data, by IRI, sorted.
    """

    files: tuple[str, ...]
    dataset: EmbeddedDataset
    sources: tuple[Source, ...]
    records: RecordSet | None
    triples: int
    findings: tuple[Finding, ...]
    empty: tuple[str, ...]
    has_evidence: bool
    has_records: bool
    stated: tuple[str, ...]

    @property
    def is_broken(self) -> bool:
        """Whether something in the files could not be read."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


class DataGraph(Protocol):
    """What the choice of shapes asks of data, wherever it lies; see `Data`."""

    @property
    def dataset(self) -> Dataset:
        """The data and the ontology, in one default graph."""

    @property
    def empty(self) -> tuple[str, ...]:
        """The named inputs that hold nothing at all."""

    @property
    def has_evidence(self) -> bool:
        """Whether the data holds nodes of the evidence model."""

    @property
    def has_records(self) -> bool:
        """Whether it holds relation records."""

    @property
    def stated(self) -> tuple[str, ...]:
        """The relation predicates that stand as plain triples in it."""

    @property
    def is_broken(self) -> bool:
        """Whether something in the files could not be read."""


class RecordGraph:
    """The triples of records files; they are made again each time, so that they need no memory."""

    def __init__(self, records: RecordSet, profile: RdfProfile) -> None:
        self._records = records
        self._profile = profile

    def __iter__(self) -> Iterator[Triple]:
        return record_triples(self._records, self._profile)


def read_data(
    files: Sequence[InputFile], options: ReadOptions, ontology: Ontology, *, for_shapes: bool = False
) -> Data:
    """Read files into one dataset.

    Args:
        files: The inputs.
        options: How to read them.
        ontology: The ontology of the run.
        for_shapes: Whether shapes will be run over the data; see `load_sources` on literals.

    Returns:
        The data; problems of the files are findings in it, and a file with a problem adds no triples.

    Raises:
        InputError: A file cannot be read at all.
    """
    findings: list[Finding] = []
    records: RecordSet | None = None
    try:
        records = _read_records(files)
    except RecordsError as error:
        findings += problem_findings(error.problems)
    graph: RecordGraph | tuple[()] = ()
    if records is not None:
        graph = RecordGraph(records, record_profile(options, ontology))
    sources = [_read_source(file, options) for file in files if not file.is_records]
    loaded, problems = load_sources(sources, triples=graph, literals=for_shapes, memory=options.memory)
    findings += problems
    written = _as_one_graph(loaded)
    declared = declaration_findings(written, loaded.sources, ontology)
    triples, has_evidence, has_records = len(written), written.ask(EVIDENCE), written.ask(RECORDS)
    dataset = as_statements(written) if has_records else written
    stated = tuple(iri for iri in sorted(ontology.names.values()) if dataset.ask(stated_query(iri)))
    empty = [source.path for source in loaded.sources if is_empty(source)]
    if records is not None and next(iter(graph), None) is None:
        empty += [file.name for file in files if file.is_records]
    data = Data(
        files=tuple(file.name for file in files),
        dataset=dataset.extended(ontology.triples),
        sources=loaded.sources,
        records=records,
        triples=triples,
        findings=(),
        empty=tuple(file.name for file in files if file.name in empty and not file.from_folder),
        has_evidence=has_evidence,
        has_records=has_records,
        stated=stated,
    )
    findings += PlaceFinder(data, ontology.sources, options.base).placed(declared)
    return replace(data, findings=tuple(sorted(findings, key=lambda finding: finding.sort_key)))


def data_of(dataset: EmbeddedDataset, name: str, ontology: Ontology) -> Data:
    """Take a graph that is in memory in place of files.

    Args:
        dataset: The graph; the ontology is added to its store.
        name: What reports call it.
        ontology: The ontology of the run.

    Returns:
        The data, as `read_data` gives it for one RDF file without problems.
    """
    whole = _as_one_graph(dataset)
    # All of it is asked before the ontology joins.
    data = Data(
        files=(name,),
        dataset=whole,
        sources=(),
        records=None,
        triples=len(dataset),
        findings=tuple(declaration_findings(whole, (), ontology)),
        empty=() if len(dataset) else (name,),
        has_evidence=whole.ask(EVIDENCE),
        has_records=whole.ask(RECORDS),
        stated=tuple(iri for iri in sorted(ontology.names.values()) if whole.ask(stated_query(iri))),
    )
    return replace(data, dataset=whole.extended(ontology.triples))


def require_whole(data: Data) -> None:
    """Refuse data that has problems, for commands that answer from the whole of it.

    Raises:
        DataError: Some file has a problem; `problems` holds all of them.
        RecordsError: Likewise, when only records files have.
    """
    wrong = [finding for finding in data.findings if finding.severity is Severity.ERROR]
    if not wrong:
        return
    problems = [
        GraphRdfError(f"{f.rule}: {f.message}", path=f.path, line=f.line, column=f.column) for f in wrong
    ]
    count = f"{len(problems)} problem{'s' * (len(problems) != 1)}"
    raise DataError(
        f"the data cannot be used: {count} in the files; 'ttl-check validate' shows them", problems
    )


def record_profile(options: ReadOptions, ontology: Ontology) -> RdfProfile:
    """Say how records become RDF in this run."""
    return RdfProfile(ontology.names, options.base or ID_BASE, options.embed_limit, options.max_body)


def read_record_files(files: Sequence[InputFile]) -> RecordSet:
    """Read records files.

    Raises:
        InputError: A file cannot be read, or is no records file.
        RecordsError: A line is wrong; `problems` holds all of them.
    """
    for file in files:
        if not file.is_records:
            raise InputError("is no records file (*.records.jsonl)", path=file.name)
    records = _read_records(files)
    assert records is not None  # noqa: S101 - there is at least one file, the command line demands it
    return records


def records_inputs(files: Sequence[InputFile]) -> list[RecordsFile]:
    """Name the records files among the inputs, for `read_records`.

    Raises:
        InputError: A Parquet file cannot be read, or comes on standard input.
        EngineError: A Parquet file needs pyarrow, which is not installed.
    """
    return [_records_input(file) for file in files if file.is_records]


def _records_input(file: InputFile) -> RecordsFile:
    if file.path is None:
        if file.is_parquet:
            raise InputError("Parquet is read from files, not from standard input", path=file.name)
        return RecordsInput(file.name, sys.stdin.buffer.read(), None)
    if file.is_parquet:
        return ParquetInput(file.name, file.path)
    return RecordsInput(file.name, file.path, file.path.parent)


def _read_records(files: Sequence[InputFile]) -> RecordSet | None:
    """Read the records files among the inputs; None when there is none."""
    inputs = records_inputs(files)
    return read_records(*inputs) if inputs else None


def _read_source(file: InputFile, options: ReadOptions) -> Source:
    """Read one RDF file."""
    if format_of(file.name) is None:
        known = " ".join((*sorted(FORMATS), RECORDS_SUFFIX, RECORDS_PARQUET_SUFFIX))
        raise InputError(f"is of no known format; the extension must be one of {known}", path=file.name)
    if file.path is None:
        data = sys.stdin.buffer.read()
        # No RDF syntax but JSON-LD begins so.
        if options.stdin_name is None and _JSON_OBJECT.match(data):
            raise InputError(
                "looks like JSON; give --stdin-filename x.records.jsonl for records, or x.jsonld for JSON-LD",
                path=file.name,
            )
        return with_contexts(source_from_bytes(data, name=file.name, base=options.base), options.catalog)
    return with_contexts(read_source(file.path, name=file.name, base=options.base), options.catalog)


def _as_one_graph(dataset: EmbeddedDataset) -> EmbeddedDataset:
    """Merge named graphs into the default graph: all files of a run are one data graph."""
    if next(iter(dataset.store.named_graphs()), None) is None:
        return dataset
    return EmbeddedDataset.from_triples([quad.triple for quad in dataset.quads()])


def stated_query(predicate: str) -> str:
    """Ask whether a relation predicate stands in a plain triple."""
    return f"ASK {{ ?subject <{predicate}> ?object }}"
