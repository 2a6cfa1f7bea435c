"""`ttl-check fmt`: one layout for Turtle, the graph proved to be the same."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ttl_check.completing import files
from ttl_check.options import common_options
from ttl_check.terminal import terminal_of

if TYPE_CHECKING:
    from graph_rdf.errors import GraphRdfError
    from graph_rdf.findings import Finding
    from graph_rdf.gate.formatting import FileFormatting
    from ttl_check.terminal import Terminal


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=files)
@click.option(
    "--check", is_flag=True, help="Write nothing; name the files that would change, and exit with 1."
)
@click.option("--diff", is_flag=True, help="Write nothing; show what would change, and exit with 1.")
@click.option(
    "--stdin-filename",
    "stdin_name",
    metavar="NAME",
    help="The name of the file that comes on standard input (-); its ending tells the format.",
)
@common_options
@click.pass_context
def command(
    context: click.Context, /, paths: tuple[str, ...], *, check: bool, diff: bool, stdin_name: str | None
) -> int:
    """Lay Turtle, TriG, N-Triples and N-Quads files out: one predicate a line, prefixes sorted, `a` first.

    PATH is a file, a folder, or - for standard input, whose text goes to standard output. The order of the
    statements and the comments stay; numbers, strings and names stay as they are written. A file is
    replaced only when the new text is proved to state the same graph. A file with a syntax error is reported
    and left alone.

    \b
    Examples:
      ttl-check fmt ontology shapes
      ttl-check fmt --check .
      ttl-check fmt --diff data.ttl
      ttl-check fmt - < data.ttl
    """
    from graph_rdf.errors import DataError
    from graph_rdf.gate.formatting import format_paths, replace_file, unified_diff

    terminal = terminal_of(context)
    dry = check or diff
    errors: list[GraphRdfError] = []
    findings = total = changed = 0
    with terminal.progress("formatting"):
        for outcome in format_paths(paths, stdin_name):
            total += 1
            changed += outcome.changed
            if outcome.error is not None:
                errors.append(outcome.error)
                continue
            findings += _report_findings(outcome, terminal, to_stdout=dry or "-" not in paths)
            if diff:
                terminal.report(unified_diff(outcome))
            if check and outcome.changed:
                terminal.report(f"would reformat {outcome.file.name}\n")
            if dry or outcome.formatted is None or outcome.formatted.text is None:
                continue
            if outcome.file.path is None:
                sys.stdout.flush()
                sys.stdout.buffer.write(outcome.formatted.text)
            elif outcome.changed:
                replace_file(outcome)
                terminal.note(f"reformatted {outcome.file.name}\n")
    terminal.note(_summary(total, changed, len(errors), findings, dry=dry))
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise DataError(f"{len(errors)} files could not be formatted; they are unchanged", errors)
    return int(bool(findings) or (dry and bool(changed)))


def _report_findings(outcome: FileFormatting, terminal: Terminal, *, to_stdout: bool) -> int:
    """Report why a file was not formatted, as `validate` does."""
    found: tuple[Finding, ...] = outcome.formatted.findings if outcome.formatted is not None else ()
    if found and outcome.formatted is not None:
        from graph_rdf.gate.lines import SourceLines
        from graph_rdf.report.text import render_findings

        lines = SourceLines([outcome.formatted.source])
        if to_stdout:
            terminal.report(render_findings(found, lines, terminal.out))
        else:
            sys.stderr.write(render_findings(found, lines, terminal.err))
    return len(found)


def _summary(total: int, changed: int, failed: int, findings: int, *, dry: bool) -> str:
    """Count what was done."""
    files = "file" if total == 1 else "files"
    parts = [f"{changed} {'would change' if dry else 'changed'}"]
    if failed:
        parts.append(f"{failed} could not be formatted")
    if findings:
        parts.append(f"{findings} syntax {'error' if findings == 1 else 'errors'}")
    return f"{total} {files}: {', '.join(parts)}\n"
