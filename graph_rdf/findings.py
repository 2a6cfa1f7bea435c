"""The Finding: what a check has to say about one place in the data. Findings are values, never exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How much a finding weighs; `rank` orders them, larger is worse.

    Source: SHACL 2.1.4, sh:Info, sh:Warning, sh:Violation.
    """

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """The place in the order info < warning < error."""
        return ("info", "warning", "error").index(self.value)


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Args:
        rule: The rule id, for shapes of the toolkit the local name of the shape.
        severity: How much it weighs.
        message: One sentence: what is wrong and, where it helps, what to do.
        path: The file, as the user named it; None when no file can be named.
        line: 1-based line of the statement concerned.
        column: 1-based column, in code points.
        end_line: 1-based last line of the statement.
        record: The canonical id of the relation record concerned.
        focus_node: The IRI of the focus node (a blank node as ``_:label``).
        result_path: The SHACL result path, as a SPARQL path expression.
        value: The value node: an IRI, or a literal in N-Triples form.
        shape: The IRI of the source shape.
    """

    rule: str
    severity: Severity
    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    record: str | None = None
    focus_node: str | None = None
    result_path: str | None = None
    value: str | None = None
    shape: str | None = None

    @property
    def sort_key(self) -> tuple[str, int, int, str, str, str, str, str]:
        """The total order of every report: path, line, column, rule, focus node, then the rest."""
        return (
            self.path or "",
            self.line or 0,
            self.column or 0,
            self.rule,
            self.focus_node or "",
            self.result_path or "",
            self.value or "",
            self.message,
        )
