"""One run of `validate`: from the options of the command line to reports and an exit code."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ttl_check.reading import read_options
from ttl_check.report_options import fails_at, refuse_places, rendering_of, write_reports
from ttl_check.selection_options import say_set_aside, sieve_of, write_baseline
from ttl_check.server_options import server_client, server_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_stream

if TYPE_CHECKING:
    import click

    from graph_rdf.dataset.memory import LoadMemory
    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.gate.streaming import Progress
    from graph_rdf.gate.validation import Validation


def check_once(
    context: click.Context,
    paths: tuple[str, ...],
    settings: dict[str, Any],
    memory: LoadMemory | None = None,
) -> int:
    """Check the data, and write every report.

    Args:
        context: The command that runs.
        paths: The files; empty for a server.
        settings: The options of the command by name.
        memory: What earlier runs parsed, when runs follow each other.

    Returns:
        The exit code, 0 or 1.

    Raises:
        GraphRdfError: It could not be checked, or a report cannot be written.
    """
    from dataclasses import replace

    from graph_rdf.errors import EngineError
    from graph_rdf.export.records_parquet import write_verdicts_parquet
    from graph_rdf.gate.run_provenance import write_run
    from graph_rdf.report.summary_text import render_summary
    from graph_rdf.report.words import counted

    refuse_places(settings)
    terminal = terminal_of(context)
    threshold = fails_at(settings["fail_on"])
    options = _check_options(settings)
    reading = replace(read_options(settings), memory=memory)
    if options.stream:
        with terminal.rate("verified", "record", _size(paths)) as progress:
            outcome = _checked(context, paths, reading, options, settings, progress)
    else:
        with terminal.progress("checking"):
            outcome = _checked(context, paths, reading, options, settings)
    for warning in outcome.warnings:
        terminal.warn(warning)
    if settings["prov"] is not None:
        write_run(outcome, settings["prov"], settings["time"])
    if settings["verdicts"] is not None:
        with output_stream(settings["verdicts"]) as out:
            write_verdicts_parquet(outcome.records, out)
    left_out = outcome.report.limits.number_left_out
    if left_out:
        whole = "; they do not cut the report in Turtle" if "ttl" in _formats(settings) else ""
        terminal.warn(f"{counted(left_out, 'finding')} left out (--max-results, --max-per-rule){whole}")
    if settings["coverage"] and not {"text", "json"}.intersection(_formats(settings)):
        terminal.warn("what was looked at (--coverage) stands in reports in the formats text and json alone")
    skipped = outcome.report.summary.constraints_skipped
    if not skipped:
        # A run that is not whole would take what it did not see for mended.
        write_baseline(outcome.report, settings, terminal)
    say_set_aside(outcome.report, terminal)
    rendering = rendering_of(outcome, settings, terminal.width)
    write_reports(rendering, settings["output_format"], settings["outputs"], terminal)
    terminal.note(render_summary(outcome.report, terminal.err))
    if skipped:
        # A constraint that nobody evaluated may hide a violation, so the run could not check.
        raise EngineError(f"{counted(skipped, 'constraint')} could not be evaluated; the report is not whole")
    return int(threshold is not None and outcome.report.reaches(threshold))


def _formats(settings: dict[str, Any]) -> set[str]:
    """Give the formats of the reports of the run."""
    return {settings["output_format"], *settings["outputs"].values()}


def _check_options(settings: dict[str, Any]) -> CheckOptions:
    """Gather what to check."""
    from graph_rdf.gate.options import CheckOptions

    return CheckOptions(
        shapes=settings["shapes"],
        evidence=not settings["no_evidence"],
        portable=settings["portable"],
        engine=settings["engine"],
        view=settings["view"],
        as_of=settings["as_of"],
        each=settings["each"],
        allow_empty=settings["allow_empty"],
        max_results=settings["max_results"],
        max_per_rule=settings["max_per_rule"],
        max_seconds=settings["max_seconds"],
        max_memory=settings["max_memory"],
        coverage=settings["coverage"],
        stream=settings["stream"],
        sieve=sieve_of(settings),
        keep_records="json" in _formats(settings)
        or any(settings[name] is not None for name in ("prov", "verdicts")),
    )


def _checked(
    context: click.Context,
    paths: tuple[str, ...],
    reading: ReadOptions,
    options: CheckOptions,
    settings: dict[str, Any],
    progress: Progress | None = None,
) -> Validation:
    """Check the data where it lies."""
    if paths:
        from graph_rdf.gate.validate import validate

        return validate(paths, reading, options, progress)
    from graph_rdf.gate.server import remote_graphs
    from graph_rdf.gate.server_validation import validate_remote

    server = server_options(settings)
    server.require_shacl()
    with server_client(terminal_of(context), settings) as client:
        return validate_remote(remote_graphs(server, client, reading.base), reading, options)


def _size(paths: tuple[str, ...]) -> int:
    """Add up the sizes of the files that are there; for progress, so a guess will do."""
    return sum(os.stat(path).st_size for path in paths if os.path.isfile(path))  # noqa: PTH113, PTH116
