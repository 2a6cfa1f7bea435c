"""The ontology of a run: the packaged one and the user's files, as triples."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import OntologyError
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.syntax import check_encoding, parse_quads, read_source, syntax_finding

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
        OntologyError: A file is no RDF, or its declarations cannot be used.
    """
    sources = tuple(
        replace(read_source(path), number=FIRST_NUMBER + place) for place, path in enumerate(files)
    )
    triples = list(packaged_ontology()) if packaged else []
    for source in sources:
        triples += _triples(source)
    return Ontology(sources, tuple(dict.fromkeys(triples)), dict(predicate_names(read_predicates(triples))))


def _triples(source: Source) -> list[Triple]:
    """Parse one ontology file whole, or refuse it."""
    wrong = check_encoding(source)
    if wrong is None:
        try:
            return [quad.triple for quad in parse_quads(source)]
        except SyntaxError as error:
            wrong = syntax_finding(source, error)
    raise _refusal(wrong)


def _refusal(finding: Finding) -> OntologyError:
    """Make an error of a finding in a file that must be right."""
    return OntologyError(finding.message, path=finding.path, line=finding.line, column=finding.column)
