"""The rule catalogue: what every rule id means, why it matters and how to mend it."""

from __future__ import annotations

from graph_rdf.rules.catalogue import Rule, all_rules, find_rule

__all__ = ["Rule", "all_rules", "find_rule"]
