"""`ttl-check explain`: what a rule means, or why a record is accepted or not."""

from __future__ import annotations

import click

from ttl_check.options import common_options, ontology_option, reading_options, scope_option, view_options
from ttl_check.terminal import terminal_of


@click.command("explain")
@click.argument("words", nargs=-1, required=True, metavar="RULE | WORLD RECORD")
@view_options
@scope_option
@ontology_option
@reading_options
@common_options
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], **options: object) -> int:
    r"""Explain a rule; or, with a world, say what is known of one of its records.

    \b
    Examples:
      ttl-check explain wrong-bridge
      ttl-check explain my-world rel:final:8
    """
    terminal = terminal_of(context)
    if len(words) == 1:
        from graph_rdf.report.rule_pages import render_rule_page
        from graph_rdf.rules import find_rule

        terminal.report(render_rule_page(find_rule(words[0]), terminal.out))
        return 0
    raise click.UsageError("give a RULE, or a WORLD and a RECORD")
