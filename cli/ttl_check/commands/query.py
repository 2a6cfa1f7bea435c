"""`ttl-check query`: ask a shipped or own SPARQL query."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ttl_check.completing import queries_and_files
from ttl_check.options import caller_options, table_format_option, world_options
from ttl_check.reading import read_options
from ttl_check.server_options import remote_options, require_one_place, server_client, server_options
from ttl_check.terminal import terminal_of

if TYPE_CHECKING:
    from graph_rdf.gate.querying import Answer, Question
    from graph_rdf.report.style import Style


def _settings(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    """Read ``name=value``."""
    settings: dict[str, str] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{value!r} is not name=value")
        if name in settings:
            raise click.BadParameter(f"{name!r} is set twice")
        settings[name] = text
    return settings


@click.command("query")
@click.argument(
    "words", nargs=-1, required=True, metavar="[WORLD] NAME|FILE.rq", shell_complete=queries_and_files
)
@remote_options
@click.option(
    "--set",
    "values",
    multiple=True,
    callback=_settings,
    metavar="name=value",
    help='Bind a variable to an id, a predicate name, an <IRI> or a "literal"; may be repeated.',
)
@caller_options
@table_format_option
@world_options
@click.pass_context
def command(
    context: click.Context,
    /,
    words: tuple[str, ...],
    values: dict[str, str],
    view: str | None,
    as_of: str | None,
    scopes: tuple[str, ...],
    output_format: str,
    **settings: Any,
) -> int:
    """Run a SPARQL query, a shipped one or your own.

    A query whose header says `Runs on: accepted graph` sees the accepted triples of the view alone; all
    others see the records and their evidence, as far as the scopes permit. docs/reference/queries.md lists
    the shipped ones; a file ends in .rq.

    \b
    Examples:
      ttl-check query my-world relation_records --set subject=project:final:main
      ttl-check query my-world project_contact --view view:final:base
      ttl-check query my-world mine.rq --format json
      ttl-check query --server fuseki --endpoint http://localhost:3030/ds relation_records
    """
    from graph_rdf.gate.querying import find_question
    from graph_rdf.namespaces import ID_BASE

    terminal = terminal_of(context)
    *worlds, name = words
    if len(worlds) > 1:
        raise click.UsageError(f"one WORLD at most, not {', '.join(worlds)}")
    if not worlds and settings["endpoint"] is None and not name.endswith(".rq") and Path(name).exists():
        raise click.UsageError(f"{name!r} is a file or a folder; name a query after it, NAME or FILE.rq")
    require_one_place(worlds[0] if worlds else None, settings)
    question = find_question(name)
    with terminal.progress("querying"):
        if worlds:
            answer = _local(worlds[0], question, values, view, as_of, scopes, settings)
        elif as_of or scopes:
            raise click.UsageError("--as-of and --scope are for worlds in files; a server decides itself")
        else:
            answer = _remote(context, question, values, view, settings)
    base = settings["base"] or ID_BASE
    text = output_format == "text"
    terminal.report(_text(answer, base, terminal.out) if text else _result(answer, output_format, base))
    if answer.table is not None:
        terminal.note(f"{len(answer.table.rows):,} row{'s' * (len(answer.table.rows) != 1)}\n")
    return 0


def _local(
    world: str,
    question: Question,
    values: dict[str, str],
    view: str | None,
    as_of: str | None,
    scopes: tuple[str, ...],
    settings: dict[str, Any],
) -> Answer:
    """Run the query over files."""
    from graph_rdf.gate.callers import open_world
    from graph_rdf.gate.querying import ask_question

    opened = open_world(world, read_options(settings))
    return ask_question(opened, opened.eligibility(view, as_of, scopes), question, values, settings["base"])


def _remote(
    context: click.Context,
    question: Question,
    values: dict[str, str],
    view: str | None,
    settings: dict[str, Any],
) -> Answer:
    """Run the query on a server."""
    from graph_rdf.gate.server import accepted_dataset, ask_server, remote_dataset

    options, base = server_options(settings), settings["base"]
    with server_client(terminal_of(context), settings) as client:
        if question.runs_on == "accepted graph" and not options.graphs:
            dataset = accepted_dataset(options, client, view, base)
        else:
            dataset = remote_dataset(options, client, base)
        return ask_server(dataset, question, values, base)


def _result(answer: Answer, name: str, base: str) -> str:
    """Render an answer in one of the formats beside text."""
    from graph_rdf.report.solution_formats import render_solutions, render_solutions_markdown, render_truth

    if answer.table is not None:
        variables, rows = answer.table.variables, answer.table.rows
        if name == "md":
            return render_solutions_markdown(variables, rows, base)
        return render_solutions(variables, rows, name)
    if answer.truth is not None:
        return f"{str(answer.truth).lower()}\n" if name == "md" else render_truth(answer.truth, name)
    raise click.UsageError(f"a query that gives triples has no {name} form; leave out --format {name}")


def _text(answer: Answer, base: str, style: Style) -> str:
    """Render an answer for people."""
    from graph_rdf.report.printable import printable
    from graph_rdf.report.solutions import render_table

    if answer.table is not None:
        return render_table(answer.table.variables, answer.table.rows, base, style)
    if answer.truth is not None:
        return "true\n" if answer.truth else "false\n"
    # The escapes are those of N-Triples, so the text stays what it is.
    return "".join(f"{printable(str(triple))} .\n" for triple in answer.triples or ())
