"""`ttl-check lookup`: follow a sequence of predicates and show the proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import click

from ttl_check.completing import files
from ttl_check.numbers import Count
from ttl_check.options import FILE, caller_options, table_format_option, world_options
from ttl_check.reading import read_options
from ttl_check.server_options import remote_options, require_one_place, server_client, server_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import output_stream

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.callers import OpenWorld
    from graph_rdf.gate.server import RemoteWorld
    from graph_rdf.lookup import LookupResult


@click.command("lookup")
@click.argument("world", metavar="WORLD", required=False, shell_complete=files)
@remote_options
@click.option("--from", "start", required=True, metavar="ID", help="The entity to start from.")
@click.option(
    "--path",
    required=True,
    metavar="NAME/NAME",
    help="The predicates to follow, in order, by name or as <IRI>.",
)
@caller_options
@click.option("--max-steps", type=Count(), default=16, show_default=True, metavar="N")
@click.option("--max-paths", type=Count(), default=1000, show_default=True, metavar="N")
@click.option("--max-fan-out", type=Count(), default=10000, show_default=True, metavar="N")
@click.option(
    "--certificate",
    "certificate_file",
    type=FILE,
    metavar="FILE",
    help="Write a certificate, with which 'ttl-check replay' derives the answer again.",
)
@table_format_option
@world_options
@click.pass_context
def command(
    context: click.Context,
    /,
    world: str | None,
    start: str,
    path: str,
    view: str | None,
    as_of: str | None,
    scopes: tuple[str, ...],
    output_format: str,
    certificate_file: Path | None,
    **settings: Any,
) -> int:
    """Follow a sequence of predicates, and show the proof.

    Only accepted records are followed, and only with the predicate asked for. Each step shows the record and
    the quote that proves it. Records that were not followed are listed with the reason. The exit code is 0
    when there is exactly one answer, 1 otherwise.

    \b
    Examples:
      ttl-check lookup my-world --from project:final:main --path operated_by/contact
      ttl-check lookup my-world --from org:final:north --path contact --view view:final:base
      ttl-check lookup my-world --from org:final:north --path contact --as-of 2026-03-01T00:00:00Z
      ttl-check lookup --endpoint http://localhost:7878/query --from org:final:north --path contact
    """
    from graph_rdf.lookup import Limits, Question, lookup, lookup_json, parse_path
    from graph_rdf.report.json_report import dump_json
    from graph_rdf.report.lookup_text import render_lookup, render_lookup_summary
    from graph_rdf.report.words import counted

    if certificate_file is not None and world is None:
        raise click.UsageError("--certificate is for files: it names the digests of what was read")
    terminal = terminal_of(context)
    limits = Limits(settings["max_steps"], settings["max_paths"], settings["max_fan_out"])
    with terminal.progress("looking up"):
        opened = _opened(context, world, settings)
        predicates = parse_path(path, opened.judgement.world.predicates)
        if certificate_file is None:
            eligibility = opened.eligibility(view, as_of, scopes)
            result = lookup(opened.judgement.verdicts, eligibility, start, predicates, limits)
        else:
            from graph_rdf.gate.certifying import certified_lookup

            question = Question(start, predicates, view, as_of, tuple(scopes), limits, settings["base"])
            certified = certified_lookup(cast("OpenWorld", opened), question)
            result = certified.result
            with output_stream(certificate_file) as out:
                out.write(dump_json(certified.certificate).encode("utf-8"))
    if output_format == "json":
        terminal.report(dump_json(lookup_json(result)))
    elif output_format == "text":
        terminal.report(render_lookup(result, terminal.out))
    else:
        terminal.report(_table(result, output_format))
        terminal.note(f"{result.status}; {counted(len(result.refusals), 'refusal')}\n")
    terminal.note(render_lookup_summary(result))
    return 0 if result.status == "answered" else 1


def _table(result: LookupResult, name: str) -> str:
    """Render the steps of the answers as a table."""
    from graph_rdf.report.lookup_table import COLUMNS, lookup_rows
    from graph_rdf.report.solution_formats import render_solutions, render_solutions_markdown

    rows = lookup_rows(result)
    return (
        render_solutions_markdown(COLUMNS, rows, "")
        if name == "md"
        else render_solutions(COLUMNS, rows, name)
    )


def _opened(context: click.Context, world: str | None, settings: dict[str, Any]) -> OpenWorld | RemoteWorld:
    """Open the world where it lies."""
    require_one_place(world, settings)
    if world is not None:
        from graph_rdf.gate.callers import open_world

        return open_world(world, read_options(settings))
    from graph_rdf.gate.server import open_remote, remote_dataset

    with server_client(terminal_of(context), settings) as client:
        return open_remote(remote_dataset(server_options(settings), client, settings["base"]))
