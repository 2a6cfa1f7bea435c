"""What the verdicts on records add to the findings of a validation, read as the owner of the files."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graph_rdf.evidence import OWNER, RecordVerdict, evidence_findings, record_verdicts
from graph_rdf.evidence.rules import CONTESTED
from graph_rdf.gate.plain_triples import unsupported_triples

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.findings import Finding
    from graph_rdf.gate.judging import Judgement
    from graph_rdf.gate.options import CheckOptions
    from graph_rdf.gate.reading import DataGraph


@dataclass(frozen=True, slots=True)
class RecordFindings:
    """What the verdicts on the records of one graph say.

    Args:
        findings: About the records, and about plain triples that none of them supports.
        verdicts: One for each record.
        names: IRI → id of the records.
    """

    findings: tuple[Finding, ...] = ()
    verdicts: tuple[RecordVerdict, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)


def record_findings(judgement: Judgement, data: DataGraph, options: CheckOptions) -> RecordFindings:
    """Say what the verdicts on the records of a graph mean for its owner."""
    findings, verdicts = seen_by_owner(judgement, options)
    plain = unsupported_triples(data.dataset, judgement, data.stated)
    world = judgement.world
    return RecordFindings(
        (*findings, *plain), tuple(verdicts), {iri: world.id_of(iri) for iri in world.records}
    )


def seen_by_owner(judgement: Judgement, options: CheckOptions) -> tuple[list[Finding], list[RecordVerdict]]:
    """Read as the owner of the files: every record, whatever its audience."""
    seen = judgement.seen(options.view, options.as_of, OWNER)
    findings = evidence_findings(seen)
    if options.portable:
        findings = [finding for finding in findings if finding.rule == CONTESTED]
    return findings, record_verdicts(seen)


def with_records(findings: Iterable[Finding], names: Mapping[str, str]) -> list[Finding]:
    """Name the record in findings about a record or a part of it.

    Args:
        findings: The findings.
        names: IRI → id of the records.
    """

    def named(finding: Finding) -> Finding:
        focus = finding.focus_node or ""
        name = names.get(focus) or names.get(focus.partition("#")[0])
        return finding if name is None else replace(finding, record=name)

    return [named(finding) for finding in findings]
