"""`ttl-check export`: records to RDF, and RDF back to records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ttl_check.options import common_options, ontology_option, output_file_option, reading_options
from ttl_check.reading import read_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_stream

if TYPE_CHECKING:
    from pathlib import Path

PROFILES = ("ttl", "nt", "nq", "trig", "jsonl")


@click.command("export")
@click.argument("world", metavar="RECORDS")
@click.option(
    "--to",
    "profile",
    type=click.Choice(PROFILES),
    required=True,
    help="What to write; jsonl is the records form.",
)
@output_file_option
@click.option(
    "--embed-limit",
    type=click.IntRange(min=0),
    default=1024 * 1024,
    show_default=True,
    metavar="BYTES",
    help="Put text bodies up to this size into the graph; others keep their path alone.",
)
@ontology_option
@reading_options
@common_options
@click.pass_context
def command(context: click.Context, /, world: str, profile: str, output: Path | None, **settings: Any) -> int:
    """Write records as reified RDF, or back from RDF.

    Nothing is asserted: the graph says that a record claims a triple, not the triple.

    \b
    Examples:
      ttl-check export my-world --to ttl -o my-world.ttl
      ttl-check export my-world.ttl --to jsonl
    """
    from graph_rdf.gate.exporting import open_export, write_export

    terminal = terminal_of(context)
    with terminal.progress("exporting"):
        export = open_export(world, read_options(settings))
        with output_stream(output) as out:
            warnings = write_export(export, profile, out)
    for warning in warnings:
        terminal.warn(warning)
    return 0
