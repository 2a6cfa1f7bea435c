"""What the verdicts on records add to the findings of a validation, read as the owner of the files."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graph_rdf.evidence import OWNER, RecordVerdict, evidence_findings, record_verdicts
from graph_rdf.evidence.rules import CONTESTED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.findings import Finding
    from graph_rdf.gate.judging import Judgement
    from graph_rdf.gate.options import CheckOptions


def seen_by_owner(judgement: Judgement, options: CheckOptions) -> tuple[list[Finding], list[RecordVerdict]]:
    """Read as the owner of the files: every record, whatever its audience."""
    seen = judgement.seen(options.view, options.as_of, OWNER)
    findings = evidence_findings(seen)
    if options.portable:
        findings = [finding for finding in findings if finding.rule == CONTESTED]
    return findings, record_verdicts(seen)


def with_records(findings: Iterable[Finding], judgement: Judgement) -> list[Finding]:
    """Name the record in findings about a record or a part of it."""
    world = judgement.world
    records = frozenset(world.records)

    def named(finding: Finding) -> Finding:
        node = (finding.focus_node or "").partition("#")[0]
        whole = finding.focus_node if finding.focus_node in records else node
        return replace(finding, record=world.id_of(whole)) if whole in records else finding

    return [named(finding) for finding in findings]
