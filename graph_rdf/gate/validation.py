"""The outcome of a validation: of one graph, of the whole run, and how the one becomes the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graph_rdf.findings import Severity
from graph_rdf.report.model import NOTHING_SET_ASIDE, ReportLimits, Summary, ValidationReport
from graph_rdf.shacl.coverage_values import joined_coverage
from graph_rdf.shacl.protocol import ShaclRun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from graph_rdf.evidence import RecordVerdict
    from graph_rdf.findings import Finding
    from graph_rdf.gate.options import CheckOptions
    from graph_rdf.report.model import LineOf
    from graph_rdf.shacl.coverage_values import Coverage
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
        files: The names of the data files, in order.
    """

    report: ValidationReport
    shacl: ShaclRun
    line_of: LineOf
    warnings: tuple[str, ...]
    nodes: Mapping[str, str]
    inputs: tuple[tuple[str, Path | None], ...]
    prefixes: Mapping[str, str] = field(default_factory=dict)
    beyond_shacl: int = 0
    files: tuple[str, ...] = ()

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
    records: Sequence[RecordVerdict]
    summary: Summary
    shacl: ShaclRun
    sources: tuple[Source, ...]
    shapes: tuple[Source, ...]
    warnings: tuple[str, ...]
    nodes: Mapping[str, str]
    coverage: Coverage | None = None


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
    parts: Sequence[Part],
    options: CheckOptions,
    files: Sequence[str],
    line_of: LineOf,
    server: str | None = None,
) -> ValidationReport:
    """Put the parts together, in the order of every report; `server` is where they lie, if not in files."""
    findings = sorted((f for part in parts for f in part.findings), key=lambda finding: finding.sort_key)
    aside = NOTHING_SET_ASIDE
    if options.sieve is not None:
        findings, aside = options.sieve.sift(findings, line_of, files)
    kept = _shown(findings, options)
    severities = Counter(finding.severity for finding in findings)
    rules = _by_rule(findings)
    shown = dict(_by_rule(kept))
    covered = [part.coverage for part in parts if part.coverage is not None]
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
        coverage=joined_coverage(covered) if covered else None,
        set_aside=aside,
        grouping="each" if options.each and len(files) > 1 else "merged",
        rule_counts=tuple((*rule, number) for rule, number in rules),
        limits=ReportLimits(
            max_results=options.max_results,
            max_per_rule=options.max_per_rule,
            max_seconds=options.max_seconds,
            max_memory=options.max_memory,
            left_out=tuple(
                (*rule, number - shown.get(rule, 0)) for rule, number in rules if number > shown.get(rule, 0)
            ),
            stopped=tuple(dict.fromkeys(words for part in parts for words in part.shacl.limits_hit)),
        ),
    )


def _by_rule(findings: Iterable[Finding]) -> list[tuple[tuple[str, Severity], int]]:
    """Count findings by rule and severity, the worst first."""
    counts = Counter((finding.rule, finding.severity) for finding in findings)
    return sorted(counts.items(), key=lambda row: (-row[0][1].rank, row[0][0]))


def _shown(findings: Sequence[Finding], options: CheckOptions) -> Sequence[Finding]:
    """Keep as many findings as are asked for: so many of each rule first, then so many in all."""
    if options.max_per_rule is not None:
        seen: Counter[str] = Counter()
        kept: list[Finding] = []
        for finding in findings:
            seen[finding.rule] += 1
            if seen[finding.rule] <= options.max_per_rule:
                kept.append(finding)
        findings = kept
    return findings if options.max_results is None else findings[: options.max_results]


def beyond_shacl(parts: Iterable[Part]) -> int:
    """Count the findings that no shape made."""
    return sum(finding.shape is None for part in parts for finding in part.findings)


def joined_runs(runs: Iterable[ShaclRun]) -> ShaclRun:
    """Join the SHACL results of several graphs into one report."""
    listed = list(runs)
    if len(listed) == 1:
        return listed[0]
    return replace(NO_SHACL, results=tuple(result for run in listed for result in run.results))
