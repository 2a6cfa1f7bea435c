"""`validate`: inputs to data, SHACL and evidence to findings with places, and what was looked at."""

from __future__ import annotations

from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from graph_rdf.beside import LARGE, Beside, processors
from graph_rdf.errors import InputError, NothingCheckedError, OntologyError
from graph_rdf.gate.apart import declared_apart
from graph_rdf.gate.engines import make_engine
from graph_rdf.gate.inputs import collect_inputs
from graph_rdf.gate.judging import judge_by_shapes, judge_support
from graph_rdf.gate.lines import SourceLines
from graph_rdf.gate.ontologies import placed_error, read_ontology
from graph_rdf.gate.places import PlaceFinder
from graph_rdf.gate.reading import data_of, read_data, records_inputs
from graph_rdf.gate.record_findings import RecordFindings, record_findings, with_records
from graph_rdf.gate.shapes import choose_shapes, evidence_shapes, require_focus_nodes, require_found
from graph_rdf.gate.stopping import engine_limits, run_within
from graph_rdf.gate.streaming import stream_records
from graph_rdf.gate.unknown_terms import unknown_term_findings
from graph_rdf.gate.unlooked import unlooked_files
from graph_rdf.gate.validation import (
    NO_SHACL,
    Part,
    Validation,
    beyond_shacl,
    joined_report,
    joined_runs,
    run_summary,
)
from graph_rdf.namespaces import ID_BASE
from graph_rdf.ontology import read_predicates
from graph_rdf.ontology.confusable import confusable_forms
from graph_rdf.records import iri_of_id
from graph_rdf.report.model import Summary
from graph_rdf.shacl.coverage import survey_coverage
from graph_rdf.shacl.result_findings import shacl_findings
from graph_rdf.syntax import declared_prefixes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.findings import Finding
    from graph_rdf.gate.inputs import InputFile
    from graph_rdf.gate.ontologies import Ontology
    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.gate.reading import Data
    from graph_rdf.gate.shapes import ChosenShapes
    from graph_rdf.gate.streaming import Progress
    from graph_rdf.shacl.coverage_values import Coverage
    from graph_rdf.shacl.protocol import Limits, ShaclEngine, ShaclRun


def validate(
    paths: Iterable[str], reading: ReadOptions, options: CheckOptions, progress: Progress | None = None
) -> Validation:
    """Check files.

    Args:
        paths: Files, folders, or ``-`` for standard input.
        reading: How to read them.
        options: What to check.
        progress: Is told how far a stream is.

    Returns:
        What was found. Errors in the data files are findings; the other files are still checked.

    Raises:
        GraphRdfError: It could not be checked: an input or a shapes file cannot be read, shapes are
            ill-formed, a name is unknown, or nothing would have been checked.
    """
    started = monotonic()
    return run_within(
        lambda: _validate(paths, reading, options, progress, started),
        seconds=options.max_seconds,
        mebibytes=options.max_memory,
    )


def _validate(
    paths: Iterable[str],
    reading: ReadOptions,
    options: CheckOptions,
    progress: Progress | None,
    started: float,
) -> Validation:
    """Check files, in the process in which the budget is watched."""
    engine = make_engine(options.engine)
    files = collect_inputs(paths, reading.stdin_name)
    ontology = read_ontology(reading.ontologies, packaged=options.evidence)
    groups = [[file] for file in files] if options.each else [files]
    parts = [_check_named(group, ontology, engine, reading, options, progress, started) for group in groups]
    names = tuple(file.name for file in files)
    lines = SourceLines([source for part in parts for source in part.sources], files)
    return Validation(
        report=joined_report(parts, options, names, lines),
        shacl=joined_runs(part.shacl for part in parts),
        line_of=lines,
        warnings=tuple(
            dict.fromkeys([*_confusable(ontology), *(w for part in parts for w in part.warnings)])
        ),
        nodes={name: iri for part in parts for name, iri in part.nodes.items()},
        inputs=(
            *((file.name, file.path) for file in files),
            *((str(path), path) for path in reading.ontologies),
            # Shapes that are in memory are no files of the user.
            *((str(shapes), shapes) for shapes in options.shapes if isinstance(shapes, Path)),
        ),
        prefixes=declared_prefixes(source for part in parts for source in (*part.sources, *part.shapes)),
        beyond_shacl=beyond_shacl(parts),
        files=names,
    )


def _confusable(ontology: Ontology) -> list[str]:
    """Warn of clause forms of the user that can be taken for others; the packaged ones cannot."""
    return list(map(str, confusable_forms(read_predicates(ontology.triples)))) if ontology.sources else []


def validate_dataset(
    dataset: EmbeddedDataset, name: str, reading: ReadOptions, options: CheckOptions
) -> Validation:
    """Check a graph that is in memory.

    Args:
        dataset: The graph; the ontology is added to its store.
        name: What reports call it.
        reading: The ontology and the catalog of the run.
        options: What to check; all but `each`.

    Returns:
        What was found.

    Raises:
        GraphRdfError: It could not be checked, as for `validate`.
    """
    started = monotonic()
    return run_within(
        lambda: _validate_dataset(dataset, name, reading, options, started),
        seconds=options.max_seconds,
        mebibytes=options.max_memory,
    )


def _validate_dataset(
    dataset: EmbeddedDataset, name: str, reading: ReadOptions, options: CheckOptions, started: float
) -> Validation:
    """Check a graph that is in memory, in the process in which the budget is watched."""
    engine = make_engine(options.engine)
    ontology = read_ontology(reading.ontologies, packaged=options.evidence)
    part = _check_data(data_of(dataset, name, ontology), ontology, engine, reading, options, started)
    return Validation(
        report=joined_report([part], options, [name], SourceLines([])),
        shacl=part.shacl,
        line_of=SourceLines([]),
        warnings=part.warnings,
        nodes=part.nodes,
        inputs=(),
        prefixes=declared_prefixes(part.shapes),
        beyond_shacl=beyond_shacl([part]),
    )


def _check_named(
    files: Sequence[InputFile],
    ontology: Ontology,
    engine: ShaclEngine,
    reading: ReadOptions,
    options: CheckOptions,
    progress: Progress | None,
    started: float,
) -> Part:
    """Check the files of one graph; a refusal says which file it was, when each is checked on its own."""
    try:
        streamed = _stream(files, ontology, reading, options, progress) if options.stream else None
        if streamed is not None:
            return streamed
        data = read_data(files, reading, ontology, for_shapes=True)
        return _check_data(data, ontology, engine, reading, options, started)
    except NothingCheckedError as error:
        if options.each and error.path is None:
            raise NothingCheckedError(error.message, path=files[0].name) from error
        raise


def _check_data(
    data: Data,
    ontology: Ontology,
    engine: ShaclEngine,
    reading: ReadOptions,
    options: CheckOptions,
    started: float,
) -> Part:
    """Check one graph."""
    warnings = _empty_files(data, options)
    shapes = choose_shapes(data, reading, options)
    forgiven = options.allow_empty or data.is_broken
    focus = require_focus_nodes(data, shapes, allow_empty=forgiven)
    with closing(_verification(data, ontology, reading, options)) as verified:
        run, by_shapes = _run_shapes(data, shapes, engine, engine_limits(options, started))
        found = require_found(shapes, run.untargeted, allow_empty=forgiven)
        unknown, told = verified.result()
    finder = PlaceFinder(data, ontology.sources, reading.base)
    if options.portable and options.evidence and data.has_records:
        with _placed_errors(data):
            told = record_findings(judge_by_shapes(data, by_shapes), data, options)
    findings = [*with_records([*by_shapes, *unknown], told.names), *told.findings]
    if not (run.focus_nodes or told.verdicts or forgiven):
        raise NothingCheckedError("nothing was checked: no shape matched a node")
    if len(data.files) > 1:
        sources = (*data.sources, *ontology.sources)
        findings += declared_apart(sources, data.records, reading.base or ID_BASE)
        warnings = (*warnings, *unlooked_files(data.dataset, data.sources, shapes.graph))
    return Part(
        findings=[*data.findings, *finder.placed(findings)],
        records=told.verdicts,
        summary=run_summary(len(data.files), data.triples, run, told.verdicts),
        shacl=run,
        sources=data.sources,
        shapes=() if shapes.graph is None else shapes.graph.sources,
        warnings=(*warnings, *shapes.warnings, *focus, *found, *run.limits_hit, *run.doubts),
        nodes={name: iri for iri, name in told.names.items()},
        coverage=_covered(data, ontology, shapes, run, options) if options.coverage else None,
    )


def _verification(
    data: Data, ontology: Ontology, reading: ReadOptions, options: CheckOptions
) -> Beside[tuple[list[Finding], RecordFindings]]:
    """Begin what needs no shapes; of large data it runs beside them."""

    def run() -> tuple[list[Finding], RecordFindings]:
        if not (options.evidence and data.has_evidence):
            return [], RecordFindings()
        unknown = unknown_term_findings(data.dataset, ontology)
        if options.portable or not data.has_records:
            return unknown, RecordFindings()
        with _placed_errors(data):
            return unknown, record_findings(judge_support(data, reading), data, options)

    return Beside(run, fork=len(data.dataset) >= LARGE and processors() > 1)


@contextmanager
def _placed_errors(data: Data) -> Iterator[None]:
    """Give errors in the declarations of the data their places: the data declares predicates too."""
    try:
        yield
    except OntologyError as error:
        raise placed_error(error, data.sources) from error


def _covered(
    data: Data, ontology: Ontology, shapes: ChosenShapes, run: ShaclRun, options: CheckOptions
) -> Coverage | None:
    """Find out what the shapes and the verifier looked at; the ontology is not what they have to look at."""
    if shapes.graph is None:
        return None
    known = frozenset(ontology.triples)
    own = (quad.triple for quad in data.dataset.quads() if quad.triple not in known)
    verified = options.evidence and data.has_records and not options.portable
    # What the verifier reads is what evidence.ttl names: both are held to the same rules.
    unlisted = (evidence_shapes(),) if verified else ()
    return survey_coverage(shapes.graph, data.dataset, own, run.skipped_of, unlisted)


def _stream(
    files: Sequence[InputFile],
    ontology: Ontology,
    reading: ReadOptions,
    options: CheckOptions,
    progress: Progress | None,
) -> Part | None:
    """Verify records files as a stream; None when the general way has to report what is wrong with them."""
    if options.shapes or options.portable or options.coverage or not options.evidence:
        given = "--shapes, --portable, --coverage and --no-evidence"
        raise InputError(f"a stream runs no shapes; leave {given} out")
    for file in files:
        if not file.is_records or file.path is None:
            raise InputError("a stream takes records files (*.records.jsonl) alone", path=file.name)
    found = stream_records(records_inputs(files), ontology, reading, options, progress)
    if found is None:
        return None
    numbers = Summary(
        files=len(files),
        records=found.records,
        supported=found.supported,
        refused=found.records - found.supported,
        contested=found.contested,
    )
    return Part(
        found.findings,
        found.verdicts,
        numbers,
        NO_SHACL,
        (),
        (),
        (),
        {one.id: iri_of_id(one.id, reading.base or ID_BASE) for one in found.verdicts},
    )


def _empty_files(data: Data, options: CheckOptions) -> tuple[str, ...]:
    """Refuse named files that hold nothing; a warning for each when that is allowed."""
    if data.empty and not options.allow_empty:
        raise NothingCheckedError("nothing was checked: the file holds no triple", path=data.empty[0])
    return tuple(f"{name}: the file holds no triple" for name in data.empty)


def _run_shapes(
    data: Data, shapes: ChosenShapes, engine: ShaclEngine, limits: Limits
) -> tuple[ShaclRun, list[Finding]]:
    """Run the SHACL engine."""
    if shapes.graph is None:
        return NO_SHACL, []
    run = engine.validate(data.dataset, shapes.graph, limits)
    return run, shacl_findings(run, shapes.graph)
