"""Findings as a JUnit report: a suite for each file, a failed case for each finding that fails the run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from graph_rdf.report.printable import printable
from graph_rdf.report.summary_text import render_summary

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.report.rendering import Rendering

SUITES: Final = "ttl-check"
CLEAN: Final = "no finding"
"""The name of the one case of a file about which there is nothing to say."""


def render(rendering: Rendering) -> str:
    """Render the report as XML.

    A finding at or above ``--fail-on`` is a failure; another is a case that passes and says what was found.
    A file without a finding has one case that passes, so that an empty report is never taken for a check.
    No time is told: the same input gives the same bytes.

    Source: the schema junit-10.xsd of the Jenkins xUnit plugin.
    """
    of_file: dict[str, list[Finding]] = {rendering.name_of(name): [] for name in rendering.files}
    for finding in rendering.report.findings:
        of_file.setdefault(rendering.file_of(finding), []).append(finding)
    suites = ET.Element("testsuites", name=SUITES)
    totals = [0, 0]
    for name, findings in of_file.items():
        failures = sum(rendering.fails(finding.severity) for finding in findings)
        suite = _suite(suites, printable(name), len(findings) or 1, failures)
        for finding in findings:
            _add_case(suite, finding, printable(name), rendering)
        if not findings:
            ET.SubElement(suite, "testcase", name=CLEAN, classname=printable(name))
        totals[0] += len(findings) or 1
        totals[1] += failures
    if not of_file:
        suite = _suite(suites, "server", 1, 0)
        ET.SubElement(suite, "testcase", name=CLEAN, classname="server")
        totals[0] = 1
    # On the last suite, since the schema gives the whole no place for it.
    ET.SubElement(suites[-1], "system-out").text = render_summary(rendering.report)
    suites.attrib |= _counts(*totals)
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"


def _suite(suites: ET.Element, name: str, tests: int, failures: int) -> ET.Element:
    """Add a suite."""
    return ET.SubElement(suites, "testsuite", {"name": name, **_counts(tests, failures)})


def _counts(tests: int, failures: int) -> dict[str, str]:
    """Give the numbers of a suite."""
    return {"tests": str(tests), "failures": str(failures), "errors": "0"}


def _add_case(suite: ET.Element, finding: Finding, name: str, rendering: Rendering) -> None:
    """Add the case of one finding."""
    place = [finding.line, finding.column if finding.line is not None else None]
    where = ":".join(str(part) for part in place if part is not None)
    title = f"{printable(finding.rule)} at {where}" if where else printable(finding.rule)
    case = ET.SubElement(suite, "testcase", name=title, classname=name)
    message = printable(rendering.message_of(finding))
    told = f"{f'{name}:{where}' if where else name}: {finding.severity.value}[{finding.rule}] {message}"
    if rendering.fails(finding.severity):
        ET.SubElement(case, "failure", type=finding.severity.value, message=message).text = told
    else:
        ET.SubElement(case, "system-out").text = told
