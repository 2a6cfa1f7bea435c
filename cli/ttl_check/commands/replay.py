"""`ttl-check replay`: derive the answer of a certificate again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graph_rdf import __version__
from ttl_check.options import FILE, format_option, world_options
from ttl_check.reading import read_options
from ttl_check.terminal import terminal_of

if TYPE_CHECKING:
    from pathlib import Path


@click.command("replay")
@click.argument("certificate", metavar="CERTIFICATE", type=FILE)
@click.argument("world", metavar="WORLD")
@format_option
@world_options
@click.pass_context
def command(
    context: click.Context, /, certificate: Path, world: str, output_format: str, **settings: Any
) -> int:
    """Derive the answer of a certificate again, and say what still holds.

    The question, the view, the scopes and the limits are those of the certificate. Every value of it is held
    against what this world and this ontology give. The exit code is 0 when all is equal, 1 otherwise.

    \b
    Examples:
      ttl-check lookup my-world --from project:final:main --path operated_by/contact \\
          --view view:final:base --certificate answer.json
      ttl-check replay answer.json my-world
    """
    from graph_rdf.gate.certifying import read_certificate, replay
    from graph_rdf.report.replay_text import render_replay, render_replay_json

    terminal = terminal_of(context)
    if certificate.is_dir():
        raise click.UsageError(
            f"{str(certificate)!r} is a folder; the CERTIFICATE comes first, then the WORLD"
        )
    with terminal.progress("replaying"):
        outcome = replay(read_certificate(certificate), world, read_options(settings))
    if output_format == "json":
        terminal.report(render_replay_json(outcome, __version__))
    else:
        terminal.report(render_replay(outcome, terminal.out))
    made = outcome.version or "an unnamed version"
    if made != __version__:
        terminal.note(f"made by ttl-check {made}, replayed by {__version__}\n")
    return 0 if outcome.verdict == "holds" else 1
