"""Certificates: all that a third party needs to derive the answer of a lookup again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.lookup.certificate_digest import GRAPH_FORM, json_digest
from graph_rdf.lookup.certificate_proof import proof_json, steps_of
from graph_rdf.lookup.result import lookup_json
from graph_rdf.namespaces import CERTIFICATE, STATEMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.evidence import Acceptance
    from graph_rdf.lookup.result import Limits, LookupResult

BODY: Final = "body:"
"""Comes before the id of a representation in the name of a subject."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a lookup asked.

    Args:
        start: The id of the first entity.
        path: The IRIs of the predicates.
        view: The id of a declared view; None for the default view and for a view by time.
        as_of: The time of a view by time.
        scopes: The scopes of the caller, sorted.
        limits: The limits.
        base: The id base of the run; None for the default one.
    """

    start: str
    path: tuple[str, ...]
    view: str | None
    as_of: str | None
    scopes: tuple[str, ...]
    limits: Limits
    base: str | None


@dataclass(frozen=True, slots=True)
class Considered:
    """The digests of what a lookup ran over.

    Args:
        records: Of the data that the caller may see, without the ontology.
        ontology: Of the ontology: the packaged one and the user's files.
    """

    records: str
    ontology: str


def make_certificate(
    question: Question, result: LookupResult, acceptance: Acceptance, considered: Considered, version: str
) -> dict[str, Any]:
    """Make the certificate of a lookup.

    Args:
        question: What was asked.
        result: The answer.
        acceptance: The records as the caller sees them; nothing else goes into a certificate.
        considered: The digests.
        version: The version of the tool.

    Returns:
        An in-toto Statement of plain values; the keys are a contract, in its order. The same for the same
        input: it holds no time.

    Source: in-toto Attestation Framework, Statement v1; docs/certificates.md.
    """
    answer = lookup_json(result)
    return {
        "_type": STATEMENT,
        "subject": [
            _subject("answer", json_digest(answer)),
            _subject("records", considered.records),
            _subject("ontology", considered.ontology),
            *_bodies(result),
        ],
        "predicateType": CERTIFICATE,
        "predicate": {
            "tool": {"name": "ttl-check", "version": version},
            "canonical_form": GRAPH_FORM,
            "question": question_json(question),
            "answer": answer,
            "proof": proof_json(acceptance, result),
        },
    }


def question_json(question: Question) -> dict[str, Any]:
    """Give the JSON form of a question."""
    limits = question.limits
    return {
        "start": question.start,
        "path": list(question.path),
        "view": question.view,
        "as_of": question.as_of,
        "scopes": list(question.scopes),
        "limits": {"steps": limits.steps, "paths": limits.paths, "fan_out": limits.fan_out},
        "base": question.base,
    }


def _subject(name: str, digest: str) -> dict[str, Any]:
    return {"name": name, "digest": {"sha256": digest}}


def _bodies(result: LookupResult) -> Iterator[dict[str, Any]]:
    """Give the bodies that the steps cite, each once, by id; all their digests have been checked."""
    digests = {
        step.support.representation: step.support.sha256
        for step in steps_of(result)
        if step.support.representation is not None and step.support.sha256 is not None
    }
    for name, digest in sorted(digests.items()):
        yield _subject(BODY + name, digest)
