"""The options of living with findings: which count, which are known, and which are of this change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ttl_check.completing import rules
from ttl_check.options import FILE, PAIR, stacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.gate.setting_aside import Sieve
    from graph_rdf.report.model import ValidationReport
    from ttl_check.terminal import Terminal

LEVELS = ("error", "warning", "info")

selection_options = stacked(
    click.option(
        "--select",
        multiple=True,
        metavar="RULE",
        shell_complete=rules,
        help="Count the findings of this rule or area alone; may be repeated, or a list with commas.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        metavar="RULE",
        shell_complete=rules,
        help="Do not count the findings of this rule or area; the summary says how many there are.",
    ),
    click.option(
        "--per-file-ignores",
        type=PAIR,
        multiple=True,
        metavar="PATTERN=RULE",
        help="Likewise, in files whose name below the root of the repository matches.",
    ),
    click.option(
        "--severity",
        "severities",
        type=PAIR,
        multiple=True,
        metavar="RULE=LEVEL",
        help=f"Let findings of this rule or area weigh {', '.join(LEVELS[:-1])} or {LEVELS[-1]}.",
    ),
    click.option(
        "--baseline",
        type=FILE,
        metavar="FILE",
        help="Do not count the findings that this file knows; say which of them have vanished.",
    ),
    click.option(
        "--write-baseline", is_flag=True, help="Write the findings of this run to the --baseline file."
    ),
    click.option(
        "--diff-base",
        metavar="REV",
        help="Count only findings on lines that git has changed since the branch left this revision.",
    ),
)


def sieve_of(settings: Mapping[str, Any]) -> Sieve | None:
    """Make the sieve of a run.

    Args:
        settings: The values of `selection_options` by name.

    Returns:
        The sieve; None when every finding counts.

    Raises:
        UsageError: Options contradict each other, or a severity is none.
        UnknownNameError: There is no such rule.
        InputError: The baseline cannot be read, or git cannot be asked.
    """
    from graph_rdf.gate.baseline import read_baseline
    from graph_rdf.gate.changed_lines import changed_since
    from graph_rdf.gate.repository import names_below, repository_root
    from graph_rdf.gate.selection import selection_of
    from graph_rdf.gate.setting_aside import Sieve

    file, learn, revision = settings["baseline"], settings["write_baseline"], settings["diff_base"]
    if learn and file is None:
        raise click.UsageError("--write-baseline needs --baseline FILE")
    if learn and revision is not None:
        raise click.UsageError("--write-baseline takes all lines; leave out --diff-base")
    if revision is not None and settings.get("endpoint") is not None:
        raise click.UsageError("--diff-base is for files")
    selection = selection_of(
        _listed(settings["select"]),
        _listed(settings["ignore"]),
        [(pattern, name) for pattern, value in settings["per_file_ignores"] for name in _listed([value])],
        [(rule, _severity(level)) for rule, level in settings["severities"]],
    )
    changed = None if revision is None else changed_since(revision, Path.cwd())
    baseline = None if file is None or learn else read_baseline(file)
    sieve = Sieve(
        names_below(changed.root if changed is not None else repository_root(Path.cwd())),
        selection,
        changed,
        baseline,
        learn,
    )
    return None if sieve == Sieve(sieve.name_of) else sieve


def _listed(values: Iterable[str]) -> list[str]:
    """Split lists with commas."""
    return [name.strip() for value in values for name in value.split(",") if name.strip()]


def _severity(level: str) -> Any:
    """Read a severity."""
    from graph_rdf.findings import Severity

    if level not in LEVELS:
        raise click.UsageError(f"--severity: {level!r} is none of {', '.join(LEVELS)}")
    return Severity(level)


def write_baseline(report: ValidationReport, settings: Mapping[str, Any], terminal: Terminal) -> None:
    """Write the baseline of a run, when it is asked for.

    Raises:
        OutputError: It cannot be written; what stood there before is unchanged.
    """
    from graph_rdf.gate.baseline import KnownFinding, baseline_text
    from graph_rdf.output import atomic_write
    from graph_rdf.report.words import counted

    if not settings["write_baseline"]:
        return
    file = settings["baseline"]
    entries = [each for each in report.set_aside.entries if isinstance(each, KnownFinding)]
    with atomic_write(file) as out:
        out.write(baseline_text(entries).encode("utf-8"))
    terminal.note(f"wrote {file}: {counted(len(entries), 'finding')}\n")


def say_set_aside(report: ValidationReport, terminal: Terminal) -> None:
    """Say which errors do not count when quiet takes the summary away: no run is green in silence."""
    from graph_rdf.findings import Severity
    from graph_rdf.report.summary_text import counted_aside

    groups = report.set_aside.groups
    if terminal.quiet and any(severity is Severity.ERROR for _, rows in groups for _, severity, _ in rows):
        terminal.warn(f"not counted: {counted_aside(report.set_aside)}")
