"""Problems of a records file as values, and as findings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import GraphRdfError
from graph_rdf.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

RULE: Final = "record-error"
"""The rule id of every problem of a records file."""

_SHOWN: Final = 60


class RecordProblem(GraphRdfError):  # noqa: N818 - a value first: most are never raised
    """One problem of a records file.

    Args:
        message: What is wrong.
        path: The file, as the user named it.
        line: 1-based line.
        column: 1-based column, in code points; only where the line is not JSON.
        json_path: Where in the object, as a JSON path; None when the line is not JSON.
        record: The id of the record, if it has one.

    Example:
        >>> print(RecordProblem("is missing", path="w.records.jsonl", line=3, json_path="$.label"))
        w.records.jsonl:3: $.label: is missing
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        json_path: str | None = None,
        record: str | None = None,
    ) -> None:
        super().__init__(
            f"{json_path}: {message}" if json_path else message, path=path, line=line, column=column
        )
        self.json_path = json_path
        self.record = record


def problem_findings(problems: Iterable[GraphRdfError]) -> list[Finding]:
    """Turn the problems of a records file into findings.

    Args:
        problems: The problems of a `RecordsError`.

    Returns:
        One error for each problem, rule `record-error`, in the same order.
    """
    return [
        Finding(
            rule=RULE,
            severity=Severity.ERROR,
            message=problem.message,
            path=problem.path,
            line=problem.line,
            column=problem.column,
            end_line=problem.line,
            record=problem.record if isinstance(problem, RecordProblem) else None,
        )
        for problem in problems
    ]


def shown(value: object) -> str:
    """Write a value of a record into a message: as ASCII JSON, so that it cannot act on a terminal, and cut.

    Example:
        >>> shown("a" * 100)
        '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    text = json.dumps(value[: _SHOWN + 1] if isinstance(value, str) else value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
