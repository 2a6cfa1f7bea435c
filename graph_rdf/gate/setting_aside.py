"""Setting findings aside: what is ignored, known or not of this change does not count, but is counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from graph_rdf.gate.baseline import KnownFinding, known_finding
from graph_rdf.gate.selection import Selection
from graph_rdf.report.fingerprints import fingerprints
from graph_rdf.report.model import SetAside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graph_rdf.findings import Finding, Severity
    from graph_rdf.gate.changed_lines import ChangedLines
    from graph_rdf.report.model import LineOf

RuleCounts: TypeAlias = tuple[tuple[str, "Severity", int], ...]


@dataclass(frozen=True, slots=True)
class Sieve:
    """What findings have to pass, in this order.

    Args:
        name_of: Gives the name of a file below the root of the repository.
        selection: The rules that count, and their severities.
        changed: The lines that were changed; None when all count.
        baseline: The findings that are known, by fingerprint; None when there is no baseline.
        learn: Whether every finding that gets so far is taken for known, to write a baseline of them.
    """

    name_of: Callable[[str], str] = field(default=lambda name: name)
    selection: Selection = field(default_factory=Selection)
    changed: ChangedLines | None = None
    baseline: Mapping[str, KnownFinding] | None = None
    learn: bool = False

    def sift(
        self, findings: Sequence[Finding], line_of: LineOf, files: Sequence[str]
    ) -> tuple[list[Finding], SetAside]:
        """Part the findings that count from those that do not.

        Args:
            findings: All findings, in the order of the report.
            line_of: The lines of the inputs.
            files: The names of the inputs.

        Returns:
            Those that count, in the same order, with the severities of the selection; and what became of
            the others.
        """
        # What is known is looked up among all findings: one that is ignored today has not vanished.
        names = fingerprints(findings, line_of, self.name_of)
        kept: list[Finding] = []
        ignored: list[Finding] = []
        unchanged: list[Finding] = []
        known: list[Finding] = []
        met: dict[str, KnownFinding] = {}
        for each, name in zip(findings, names, strict=True):
            finding = self.selection.graded(each)
            if not self.selection.counts(finding, self.name_of):
                ignored.append(finding)
            elif not self._is_changed(finding):
                unchanged.append(finding)
            elif self.learn or (self.baseline is not None and name in self.baseline):
                path = None if finding.path is None else self.name_of(finding.path)
                met[name] = known_finding(finding, name, path)
                known.append(finding)
            else:
                kept.append(finding)
        there = set(names)  # a list would be searched once for each entry of the baseline
        gone = [entry for name, entry in (self.baseline or {}).items() if name not in there]
        read = {self.name_of(name) for name in files}
        return kept, SetAside(
            ignored=_counted(ignored),
            unchanged=_counted(unchanged),
            known=_counted(known),
            vanished=tuple(sorted(str(entry) for entry in gone if entry.path is None or entry.path in read)),
            entries=tuple(met.values()) if self.learn else (),
        )

    def _is_changed(self, finding: Finding) -> bool:
        """Tell whether a finding is about changed lines; one without a file may be about anything."""
        if self.changed is None or finding.path is None:
            return True
        return self.changed.touches(self.name_of(finding.path), finding.line, finding.end_line)


def _counted(findings: Sequence[Finding]) -> RuleCounts:
    """Count by rule and severity, the worst first."""
    counts = Counter((finding.rule, finding.severity) for finding in findings)
    rows = ((rule, severity, number) for (rule, severity), number in counts.items())
    return tuple(sorted(rows, key=lambda row: (-row[1].rank, row[0])))
