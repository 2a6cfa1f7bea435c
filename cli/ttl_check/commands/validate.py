"""`ttl-check validate`: check files, and say what was looked at."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from ttl_check.options import (
    FILE,
    common_options,
    limit_options,
    ontology_option,
    reading_options,
    view_options,
)
from ttl_check.reading import read_options
from ttl_check.report_options import fails_at, rendering_of, report_options, write_reports
from ttl_check.selection_options import say_set_aside, selection_options, sieve_of, write_baseline
from ttl_check.server_options import remote_options, require_one_place, server_client, server_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_stream

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.gate.streaming import Progress
    from graph_rdf.gate.validation import Validation


@click.command("validate")
@click.argument("paths", nargs=-1, metavar="PATH...")
@remote_options
@click.option(
    "--shapes", type=FILE, multiple=True, metavar="FILE", help="Add shapes of your own; may be repeated."
)
@ontology_option
@click.option(
    "--no-evidence", is_flag=True, help="A plain SHACL gate: none of the packaged shapes and rules."
)
@click.option(
    "--portable", is_flag=True, help="Judge the evidence by shapes/evidence.ttl, not by the native verifier."
)
@click.option("--engine", metavar="NAME", help="The SHACL engine.")
@view_options
@report_options
@selection_options
@click.option("--each", is_flag=True, help="Check each file on its own, not all merged as one graph.")
@click.option("--allow-empty", is_flag=True, help="Only warn when nothing was checked.")
@click.option(
    "--coverage", is_flag=True, help="Show what each shape looked at, and the triples that none looked at."
)
@limit_options
@click.option(
    "--stream",
    is_flag=True,
    help="Verify records files without building RDF: for millions of records. No shapes run.",
)
@click.option(
    "--verdicts",
    type=FILE,
    metavar="FILE",
    help="Write the verdict on each record to this Parquet file (extra parquet).",
)
@click.option(
    "--prov",
    type=FILE,
    metavar="FILE",
    help="Write the run as provenance: what was used, and the outcome of each rule for each record.",
)
@click.option("--time", metavar="TIME", help="The time in --prov, an xsd:dateTime with a zone; default: now.")
@reading_options
@common_options
@click.pass_context
def command(
    context: click.Context,
    /,
    paths: tuple[str, ...],
    shapes: tuple[Path, ...],
    ontologies: tuple[Path, ...],
    **settings: Any,
) -> int:
    """Check RDF files and records files.

    PATH is a file, a folder, or - for standard input. Several files are one merged graph unless --each is
    given. Records are checked against the texts that they cite; packaged shapes check their structure;
    --shapes adds yours. With --endpoint the data stays on its server, and findings have no line.

    \b
    Examples:
      ttl-check validate my-world
      ttl-check validate world.ttl --format json
      ttl-check validate data.ttl --shapes mine.ttl --no-evidence
      ttl-check validate big.records.jsonl --stream
      cat data.ttl | ttl-check validate - --stdin-filename data.ttl
      ttl-check validate --server fuseki --endpoint http://localhost:3030/ds --shapes mine.ttl
    """
    from graph_rdf.errors import EngineError
    from graph_rdf.export.records_parquet import write_verdicts_parquet
    from graph_rdf.gate.options import CheckOptions
    from graph_rdf.gate.run_provenance import write_run
    from graph_rdf.report.summary_text import render_summary
    from graph_rdf.report.words import counted

    terminal = terminal_of(context)
    _require_one_place(paths, settings)
    threshold = fails_at(settings["fail_on"])
    formats = (settings["output_format"], *settings["outputs"].values())
    options = CheckOptions(
        shapes=shapes,
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
        keep_records="json" in formats or any(settings[name] is not None for name in ("prov", "verdicts")),
    )
    reading = read_options({**settings, "ontologies": ontologies})
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
        terminal.warn(f"{counted(left_out, 'finding')} left out (--max-results, --max-per-rule)")
    write_baseline(outcome.report, settings, terminal)
    say_set_aside(outcome.report, terminal)
    rendering = rendering_of(outcome, settings, terminal.width)
    write_reports(rendering, settings["output_format"], settings["outputs"], terminal)
    terminal.note(render_summary(outcome.report, terminal.err))
    skipped = outcome.report.summary.constraints_skipped
    if skipped:
        # A constraint that nobody evaluated may hide a violation, so the run could not check.
        raise EngineError(f"{counted(skipped, 'constraint')} could not be evaluated; the report is not whole")
    return int(threshold is not None and outcome.report.reaches(threshold))


def _require_one_place(paths: tuple[str, ...], settings: dict[str, Any]) -> None:
    """Refuse a command that names no data, or files and a server."""
    require_one_place(paths[0] if paths else None, settings, "PATH...")
    if settings["endpoint"] is not None and any(
        settings[name] for name in ("engine", "each", "stream", "coverage")
    ):
        raise click.UsageError("--engine, --each, --stream and --coverage are for files")
    if settings["endpoint"] is not None and settings["prov"] is not None:
        raise click.UsageError("--prov is for files: it names the digests of what was read")


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
