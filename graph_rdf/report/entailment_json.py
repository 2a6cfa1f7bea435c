"""The ledger of an entailment run, and a proof, for machines. The keys and their order are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph_rdf.lookup import step_json
from graph_rdf.report.json_report import FORMAT_VERSION, TOOL_NAME, dump_json, finding_json

if TYPE_CHECKING:
    from graph_rdf.entailment import Comparison, Count, Ledger, Proof
    from graph_rdf.entailment.names import Names
    from graph_rdf.lookup import Step


def render_ledger_json(ledger: Ledger, names: Names, version: str, *, measured: bool) -> str:
    """Render a ledger as one JSON object.

    Args:
        ledger: The ledger.
        names: How terms are shown.
        version: The version of the tool.
        measured: Whether to add what the run cost; without it the same input gives the same bytes.

    Returns:
        JSON, indented, with a final line end.
    """
    document: dict[str, Any] = {
        "format_version": FORMAT_VERSION,
        "tool": {"name": TOOL_NAME, "version": version},
        "engine": {"name": ledger.engine, "version": ledger.version},
        "profile": ledger.profile,
        "view": ledger.view,
        "as_of": ledger.as_of,
        "scopes": list(ledger.scopes),
        "inputs": [each._asdict() for each in ledger.inputs],
        "consistent": not ledger.inconsistencies
        and not any(f.rule == "inconsistent" for f in ledger.findings),
        "asserted": {
            "triples": ledger.asserted,
            "accepted": ledger.accepted,
            "types": ledger.types,
            "axioms": ledger.axioms,
            "annotations_left_out": ledger.annotations,
            "records": ledger.records,
            "quarantined": ledger.quarantined,
        },
        "entailed": {"triples": ledger.entailed, "growth": ledger.growth, "kept_out": dict(ledger.kept_out)},
        "families": dict(ledger.families),
        "rules": dict(ledger.rules),
        "predicates": [_count("predicate", each) for each in ledger.predicates],
        "classes": [_count("class", each) for each in ledger.classes],
        "inconsistencies": [
            {
                "rule": each.rule,
                "text": each.text,
                "triples": [list(triple) for triple in each.triples],
                "records": [step_json(step) for step in each.records],
            }
            for each in ledger.inconsistencies
        ],
        "lookups": _lookups(ledger.lookups, names),
        "findings": [finding_json(finding) for finding in ledger.findings],
    }
    if measured:
        document["measured"] = {
            phase.name: {
                "seconds": round(phase.seconds, 6),
                "processor_seconds": round(phase.processor, 6),
                "peak_bytes": phase.peak,
            }
            for phase in ledger.phases
        }
    return dump_json(document)


def _count(key: str, count: Count) -> dict[str, Any]:
    return {key: count.iri[1:-1], "asserted": count.asserted, "entailed": count.entailed}


def _lookups(lookups: Comparison, names: Names) -> dict[str, Any]:
    """Give the comparison of answers."""
    return {
        "starts": lookups.starts,
        "paths": lookups.paths,
        "compared": lookups.lookups,
        "answered": lookups.answered,
        "equal": lookups.equal,
        "gained": lookups.gained,
        "lost": lookups.lost,
        "truncated": lookups.is_cut,
        "differences": [
            {
                "start": names.shown(each.start),
                "path": [names.shown(step) for step in each.path],
                "gained": [names.shown(end) for end in each.gained],
                "lost": [names.shown(end) for end in each.lost],
            }
            for each in lookups.differences
        ],
    }


def render_proof_json(proof: Proof, steps: dict[int, Step], version: str) -> str:
    """Render a proof as one JSON object.

    Args:
        proof: The proof.
        steps: Place of a record → the record with the anchor that proves it.
        version: The version of the tool.

    Returns:
        JSON; terms are in N-Triples form.
    """
    return dump_json(
        {
            "format_version": FORMAT_VERSION,
            "tool": {"name": TOOL_NAME, "version": version},
            "goal": list(proof.goal),
            "truncated": proof.is_cut,
            "lines": [
                {
                    "number": number,
                    "triple": list(line.triple),
                    "by": line.by,
                    "premises": list(line.premises),
                    "records": [step_json(steps[place]) for place in line.records],
                }
                for number, line in enumerate(proof.lines, 1)
            ],
        }
    )
