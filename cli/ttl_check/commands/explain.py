"""`ttl-check explain`: what a rule means, or why a record is accepted or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ttl_check.completing import rules_and_files
from ttl_check.options import caller_options, format_option, world_options
from ttl_check.reading import read_options
from ttl_check.terminal import terminal_of


@click.command("explain")
@click.argument(
    "words", nargs=-1, required=True, metavar="RULE | WORLD RECORD", shell_complete=rules_and_files
)
@caller_options
@format_option
@world_options
@click.pass_context
def command(
    context: click.Context,
    /,
    words: tuple[str, ...],
    view: str | None,
    as_of: str | None,
    scopes: tuple[str, ...],
    output_format: str,
    **settings: Any,
) -> int:
    """Explain a rule, or a record of a world.

    Of a record it shows the cited text with the span marked, the clause as it is read, what that states and
    what the record claims, the first check that failed, and where the quote really stands if it does not
    stand at the span. Like a lookup it runs for a caller: what is not permitted is not there.

    \b
    Examples:
      ttl-check explain wrong-bridge
      ttl-check explain my-world rel:final:8
    """
    terminal = terminal_of(context)
    as_json = output_format == "json"
    if len(words) == 2 and Path(words[1]).exists() and not Path(words[0]).exists():
        raise click.UsageError(f"the WORLD comes first: ttl-check explain {words[1]} {words[0]}")
    if len(words) == 1:
        from graph_rdf.errors import UnknownNameError
        from graph_rdf.report.rule_pages import render_rule_page, render_rules_json
        from graph_rdf.rules import find_rule

        try:
            rule = find_rule(words[0])
        except UnknownNameError:
            if Path(words[0]).exists():
                message = f"{words[0]!r} is a file or a folder; name a RECORD after it"
                raise click.UsageError(message) from None
            if ":" in words[0]:
                message = f"no rule has a colon in its id; for a record: ttl-check explain WORLD {words[0]}"
                raise click.UsageError(message) from None
            raise
        terminal.report(render_rules_json([rule]) if as_json else render_rule_page(rule, terminal.out))
        return 0
    if len(words) != 2:
        raise click.UsageError("give a RULE, or a WORLD and a RECORD")
    from graph_rdf.evidence import judge
    from graph_rdf.gate.callers import find_record, open_world
    from graph_rdf.report.record_page import record_page, render_record, render_record_json

    with terminal.progress("reading"):
        opened = open_world(words[0], read_options(settings))
        seen = judge(opened.judgement.verdicts, opened.eligibility(view, as_of, scopes))
        page = record_page(seen, find_record(seen, words[1]), opened.bodies())
    terminal.report(render_record_json(page) if as_json else render_record(page, terminal.out))
    return 0
