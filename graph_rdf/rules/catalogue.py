"""All rules: those of `catalogue.toml`, where their texts stand, and those that shipped shapes state."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from graph_rdf.errors import GraphRdfError, UnknownNameError
from graph_rdf.findings import Severity
from graph_rdf.rules.rule import AREAS, Rule
from graph_rdf.rules.shape_rules import AREA_OF_FILE, shape_rules


@cache
def all_rules() -> tuple[Rule, ...]:
    """Read every rule.

    Returns:
        Each rule once: by area in the order of `AREAS`, within an area in the order of the checks.

    Raises:
        GraphRdfError: The catalogue or a shapes file is missing or damaged.

    Example:
        >>> all_rules()[0].id
        'syntax-error'
    """
    text = files("graph_rdf.rules").joinpath("catalogue.toml").read_text(encoding="utf-8")
    rules = {rule.id: rule for rule in map(_rule, tomllib.loads(text)["rule"])}
    for file in AREA_OF_FILE:
        for rule in shape_rules(file):
            if rule.id in rules:
                raise GraphRdfError(f"the rule {rule.id!r} is defined twice")
            rules[rule.id] = rule
    return tuple(sorted(rules.values(), key=lambda rule: AREAS.index(rule.area)))


def _rule(entry: dict[str, str]) -> Rule:
    """Make one rule from its table."""
    severity = entry.get("severity")
    texts = {key: value for key, value in entry.items() if key != "severity"}
    return Rule(severity=None if severity is None else Severity(severity), **texts)


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
    rules = {rule.id: rule for rule in all_rules()}
    if rule_id not in rules:
        raise UnknownNameError("rule", rule_id, rules)
    return rules[rule_id]
