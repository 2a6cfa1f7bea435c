"""The shipped queries: their text and what the header comment of each says about it.

A header is the run of comment lines at the top of a query file, in this fixed form:

    # Title, one line
    #
    # Answers: what it answers, in a sentence; more lines are indented by two.
    # Runs on: world
    # Parameters:
    #   name (id): What may be set.
    # Columns:
    #   name: What the column holds.
    # Example: name=value
    #   cell | cell

`Parameters` may be left out; `Example` may be `none`, and may have no rows. In example rows an IRI is written
with the prefixes ``id:`` and ``eg:``, a literal as its text, and an unbound cell as ``-``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast, get_args

from graph_rdf.errors import QueryError, UnknownNameError
from graph_rdf.resources import resource_names, resource_path

if TYPE_CHECKING:
    from pathlib import Path

ParameterKind: TypeAlias = Literal["id", "predicate"]
"""How a value of `--set` becomes a term: a canonical id, or a predicate name; both also as ``<IRI>``."""

GraphKind: TypeAlias = Literal["world", "accepted graph"]
"""What a query runs on: records and their evidence with the ontology, or the accepted graph of a view."""

_SECTIONS: Final = ("Answers", "Runs on", "Parameters", "Columns", "Example")
_SECTION: Final = re.compile(r"(Answers|Runs on|Parameters|Columns|Example):(?: (.*))?")
_PARAMETER: Final = re.compile(r"([a-z][a-z0-9_]*) \(([a-z]+)\): (.+)")
_COLUMN: Final = re.compile(r"([a-z][a-z0-9_]*): (.+)")
_SETTING: Final = re.compile(r"([a-z][a-z0-9_]*)=(\S+)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A variable of a query that may be bound before it runs; it is bound as a term, never as text."""

    name: str
    kind: ParameterKind
    description: str


@dataclass(frozen=True, slots=True)
class Column:
    """A variable that the query selects."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Query:
    """One shipped query.

    Args:
        name: The name of its file, without the suffix.
        title: What it is about, in a few words.
        answers: The question that it answers and what to know about the answer.
        runs_on: The kind of graph that it is for.
        parameters: The variables that may be set, in the order of the header.
        columns: The selected variables, in order.
        settings: The parameters of the example, name → value as on the command line.
        example: Rows of the example on the packaged world; None when there is no example.
        text: The whole file, SPARQL 1.1.
    """

    name: str
    title: str
    answers: str
    runs_on: GraphKind
    parameters: tuple[Parameter, ...]
    columns: tuple[Column, ...]
    settings: tuple[tuple[str, str], ...]
    example: tuple[tuple[str, ...], ...] | None
    text: str


def shipped_queries() -> list[Query]:
    """Read all shipped queries.

    Returns:
        The queries, sorted by name.

    Raises:
        GraphRdfError: The folder of queries was not shipped.
        QueryError: A query has a header that is not in the fixed form.

    Example:
        >>> "project_contact" in [query.name for query in shipped_queries()]
        True
    """
    return [shipped_query(name) for name in resource_names("queries", ".rq")]


def shipped_query(name: str) -> Query:
    """Read one shipped query.

    Args:
        name: Its name, without folder and suffix.

    Raises:
        GraphRdfError: The folder of queries was not shipped.
        QueryError: The query has a header that is not in the fixed form.
        UnknownNameError: No query has this name; the nearest names are in the message.

    Example:
        >>> [parameter.name for parameter in shipped_query("project_contact").parameters]
        ['project', 'contact']
    """
    names = resource_names("queries", ".rq")
    if name not in names:
        raise UnknownNameError("query", name, names)
    return parse_query(name, _read(resource_path("queries", f"{name}.rq")))


def parse_query(name: str, text: str) -> Query:
    """Parse a query file with a header of the fixed form.

    Args:
        name: The name that the query is to have.
        text: The file.

    Raises:
        QueryError: The header is not in the fixed form; line and reason are given.
    """
    header = _Header(name, text)
    parameters = tuple(
        Parameter(part[0], cast("ParameterKind", part[1]), part[2])
        for part in header.entries("Parameters", _PARAMETER, "NAME (KIND): TEXT")
    )
    for parameter in parameters:
        if parameter.kind not in get_args(ParameterKind):
            raise header.error("Parameters", f"unknown kind {parameter.kind!r} of {parameter.name}")
    columns = tuple(Column(*part) for part in header.entries("Columns", _COLUMN, "NAME: TEXT"))
    runs_on = header.first("Runs on")
    if runs_on not in get_args(GraphKind):
        raise header.error("Runs on", f"is one of: {', '.join(get_args(GraphKind))}")
    settings, example = _example(header, len(columns))
    unknown = sorted({key for key, _ in settings} - {parameter.name for parameter in parameters})
    if unknown:
        raise header.error("Example", f"sets what is no parameter: {', '.join(unknown)}")
    return Query(
        name=name,
        title=header.title,
        answers=header.prose("Answers"),
        runs_on=cast("GraphKind", runs_on),
        parameters=parameters,
        columns=columns,
        settings=settings,
        example=example,
        text=text,
    )


def _example(
    header: _Header, width: int
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...] | None]:
    """Split an example into its settings and its rows."""
    first, lines = header.first("Example"), header.lines("Example")
    if first == "none":
        return (), None
    matches = [_SETTING.fullmatch(word) for word in first.split()]
    if None in matches:
        raise header.error("Example", "settings are NAME=VALUE, with spaces between them")
    rows = tuple(tuple(cell.strip() for cell in line.split(" | ")) for line in lines)
    if any(len(row) != width for row in rows):
        raise header.error("Example", f"each row has {width} cells, with ' | ' between them")
    return tuple((match[1], match[2]) for match in matches if match), rows


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(
            f"cannot be read: {error}; install ttl-check again", path=f"queries/{path.name}"
        ) from error


class _Header:
    """The header comment, split into its sections; each is a first line and indented lines."""

    def __init__(self, name: str, text: str) -> None:
        self._path = f"queries/{name}.rq"
        self._sections: dict[str, tuple[int, str, list[str]]] = {}
        lines = text.splitlines()
        end = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
        comment = [line.removeprefix("#").removeprefix(" ") for line in lines[:end]]
        self.title = comment[0] if comment else ""
        if not self.title.strip() or comment[1:2] != [""]:
            raise QueryError(
                "the header starts with a title line and an empty comment line", path=self._path, line=1
            )
        current = None
        for number, line in enumerate(comment[2:], start=3):
            match = _SECTION.fullmatch(line)
            if match:
                current = match[1]
                if current in self._sections:
                    raise QueryError(f"{current} stands twice in the header", path=self._path, line=number)
                self._sections[current] = (number, match[2] or "", [])
            elif current is not None and line.startswith("  ") and line.strip():
                self._sections[current][2].append(line.strip())
            else:
                raise QueryError(
                    "a header line is a section name with a colon or indented by two",
                    path=self._path,
                    line=number,
                )
        expected = [section for section in _SECTIONS if section in self._sections or section != "Parameters"]
        if list(self._sections) != expected:
            raise QueryError(f"the header has, in order: {', '.join(_SECTIONS)}", path=self._path, line=1)

    def first(self, section: str) -> str:
        return self._sections[section][1]

    def lines(self, section: str) -> list[str]:
        return self._sections[section][2] if section in self._sections else []

    def prose(self, section: str) -> str:
        return " ".join([self.first(section), *self.lines(section)]).strip()

    def entries(self, section: str, form: re.Pattern[str], shape: str) -> list[tuple[str, ...]]:
        """Match each line of a section; names are not repeated."""
        found: list[tuple[str, ...]] = []
        for line in self.lines(section):
            match = form.fullmatch(line)
            if match is None:
                raise self.error(section, f"{line!r} is not of the form {shape}")
            if match[1] in {entry[0] for entry in found}:
                raise self.error(section, f"{match[1]} stands twice")
            found.append(match.groups())
        return found

    def error(self, section: str, message: str) -> QueryError:
        return QueryError(f"{section}: {message}", path=self._path, line=self._sections[section][0])
