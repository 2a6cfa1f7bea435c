"""Rows of a query in the formats of the W3C, and as a Markdown table."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from pyoxigraph import QueryResultsFormat, parse_query_results

from graph_rdf.report.markdown import markdown_table
from graph_rdf.report.solutions import render_solutions_json, render_truth_json, short_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph_rdf.report.solutions import Row

RESULT_FORMATS: Final[Mapping[str, QueryResultsFormat]] = MappingProxyType(
    {"csv": QueryResultsFormat.CSV, "tsv": QueryResultsFormat.TSV, "xml": QueryResultsFormat.XML}
)
"""The formats beside JSON, which this project writes itself, with line ends for people."""

TABLE_FORMATS: Final = ("text", "json", "csv", "tsv", "xml", "md")
"""Every format of a table of solutions."""


def render_solutions(variables: Sequence[str], rows: Sequence[Row], name: str) -> str:
    r"""Render rows in one of the formats of the W3C.

    Args:
        variables: The names of the columns.
        rows: The rows.
        name: ``json``, ``csv``, ``tsv`` or ``xml``.

    Returns:
        The text. The lines of CSV end in ``\r\n``, as its standard wants it.

    Source: SPARQL 1.1 Query Results CSV and TSV Formats; SPARQL Query Results XML Format.

    Example:
        >>> from pyoxigraph import Literal, NamedNode
        >>> rows = [(NamedNode("http://e/a"), Literal("x", language="en")), (None, Literal(5))]
        >>> print(render_solutions(["a", "b"], rows, "tsv").replace("\t", " | "), end="")
        ?a | ?b
        <http://e/a> | "x"@en
         | 5
    """
    return _rendered(render_solutions_json(variables, rows), name)


def render_truth(truth: bool, name: str) -> str:  # noqa: FBT001 - the value is what is rendered
    """Render the answer of an ASK query; CSV and TSV have no form for it, so that they hold one word."""
    if name in ("csv", "tsv"):
        return "true\n" if truth else "false\n"
    return _rendered(render_truth_json(truth), name)


def _rendered(document: str, name: str) -> str:
    """Turn results as JSON into another format: the library writes only results that it has read itself."""
    if name == "json":
        return document
    results = parse_query_results(document, format=QueryResultsFormat.JSON)
    data = results.serialize(format=RESULT_FORMATS[name])
    assert data is not None  # noqa: S101 - None only when an output is given
    text = data.decode("utf-8")
    return text if text.endswith("\n") else text + "\n"


def render_solutions_markdown(variables: Sequence[str], rows: Sequence[Row], base: str) -> str:
    """Render rows as a Markdown table, with names as in the table for people; see `short_text`."""
    cells = [[short_text(term, base) for term in row] for row in rows]
    return markdown_table(variables, cells) if variables else ""
