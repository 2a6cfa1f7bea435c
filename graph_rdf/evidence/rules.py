"""The rule ids of support and eligibility, in the order in which they are checked."""

from __future__ import annotations

from typing import Final, NamedTuple

RECORD_RULES: Final = ("undeclared-predicate", "unknown-entity", "missing-support")
"""What is wrong with the record itself; its anchors are then not checked."""

ANCHOR_RULES: Final = (
    "anchor-mismatch",
    "body-unavailable",
    "missing-digest",
    "digest-mismatch",
    "missing-span",
    "span-out-of-range",
    "span-splits-character",
    "span-disagreement",
    "missing-quote",
    "quote-mismatch",
    "clause-truncated",
    "unlicensed-clause",
    "ambiguous-label",
    "wrong-bridge",
)
"""What is wrong with one anchor; it reports the first."""

SUPPORT_RULES: Final = RECORD_RULES + ANCHOR_RULES
RULE_ORDER: Final = {rule: place for place, rule in enumerate(SUPPORT_RULES)}

NOT_CURRENT: Final = "not-current"
WITHDRAWN: Final = "withdrawn"
CONTESTED: Final = "contested"


class Failure(NamedTuple):
    """One failed check: the rule id, and one sentence that says what is wrong and what to do."""

    rule: str
    message: str
