"""The reader of `catalogue.toml`, the one place where the texts of the rules stand."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graph_rdf.errors import GraphRdfError, UnknownNameError
from graph_rdf.findings import Severity

AREAS = ("syntax", "records", "structure", "support", "relations", "eligibility", "lookup", "gate")
"""The areas in the order in which the stages of a run come; each rule belongs to one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule and what there is to say about it.

    Args:
        id: What reports print.
        area: One of `AREAS`.
        severity: How much its findings weigh; None when it is a reason of a lookup and never a finding.
        title: One line.
        what: What the rule looks at and when it refuses.
        why: Why it matters.
        mend: What to do.
        source: The section of a specification that it rests on.
    """

    id: str
    area: str
    severity: Severity | None
    title: str
    what: str
    why: str
    mend: str
    source: str


@cache
def all_rules() -> tuple[Rule, ...]:
    """Read the catalogue.

    Returns:
        Every rule once: by area in the order of `AREAS`, within an area in the order of the checks.

    Raises:
        GraphRdfError: The catalogue is damaged.

    Example:
        >>> all_rules()[0].id
        'syntax-error'
    """
    text = files("graph_rdf.rules").joinpath("catalogue.toml").read_text(encoding="utf-8")
    rules = [_rule(entry) for entry in tomllib.loads(text)["rule"]]
    if len({rule.id for rule in rules}) != len(rules):
        raise GraphRdfError("the rule catalogue holds an id twice")
    return tuple(sorted(rules, key=lambda rule: AREAS.index(rule.area)))


def _rule(entry: dict[str, str]) -> Rule:
    """Make one rule from its table."""
    severity = entry.pop("severity", None)
    return Rule(severity=None if severity is None else Severity(severity), **entry)


def find_rule(rule_id: str) -> Rule:
    """Find a rule by its id.

    Args:
        rule_id: The id, as reports print it.

    Returns:
        The rule.

    Raises:
        UnknownNameError: There is no such rule; the message offers the nearest.

    Example:
        >>> find_rule("wrong-bridge").severity.value
        'error'
    """
    for rule in all_rules():
        if rule.id == rule_id:
            return rule
    raise UnknownNameError("rule", rule_id, [rule.id for rule in all_rules()])
