"""The report of a validation for machines. The keys and their order are a contract, see `FORMAT_VERSION`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.report.model import ReportLimits, SetAside, ValidationReport
    from graph_rdf.report.rendering import Rendering

FORMAT_VERSION = "1"
"""The version of all JSON reports; it changes when a key goes or changes its meaning."""

TOOL_NAME = "ttl-check"


def render(rendering: Rendering) -> str:
    """Render the format ``json``."""
    return render_json(rendering.report, rendering.version)


def render_lines(rendering: Rendering) -> str:
    """Render the format ``jsonl``: one finding a line, with the keys that it has in the format ``json``."""
    return "".join(json_line(finding_json(finding)) + "\n" for finding in rendering.report.findings)


def render_json(report: ValidationReport, version: str) -> str:
    """Render the whole report as one JSON object.

    Args:
        report: The outcome of a run.
        version: The version of the tool.

    Returns:
        JSON, indented, with a final line end. Lone surrogates are escaped, so it is always valid UTF-8.
    """
    document = {
        "format_version": FORMAT_VERSION,
        "tool": {"name": TOOL_NAME, "version": version},
        "conforms": report.conforms,
        "summary": asdict(report.summary),
        "findings": [finding_json(finding) for finding in report.findings],
        "records": [asdict(record) for record in report.records],
        "set_aside": _set_aside_json(report.set_aside) if report.set_aside else None,
        "limits": _limits_json(report.limits) if report.limits else None,
        "coverage": None if report.coverage is None else asdict(report.coverage),
    }
    return dump_json(document)


def _set_aside_json(aside: SetAside) -> dict[str, Any]:
    """Give the findings that do not count, by rule."""
    groups = {"ignored": aside.ignored, "unchanged": aside.unchanged, "known": aside.known}
    counts = {
        name: [
            {"rule": rule, "severity": severity.value, "findings": number} for rule, severity, number in rows
        ]
        for name, rows in groups.items()
    }
    return {**counts, "vanished": list(aside.vanished)}


def _limits_json(limits: ReportLimits) -> dict[str, Any]:
    """Give the limits that were set, and what they left out."""
    return asdict(limits) | {
        "left_out": [
            {"rule": rule, "severity": severity.value, "findings": number}
            for rule, severity, number in limits.left_out
        ]
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """Give the keys of one finding in the order of the contract."""
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "record": finding.record,
        "focus_node": finding.focus_node,
        "result_path": finding.result_path,
        "value": finding.value,
        "shape": finding.shape,
        "message": finding.message,
    }


def json_line(document: object) -> str:
    r"""Write JSON on one line, without its end.

    Example:
        >>> json_line({"label": "a\nb"})
        '{"label":"a\\nb"}'
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # Besides surrogates, the line separators of Unicode: some readers split lines there.
    if any("\ud800" <= character <= "\udfff" or character in "\x85\u2028\u2029" for character in text):
        text = json.dumps(document, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text


def dump_json(document: object) -> str:
    r"""Write JSON as all reports do.

    Example:
        >>> print(dump_json({"label": "\u00fc"}), end="")
        {
          "label": "ü"
        }
    """
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = json.dumps(document, ensure_ascii=True, indent=2, allow_nan=False)
    return text + "\n"
