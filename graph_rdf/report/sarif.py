"""Findings as SARIF 2.1.0, for code scanning services and editors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graph_rdf.findings import Severity
from graph_rdf.report.json_report import TOOL_NAME, dump_json
from graph_rdf.report.rendering import relative_uri
from graph_rdf.report.summary_text import counted_aside
from graph_rdf.report.words import counted
from graph_rdf.rules import all_rules

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.report.rendering import Rendering
    from graph_rdf.rules import Rule

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS: Final = 25_000
"""Results of one run that GitHub takes; a file with more is refused whole.

Source: https://docs.github.com/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
"""

FINGERPRINT: Final = "ttlCheckFinding/v1"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_ROOT: Final = "%SRCROOT%"


def render(rendering: Rendering) -> str:
    """Render one run.

    Returns:
        JSON. Places are relative to the root of the repository, columns count code points. Of more than
        `MOST_RESULTS` findings the worst are kept, in the order of the report, and a notification says so.

    Source: SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html
    """
    kept = _kept(rendering)
    rules = sorted({finding.rule for finding, _ in kept})
    index = {rule: at for at, rule in enumerate(rules)}
    known = {rule.id: rule for rule in all_rules()}
    run = {
        "tool": {
            "driver": {
                "name": TOOL_NAME,
                "version": rendering.version,
                "rules": [_rule(rule, known.get(rule)) for rule in rules],
            }
        },
        "invocations": [
            {"executionSuccessful": True, "toolExecutionNotifications": _notifications(rendering)}
        ],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, name, index, rendering) for finding, name in kept],
    }
    return dump_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def remark(rendering: Rendering) -> str | None:
    """Say how many findings were left out; None when all are there."""
    more = len(rendering.report.findings) - MOST_RESULTS
    if more <= 0:
        return None
    return (
        f"sarif holds {MOST_RESULTS:,} results at most, the worst; it leaves out {counted(more, 'finding')}"
    )


def _kept(rendering: Rendering) -> list[tuple[Finding, str]]:
    """Choose the findings that fit, each with its fingerprint."""
    pairs = list(zip(rendering.report.findings, rendering.fingerprints(), strict=True))
    if len(pairs) <= MOST_RESULTS:
        return pairs
    worst = sorted(range(len(pairs)), key=lambda at: -pairs[at][0].severity.rank)[:MOST_RESULTS]
    return [pairs[at] for at in sorted(worst)]


def _notifications(rendering: Rendering) -> list[dict[str, Any]]:
    """Say what a reader of the results alone would not see: cuts, and findings that do not count."""
    summary = rendering.report.summary
    said = list(rendering.warnings)
    cut = remark(rendering)
    if cut is not None:
        said.append(cut)
    if rendering.report.set_aside.groups:
        said.append(f"findings that do not count: {counted_aside(rendering.report.set_aside)}")
    if summary.truncated:
        said.append("a limit of the run cut the list of findings")
    return [{"level": "warning", "message": {"text": text}} for text in said]


def _rule(rule_id: str, rule: Rule | None) -> dict[str, Any]:
    """Describe a rule; one that a shape of the user brought has no page."""
    if rule is None:
        return {"id": rule_id, "shortDescription": {"text": f"The constraint {rule_id}."}}
    text = (
        f"{rule.what}\n\nWhy it matters: {rule.why}\n\nHow to mend it: {rule.mend}\n\nSource: {rule.source}"
    )
    markdown = (
        f"{rule.what}\n\n**Why it matters.** {rule.why}\n\n**How to mend it.** {rule.mend}\n\n"
        f"Source: <{rule.source}>"
    )
    return {
        "id": rule.id,
        "shortDescription": {"text": f"{rule.title}."},
        "fullDescription": {"text": rule.what},
        "help": {"text": text, "markdown": markdown},
        "defaultConfiguration": {"level": _LEVELS[rule.severity or Severity.INFO]},
        "properties": {"tags": [rule.area]},
    }


def _result(
    finding: Finding, fingerprint: str, index: dict[str, int], rendering: Rendering
) -> dict[str, Any]:
    """Give one result; every one has a file, since services refuse a whole report for one that has none."""
    place: dict[str, Any] = {
        "artifactLocation": {"uri": relative_uri(rendering.file_of(finding)), "uriBaseId": _ROOT}
    }
    if finding.line is not None:
        region: dict[str, Any] = {"startLine": finding.line}
        if finding.column is not None:
            region["startColumn"] = finding.column
        if finding.end_line is not None and finding.end_line > finding.line:
            region["endLine"] = finding.end_line
        place["region"] = region
    location: dict[str, Any] = {"physicalLocation": place}
    name = finding.record or finding.focus_node
    if name is not None:
        kind = "record" if finding.record is not None else "resource"
        location["logicalLocations"] = [{"fullyQualifiedName": name, "kind": kind}]
    facts = {
        key: value
        for key, value in (
            ("focusNode", finding.focus_node),
            ("resultPath", finding.result_path),
            ("value", finding.value),
            ("shape", finding.shape),
        )
        if value is not None
    }
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": _LEVELS[finding.severity],
        "message": {"text": rendering.message_of(finding)},
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    return {**result, "properties": facts} if facts else result
