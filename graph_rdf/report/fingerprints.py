"""Names for findings that stay the same when lines move: for baselines, SARIF and code quality reports."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graph_rdf.findings import Finding
    from graph_rdf.report.model import LineOf

LENGTH: Final = 32
"""Hexadecimal digits: 128 bits, so that no two findings of any run share one by chance."""

_BLANK: Final = "_:"


def fingerprints(
    findings: Iterable[Finding], line_of: LineOf, name_of: Callable[[str], str] = lambda name: name
) -> list[str]:
    """Name findings by what they speak of, never by where it stands.

    What counts is the rule, the file, the record or focus node, the result path, the value and the shape.
    A blank node has no name that lasts, so the text of the statement's first line stands in for it; and for
    a finding about the text itself, such as a syntax error. The severity and the message do not count: both
    may change with settings and versions. Findings that agree in all of this are told apart by their order.

    Args:
        findings: The findings, in the order of the report.
        line_of: The lines of the inputs.
        name_of: Gives the name of a file from the name that the user gave.

    Returns:
        One name a finding, in the same order, all different.

    Example:
        >>> from graph_rdf.findings import Finding, Severity
        >>> def of(line):
        ...     found = Finding("wrong-bridge", Severity.ERROR, "...", "w.ttl", line, record="rel:8")
        ...     return fingerprints([found], lambda path, line: None)
        >>> of(3) == of(300)
        True
    """
    seen: Counter[tuple[str | None, ...]] = Counter()
    names = []
    for finding in findings:
        identity = _identity(finding, line_of, name_of)
        names.append(_digest((*identity, str(seen[identity]))))
        seen[identity] += 1
    return names


def _identity(finding: Finding, line_of: LineOf, name_of: Callable[[str], str]) -> tuple[str | None, ...]:
    """Gather what a finding speaks of."""
    node = finding.record or finding.focus_node
    lasting = node is not None and not node.startswith(_BLANK)
    value = None if finding.value is not None and finding.value.startswith(_BLANK) else finding.value
    shape = None if finding.shape is not None and finding.shape.startswith(_BLANK) else finding.shape
    text = None
    if not lasting:
        line = None if finding.path is None or finding.line is None else line_of(finding.path, finding.line)
        text = finding.message if line is None else " ".join(line.split())
    return (
        finding.rule,
        None if finding.path is None else name_of(finding.path),
        node if lasting else None,
        finding.result_path,
        value,
        shape,
        text,
    )


def _digest(parts: tuple[str | None, ...]) -> str:
    """Hash texts with their lengths, so that no two lists of texts are joined to the same bytes."""
    digest = sha256()
    for part in parts:
        data = b"" if part is None else part.encode("utf-8", errors="surrogatepass")
        digest.update(f"{-1 if part is None else len(data)}:".encode("ascii"))
        digest.update(data)
    return digest.hexdigest()[:LENGTH]
