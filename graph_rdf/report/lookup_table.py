"""The answers of a lookup as a table: a row for each step of each answer, with the quote that proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal

if TYPE_CHECKING:
    from graph_rdf.lookup import LookupResult
    from graph_rdf.report.solutions import Row

COLUMNS: Final = (
    "answer",
    "label",
    "step",
    "record",
    "subject",
    "predicate",
    "object",
    "source",
    "document",
    "version",
    "representation",
    "sha256",
    "unit",
    "start",
    "end",
    "quote",
)
"""The keys of the JSON report, in its order; steps are counted from 1."""


def lookup_rows(result: LookupResult) -> list[Row]:
    """Give the steps of the answers.

    Returns:
        Rows of literals, in the order of the answers and steps; empty when there is no answer.
    """
    return [
        tuple(
            None if value is None else Literal(value)
            for value in (
                answer.entity,
                answer.label,
                number,
                step.record,
                step.subject,
                step.predicate,
                step.object,
                step.support.source,
                step.support.document,
                step.support.version,
                step.support.representation,
                step.support.sha256,
                step.support.unit,
                step.support.start,
                step.support.end,
                step.support.quote,
            )
        )
        for answer in result.answers
        for number, step in enumerate(answer.steps, 1)
    ]
