"""`ttl-check rules`: list the rules."""

from __future__ import annotations

import click

from ttl_check.options import common_options, format_option
from ttl_check.terminal import terminal_of


@click.command("rules")
@format_option
@common_options
@click.pass_context
def command(context: click.Context, /, output_format: str) -> int:
    """List every rule id that a report can show.

    \b
    Examples:
      ttl-check rules
      ttl-check rules --format json
    """
    from graph_rdf.report.rule_pages import render_rule_list, render_rules_json
    from graph_rdf.rules import all_rules

    terminal = terminal_of(context)
    if output_format == "json":
        terminal.report(render_rules_json(all_rules()))
    else:
        terminal.report(render_rule_list(all_rules(), terminal.out))
        terminal.note("\n'ttl-check explain RULE' tells more about one.\n")
    return 0
