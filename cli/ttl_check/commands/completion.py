"""`ttl-check completion`: the script that makes a shell complete commands, options, files and rules."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from ttl_check.options import common_options
from ttl_check.terminal import terminal_of

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "ttl-check"
VARIABLE = "_TTL_CHECK_COMPLETE"
"""The variable that such a script sets to ask the program what to offer; its name is click's."""


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@common_options
@click.pass_context
def command(context: click.Context, /, shell: str) -> int:
    """Print the script that makes a shell complete commands, options, files and rules.

    \b
    Examples:
      eval "$(ttl-check completion bash)"                        in ~/.bashrc
      eval "$(ttl-check completion zsh)"                         in ~/.zshrc, below compinit
      ttl-check completion fish > ~/.config/fish/completions/ttl-check.fish
    """
    known = get_completion_class(shell)
    assert known is not None  # noqa: S101 - the choice holds no other
    script = known(context.find_root().command, {}, PROGRAM, VARIABLE)
    # The template alone: asking bash for its version would run a program.
    terminal_of(context).report((script.source_template % script.source_vars()).strip() + "\n")
    return 0
