"""The report of a validation as one page: findings by file with their source, filters and counts."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import UnknownNameError
from graph_rdf.findings import Severity
from graph_rdf.report.marking import mark_of
from graph_rdf.report.messages import whole_message
from graph_rdf.report.page import render_page, text
from graph_rdf.report.text import NO_PREFIXES
from graph_rdf.report.words import counted
from graph_rdf.rules import find_rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.findings import Finding
    from graph_rdf.report.marking import Mark
    from graph_rdf.report.model import LineOf, ValidationReport
    from graph_rdf.report.rendering import Rendering

MAX_FINDINGS: Final = 10_000
"""Findings of one page: about 10 MB, which a browser still opens in seconds."""

CONTEXT: Final = 1
"""Lines shown before and after a statement."""

MAX_LINES: Final = 8
"""Lines of a statement that are shown."""

MAX_WIDTH: Final = 240
"""Code points of a line that are shown, around the place of the finding."""

MAX_OPEN_WARNINGS: Final = 2
"""Warnings about the run that stand above the findings in full; more are one line that opens."""

MAX_SAID: Final = 2000
"""Code points of a message or a name that are shown."""

_FORM: Final = """\
<form class="filters" id="filters" role="search" aria-label="Filter the findings" hidden>
<label><span>Text</span><input type="search" id="filter-text" autocomplete="off" spellcheck="false"></label>
<label><span>Severity</span><select id="filter-severity">{severities}</select></label>
<label><span>Rule</span><select id="filter-rule">{rules}</select></label>
<label><span>File</span><select id="filter-file">{files}</select></label>
<button type="reset">Clear</button>
</form>
<p class="note" id="kept" role="status" tabindex="-1"></p>
"""


def render(rendering: Rendering) -> str:
    """Render a report as a page; see `render_html`."""
    return render_html(
        rendering.report, rendering.line_of, rendering.version, rendering.prefixes, rendering.warnings
    )


def render_html(
    report: ValidationReport,
    line_of: LineOf,
    version: str,
    prefixes: Mapping[str, str] = NO_PREFIXES,
    warnings: Iterable[str] = (),
) -> str:
    """Render a report as a page.

    Args:
        report: The outcome of a run.
        line_of: Gives the source lines of the excerpts.
        version: The version of the tool.
        prefixes: Prefix → namespace, to shorten result paths and values.
        warnings: What the user should know about the run itself.

    Returns:
        A whole page that reads without a script too; the script filters. Past `MAX_FINDINGS` it says how
        many are left out.
    """
    shown = report.findings[:MAX_FINDINGS]
    parts = [
        '<a class="skip" href="#findings-title">To the findings</a>\n<div class="page">',
        '<header class="top">',
        f"<h1>Validation report</h1>\n{_outcome(report)}\n</header>\n<main>",
        f'<div class="two">\n{_looked_at(report)}\n{_by_rule(report)}\n</div>',
        _warnings(list(warnings)),
        '<h2 id="findings-title" tabindex="-1">Findings</h2>',
    ]
    if not shown:
        parts.append('<p class="card">There is none.</p>')
    else:
        files = list(dict.fromkeys(_file(finding) for finding in shown))
        rules = sorted({finding.rule for finding in shown})
        parts.append(
            _FORM.format(
                severities=_options("every severity", [each.value for each in reversed(Severity)]),
                rules=_options("every rule", rules),
                files=_options("every file", files),
            )
        )
        if report.summary.truncated or len(shown) < len(report.findings):
            total = sum(report.summary.count(severity) for severity in Severity)
            parts.append(f'<p class="card">Not all are here: {len(shown):,} of {total:,}.</p>')
        for file, findings in groupby(shown, key=_file):
            parts.append(_section(file, list(findings), line_of, prefixes))
    parts.append(f"</main>\n<footer><p>Written by ttl-check {text(version)}.</p></footer>\n</div>")
    return render_page("Validation report", "\n".join(parts), "report.js")


def _outcome(report: ValidationReport) -> str:
    total = report.summary
    found = ", ".join(
        counted(number, noun)
        for number, noun in ((total.errors, "error"), (total.warnings, "warning"), (total.infos, "info"))
        if number
    )
    kind = "error" if total.errors else "warning" if total.warnings else "good"
    word = "conforms" if report.conforms else "does not conform"
    return f'<p class="big"><span class="badge {kind}">{word}</span> {found or "no finding"}</p>'


def _folded(title: str, brief: str, body: str) -> str:
    """Make a card of one line that opens, so that however long it is the findings stand at the top."""
    return (
        f'<details class="card">\n<summary><h2>{title}</h2> <span class="note">{brief}</span></summary>\n'
        f"{body}\n</details>"
    )


def _warnings(warnings: list[str]) -> str:
    if len(warnings) <= MAX_OPEN_WARNINGS:
        return "\n".join(f'<p class="card note">{text(warning)}</p>' for warning in warnings)
    items = "\n".join(f"<li>{text(warning)}</li>" for warning in warnings)
    return _folded("About this run", counted(len(warnings), "warning"), f'<ul class="plain">\n{items}\n</ul>')


def _looked_at(report: ValidationReport) -> str:
    """Say what was looked at: a page that looked at nothing must not look green."""
    total = report.summary
    how = ""
    if total.files > 1:
        how = ", merged as one graph" if report.grouping == "merged" else ", each checked on its own"
    facts = (
        ("Data", f"{counted(total.files, 'file')}{how}" if report.server is None else report.server),
        ("Triples", f"{total.triples:,}"),
        ("Shapes", f"{total.shapes:,} loaded, {total.shapes_with_targets:,} with targets"),
        ("Focus nodes", f"{total.focus_nodes:,}"),
        ("Constraints skipped", f"{total.constraints_skipped:,}"),
        ("Relation records", f"{total.records:,}"),
        ("Supported", f"{total.supported:,}"),
        ("Refused", f"{total.refused:,}"),
        ("Contested", f"{total.contested:,}"),
    )
    rows = "".join(f"<dt>{name}</dt><dd>{text(value)}</dd>\n" for name, value in facts)
    return _folded(
        "What was looked at",
        f"{text(str(facts[0][1]))}: {counted(total.triples, 'triple')}, "
        f"{counted(total.focus_nodes, 'focus node')}, {counted(total.records, 'record')}",
        f"<dl>\n{rows}</dl>",
    )


def _by_rule(report: ValidationReport) -> str:
    rows = "".join(
        f'<tr><td><span class="badge {severity.value}">{severity.value}</span></td><th scope="row">'
        f'<button type="button" class="link mono" data-choose-rule="{text(rule)}">{text(rule)}</button>'
        f'{_about(rule)}</th><td class="number">{number:,}</td></tr>\n'
        for rule, severity, number in report.rule_counts
    )
    table = (
        '<table>\n<thead><tr><th scope="col">Severity</th><th scope="col">Rule</th>'
        f'<th scope="col" class="number">Findings</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>'
    )
    brief = counted(len({rule for rule, _, _ in report.rule_counts}), "rule")
    return _folded("By rule", brief, table if rows else "<p>No finding.</p>")


def _about(rule: str) -> str:
    """Say what a rule means and how to mend it; nothing of a shape of the user's own."""
    try:
        known = find_rule(rule)
    except UnknownNameError:
        return ""
    return (
        f'<span class="why">{text(known.title)}</span>'
        f'<details><summary>How to mend it</summary><p class="note">{text(known.mend)}</p></details>'
    )


def _options(every: str, values: Iterable[str]) -> str:
    listed = "".join(f'<option value="{text(value)}">{text(value)}</option>' for value in values)
    return f'<option value="">{every}</option>{listed}'


def _file(finding: Finding) -> str:
    return finding.path or "no file"


def _section(file: str, findings: list[Finding], line_of: LineOf, prefixes: Mapping[str, str]) -> str:
    items = "\n".join(_item(finding, line_of, prefixes) for finding in findings)
    return (
        f'<section class="card file" data-file="{text(file)}">\n<h2>{text(file)}</h2>\n'
        f'<p class="note">{counted(len(findings), "finding")}</p>\n{items}\n</section>'
    )


def _item(finding: Finding, line_of: LineOf, prefixes: Mapping[str, str]) -> str:
    severity = finding.severity.value
    numbers = ":".join(str(part) for part in (finding.line, finding.column) if part is not None)
    place = f' <span class="note">line {numbers}</span>' if numbers else ""
    facts = (
        ("Record", finding.record),
        ("Focus node", finding.focus_node if finding.line is None or finding.record is None else None),
    )
    rows = "".join(
        f"<dt>{name}</dt><dd><code>{text(_cut(value))}</code></dd>" for name, value in facts if value
    )
    return (
        f'<article class="finding {severity}" data-rule="{text(finding.rule)}" data-severity="{severity}">\n'
        f'<p><span class="badge {severity}">{severity}</span> '
        f'<code class="rule">{text(finding.rule)}</code>{place}</p>\n'
        f'<h3 class="said">{text(_cut(whole_message(finding, prefixes)))}</h3>\n'
        f"{_excerpt(finding, line_of, prefixes)}"
        f"{f'<dl>{rows}</dl>' if rows else ''}\n</article>"
    )


def _cut(said: str) -> str:
    return said if len(said) <= MAX_SAID else f"{said[:MAX_SAID]}… ({len(said):,} characters)"


def _excerpt(finding: Finding, line_of: LineOf, prefixes: Mapping[str, str]) -> str:
    """Show the statement of a finding with a line around it, and mark the part that is meant."""
    path, first = finding.path, finding.line
    if path is None or first is None:
        return ""
    last = max(first, finding.end_line or first)
    mark = mark_of(finding, lambda number: line_of(path, number), prefixes)
    until = min(last, first + MAX_LINES - 1)
    numbers = list(range(max(1, first - CONTEXT), until + CONTEXT + 1))
    if mark is not None and mark.line not in numbers:
        numbers += range(max(mark.line - CONTEXT, numbers[-1] + 1), min(mark.line, last) + CONTEXT + 1)
    rows: list[str] = []
    before = numbers[0]
    for number in numbers:
        line = line_of(path, number)
        if line is None or not (first <= number <= last or line.strip()):
            continue
        if number > before + 1:
            rows.append('<span class="number">…</span>')
        row = _row(number, line, mark if mark is not None and mark.line == number else None)
        rows.append(row if first <= number <= last else f'<span class="context">{row}</span>')
        before = number
    if rows and before < last:
        rows.append(f'<span class="number">…</span>{counted(last - before, "more line")}')
    return f'<pre class="excerpt">{chr(10).join(rows)}</pre>\n' if rows else ""


def _row(number: int, line: str, mark: Mark | None) -> str:
    at = stop = 0
    if mark is not None:
        at = min(mark.column - 1, len(line))
        stop = min(at + mark.length, len(line))
    start = 0 if stop < MAX_WIDTH * 3 // 4 else max(0, at - MAX_WIDTH // 3)
    end = start + MAX_WIDTH
    inside = line[at : min(stop, end)]
    shown = _source(line[start:at]) + (f"<mark>{_source(inside)}</mark>" if inside else "")
    shown += _source(line[at + len(inside) : end])
    before, after = ("…" if cut else "" for cut in (start, end < len(line)))
    return f'<span class="number">{number:>5}</span>{before}{shown}{after}'


def _source(line: str) -> str:
    """Write a part of a source line; a tab becomes two spaces, whatever else cannot be seen an escape."""
    return text(line.replace("\t", "  "))
