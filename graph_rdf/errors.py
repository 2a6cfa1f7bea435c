"""The errors of the toolkit: all that means "could not check" is one tree under `GraphRdfError`.

A graph that does not conform is no error: that is a value, see `graph_rdf.findings`.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_NAMED: Final = 20
"""Names that an error lists in full when none is like the one that was given."""

FIRST_NAMED: Final = 5
"""Of more names, those that it lists."""


class GraphRdfError(Exception):
    """Base of every error that the library raises on purpose; the command line answers it with exit code 2.

    Args:
        message: One line: what is wrong and what to do.
        path: The file concerned, as the user named it.
        line: 1-based line in it.
        column: 1-based column in it, in code points.

    Example:
        >>> str(GraphRdfError("no shape in it", path="s.ttl", line=3))
        's.ttl:3: no shape in it'
    """

    def __init__(
        self, message: str, *, path: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error cross to another process as it is, whatever its constructor asks for."""
        return _unpickled, (type(self), self.args, self.__dict__)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)
        return f"{place}: {self.message}" if place else self.message


def _unpickled(
    kind: type[GraphRdfError], args: tuple[object, ...], state: dict[str, object]
) -> GraphRdfError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class FormattingError(GraphRdfError):
    """A file cannot be formatted; it is unchanged."""


class InputError(GraphRdfError):
    """An input cannot be read: not there, not readable, not of a known format, or larger than a limit."""


class OutputError(GraphRdfError):
    """An output cannot be written; what stood there before is unchanged."""


class RecordsError(GraphRdfError):
    """A records file has problems; `problems` holds all of them, in order of path and line."""

    def __init__(self, message: str, problems: Iterable[GraphRdfError]) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class CertificateError(GraphRdfError):
    """A file is no certificate of this toolkit, so there is nothing to replay."""


class DataError(GraphRdfError):
    """A data graph cannot be used for what was asked, for example it holds syntax errors; see `problems`."""

    def __init__(self, message: str, problems: Iterable[GraphRdfError] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class OntologyError(GraphRdfError):
    """An ontology file cannot be used.

    Args:
        message: As for every error.
        nodes: The nodes whose description is wrong, each an IRI or ``_:label``; whoever has the file finds
            the line of the first one that is in it.
        path: As for every error, like `line` and `column`.
    """

    def __init__(
        self,
        message: str,
        *,
        nodes: tuple[str, ...] = (),
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, path=path, line=line, column=column)
        self.nodes = nodes


class ShapesError(GraphRdfError):
    """A shapes graph is ill-formed, empty, recursive, or has unknown terms; `problems` holds each of them."""

    def __init__(
        self,
        message: str,
        problems: Iterable[GraphRdfError] = (),
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, path=path, line=line, column=column)
        self.problems = tuple(problems)


class NothingCheckedError(GraphRdfError):
    """Nothing was checked, so a green result would be a lie."""


class QueryError(GraphRdfError):
    """A SPARQL query is ill-formed, or its evaluation failed."""


class LimitError(GraphRdfError):
    """A limit on size, depth, results or time was hit and no partial answer is possible."""


class EndpointError(GraphRdfError):
    """A server cannot be reached, refuses a request, or answers what no answer can be."""


class EngineError(GraphRdfError):
    """An engine failed or is not installed."""


class TimeError(GraphRdfError):
    """A time that the user gave is no xsd:dateTime with a zone."""


class UnknownNameError(GraphRdfError):
    """A name that the user gave means nothing here; the message offers the nearest known ones, else some.

    Args:
        kind: What was looked for, in words: ``view``, ``rule``, ``query``.
        name: The name as given.
        known: All names that would have been right.
        hint: What else may be wrong, in words.

    Example:
        >>> print(UnknownNameError("rule", "wrong-brige", ["wrong-bridge", "missing-span"]))
        no rule 'wrong-brige'; nearest: wrong-bridge
        >>> print(UnknownNameError("engine", "pellet", ["owlrl", "hermit"]))
        no engine 'pellet'; known: hermit, owlrl
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], *, hint: str = "") -> None:
        names = sorted(set(known))
        near = get_close_matches(name, names, n=3, cutoff=0.5)
        offer = f"nearest: {', '.join(near)}" if near else _some(names) or f"there is no {kind} at all"
        super().__init__(f"no {kind} {name!r}; {offer}{f' ({hint})' if hint else ''}")
        self.kind = kind
        self.name = name


def _some(names: Sequence[str]) -> str:
    """Name all names when they are few, else the first and how many more there are; empty without any."""
    shown = names if len(names) <= MOST_NAMED else names[:FIRST_NAMED]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return f"known: {', '.join(shown)}{more}" if shown else ""
