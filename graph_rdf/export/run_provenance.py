"""A validation run as provenance: PROV activity, EARL assertions, DQV measurements."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.evidence.rules import ANCHOR_RULES, CONTESTED, RECORD_RULES, RULE_ORDER, SUPPORT_RULES
from graph_rdf.ntriples import iri, literal
from graph_rdf.records.identity import percent_encoded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graph_rdf.evidence import RecordVerdict
    from graph_rdf.ntriples import LexicalTriple

PASSED: Final = "passed"
FAILED: Final = "failed"
CANNOT_TELL: Final = "cantTell"

RUN_PREFIXES: Final = {
    "dqv": ns.DQV,
    "earl": ns.EARL,
    **{name: ns.PREFIXES[name] for name in ("eg", "egsh", "prov", "rdfs", "xsd")},
}
"""Prefix → namespace for a file that holds a run."""

_TYPE: Final = iri(ns.RDF_TYPE)


@dataclass(frozen=True, slots=True)
class Used:
    """A file that a run used.

    Args:
        name: As the user named it.
        sha256: Of its bytes.
    """

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Run:
    """A validation run.

    Args:
        used: The files, in order.
        verdicts: The verdict on each record.
        nodes: Id → IRI of the records.
        version: The version of the tool.
        time: When it ended: an xsd:dateTime with a zone.
    """

    used: Sequence[Used]
    verdicts: Sequence[RecordVerdict]
    nodes: Mapping[str, str]
    version: str
    time: str


def outcomes(verdict: RecordVerdict) -> dict[str, str]:
    """Say of each support rule, and of opposition, what a run found for a record.

    Args:
        verdict: The verdict on the record.

    Returns:
        Rule id → outcome, in the order of the checks. A rule that was not reached, since an earlier check
        failed, is ``cantTell``.

    Source: EARL 1.0 Schema, 2.7 OutcomeValue.
    """
    reasons = frozenset(verdict.reasons)
    first = min((RULE_ORDER[rule] for rule in reasons), default=len(SUPPORT_RULES))
    own = not reasons.isdisjoint(RECORD_RULES)
    found: dict[str, str] = {}
    for place, rule in enumerate(SUPPORT_RULES):
        if rule in reasons:
            found[rule] = FAILED
        elif own:
            found[rule] = CANNOT_TELL if rule in ANCHOR_RULES else PASSED
        else:
            found[rule] = PASSED if place < first else CANNOT_TELL
    # Only what is supported and counts in the view is held against its opponents.
    compared = not reasons and verdict.eligible
    found[CONTESTED] = FAILED if verdict.contested else PASSED if compared else CANNOT_TELL
    return found


def run_triples(run: Run) -> Iterator[LexicalTriple]:
    """Describe a run.

    Args:
        run: The run.

    Returns:
        Triples in N-Triples form, grouped by subject; the same for the same run. All nodes are IRIs.

    Source: PROV-O; EARL 1.0 Schema; Data Quality Vocabulary.
    """
    marks = "\n".join(f"{used.name}\0{used.sha256}" for used in run.used)
    base = ns.RUN_BASE + sha256(f"{run.version}\n{run.time}\n{marks}".encode()).hexdigest()
    activity, tool = iri(base), iri(f"{base}#tool")
    yield activity, _TYPE, iri(ns.PROV + "Activity")
    yield activity, iri(ns.PROV + "endedAtTime"), literal(run.time, ns.XSD_DATE_TIME)
    yield activity, iri(ns.PROV + "wasAssociatedWith"), tool
    files = [iri(f"{base}#file-{number}") for number in range(1, len(run.used) + 1)]
    for file in files:
        yield activity, iri(ns.PROV + "used"), file
    yield tool, _TYPE, iri(ns.PROV + "SoftwareAgent")
    yield tool, _TYPE, iri(ns.EARL + "Software")
    yield tool, iri(ns.RDFS_LABEL), literal(f"ttl-check {run.version}")
    for file, used in zip(files, run.used, strict=True):
        yield file, _TYPE, iri(ns.PROV_ENTITY)
        yield file, iri(ns.RDFS_LABEL), literal(used.name)
        yield file, iri(ns.EG_SHA256), literal(used.sha256)
    yield from _assertions(run, base, tool)
    yield from _measurements(run, base, activity)


def _assertions(run: Run, base: str, tool: str) -> Iterator[LexicalTriple]:
    for verdict in sorted(run.verdicts, key=lambda one: one.id):
        for rule, outcome in outcomes(verdict).items():
            name = f"{base}#{percent_encoded(verdict.id)}/{rule}"
            yield iri(name), _TYPE, iri(ns.EARL + "Assertion")
            yield iri(name), iri(ns.EARL + "assertedBy"), tool
            yield iri(name), iri(ns.EARL + "mode"), iri(ns.EARL + "automatic")
            yield iri(name), iri(ns.EARL + "subject"), iri(run.nodes[verdict.id])
            yield iri(name), iri(ns.EARL + "test"), iri(ns.EGSH + rule)
            yield iri(name), iri(ns.EARL + "result"), iri(f"{name}/result")
            yield iri(name), iri(ns.PROV + "wasGeneratedBy"), iri(base)
            yield iri(f"{name}/result"), _TYPE, iri(ns.EARL + "TestResult")
            yield iri(f"{name}/result"), iri(ns.EARL + "outcome"), iri(ns.EARL + outcome)


def _measurements(run: Run, base: str, activity: str) -> Iterator[LexicalTriple]:
    counts = {
        "records": len(run.verdicts),
        "supported": sum(not one.reasons for one in run.verdicts),
        "refused": sum(bool(one.reasons) for one in run.verdicts),
        "contested": sum(one.contested for one in run.verdicts),
        **{f"refused/{rule}": sum(rule in one.reasons for one in run.verdicts) for rule in SUPPORT_RULES},
    }
    for name in counts:
        yield iri(ns.METRIC_BASE + name), _TYPE, iri(ns.DQV + "Metric")
        yield iri(ns.METRIC_BASE + name), iri(ns.RDFS_LABEL), literal(name.replace("/", " by "))
    for name, count in counts.items():
        node = iri(f"{base}#measurement/{name}")
        yield node, _TYPE, iri(ns.DQV + "QualityMeasurement")
        yield node, iri(ns.DQV + "computedOn"), iri(f"{base}#file-1")
        yield node, iri(ns.DQV + "isMeasurementOf"), iri(ns.METRIC_BASE + name)
        yield node, iri(ns.DQV + "value"), literal(str(count), ns.XSD_INTEGER)
        yield node, iri(ns.PROV + "wasGeneratedBy"), activity
