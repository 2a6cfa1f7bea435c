"""The top of the command line: which commands there are, each loaded when it is asked for."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

import click

from graph_rdf import __version__
from ttl_check.options import common_options
from ttl_check.settings import read_settings

if TYPE_CHECKING:
    from click import Command, Context, HelpFormatter

COMMANDS = (
    "validate",
    "lookup",
    "replay",
    "explain",
    "map",
    "query",
    "export",
    "accept",
    "reanchor",
    "entail",
    "fmt",
    "push",
    "pull",
    "rules",
    "init",
    "demo",
    "completion",
)
"""The commands in the order of the help; each is `ttl_check.commands.NAME.command`."""


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own, imported one at a time."""

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - the signature is click's
        """Give the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:  # noqa: ARG002 - likewise
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: Command = import_module(f"ttl_check.commands.{cmd_name}").command
        return command

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """Find the command, or refuse with the nearest names; its settings become its defaults."""
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None:
            near = get_close_matches(name, COMMANDS, n=3, cutoff=0.5) or list(COMMANDS)
            ctx.fail(f"no command {name!r}; nearest: {', '.join(near)}")
        every = {known: found for known in COMMANDS if (found := self.get_command(ctx, known)) is not None}
        ctx.default_map = {name: read_settings(name, every)}
        return name, command, args[1:]

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write which files and variables count for every command."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Files"):
            formatter.write_dl(
                [("ttl-check.toml, pyproject.toml", "defaults for options, from the nearest folder upwards")]
            )
        with formatter.section("Environment"):
            formatter.write_dl(
                [
                    ("NO_COLOR", "no colour when it is set"),
                    ("COLUMNS", "the width of a terminal"),
                    ("GITHUB_STEP_SUMMARY", "the file that validate --format github appends a summary to"),
                ]
            )

    def format_help_text(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the introduction."""
        super().format_help_text(ctx, formatter)
        with formatter.section("Start here"):
            formatter.write_dl(
                [
                    ("ttl-check demo", "see it work on nine records"),
                    ("ttl-check init my-world", "write that world as a starting point"),
                    ("ttl-check validate my-world", "check it"),
                    ("ttl-check explain wrong-bridge", "what a rule means and how to mend it"),
                ]
            )


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="ttl-check", message="%(prog)s %(version)s")
@common_options
def command_line() -> None:
    """Check evidence graphs: an edge counts only when the text that it cites says exactly that.

    Exit codes: 0 checked and fine; 1 checked, with findings (a lookup: not answered); 2 could not check.
    """
