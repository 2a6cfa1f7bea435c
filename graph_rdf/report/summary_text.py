"""What a run looked at and how much it found, in numbers for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.findings import Severity
from graph_rdf.report.printable import printable
from graph_rdf.report.style import PLAIN, Style
from graph_rdf.report.words import counted
from graph_rdf.rules import all_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph_rdf.report.model import SetAside, ValidationReport

MOST_VANISHED: Final = 10
"""Findings of a baseline that are named when they are gone; the rest is counted."""


def render_summary(report: ValidationReport, style: Style = PLAIN) -> str:
    """Render what was looked at and how much was found.

    Returns:
        Some lines; they say each number of the JSON summary.
    """
    total = report.summary
    how = ""
    if total.files > 1:
        how = ", merged as one graph" if report.grouping == "merged" else ", each checked on its own"
    where = f"{counted(total.files, 'file')}{how}" if report.server is None else printable(report.server)
    shapes = (
        f"{total.shapes:,} loaded, {total.shapes_with_targets:,} with targets",
        f"{counted(total.focus_nodes, 'focus node')} checked",
        f"{counted(total.constraints_skipped, 'constraint')} skipped",
    )
    records = f"{total.supported:,} supported, {total.refused:,} refused, {total.contested:,} contested"
    lines = [
        f"checked {where}: {counted(total.triples, 'triple')}",
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
    left_out = {(rule, severity): number for rule, severity, number in report.limits.left_out}
    if left_out:
        cut = f"; truncated: only {len(report.findings):,} shown"
    else:
        cut = "; truncated: the run did not finish" if total.truncated else ""
    lines.append(f"found {style.paint(worst, found)}{cut}")
    width = max((len(rule) for rule, _, _ in report.rule_counts), default=0)
    for rule, severity, number in report.rule_counts:
        hidden = left_out.get((rule, severity), 0)
        shown = f"{number - hidden:,} shown and {hidden:,} more" if hidden else ""
        lines.append(f"  {severity.value:<8} {rule:<{width}}  {number:,}{shown and f'  ({shown})'}")
    lines += _set_aside_lines(report.set_aside, style)
    return "".join(line + "\n" for line in lines)


def _set_aside_lines(aside: SetAside, style: Style) -> list[str]:
    """Say which findings do not count, and what a baseline knows in vain."""
    lines = [f"not counted: {counted_aside(aside)}"] if aside.groups else []
    for word, rows in aside.groups:
        rules = ", ".join(f"{rule} {number:,}" for rule, _, number in rows)
        lines.append(f"  {word}: {rules}")
    if aside.vanished:
        number = counted(len(aside.vanished), "known finding")
        lines.append(f"vanished: {number}; --write-baseline drops what is gone")
        lines += [f"  {printable(each)}" for each in aside.vanished[:MOST_VANISHED]]
        if len(aside.vanished) > MOST_VANISHED:
            lines.append(f"  {style.ellipsis} and {len(aside.vanished) - MOST_VANISHED:,} more")
    return lines


def counted_aside(aside: SetAside) -> str:
    """Count the findings that do not count, for example ``3 ignored (2 errors), 1 known (1 error)``."""
    parts = []
    for word, rows in aside.groups:
        errors = sum(number for _, severity, number in rows if severity is Severity.ERROR)
        total = sum(number for _, _, number in rows)
        parts.append(f"{total:,} {word}" + (f" ({counted(errors, 'error')})" if errors else ""))
    return ", ".join(parts)


def render_statistics(counts: Sequence[tuple[str, Severity, int]], style: Style = PLAIN) -> str:
    """Render the number of findings of each rule, for a report that shows no more.

    Args:
        counts: Rule, severity and number, the worst first.
        style: The colours.

    Returns:
        A line a rule with its title, where the catalogue has one; empty when nothing was found.
    """
    titles = {rule.id: rule.title for rule in all_rules()}
    wide = max((len(f"{number:,}") for _, _, number in counts), default=0)
    width = max((len(rule) for rule, _, _ in counts), default=0)
    return "".join(
        f"{number:>{wide},}  {style.paint(severity.value, severity.value)}{'':<{8 - len(severity.value)}} "
        f"{printable(rule):<{width}}  {titles.get(rule, '')}".rstrip()
        + "\n"
        for rule, severity, number in counts
    )
