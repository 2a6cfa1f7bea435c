"""Findings as a GitLab code quality report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graph_rdf.findings import Severity
from graph_rdf.report.json_report import dump_json

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.report.rendering import Rendering

_SEVERITIES: Final = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}
"""GitLab also has ``critical`` and ``blocker``; which finding blocks is for ``--fail-on`` to say."""


def render(rendering: Rendering) -> str:
    """Render the findings as a JSON list.

    Source: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
    """
    names = rendering.fingerprints()
    pairs = zip(rendering.report.findings, names, strict=True)
    return dump_json([_issue(finding, name, rendering) for finding, name in pairs])


def _issue(finding: Finding, fingerprint: str, rendering: Rendering) -> dict[str, Any]:
    """Give the keys of one finding; a line must be there, so a finding about a whole file has its first."""
    begin = finding.line or 1
    return {
        "description": f"{finding.rule}: {rendering.message_of(finding)}",
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": rendering.file_of(finding),
            "lines": {"begin": begin, "end": max(finding.end_line or begin, begin)},
        },
    }
