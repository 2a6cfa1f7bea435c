"""What users' own queries are to the engine: jobs, the solutions that each starts from, and its answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from pyoxigraph import NamedNode

from graph_rdf.shacl.own_names import JOB_GRAPH, OWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.sparql_query import Form
    from graph_rdf.shacl.zero_paths import ZeroPaths

SHAPES_GRAPH: Final = NamedNode(OWN + "shapes-graph")
"""What ``$shapesGraph`` is bound to: the name of the shapes graph while a query runs."""

CONSTANTS: Final = NamedNode(OWN + "constants")
_ROW: Final = OWN + "row:"


@dataclass(frozen=True, slots=True)
class QueryJob:
    """One query and the solutions that it starts from.

    Args:
        query: The query text; its head was written by `focus_pattern`.
        prefixes: Prefix → namespace.
        names: The variables of the rows.
        rows: The terms to bind them to, one row for each evaluation; None when the query itself finds them.
        constants: Variable → term, the same for each evaluation.
        needs_shapes: Whether the query looks into the shapes graph.
        write: Writes the query in another form; its head is the same.
        zero: Its paths of length zero that the embedded store needs help with.
        keeps_apart: Whether it runs on a store that keeps all written forms apart; see `written_terms`.
        doubt: Why its answers may not be those of the specification; empty when they are.
    """

    query: str
    prefixes: Mapping[str, str]
    names: tuple[str, ...]
    rows: Sequence[tuple[Term, ...]] | None
    constants: Mapping[str, Term] = field(default_factory=dict)
    needs_shapes: bool = False
    write: Callable[[Form], str] | None = None
    zero: ZeroPaths | None = None
    keeps_apart: bool = False
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class QueryAnswers:
    """What one query found.

    Args:
        job: The job.
        variables: The variables of the answers.
        answers: The solutions.
        as_written: Whether their literals are known to be as written.
        doubt: Why they may not be those of the specification; empty when they are.
    """

    job: QueryJob
    variables: tuple[str, ...]
    answers: Sequence[tuple[Term | None, ...]]
    as_written: bool = False
    doubt: str = ""

    def __iter__(self) -> Iterator[tuple[tuple[Term, ...], dict[str, Term]]]:
        """Give (row of the job, bindings of the solution), for each solution."""
        for answer in self.answers:
            bindings = {
                name: term for name, term in zip(self.variables, answer, strict=True) if term is not None
            }
            row = bindings.get(ROW_VARIABLE)
            if self.job.rows is None or not isinstance(row, NamedNode):
                yield tuple(bindings[name] for name in self.job.names), bindings
            else:
                yield self.job.rows[int(row.value.removeprefix(_ROW))], bindings


ROW_VARIABLE: Final = "ttlCheckRow"
"""The variable that numbers the rows of a job; no user's query may use it."""


def focus_pattern(names: Iterable[str], constants: Iterable[str], found_by: Sequence[str] = ()) -> str:
    """Write the pattern that binds the variables of a job, for the head of its query.

    Args:
        names: The variables of the rows.
        constants: The other variables.
        found_by: Patterns of the data that bind the only variable of the rows, instead of rows.

    Returns:
        Group patterns, with one solution for each row of the job, or for each different node found.
    """
    listed = [] if found_by else [f"?{ROW_VARIABLE} <{OWN}{name}> ?{name} ." for name in names]
    listed += [f"{CONSTANTS} <{OWN}{name}> ?{name} ." for name in constants]
    parts: list[str] = []
    if found_by:
        union = " UNION ".join(f"{{ {pattern} }}" for pattern in found_by)
        parts.append(f"{{ SELECT DISTINCT {' '.join(f'?{name}' for name in names)} WHERE {{ {union} }} }}")
    if listed:
        parts.append(f"GRAPH {JOB_GRAPH} {{ {' '.join(listed)} }}")
    return " ".join(parts)


def row_name(number: int) -> NamedNode:
    """Give the node that stands for a row of a job in the answers."""
    return NamedNode(f"{_ROW}{number}")


class QueryRunner(Protocol):
    """Runs jobs and gives their answers, wherever the data is."""

    def answers(self, number: int) -> QueryAnswers:
        """Wait for the answers of a job; `LimitError` when its time budget ran out."""

    def close(self) -> None:
        """Stop what still runs."""
