"""`ttl-check validate`: check files, and say what was looked at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graph_rdf import __version__
from graph_rdf.report.style import PLAIN
from ttl_check.options import FILE, common_options, ontology_option, reading_options, view_options
from ttl_check.reading import read_options
from ttl_check.server_options import remote_options, require_one_place, server_client, server_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import refuse_inputs

if TYPE_CHECKING:
    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.gate.streaming import Progress
    from graph_rdf.gate.validate import Validation
    from graph_rdf.report.style import Style

FORMATS = ("text", "json", "ttl", "html")
THRESHOLDS = ("error", "warning", "info", "never")


def _outputs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Read ``FORMAT=FILE``."""
    outputs: dict[str, str] = {}
    for value in values:
        name, equals, file = value.partition("=")
        if name not in FORMATS or not equals or not file:
            raise click.BadParameter(f"{value!r} is not FORMAT=FILE with one of {', '.join(FORMATS)}")
        if file in outputs:
            raise click.BadParameter(f"{file!r} is named twice")
        outputs[file] = name
    return outputs


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
@click.option(
    "--format",
    "output_format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="ttl is the W3C validation report: it holds the SHACL results alone, no findings about evidence.",
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    callback=_outputs,
    metavar="FORMAT=FILE",
    help="Write a report to a file too; may be repeated.",
)
@click.option(
    "--fail-on",
    type=click.Choice(THRESHOLDS),
    default="error",
    show_default=True,
    help="The least severity that makes the exit code 1.",
)
@click.option("--each", is_flag=True, help="Check each file on its own, not all merged as one graph.")
@click.option("--allow-empty", is_flag=True, help="Only warn when nothing was checked.")
@click.option(
    "--max-results", type=click.IntRange(min=1), metavar="N", help="Report at most so many findings."
)
@click.option(
    "--stream",
    is_flag=True,
    help="Verify records files without building RDF: for millions of records. No shapes run.",
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
    outputs: dict[str, str],
    output_format: str,
    fail_on: str,
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
    from graph_rdf.findings import Severity
    from graph_rdf.gate.options import CheckOptions
    from graph_rdf.gate.run_provenance import write_run
    from graph_rdf.output import atomic_write
    from graph_rdf.report.text import render_summary
    from graph_rdf.report.words import counted

    terminal = terminal_of(context)
    _require_one_place(paths, settings)
    threshold = None if fail_on == "never" else Severity(fail_on)
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
        stream=settings["stream"],
        keep_records="json" in (output_format, *outputs.values()) or settings["prov"] is not None,
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
    if outcome.beyond_shacl and "ttl" in (output_format, *outputs.values()):
        left_out = counted(outcome.beyond_shacl, "finding")
        terminal.warn(
            f"ttl is the W3C report and holds the SHACL results alone; it leaves out {left_out}, "
            "which text and json show"
        )
    for file, name in outputs.items():
        refuse_inputs(Path(file))
        with atomic_write(file) as out:
            out.write(_rendered(outcome, name, PLAIN).encode("utf-8"))
    terminal.report(_rendered(outcome, output_format, terminal.out))
    terminal.note(render_summary(outcome.report, terminal.err))
    skipped = outcome.report.summary.constraints_skipped
    if skipped:
        # A constraint that nobody evaluated may hide a violation, so the run could not check.
        raise EngineError(f"{counted(skipped, 'constraint')} could not be evaluated; the report is not whole")
    return int(threshold is not None and outcome.report.reaches(threshold))


def _require_one_place(paths: tuple[str, ...], settings: dict[str, Any]) -> None:
    """Refuse a command that names no data, or files and a server."""
    require_one_place(paths[0] if paths else None, settings, "PATH...")
    if settings["endpoint"] is not None and (settings["engine"] or settings["each"] or settings["stream"]):
        raise click.UsageError("--engine, --each and --stream are for files")


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

    with server_client(terminal_of(context)) as client:
        return validate_remote(
            remote_graphs(server_options(settings), client, reading.base), reading, options
        )


def _size(paths: tuple[str, ...]) -> int:
    """Add up the sizes of the files that are there; for progress, so a guess will do."""
    return sum(os.stat(path).st_size for path in paths if os.path.isfile(path))  # noqa: PTH113, PTH116


def _rendered(outcome: Validation, name: str, style: Style) -> str:
    """Render the outcome in one of the formats."""
    from graph_rdf.report.json_report import render_json
    from graph_rdf.report.text import render_text
    from graph_rdf.shacl.report_turtle import report_turtle

    if name == "json":
        return render_json(outcome.report, __version__)
    if name == "ttl":
        return report_turtle(outcome.shacl)
    if name == "html":
        from graph_rdf.report.html_report import render_html

        return render_html(outcome.report, outcome.line_of, __version__, outcome.prefixes, outcome.warnings)
    return render_text(outcome.report, outcome.line_of, style, outcome.prefixes)
