"""Findings as annotations of a GitHub workflow, and the summary of its job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.findings import Severity
from graph_rdf.report.markdown import markdown_table, markdown_text
from graph_rdf.report.printable import printable
from graph_rdf.report.summary_text import render_summary
from graph_rdf.report.words import counted

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.report.rendering import Rendering

_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_IN_MESSAGES: Final = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_IN_PROPERTIES: Final = {**_IN_MESSAGES, ord(":"): "%3A", ord(","): "%2C"}

MOST_IN_SUMMARY: Final = 200
"""Findings in the summary of a job: a summary past 1 MiB is refused whole."""


def render(rendering: Rendering) -> str:
    """Render one workflow command a finding.

    Text of data cannot start a command of its own, nor speak to a terminal that shows the log: line ends,
    ``%`` and control characters are escaped.

    Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    return "".join(_command(finding, rendering) + "\n" for finding in rendering.report.findings)


def _command(finding: Finding, rendering: Rendering) -> str:
    """Write the command of one finding."""
    properties: dict[str, str | int | None] = {"file": rendering.file_of(finding)}
    if finding.line is not None:
        last = finding.end_line if finding.end_line is not None and finding.end_line > finding.line else None
        properties |= {"line": finding.line, "endLine": last, "col": finding.column}
    properties["title"] = finding.rule
    written = ",".join(
        f"{name}={printable(str(value)).translate(_IN_PROPERTIES)}"
        for name, value in properties.items()
        if value is not None
    )
    message = printable(rendering.message_of(finding)).translate(_IN_MESSAGES)
    return f"::{_COMMANDS[finding.severity]} {written}::{message}"


def render_job_summary(rendering: Rendering) -> str:
    """Render the summary of a job as Markdown: what was looked at, counts by rule, and the findings.

    Returns:
        Markdown with a final line end. The list of findings is cut, and then says so.
    """
    report = rendering.report
    total = report.summary
    found = ", ".join(
        (counted(total.errors, "error"), counted(total.warnings, "warning"), counted(total.infos, "info"))
    )
    parts = [f"## ttl-check: {found}\n"]
    if report.rule_counts:
        rows = [(str(number), severity.value, rule) for rule, severity, number in report.rule_counts]
        parts.append(markdown_table(("number", "severity", "rule"), rows))
    shown = report.findings[:MOST_IN_SUMMARY]
    if shown:
        lines = [
            f"- {markdown_text(_place(finding, rendering))} {finding.severity.value} "
            f"{markdown_text(finding.rule)}: {markdown_text(rendering.message_of(finding))}\n"
            for finding in shown
        ]
        total_found = sum(number for _, _, number in report.rule_counts)
        if total_found > len(shown):
            lines.append(f"- and {total_found - len(shown):,} more\n")
        parts.append("".join(lines))
    parts.append(f"```text\n{render_summary(report).replace('```', '')}```\n")
    return "\n".join(parts)


def _place(finding: Finding, rendering: Rendering) -> str:
    """Name the place of a finding."""
    name = rendering.file_of(finding)
    return name if finding.line is None else f"{name}:{finding.line}"
