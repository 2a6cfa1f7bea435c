"""Findings as rows, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from graph_rdf.report.json_report import finding_json

if TYPE_CHECKING:
    from graph_rdf.report.rendering import Rendering

COLUMNS: Final = (
    "path",
    "line",
    "column",
    "end_line",
    "severity",
    "rule",
    "record",
    "focus_node",
    "result_path",
    "value",
    "shape",
    "message",
)
"""The keys of a finding in the JSON report, those first that a reader sorts by."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the start of a formula."""


def render(rendering: Rendering) -> str:
    r"""Render one row a finding below a row of names.

    Returns:
        CSV with ``,`` and ``\n``; what is not known is empty. A cell that a spreadsheet would run as a
        formula begins with ``'``: data must not become commands.

    Source: RFC 4180.
    """
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for finding in rendering.report.findings:
        values = finding_json(finding)
        rows.writerow([cell(values[column]) for column in COLUMNS])
    return out.getvalue()


def cell(value: str | int | None) -> str:
    """Write one cell.

    Example:
        >>> cell("=1+1"), cell(3), cell(None)
        ("'=1+1", '3', '')
    """
    text = "" if value is None else str(value)
    text = text.encode("utf-8", errors="backslashreplace").decode("utf-8")
    return f"'{text}" if text.startswith(_FORMULA) else text
