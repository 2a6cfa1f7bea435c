"""The report of a validation for people: findings with excerpts, and the counted summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.report.excerpt import excerpt
from graph_rdf.report.printable import printable
from graph_rdf.report.style import PLAIN, Style
from graph_rdf.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.findings import Finding
    from graph_rdf.report.model import LineOf, ValidationReport


def render_text(report: ValidationReport, line_of: LineOf, style: Style = PLAIN) -> str:
    """Render the findings.

    Args:
        report: The outcome of a run.
        line_of: Gives the source lines of the excerpts.
        style: The colours.

    Returns:
        For each finding ``path:line:column: severity[rule] message`` and its excerpt, indented; empty when
        there is none.
    """
    return render_findings(report.findings, line_of, style)


def render_findings(findings: Iterable[Finding], line_of: LineOf, style: Style = PLAIN) -> str:
    """Render findings alone; see `render_text`."""
    return "".join(line + "\n" for finding in findings for line in _finding_lines(finding, line_of, style))


def _finding_lines(finding: Finding, line_of: LineOf, style: Style) -> Iterator[str]:
    """Render one finding."""
    place = [finding.path or "-", finding.line, finding.column if finding.line is not None else None]
    where = ":".join(printable(str(part)) for part in place if part is not None)
    severity = style.paint(finding.severity.value, finding.severity.value)
    yield f"{style.paint('strong', where)}: {severity}[{finding.rule}] {printable(finding.message)}"
    line = None
    if finding.path is not None and finding.line is not None:
        line = line_of(finding.path, finding.line)
    if line is not None:
        for shown in excerpt(line, finding.column):
            yield f"    {shown}"
    elif finding.focus_node is not None:
        yield f"    focus node {printable(finding.focus_node)}"


def render_summary(report: ValidationReport, style: Style = PLAIN) -> str:
    """Render what was looked at and how much was found.

    Returns:
        Some lines; they say each number of the JSON summary.
    """
    total = report.summary
    how = ""
    if total.files > 1:
        how = ", merged as one graph" if report.grouping == "merged" else ", each checked on its own"
    shapes = (
        f"{total.shapes:,} loaded, {total.shapes_with_targets:,} with targets",
        f"{counted(total.focus_nodes, 'focus node')} checked",
        f"{counted(total.constraints_skipped, 'constraint')} skipped",
    )
    records = f"{total.supported:,} supported, {total.refused:,} refused, {total.contested:,} contested"
    lines = [
        f"checked {counted(total.files, 'file')}{how}: {counted(total.triples, 'triple')}",
        f"  shapes   {'; '.join(shapes)}",
        f"  records  {total.records:,} checked: {records}",
    ]
    found = ", ".join(
        (
            counted(total.errors, "error"),
            counted(total.warnings, "warning"),
            counted(total.infos, "info"),
        )
    )
    worst = "error" if total.errors else "warning" if total.warnings else "good"
    cut = f"; truncated: only {len(report.findings):,} shown" if total.truncated else ""
    lines.append(f"found {style.paint(worst, found)}{cut}")
    width = max((len(rule) for rule, _, _ in report.rule_counts), default=0)
    for rule, severity, number in report.rule_counts:
        lines.append(f"  {severity.value:<8} {rule:<{width}}  {number:,}")
    return "".join(line + "\n" for line in lines)
