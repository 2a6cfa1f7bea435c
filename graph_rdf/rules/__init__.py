"""The rule catalogue: what every rule id means, why it matters and how to mend it."""

from __future__ import annotations

from graph_rdf.rules.catalogue import all_rules, find_rule
from graph_rdf.rules.rule import AREAS, Rule

__all__ = ["AREAS", "Rule", "all_rules", "find_rule"]
