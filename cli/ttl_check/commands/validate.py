"""`ttl-check validate`: check files, and say what was looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ttl_check.completing import files
from ttl_check.options import (
    FILE,
    common_options,
    limit_options,
    ontology_option,
    reading_options,
    view_options,
)
from ttl_check.report_options import report_options
from ttl_check.sections import SectionedCommand
from ttl_check.selection_options import selection_options
from ttl_check.server_options import remote_options, require_one_place
from ttl_check.terminal import terminal_of

if TYPE_CHECKING:
    from pathlib import Path


@click.command("validate", cls=SectionedCommand)
@click.argument("paths", nargs=-1, metavar="PATH...", shell_complete=files)
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
@click.option(
    "--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C; needs ttl-check[watch]."
)
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
    from ttl_check.checking import check_once

    _require_one_place(paths, settings)
    settings |= {"shapes": shapes, "ontologies": ontologies}
    if not settings["watch"]:
        return check_once(context, paths, settings)
    from graph_rdf.dataset.memory import LoadMemory
    from ttl_check.watching import watch

    memory = LoadMemory()
    return watch(
        lambda: check_once(context, paths, settings, memory), paths, settings, terminal_of(context), memory
    )


def _require_one_place(paths: tuple[str, ...], settings: dict[str, Any]) -> None:
    """Refuse a command that names no data, or files and a server."""
    require_one_place(paths[0] if paths else None, settings, "PATH...")
    if settings["endpoint"] is not None and any(
        settings[name] for name in ("engine", "each", "stream", "coverage")
    ):
        raise click.UsageError("--engine, --each, --stream and --coverage are for files")
    if settings["endpoint"] is not None and settings["prov"] is not None:
        raise click.UsageError("--prov is for files: it names the digests of what was read")
