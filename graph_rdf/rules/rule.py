"""The rule: what there is to say about one rule id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph_rdf.findings import Severity

AREAS = (
    "syntax",
    "records",
    "support",
    "relations",
    "eligibility",
    "lookup",
    "structure",
    "constraints",
    "entailment",
)
"""The areas, those first that people ask about most; each rule belongs to one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Args:
        id: What reports print.
        area: One of `AREAS`.
        severity: How much its findings weigh; None when it is a reason of a lookup and never a finding.
        title: One line, without a full stop.
        what: What the rule looks at and when it refuses.
        why: Why it matters.
        mend: What to do.
        source: The term or the section of a specification that it rests on.
    """

    id: str
    area: str
    severity: Severity | None
    title: str
    what: str
    why: str
    mend: str
    source: str
