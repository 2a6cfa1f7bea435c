"""Options that several commands share, each defined once."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ttl_check.numbers import MOST_MEBIBYTES, Count, Seconds
from ttl_check.terminal import terminal_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from click import Context, Parameter

_F = TypeVar("_F", bound="Callable[..., Any]")

FILE = click.Path(path_type=Path)


class PairType(click.ParamType[tuple[str, str]]):
    """``KEY=VALUE``; a settings file may also give a table. The last ``=`` parts the two."""

    name = "pair"

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> tuple[str, str]:
        """Split one value."""
        if isinstance(value, tuple):
            return value
        key, equals, text = str(value).rpartition("=")
        if not equals or not key or not text:
            self.fail(f"{value!r} is not {param.metavar if param is not None else 'KEY=VALUE'}", param, ctx)
        return key, text


PAIR = PairType()


def stacked(*decorators: Callable[[Any], Any]) -> Callable[[_F], _F]:
    """Join option decorators into one, so that the help shows them in this order."""

    def decorate(function: _F) -> _F:
        return reduce(lambda made, decorator: decorator(made), reversed(decorators), function)

    return decorate


def _set_color(context: Context, _parameter: Parameter, value: str | None) -> None:
    if value is not None:
        terminal_of(context).color = value


def _set_quiet(context: Context, _parameter: Parameter, value: bool) -> None:  # noqa: FBT001 - click's call
    if value:
        terminal_of(context).quiet = True


common_options = stacked(
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        expose_value=False,
        is_eager=True,
        callback=_set_color,
        help="Colour the output; auto (the default) does on a terminal, unless NO_COLOR is set.",
    ),
    click.option(
        "-q",
        "--quiet",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_set_quiet,
        help="No summary and no progress on standard error.",
    ),
    click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."),
)

ontology_option = click.option(
    "--ontology",
    "ontologies",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Add predicates, clause forms and opposition of your own; may be repeated.",
)

view_options = stacked(
    click.option("--view", metavar="ID", help="The view that admits versions; default: the current ones."),
    click.option(
        "--as-of",
        metavar="TIME",
        help="Admit what was in force at this xsd:dateTime with a zone, such as 2026-03-01T00:00:00Z.",
    ),
)

scope_option = click.option(
    "--scope",
    "scopes",
    multiple=True,
    metavar="NAME",
    help="An audience that the caller belongs to; may be repeated. Without it: only what is for everyone.",
)

reading_options = stacked(
    click.option("--base", metavar="IRI", help="Resolve relative IRIs against this one."),
    click.option(
        "--catalog",
        type=FILE,
        metavar="DIR",
        help="Folder with copies of what owl:imports and @context name; the network is never used.",
    ),
    click.option(
        "--stdin-filename",
        metavar="NAME",
        help="The name of the file that comes on standard input (-); its ending tells the format.",
    ),
    click.option(
        "--max-body",
        type=Count(),
        default=64 * 1024 * 1024,
        show_default=True,
        metavar="BYTES",
        help="Refuse to read bodies that are larger.",
    ),
)

caller_options = stacked(view_options, scope_option)
"""For commands that run for a caller: which versions, and which audience."""

world_options = stacked(ontology_option, reading_options, common_options)
"""For commands that read a world: the last options of each, in one order."""

limit_options = stacked(
    click.option("--max-results", type=Count(), metavar="N", help="Report at most so many findings."),
    click.option("--max-per-rule", type=Count(), metavar="N", help="Report at most so many of each rule."),
    click.option(
        "--max-seconds",
        type=Seconds(),
        metavar="S",
        help="Stop after so long, whatever runs; the exit code is 2 then.",
    ),
    click.option(
        "--max-memory",
        type=Count(most=MOST_MEBIBYTES),
        metavar="MIB",
        help="Stop when a process of the run holds more; the exit code is 2 then.",
    ),
)

format_option = click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)

table_format_option = click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "csv", "tsv", "xml", "md"]),
    default="text",
    show_default=True,
    help="text and md are tables to read; the others are formats of the W3C, json of a lookup its own.",
)

output_file_option = click.option(
    "-o", "--output", type=FILE, metavar="FILE", help="Write to this file, whole or not at all."
)
