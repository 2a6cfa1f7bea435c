"""`ttl-check reanchor`: propose new spans in another version of a document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ttl_check.options import common_options, format_option, output_file_option, reading_options
from ttl_check.reading import read_options
from ttl_check.terminal import terminal_of
from ttl_check.writing import refuse_inputs


@click.command("reanchor")
@click.argument("records", metavar="RECORDS")
@click.option("--to", "version", required=True, metavar="VERSION", help="The version to cite from now on.")
@output_file_option
@format_option
@reading_options
@common_options
@click.pass_context
def command(
    context: click.Context,
    /,
    records: str,
    version: str,
    output: Path | None,
    output_format: str,
    **settings: Any,
) -> int:
    """Propose new spans where a document has a new version.

    Each anchor on another version of the document of VERSION is looked up there. Where its quote stands
    exactly once, as a whole clause, the anchor moves; where it is gone or stands several times it stays, and
    is listed. No quote is ever changed. The records are written to a new file beside the old one, unless -o
    names another. The exit code is 0 when every such anchor moved, 1 otherwise.

    \b
    Examples:
      ttl-check reanchor my-world/final.records.jsonl --to doc:final:assignments@v2
    """
    from graph_rdf.errors import OutputError
    from graph_rdf.evidence.reanchoring import FOUND
    from graph_rdf.export import write_records
    from graph_rdf.gate.reanchoring import Reanchoring
    from graph_rdf.output import atomic_write
    from graph_rdf.report.moves import render_moves, render_moves_json

    terminal = terminal_of(context)
    target = output or _beside(Path(records))
    if target.exists() and Path(records).exists() and target.samefile(records):
        raise OutputError("the old records are not overwritten; give another file", path=str(target))
    refuse_inputs(target)
    with terminal.progress("re-anchoring"):
        work = Reanchoring(records, version, read_options(settings))
        with atomic_write(target) as out:
            write_records(work.records(), out)
    rendered = render_moves_json if output_format == "json" else render_moves
    terminal.report(rendered(work.moves))
    moved = sum(move.outcome in FOUND for move in work.moves)
    terminal.note(f"moved {moved:,} of {len(work.moves):,} anchors; wrote {target}\n")
    if Path(records).is_file() and target.parent.absolute() == Path(records).parent.absolute():
        terminal.note(f"next: compare it with {records} and put it in its place; together they clash\n")
    return 0 if moved == len(work.moves) else 1


def _beside(records: Path) -> Path:
    """Name the new file: in the same folder, so that paths of bodies still lead somewhere."""
    suffix = ".records.jsonl"
    if records.is_dir() or not records.name.endswith(suffix):
        raise click.UsageError("give one *.records.jsonl file, or -o FILE")
    return records.with_name(f"{records.name.removesuffix(suffix)}.reanchored{suffix}")
