"""The report of a validation for people: findings with excerpts, gathered by file, rule or record."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from graph_rdf.findings import Severity
from graph_rdf.report.coverage_text import render_coverage
from graph_rdf.report.excerpt import finding_excerpt
from graph_rdf.report.messages import whole_message
from graph_rdf.report.names import short_path, short_value
from graph_rdf.report.printable import printable
from graph_rdf.report.style import PLAIN, Style
from graph_rdf.report.summary_text import render_statistics
from graph_rdf.report.text_layout import TextLayout
from graph_rdf.report.words import counted
from graph_rdf.rules import all_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graph_rdf.findings import Finding
    from graph_rdf.report.model import LineOf
    from graph_rdf.report.rendering import Rendering

NO_PREFIXES: Final[Mapping[str, str]] = MappingProxyType({})
LONGEST_HINT: Final = 200
"""Characters of a hint; of a longer one the first sentence is shown."""

INDENT: Final = 4
"""Columns before an excerpt."""

NO_RECORD: Final = "no record"
DEFAULT_LAYOUT: Final = TextLayout()


def render(rendering: Rendering) -> str:
    """Render the format ``text``: the findings or their numbers, then the coverage when it was asked for."""
    report = rendering.report
    if rendering.layout.statistics:
        found = render_statistics(report.rule_counts, rendering.style)
    else:
        found = render_findings(
            report.findings,
            rendering.line_of,
            rendering.style,
            rendering.prefixes,
            rendering.layout,
            rendering.fingerprints() if rendering.layout.verbose else None,
        )
    if report.coverage is None:
        return found
    return f"{found}{found and chr(10)}{render_coverage(report.coverage, rendering.prefixes)}"


def render_findings(
    findings: Iterable[Finding],
    line_of: LineOf,
    style: Style = PLAIN,
    prefixes: Mapping[str, str] = NO_PREFIXES,
    layout: TextLayout = DEFAULT_LAYOUT,
    fingerprints: Sequence[str] | None = None,
) -> str:
    """Render findings.

    Args:
        findings: The findings, in the order of the report.
        line_of: Gives the source lines of the excerpts.
        style: The colours.
        prefixes: Prefix → namespace, to shorten IRIs.
        layout: How they are laid out.
        fingerprints: The name of each finding, for a verbose report.

    Returns:
        For each finding ``path:line:column: severity[rule] message``, its excerpt, and with the first one of
        a rule a hint how to mend it; empty when there is none. Where findings are of several groups, each
        begins with a heading. A message of a shape is preceded by the result path and followed by the value,
        unless it names them itself.
    """
    listed = list(findings)
    names = dict(zip(map(id, listed), fingerprints or (), strict=False))
    hints = {rule.id: rule.mend for rule in all_rules()} if listed else {}
    groups = _groups(listed, layout)
    lines: list[str] = []
    for group, members in groups:
        if len(groups) > 1:
            lines += [""] if lines else []
            lines.append(_heading(group, members, layout, style))
        for finding in members:
            hint = hints.get(finding.rule) if layout.verbose else hints.pop(finding.rule, None)
            lines += _finding_lines(finding, line_of, style, prefixes, layout)
            if layout.verbose:
                lines += _facts(finding, names.get(id(finding)), prefixes)
            if hint is not None and hint != finding.message:
                lines.append(f"    {style.paint('good', 'hint')}: {_short_hint(hint)}")
    return "".join(line + "\n" for line in lines)


def _groups(findings: Sequence[Finding], layout: TextLayout) -> list[tuple[str, list[Finding]]]:
    """Gather findings; groups of files in the order of the report, rules the worst first, records by id."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        group = {"file": finding.path or "", "rule": finding.rule, "record": finding.record or ""}
        found.setdefault(group[layout.group_by], []).append(finding)
    if layout.group_by == "file":
        return list(found.items())
    if layout.group_by == "record":
        return sorted(found.items(), key=lambda item: (item[0] == "", item[0]))
    return sorted(found.items(), key=lambda item: (-max(f.severity.rank for f in item[1]), item[0]))


def _heading(group: str, members: Sequence[Finding], layout: TextLayout, style: Style) -> str:
    """Name a group and count what is in it."""
    numbers = Counter(finding.severity for finding in members)
    count = ", ".join(
        counted(numbers[severity], severity.value)
        for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)
        if numbers[severity]
    )
    missing = {"file": "no file", "rule": "", "record": NO_RECORD}[layout.group_by]
    return f"{style.paint('strong', printable(group) or missing)}: {count}"


def _short_hint(hint: str) -> str:
    """Give a hint that fits a line or two."""
    return hint if len(hint) <= LONGEST_HINT else hint.partition(". ")[0] + "."


def _finding_lines(
    finding: Finding, line_of: LineOf, style: Style, prefixes: Mapping[str, str], layout: TextLayout
) -> Iterator[str]:
    """Render one finding."""
    place = [finding.path or "-", finding.line, finding.column if finding.line is not None else None]
    where = ":".join(printable(str(part)) for part in place if part is not None)
    severity = style.paint(finding.severity.value, finding.severity.value)
    message = printable(whole_message(finding, prefixes, style))
    yield f"{style.paint('strong', where)}: {severity}[{finding.rule}] {message}"
    shown = finding_excerpt(finding, line_of, prefixes, layout.width - INDENT, style)
    for line in shown:
        yield f"    {line}"
    if not shown and finding.focus_node is not None and not layout.verbose:
        yield f"    focus node {printable(short_value(finding.focus_node, prefixes))}"


def _facts(finding: Finding, fingerprint: str | None, prefixes: Mapping[str, str]) -> Iterator[str]:
    """Say all that is known of a finding."""
    facts = {
        "record": finding.record,
        "focus node": finding.focus_node and short_value(finding.focus_node, prefixes),
        "path": finding.result_path and short_path(finding.result_path, prefixes),
        "value": finding.value and short_value(finding.value, prefixes),
        "shape": finding.shape and short_value(finding.shape, prefixes),
        "fingerprint": fingerprint,
    }
    for name, value in facts.items():
        if value is not None:
            yield f"    {name:<11} {printable(value)}"
