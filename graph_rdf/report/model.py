"""What a validation run has to report: the value that every rendering starts from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from graph_rdf.findings import Severity

if TYPE_CHECKING:
    from graph_rdf.evidence.report import RecordVerdict
    from graph_rdf.findings import Finding
    from graph_rdf.shacl.coverage_values import Coverage

LineOf: TypeAlias = Callable[[str, int], str | None]
"""Gives the text of a line, without its end, by file name and 1-based number; None when it is not known."""

Grouping: TypeAlias = Literal["merged", "each"]
"""Whether several files were checked as one merged graph or each on its own."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What was looked at and how much was found; the fields and their order are those of the JSON report.

    Args:
        files: Number of files.
        triples: Number of triples in the data, without ontology and shapes.
        shapes: Number of shapes loaded.
        shapes_with_targets: Number of shapes that have a target.
        focus_nodes: Number of focus nodes that targets matched.
        constraints_skipped: Number of constraints that the engine could not evaluate.
        records: Number of relation records verified.
        supported: Records that the cited text supports.
        refused: Records that it does not.
        contested: Records that another record opposes.
        errors: Findings of severity error, the ones cut by a limit included.
        warnings: Likewise of severity warning.
        infos: Likewise of severity info.
        truncated: Whether a limit cut the list of findings.
    """

    files: int = 0
    triples: int = 0
    shapes: int = 0
    shapes_with_targets: int = 0
    focus_nodes: int = 0
    constraints_skipped: int = 0
    records: int = 0
    supported: int = 0
    refused: int = 0
    contested: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    truncated: bool = False

    def __add__(self, other: Summary) -> Summary:
        """Add up two runs; shapes are the same ones in each run, so the larger number stands."""
        total = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        return replace(
            Summary(**total),
            shapes=max(self.shapes, other.shapes),
            shapes_with_targets=max(self.shapes_with_targets, other.shapes_with_targets),
            truncated=self.truncated or other.truncated,
        )

    def count(self, severity: Severity) -> int:
        """Give the number of findings of one severity."""
        return {"error": self.errors, "warning": self.warnings, "info": self.infos}[severity.value]


@dataclass(frozen=True, slots=True)
class ReportLimits:
    """The limits of a run and what they did; a limit that nobody set is None.

    Args:
        max_results: Most findings shown.
        max_per_rule: Most findings of one rule shown.
        max_seconds: Time budget. Units: seconds.
        max_memory: Memory budget. Units: MiB.
        left_out: Rule, severity and number of findings that are not shown, for each that has some; in the
            order of `ValidationReport.rule_counts`.
        stopped: The budgets that were spent, in words.
    """

    max_results: int | None = None
    max_per_rule: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = None
    left_out: tuple[tuple[str, Severity, int], ...] = ()
    stopped: tuple[str, ...] = ()

    @property
    def number_left_out(self) -> int:
        """The number of findings that are not shown."""
        return sum(number for _, _, number in self.left_out)

    def __bool__(self) -> bool:
        """Tell whether there is a limit, or one was hit."""
        return self != ReportLimits()


NO_LIMITS: Final = ReportLimits()


@dataclass(frozen=True, slots=True)
class SetAside:
    """The findings that do not count, so that no run is green without saying why.

    Args:
        ignored: Rule, severity and number of those that a selection of rules leaves out; the worst first.
        unchanged: Likewise of those on lines that were not changed.
        known: Likewise of those that the baseline knows.
        vanished: What the baseline knows and the run did not find, a line each, sorted.
        entries: What a new baseline holds.
    """

    ignored: tuple[tuple[str, Severity, int], ...] = ()
    unchanged: tuple[tuple[str, Severity, int], ...] = ()
    known: tuple[tuple[str, Severity, int], ...] = ()
    vanished: tuple[str, ...] = ()
    entries: tuple[object, ...] = ()

    @property
    def groups(self) -> tuple[tuple[str, tuple[tuple[str, Severity, int], ...]], ...]:
        """The groups that hold some findings, each with the word for it."""
        named = (("ignored", self.ignored), ("on unchanged lines", self.unchanged), ("known", self.known))
        return tuple((word, rows) for word, rows in named if rows)

    def __bool__(self) -> bool:
        """Tell whether anything is set aside, or has vanished."""
        return bool(self.groups or self.vanished)


NOTHING_SET_ASIDE: Final = SetAside()


@dataclass(frozen=True, slots=True)
class ValidationReport:
    """The outcome of `validate`.

    Args:
        findings: Sorted by `Finding.sort_key`; at most as many as were asked for.
        records: Sorted by id.
        summary: What was looked at.
        grouping: How several files were taken.
        rule_counts: Rule, severity and number of findings, before any cut; sorted, the worst first.
        server: The URL of the server that holds the data; None for files.
        limits: What was limited, and what that left out.
        coverage: What the shapes looked at; None when nobody asked.
        set_aside: The findings that do not count; they are in none of the other numbers.
    """

    findings: tuple[Finding, ...]
    records: tuple[RecordVerdict, ...]
    summary: Summary
    grouping: Grouping = "merged"
    rule_counts: tuple[tuple[str, Severity, int], ...] = ()
    server: str | None = None
    limits: ReportLimits = NO_LIMITS
    coverage: Coverage | None = None
    set_aside: SetAside = NOTHING_SET_ASIDE

    @property
    def conforms(self) -> bool:
        """Whether no finding has the severity error."""
        return self.summary.errors == 0

    def reaches(self, threshold: Severity) -> bool:
        """Tell whether any finding weighs at least as much as the threshold."""
        return any(self.summary.count(s) for s in Severity if s.rank >= threshold.rank)
