"""Declarations of relation predicates that stand in the data, where they must not count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.findings import Finding, Severity
from graph_rdf.namespaces import (
    DCTERMS_IDENTIFIER,
    EG,
    EG_CLAUSE_FORM,
    EG_OPPOSES,
    EG_RELATION_PREDICATE,
    EG_STRENGTH,
    RDF_TYPE,
)
from graph_rdf.syntax import locate_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyoxigraph import Triple

    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.gate.ontologies import Ontology
    from graph_rdf.syntax import Source

RULE: Final = "predicate-in-data"

_SCANS: Final = (
    f"CONSTRUCT WHERE {{ ?predicate <{RDF_TYPE}> <{EG_RELATION_PREDICATE}> }}",
    f"CONSTRUCT WHERE {{ ?predicate <{EG_CLAUSE_FORM}> ?value }}",
    f"CONSTRUCT WHERE {{ ?predicate <{EG_OPPOSES}> ?value }}",
    f"CONSTRUCT WHERE {{ ?predicate <{EG_STRENGTH}> ?value }}",
)


def declaration_findings(
    dataset: EmbeddedDataset, sources: Sequence[Source], ontology: Ontology
) -> list[Finding]:
    """Find what the data declares about relation predicates and the ontology of the run does not.

    A record must not bring the rule that licenses it: with a clause form of its own, a data file could make
    any sentence state any triple. So such a declaration counts only in an ontology that the user names.

    Args:
        dataset: The data, before the ontology is merged into it.
        sources: Its RDF sources, for the lines.
        ontology: The ontology of the run.

    Returns:
        One error for each predicate, by IRI; none for declarations that the ontology holds too.

    Source: evidence model, section 5.
    """
    known = frozenset(ontology.triples)
    foreign = {str(t.subject): t for t in _declared(dataset, ontology) if t not in known}
    places = locate_in(sources, [_plain(node) for node in foreign])
    findings = []
    for node in sorted(foreign):
        place = places.get(_plain(node))
        findings.append(
            Finding(
                rule=RULE,
                severity=Severity.ERROR,
                message=f"the data declares the predicate {_name(node)}, which only an ontology may do; "
                "move the declaration to a file of its own and give it with --ontology",
                path=place.path if place else None,
                line=place.line if place else None,
                column=place.column if place else None,
                end_line=place.end_line if place else None,
                focus_node=_plain(node),
                value=_plain(str(foreign[node].predicate)),
            )
        )
    return findings


def _declared(dataset: EmbeddedDataset, ontology: Ontology) -> Iterator[Triple]:
    """Yield the triples of the data that would change what a predicate is or how it is read."""
    for query in _SCANS:
        yield from sorted(dataset.construct(query), key=str)
    for iri in sorted(ontology.names.values()):
        yield from dataset.construct(f"CONSTRUCT WHERE {{ <{iri}> <{DCTERMS_IDENTIFIER}> ?name }}")


def _plain(node: str) -> str:
    return node[1:-1] if node.startswith("<") else node


def _name(node: str) -> str:
    iri = _plain(node)
    return f"eg:{iri.removeprefix(EG)}" if iri.startswith(EG) else iri
