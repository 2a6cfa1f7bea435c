"""Support, views and scopes, contested records: pure functions over columns."""

from graph_rdf.evidence.acceptance import Acceptance, judge
from graph_rdf.evidence.columns import World, read_world
from graph_rdf.evidence.permission import Scopes
from graph_rdf.evidence.report import RecordVerdict, evidence_findings, reasons_against, record_verdicts
from graph_rdf.evidence.rules import ANCHOR_RULES, RECORD_RULES, SUPPORT_RULES, Failure
from graph_rdf.evidence.support import Verdicts, verify
from graph_rdf.evidence.views import DEFAULT_VIEW, OWNER, Eligibility, ViewChoice, choose_view

__all__ = [
    "ANCHOR_RULES",
    "DEFAULT_VIEW",
    "OWNER",
    "RECORD_RULES",
    "SUPPORT_RULES",
    "Acceptance",
    "Eligibility",
    "Failure",
    "RecordVerdict",
    "Scopes",
    "Verdicts",
    "ViewChoice",
    "World",
    "choose_view",
    "evidence_findings",
    "judge",
    "read_world",
    "reasons_against",
    "record_verdicts",
    "verify",
]
