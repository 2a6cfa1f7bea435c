"""The ontology of a run: the packaged one and the user's files, as triples."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.errors import OntologyError
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates, unknown_terms
from graph_rdf.pipes import refuse_named_pipe
from graph_rdf.syntax import (
    check_encoding,
    locate_in,
    locate_predicates,
    parse_quads,
    read_source,
    syntax_finding,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pyoxigraph import Triple

    from graph_rdf.findings import Finding
    from graph_rdf.syntax import Source

FIRST_NUMBER: Final = 1_000_000
"""The number of the first ontology file: its blank nodes never meet those of the data files."""


@dataclass(frozen=True, slots=True)
class Ontology:
    """The merged ontology.

    Args:
        sources: The user's files.
        triples: The triples of all, the packaged ones first.
        names: Name → IRI of the declared relation predicates.
    """

    sources: tuple[Source, ...]
    triples: tuple[Triple, ...]
    names: dict[str, str]


def read_ontology(files: Iterable[Path], *, packaged: bool = True) -> Ontology:
    """Read the packaged ontology and the user's files.

    Args:
        files: The user's files.
        packaged: Whether the packaged ontology is part of it.

    Returns:
        The merged ontology.

    Raises:
        InputError: A file cannot be read.
        OntologyError: A file is no RDF, its declarations cannot be used, or it uses a term of the evidence
            ontology that there is not; with the place in the file.
    """
    for path in files:
        refuse_named_pipe(path)
    sources = tuple(
        replace(read_source(path), number=FIRST_NUMBER + place) for place, path in enumerate(files)
    )
    triples = list(packaged_ontology()) if packaged else []
    for source in sources:
        triples += _triples(source)
    try:
        names = dict(predicate_names(read_predicates(triples)))
    except OntologyError as error:
        raise placed_error(error, sources) from error
    return Ontology(sources, tuple(dict.fromkeys(triples)), names)


def _triples(source: Source) -> list[Triple]:
    """Parse one ontology file whole, or refuse it."""
    wrong = check_encoding(source)
    if wrong is None:
        try:
            triples = [quad.triple for quad in parse_quads(source)]
            _refuse_unknown_terms(source, triples)
            return triples
        except SyntaxError as error:
            wrong = syntax_finding(source, error)
    raise _refusal(wrong)


def _refuse_unknown_terms(source: Source, triples: list[Triple]) -> None:
    """Refuse a misspelt term: the declaration that was meant would not be there."""
    for triple, message in unknown_terms(triples):
        subject = triple.subject
        node = subject.value if isinstance(subject, NamedNode) else str(subject)
        use = (node, triple.predicate.value)
        place = locate_predicates(source, [use]).get(use)
        if place is None:
            raise placed_error(OntologyError(message, nodes=(node,), path=source.path), [source])
        raise OntologyError(message, nodes=(node,), path=place.path, line=place.line, column=place.column)


def placed_error(error: OntologyError, sources: Iterable[Source]) -> OntologyError:
    """Give an error the place of the first of its nodes that some files describe; else the error itself."""
    places = locate_in(sources, error.nodes)
    for node in error.nodes:
        if node in places:
            place = places[node]
            return OntologyError(
                error.message, nodes=error.nodes, path=place.path, line=place.line, column=place.column
            )
    return error


def _refusal(finding: Finding) -> OntologyError:
    """Make an error of a finding in a file that must be right."""
    return OntologyError(finding.message, path=finding.path, line=finding.line, column=finding.column)
