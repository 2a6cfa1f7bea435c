"""Which findings count: rules chosen and ignored, ignores for single files, and severities of one's own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from graph_rdf.errors import UnknownNameError
from graph_rdf.rules import all_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from graph_rdf.findings import Finding, Severity


@dataclass(frozen=True, slots=True)
class Selection:
    """Which findings count; by default all.

    Args:
        select: The rules whose findings count; None for all.
        ignore: The rules whose findings do not.
        per_file: Pattern of a file name → the rules ignored there.
        severities: Rule → the severity of its findings.
    """

    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    per_file: tuple[tuple[str, frozenset[str]], ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)

    def graded(self, finding: Finding) -> Finding:
        """Give a finding the severity that its rule has here."""
        severity = self.severities.get(finding.rule)
        return finding if severity is None else replace(finding, severity=severity)

    def counts(self, finding: Finding, name_of: Callable[[str], str]) -> bool:
        """Tell whether a finding counts.

        Args:
            finding: The finding.
            name_of: Gives the name of a file below the root of the repository.
        """
        rule, path = finding.rule, finding.path
        if (self.select is not None and rule not in self.select) or rule in self.ignore:
            return False
        return path is None or not any(
            rule in rules and _matches(name_of(path), pattern) for pattern, rules in self.per_file
        )


def _matches(name: str, pattern: str) -> bool:
    """Tell whether a pattern means a file: by its whole name, or by the last part of it."""
    return fnmatchcase(name, pattern) or fnmatchcase(PurePosixPath(name).name, pattern)


def named_rules(names: Iterable[str]) -> frozenset[str]:
    """Read names of rules and of areas.

    Args:
        names: Rule ids, and names of areas, which stand for all rules of the area.

    Returns:
        Rule ids.

    Raises:
        UnknownNameError: There is no such rule or area; the message offers the nearest.

    Example:
        >>> sorted(named_rules(["wrong-bridge", "eligibility"]))
        ['not-current', 'withdrawn', 'wrong-bridge']
    """
    areas: dict[str, set[str]] = {}
    for rule in all_rules():
        areas.setdefault(rule.area, set()).add(rule.id)
        areas.setdefault(rule.id, {rule.id})
    found: set[str] = set()
    for name in names:
        if name not in areas:
            raise UnknownNameError("rule", name, areas)
        found |= areas[name]
    return frozenset(found)


def selection_of(
    select: Sequence[str],
    ignore: Sequence[str],
    per_file: Sequence[tuple[str, str]],
    severities: Sequence[tuple[str, Severity]],
) -> Selection:
    """Make a selection of names.

    Args:
        select: Rules and areas that count; empty for all.
        ignore: Rules and areas that do not.
        per_file: Pairs of a pattern and a rule or area.
        severities: Pairs of a rule or area and a severity; of several the last one counts.

    Raises:
        UnknownNameError: There is no such rule or area.
    """
    patterns: dict[str, frozenset[str]] = {}
    for pattern, name in per_file:
        patterns[pattern] = patterns.get(pattern, frozenset()) | named_rules([name])
    return Selection(
        select=named_rules(select) if select else None,
        ignore=named_rules(ignore),
        per_file=tuple(patterns.items()),
        severities={rule: severity for name, severity in severities for rule in named_rules([name])},
    )
