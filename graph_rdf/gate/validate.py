"""`validate`: inputs to data, SHACL and evidence to findings with places, and what was looked at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from graph_rdf.errors import InputError, NothingCheckedError
from graph_rdf.evidence import OWNER, RecordVerdict, evidence_findings, record_verdicts
from graph_rdf.evidence.rules import CONTESTED
from graph_rdf.findings import Severity
from graph_rdf.gate.apart import declared_apart
from graph_rdf.gate.engines import make_engine
from graph_rdf.gate.inputs import collect_inputs
from graph_rdf.gate.judging import judge_by_shapes, judge_support
from graph_rdf.gate.lines import SourceLines
from graph_rdf.gate.ontologies import read_ontology
from graph_rdf.gate.places import PlaceFinder
from graph_rdf.gate.plain_triples import unsupported_triples
from graph_rdf.gate.reading import data_of, read_data, records_inputs
from graph_rdf.gate.shapes import choose_shapes, require_focus_nodes
from graph_rdf.gate.streaming import stream_records
from graph_rdf.gate.unknown_terms import unknown_term_findings
from graph_rdf.gate.unlooked import unlooked_files
from graph_rdf.namespaces import ID_BASE
from graph_rdf.ontology import read_predicates
from graph_rdf.ontology.confusable import confusable_forms
from graph_rdf.records import iri_of_id
from graph_rdf.report.model import Summary, ValidationReport
from graph_rdf.shacl.protocol import Limits, ShaclRun
from graph_rdf.shacl.result_findings import shacl_findings
from graph_rdf.syntax import declared_prefixes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.findings import Finding
    from graph_rdf.gate.inputs import InputFile
    from graph_rdf.gate.judging import Judgement
    from graph_rdf.gate.ontologies import Ontology
    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.gate.reading import Data
    from graph_rdf.gate.shapes import ChosenShapes
    from graph_rdf.gate.streaming import Progress
    from graph_rdf.report.model import LineOf
    from graph_rdf.shacl.protocol import ShaclEngine
    from graph_rdf.syntax import Source

NO_SHACL = ShaclRun((), 0, 0, 0)
"""What a run without shapes has to say."""


@dataclass(frozen=True, slots=True)
class Validation:
    """The outcome of `validate`.

    Args:
        report: The findings, verdicts and numbers.
        shacl: The SHACL results alone, for the W3C report.
        line_of: The lines of the inputs, for excerpts.
        warnings: What the user should know about the run itself, sorted, each once.
        nodes: Id → IRI of the records.
        inputs: The files, and the ontology files of the user, in order.
        prefixes: Prefix → namespace, as the inputs and the shapes declare them.
        beyond_shacl: Number of findings, before any cut, that the W3C report cannot hold.
    """

    report: ValidationReport
    shacl: ShaclRun
    line_of: LineOf
    warnings: tuple[str, ...]
    nodes: Mapping[str, str]
    inputs: tuple[tuple[str, Path | None], ...]
    prefixes: Mapping[str, str] = field(default_factory=dict)
    beyond_shacl: int = 0

    @property
    def conforms(self) -> bool:
        """Whether no finding is an error."""
        return self.report.conforms

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, sorted."""
        return self.report.findings

    @property
    def records(self) -> tuple[RecordVerdict, ...]:
        """The verdicts on the relation records, sorted by id."""
        return self.report.records

    @property
    def summary(self) -> Summary:
        """What was looked at, and how much was found."""
        return self.report.summary


@dataclass(frozen=True, slots=True)
class Part:
    """The outcome for one graph: all files merged, or one of them."""

    findings: list[Finding]
    records: list[RecordVerdict]
    summary: Summary
    shacl: ShaclRun
    sources: tuple[Source, ...]
    shapes: tuple[Source, ...]
    warnings: tuple[str, ...]
    nodes: Mapping[str, str]


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
    engine = make_engine(options.engine)
    files = collect_inputs(paths, reading.stdin_name)
    ontology = read_ontology(reading.ontologies, packaged=options.evidence)
    groups = [[file] for file in files] if options.each else [files]
    parts = [_check_named(group, ontology, engine, reading, options, progress) for group in groups]
    return Validation(
        report=joined_report(parts, options, len(files)),
        shacl=_joined(part.shacl for part in parts),
        line_of=SourceLines([source for part in parts for source in part.sources], files),
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
        beyond_shacl=_beyond_shacl(parts),
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
    engine = make_engine(options.engine)
    ontology = read_ontology(reading.ontologies, packaged=options.evidence)
    part = _check_data(data_of(dataset, name, ontology), ontology, engine, reading, options)
    return Validation(
        report=joined_report([part], options, 1),
        shacl=part.shacl,
        line_of=SourceLines([]),
        warnings=part.warnings,
        nodes=part.nodes,
        inputs=(),
        prefixes=declared_prefixes(part.shapes),
        beyond_shacl=_beyond_shacl([part]),
    )


def _check_named(
    files: Sequence[InputFile],
    ontology: Ontology,
    engine: ShaclEngine,
    reading: ReadOptions,
    options: CheckOptions,
    progress: Progress | None,
) -> Part:
    """Check the files of one graph; a refusal says which file it was, when each is checked on its own."""
    try:
        streamed = _stream(files, ontology, reading, options, progress) if options.stream else None
        return streamed or _check(files, ontology, engine, reading, options)
    except NothingCheckedError as error:
        if options.each and error.path is None:
            raise NothingCheckedError(error.message, path=files[0].name) from error
        raise


def _check(
    files: Sequence[InputFile],
    ontology: Ontology,
    engine: ShaclEngine,
    reading: ReadOptions,
    options: CheckOptions,
) -> Part:
    """Check the files of one graph."""
    return _check_data(read_data(files, reading, ontology), ontology, engine, reading, options)


def _check_data(
    data: Data, ontology: Ontology, engine: ShaclEngine, reading: ReadOptions, options: CheckOptions
) -> Part:
    """Check one graph."""
    warnings = _empty_files(data, options)
    shapes = choose_shapes(data, reading, options)
    forgiven = options.allow_empty or data.is_broken
    focus = require_focus_nodes(data, shapes, allow_empty=forgiven)
    run, by_shapes = _run_shapes(data, shapes, engine)
    finder = PlaceFinder(data, ontology.sources, reading.base)
    findings = list(by_shapes)
    verdicts: list[RecordVerdict] = []
    nodes: dict[str, str] = {}
    if options.evidence and data.has_evidence:
        findings += unknown_term_findings(data.dataset, ontology)
    if options.evidence and data.has_records:
        judgement = judge_by_shapes(data, by_shapes) if options.portable else judge_support(data, reading)
        own, verdicts = seen_by_owner(judgement, options)
        plain = unsupported_triples(data.dataset, judgement, data.stated)
        findings = [*with_records(findings, judgement), *own, *plain]
        nodes = {judgement.world.id_of(iri): iri for iri in judgement.world.records}
    if not (run.focus_nodes or verdicts or forgiven):
        raise NothingCheckedError("nothing was checked: no shape matched a node")
    if len(data.files) > 1:
        sources = (*data.sources, *ontology.sources)
        findings += declared_apart(sources, data.records, reading.base or ID_BASE)
        warnings = (*warnings, *unlooked_files(data.dataset, data.sources, shapes.graph))
    return Part(
        findings=[*data.findings, *finder.placed(findings)],
        records=verdicts,
        summary=run_summary(len(data.files), data.triples, run, verdicts),
        shacl=run,
        sources=data.sources,
        shapes=() if shapes.graph is None else shapes.graph.sources,
        warnings=(*warnings, *shapes.warnings, *focus),
        nodes=nodes,
    )


def _stream(
    files: Sequence[InputFile],
    ontology: Ontology,
    reading: ReadOptions,
    options: CheckOptions,
    progress: Progress | None,
) -> Part | None:
    """Verify records files as a stream; None when the general way has to report what is wrong with them."""
    if options.shapes or options.portable or not options.evidence:
        raise InputError("a stream runs no shapes; leave --shapes, --portable and --no-evidence out")
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


def _run_shapes(data: Data, shapes: ChosenShapes, engine: ShaclEngine) -> tuple[ShaclRun, list[Finding]]:
    """Run the SHACL engine."""
    if shapes.graph is None:
        return NO_SHACL, []
    run = engine.validate(data.dataset, shapes.graph, Limits())
    return run, shacl_findings(run, shapes.graph)


def seen_by_owner(judgement: Judgement, options: CheckOptions) -> tuple[list[Finding], list[RecordVerdict]]:
    """Read as the owner of the files: every record, whatever its audience."""
    seen = judgement.seen(options.view, options.as_of, OWNER)
    findings = evidence_findings(seen)
    if options.portable:
        findings = [finding for finding in findings if finding.rule == CONTESTED]
    return findings, record_verdicts(seen)


def with_records(findings: Iterable[Finding], judgement: Judgement) -> list[Finding]:
    """Name the record in findings about a record or a part of it."""
    world = judgement.world
    records = frozenset(world.records)

    def named(finding: Finding) -> Finding:
        node = (finding.focus_node or "").partition("#")[0]
        whole = finding.focus_node if finding.focus_node in records else node
        return replace(finding, record=world.id_of(whole)) if whole in records else finding

    return [named(finding) for finding in findings]


def run_summary(files: int, triples: int, run: ShaclRun, verdicts: Sequence[RecordVerdict]) -> Summary:
    """Count what was looked at in one graph; findings are counted for all graphs together."""
    return Summary(
        files=files,
        triples=triples,
        shapes=run.shapes,
        shapes_with_targets=run.shapes_with_targets,
        focus_nodes=run.focus_nodes,
        constraints_skipped=run.constraints_skipped,
        records=len(verdicts),
        supported=sum(verdict.verdict == "supported" for verdict in verdicts),
        refused=sum(verdict.verdict == "refused" for verdict in verdicts),
        contested=sum(verdict.contested for verdict in verdicts),
        truncated=run.truncated,
    )


def joined_report(
    parts: Sequence[Part], options: CheckOptions, files: int, server: str | None = None
) -> ValidationReport:
    """Put the parts together, in the order of every report; `server` is where they lie, if not in files."""
    findings = sorted((f for part in parts for f in part.findings), key=lambda finding: finding.sort_key)
    kept = findings if options.max_results is None else findings[: options.max_results]
    severities = Counter(finding.severity for finding in findings)
    rules = Counter((finding.rule, finding.severity) for finding in findings)
    total = Summary()
    for part in parts:
        total += part.summary
    summary = replace(
        total,
        errors=severities[Severity.ERROR],
        warnings=severities[Severity.WARNING],
        infos=severities[Severity.INFO],
        truncated=total.truncated or len(kept) < len(findings),
    )
    return ValidationReport(
        findings=tuple(kept),
        records=tuple(sorted((r for part in parts for r in part.records), key=lambda record: record.id)),
        summary=summary,
        server=server,
        grouping="each" if options.each and files > 1 else "merged",
        rule_counts=tuple(
            sorted(
                ((rule, severity, number) for (rule, severity), number in rules.items()),
                key=lambda row: (-row[1].rank, row[0]),
            )
        ),
    )


def _beyond_shacl(parts: Iterable[Part]) -> int:
    """Count the findings that no shape made."""
    return sum(finding.shape is None for part in parts for finding in part.findings)


def _joined(runs: Iterable[ShaclRun]) -> ShaclRun:
    """Join the SHACL results of several graphs into one report."""
    listed = list(runs)
    if len(listed) == 1:
        return listed[0]
    return replace(NO_SHACL, results=tuple(result for run in listed for result in run.results))
