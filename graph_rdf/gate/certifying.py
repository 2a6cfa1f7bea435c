"""Certificates of lookups over opened worlds, and their replay."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pyoxigraph import Quad

from graph_rdf import __version__
from graph_rdf.errors import CertificateError, DataError, InputError, TimeError, UnknownNameError
from graph_rdf.evidence import judge
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.permission import visible_dataset
from graph_rdf.lookup import (
    Considered,
    LookupResult,
    Question,
    Replay,
    Traversal,
    check_steps,
    compare,
    graph_digest,
    make_certificate,
    parse_certificate,
    parse_path,
    read_question,
)
from graph_rdf.lookup.certificate_reading import MAX_CERTIFICATE
from graph_rdf.lookup.replay import CHANGED, is_sealed, version_of
from graph_rdf.pipes import refuse_named_pipe
from graph_rdf.syntax import implied_bases

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pyoxigraph import Triple

    from graph_rdf.evidence import Acceptance
    from graph_rdf.gate.callers import OpenWorld
    from graph_rdf.gate.options import ReadOptions


@dataclass(frozen=True, slots=True)
class CertifiedLookup:
    """A lookup and its certificate."""

    result: LookupResult
    acceptance: Acceptance
    certificate: dict[str, Any]


def certified_lookup(opened: OpenWorld, question: Question) -> CertifiedLookup:
    """Ask a question and certify the answer.

    Args:
        opened: The world.
        question: The question.

    Returns:
        The answer with its certificate.

    Raises:
        DataError: The data has IRIs that depend on where its files lie: nobody else could derive them.
        LimitError: The data has too many blank nodes that are joined to each other.
        UnknownNameError: There is no such view.
        TimeError: The time is none.
    """
    if implied_bases(opened.data.sources):
        raise DataError("a certificate of data with relative IRIs would hold here only; give --base IRI")
    acceptance = judge(
        opened.judgement.verdicts, opened.eligibility(question.view, question.as_of, question.scopes)
    )
    result = Traversal(acceptance, question.limits).follow(question.start, question.path)
    asked = replace(question, view=result.view, as_of=result.as_of, scopes=result.scopes)
    considered = _digests(opened, acceptance)
    return CertifiedLookup(
        result, acceptance, make_certificate(asked, result, acceptance, considered, __version__)
    )


def read_certificate(path: Path) -> dict[str, Any]:
    """Read the file of a certificate.

    Raises:
        InputError: The file cannot be read.
        CertificateError: It is no certificate.
    """
    refuse_named_pipe(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_CERTIFICATE + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"the file cannot be read: {reason}", path=str(path)) from error
    try:
        return parse_certificate(data)
    except CertificateError as error:
        raise CertificateError(error.message, path=str(path), line=error.line, column=error.column) from error


def replay(statement: Mapping[str, Any], world: str, options: ReadOptions) -> Replay:
    """Derive the answer of a certificate again.

    Args:
        statement: What `parse_certificate` read.
        world: A file, a folder, or ``-`` for standard input.
        options: How to read it; without a base, that of the certificate counts.

    Returns:
        What still holds, what changed, and why.

    Raises:
        GraphRdfError: The world cannot be read whole.
    """
    question = read_question(statement)
    return derive(statement, open_world(world, replace(options, base=options.base or question.base)))[0]


def derive(statement: Mapping[str, Any], opened: OpenWorld) -> tuple[Replay, CertifiedLookup | None]:
    """Derive the answer of a certificate again in a world that is open.

    Args:
        statement: What `parse_certificate` read.
        opened: The world.

    Returns:
        What still holds, what changed, and why; and the answer that this world gives, None when the question
        cannot be asked here.

    Raises:
        GraphRdfError: As for `certified_lookup`.
    """
    question = read_question(statement)
    try:
        # A path is a sequence of declared predicates; a certificate cannot widen what may be asked.
        for iri in question.path:
            parse_path(f"<{iri}>", opened.judgement.world.predicates)
        certified = certified_lookup(opened, question)
    except (UnknownNameError, TimeError) as error:
        return Replay(CHANGED, is_sealed(statement), (), (), version_of(statement), str(error)), None
    compared = compare(
        statement,
        certified.certificate,
        check_steps(statement, certified.acceptance),
        covered=not opened.judgement.world.body_paths(),
    )
    return compared, certified


def _digests(opened: OpenWorld, acceptance: Acceptance) -> Considered:
    """Digest what the caller may see of the data, and the ontology."""
    triples = opened.ontology.triples
    ontology = frozenset(map(str, triples))
    seen = visible_dataset(opened.data.dataset, acceptance)
    return Considered(
        records=graph_digest(seen.quads(), without=ontology),
        ontology=graph_digest(map(_as_quad, triples), max_linked=None),
    )


def _as_quad(triple: Triple) -> Quad:
    return Quad(triple.subject, triple.predicate, triple.object)
