"""`ttl-check export`: records to a profile, and RDF back to records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ttl_check.completing import profiles
from ttl_check.numbers import Count
from ttl_check.options import caller_options, output_file_option, stacked, world_options
from ttl_check.reading import read_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_folder, output_stream

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.export import NanopubOptions, Profile
    from graph_rdf.gate.exporting import Choice

choice_options = stacked(
    click.option(
        "--accepted-only",
        is_flag=True,
        help="Only what a caller may see, and of the records only those that a lookup may use.",
    ),
    caller_options,
    click.option(
        "--no-quotes", is_flag=True, help="For restricted texts: positions and digests, no quote and no body."
    ),
)

nanopub_options = stacked(
    click.option("--time", metavar="TIME", help="When nanopublications are created; no clock is read."),
    click.option(
        "--trusty", is_flag=True, help="Name nanopublications by the hash of their content (trusty URIs)."
    ),
)


KEEP_PATHS = frozenset({"jsonl", "records-parquet"})
"""The profiles that write no text into the file: they keep the path that leads to it."""


@click.command("export")
@click.argument("world", metavar="RECORDS")
@click.option(
    "--to",
    "name",
    metavar="PROFILE",
    required=True,
    shell_complete=profiles,
    help="rdf11 (or ttl), rdf12, jsonld, nt, nq, trig, rdfxml, jsonl or records-parquet, all without loss; "
    "nanopub, prov, webannotation, csv (for Neo4j), graphml or parquet.",
)
@output_file_option
@click.option(
    "--embed-limit",
    type=Count(0),
    default=1024 * 1024,
    show_default=True,
    metavar="BYTES",
    help="Put text bodies up to this size into the graph; others keep their path alone.",
)
@choice_options
@nanopub_options
@world_options
@click.pass_context
def command(context: click.Context, /, world: str, name: str, output: Path | None, **settings: Any) -> int:
    """Write records as reified RDF or in another profile, or back from RDF.

    Nothing is asserted: the graph says that a record claims a triple, not the triple. csv and parquet write a
    folder. nanopub and --accepted-only are for a caller, as accept is; otherwise all records are written.

    \b
    Examples:
      ttl-check export my-world --to rdf11 -o my-world.ttl
      ttl-check export my-world.ttl --to jsonl
      ttl-check export my-world --to csv -o my-folder --accepted-only --view view:final:base
    """
    from graph_rdf.export import find_profile
    from graph_rdf.gate.export_writing import write_export, write_export_folder
    from graph_rdf.gate.exporting import open_export, stranded_bodies
    from graph_rdf.records.parquet import require_pyarrow

    profile = find_profile(name)
    choice = _choice(context, profile, settings)
    nanopubs = _nanopubs(context, profile, settings)
    if settings["no_quotes"] and not profile.redacts:
        raise click.UsageError(f"--no-quotes: {profile.name} holds whole records", context)
    if profile.files and output is None:
        raise click.UsageError(f"{profile.name} is a folder of files: give -o FOLDER", context)
    if "parquet" in profile.name:
        require_pyarrow()
    terminal = terminal_of(context)
    with terminal.progress("exporting"):
        export = open_export(world, read_options(settings), choice, quotes=not settings["no_quotes"])
        if profile.files and output is not None:
            with output_folder(output, profile.files) as folder:
                warnings = write_export_folder(export, profile.name, folder)
        else:
            with output_stream(output) as out:
                warnings = write_export(export, profile.name, out, nanopubs)
    for warning in warnings:
        terminal.warn(warning)
    stranded = None
    if output is not None and profile.name in KEEP_PATHS:
        stranded = stranded_bodies(export.records, output.parent)
    if stranded is not None:
        terminal.warn(f"{output}: {stranded}")
    return 0


def _choice(context: click.Context, profile: Profile, settings: dict[str, Any]) -> Choice | None:
    """Say for whom the export is; None for the owner of the files, who sees every record."""
    from graph_rdf.gate.exporting import Choice

    if not (settings["accepted_only"] or profile.judged):
        for name in ("view", "as_of", "scopes"):
            if context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
                option = "--" + name.replace("_", "-").removesuffix("s")
                raise click.UsageError(f"{option} goes with --accepted-only or --to nanopub", context)
        return None
    return Choice(
        settings["accepted_only"], settings["view"], settings["as_of"], frozenset(settings["scopes"])
    )


def _nanopubs(context: click.Context, profile: Profile, settings: dict[str, Any]) -> NanopubOptions:
    """Say how nanopublications are made."""
    from graph_rdf.errors import TimeError
    from graph_rdf.evidence.times import parse_moment
    from graph_rdf.export import NanopubOptions

    time = settings["time"]
    if not profile.judged and (time is not None or settings["trusty"]):
        option = "--trusty" if time is None else "--time"
        raise click.UsageError(f"{option} goes with --to nanopub", context)
    if time is not None and parse_moment(time) is None:
        raise TimeError(f"{time!r} is no time with a zone; write it as 2026-01-31T12:00:00Z")
    return NanopubOptions(time, settings["trusty"])
