"""The options that say how a validation report is written, and where to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graph_rdf import __version__
from graph_rdf.report.formats import FORMATS, remark_of, render_format
from graph_rdf.report.style import PLAIN
from ttl_check.options import stacked
from ttl_check.writing import refuse_inputs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.findings import Severity
    from graph_rdf.gate.validation import Validation
    from graph_rdf.report.rendering import Rendering
    from ttl_check.terminal import Terminal

THRESHOLDS = ("error", "warning", "info", "never")
STANDARD_OUTPUT = "-"

JOB_SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable that names the file for the summary of a GitHub job; it is appended to."""


def _outputs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Read ``FORMAT=FILE``; two reports never go to one place."""
    outputs: dict[str, str] = {}
    places: set[str] = set()
    for value in values:
        name, equals, file = value.partition("=")
        if name not in FORMATS or not equals or not file:
            raise click.BadParameter(f"{value!r} is not FORMAT=FILE with one of {', '.join(FORMATS)}")
        if file == STANDARD_OUTPUT:
            raise click.BadParameter(f"{value!r}: for standard output give --format {name}")
        place = os.path.realpath(file)
        if place in places:
            raise click.BadParameter(f"{file!r} is named twice")
        places.add(place)
        outputs[file] = name
    return outputs


report_options = stacked(
    click.option(
        "--format",
        "output_format",
        type=click.Choice(tuple(FORMATS)),
        default="text",
        show_default=True,
        help="The form of the report on standard output.",
    ),
    click.option(
        "--group-by",
        type=click.Choice(["file", "rule", "record"]),
        default="file",
        show_default=True,
        help="What the text report gathers findings by.",
    ),
    click.option("--verbose", "-v", is_flag=True, help="Say of each finding in the text all that is known."),
    click.option("--statistics", is_flag=True, help="Count by rule in the text, and show no findings."),
    click.option(
        "--output",
        "outputs",
        multiple=True,
        callback=_outputs,
        metavar="FORMAT=FILE",
        help="Write a report to a file too, whole or not at all; may be repeated.",
    ),
    click.option(
        "--fail-on",
        type=click.Choice(THRESHOLDS),
        default="error",
        show_default=True,
        help="The least severity that makes the exit code 1.",
    ),
)


def rendering_of(outcome: Validation, settings: Mapping[str, Any], width: int | None = None) -> Rendering:
    """Gather what the formats draw on.

    Args:
        outcome: The outcome of the run.
        settings: The values of `report_options` by name.
        width: The columns of the terminal, when there is one.
    """
    from graph_rdf.gate.repository import names_below, repository_root
    from graph_rdf.report.rendering import Rendering
    from graph_rdf.report.text_layout import WIDTH, TextLayout

    return Rendering(
        report=outcome.report,
        line_of=outcome.line_of,
        shacl=outcome.shacl,
        version=__version__,
        files=outcome.files,
        name_of=names_below(repository_root(Path.cwd())),
        prefixes=outcome.prefixes,
        threshold=fails_at(settings["fail_on"]),
        warnings=outcome.warnings,
        beyond_shacl=outcome.beyond_shacl,
        layout=TextLayout(settings["group_by"], settings["verbose"], settings["statistics"], width or WIDTH),
    )


def refuse_places(settings: Mapping[str, Any]) -> None:
    """Refuse to write over an input, and two results to one place, before anything is checked.

    Args:
        settings: The options of the command by name.

    Raises:
        UsageError: A result would be lost, or destroy an input.
    """
    places: set[str] = set()
    named: list[tuple[Any, str | None]] = [(file, None) for file in settings["outputs"]]
    if "github" in (settings["output_format"], *settings["outputs"].values()):
        named.append((os.environ.get(JOB_SUMMARY) or None, None))
    named += [(settings[key], None) for key in ("verdicts", "prov")]
    named += [(settings["baseline"], "baseline")] if settings["write_baseline"] else []
    for file, own in named:
        if file is None:
            continue
        refuse_inputs(Path(file), own)
        place = os.path.realpath(file)
        if place in places:
            raise click.UsageError(f"two results are to go to {file}; give one of them another name")
        places.add(place)


def write_reports(
    rendering: Rendering, output_format: str, outputs: Mapping[str, str], terminal: Terminal
) -> None:
    """Write every report: the files first, so that standard output holds nothing when one cannot be written.

    Raises:
        OutputError: A file cannot be written; then none is.
    """
    from contextlib import ExitStack
    from dataclasses import replace

    from graph_rdf.output import atomic_write
    from graph_rdf.report.text_layout import WIDTH

    used = dict.fromkeys((output_format, *outputs.values()))
    for name in used:
        remark = remark_of(name, rendering)
        if remark is not None:
            terminal.warn(remark)
    plain = replace(rendering, style=PLAIN, layout=replace(rendering.layout, width=WIDTH))
    with ExitStack() as files:
        # None of them takes its name before all are written.
        for file, name in outputs.items():
            files.enter_context(atomic_write(file)).write(render_format(name, plain).encode("utf-8"))
    terminal.report(render_format(output_format, replace(rendering, style=terminal.out)))
    if "github" in used:
        _append_job_summary(rendering)


def _append_job_summary(rendering: Rendering) -> None:
    """Append to the summary of the job, when this is one."""
    file = os.environ.get(JOB_SUMMARY)
    if not file:
        return
    from graph_rdf.errors import OutputError
    from graph_rdf.report.github import render_job_summary

    text = render_job_summary(rendering)
    try:
        with Path(file).open("a", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise OutputError(f"the summary of the job cannot be written: {reason}", path=file) from error


def fails_at(fail_on: str) -> Severity | None:
    """Read the value of ``--fail-on``; None when nothing fails."""
    from graph_rdf.findings import Severity

    return None if fail_on == "never" else Severity(fail_on)
