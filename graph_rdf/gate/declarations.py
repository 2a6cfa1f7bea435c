"""Declarations of relation predicates that stand in the data, where they must not count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.findings import Finding, Severity
from graph_rdf.namespaces import (
    DCTERMS_IDENTIFIER,
    EG,
    EG_CLAUSE_FORM,
    EG_ENTITY,
    EG_OPPOSES,
    EG_RELATION_PREDICATE,
    EG_STRENGTH,
    RDF_TYPE,
)
from graph_rdf.records import RESERVED_CLASSES
from graph_rdf.syntax import locate_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyoxigraph import Triple

    from graph_rdf.dataset.protocol import Dataset
    from graph_rdf.gate.ontologies import Ontology
    from graph_rdf.syntax import Source

RULE: Final = "predicate-in-data"
RESERVED: Final = "reserved-class"

_SCANS: Final = (
    f"CONSTRUCT WHERE {{ ?predicate <{RDF_TYPE}> <{EG_RELATION_PREDICATE}> }}",
    f"CONSTRUCT WHERE {{ ?predicate <{EG_CLAUSE_FORM}> ?value }}",
    f"CONSTRUCT WHERE {{ ?predicate <{EG_OPPOSES}> ?value }}",
    f"CONSTRUCT WHERE {{ ?predicate <{EG_STRENGTH}> ?value }}",
)
_BOTH: Final = (
    f"SELECT ?node ?kind WHERE {{ ?node a <{EG_ENTITY}> . ?node a ?kind "
    f"FILTER(?kind IN ({', '.join(f'<{kind}>' for kind in sorted(RESERVED_CLASSES))})) }}"
)


def declaration_findings(dataset: Dataset, sources: Sequence[Source], ontology: Ontology) -> list[Finding]:
    """Find what the data declares about relation predicates and the ontology of the run does not.

    A record must not bring the rule that licenses it: with a clause form of its own, a data file could make
    any sentence state any triple. So such a declaration counts only in an ontology that the user names.

    Args:
        dataset: The data, before the ontology is merged into it.
        sources: Its RDF sources, for the lines.
        ontology: The ontology of the run.

    Returns:
        One error for each entity with a reserved class; then one for each predicate, by IRI, none for
        declarations that the ontology holds too. Without a place where no RDF source has one.

    Source: evidence model, section 5.
    """
    known = frozenset(ontology.triples)
    foreign = {str(t.subject): t for t in _declared(dataset, ontology) if t not in known}
    places = locate_in(sources, [_plain(node) for node in foreign])
    findings = _reserved(dataset)
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


def _declared(dataset: Dataset, ontology: Ontology) -> Iterator[Triple]:
    """Yield the triples of the data that would change what a predicate is or how it is read."""
    for query in _SCANS:
        yield from sorted(dataset.construct(query), key=str)
    for iri in sorted(ontology.names.values()):
        yield from dataset.construct(f"CONSTRUCT WHERE {{ <{iri}> <{DCTERMS_IDENTIFIER}> ?name }}")


def _reserved(dataset: Dataset) -> list[Finding]:
    """Find entities that are nodes of the evidence model too: one name would stand for two things."""
    found: list[Finding] = []
    for kind, node in sorted((_plain(str(row[1])), _plain(str(row[0]))) for row in dataset.select(_BOTH)):
        message = f"an entity is typed {_name(kind)}, a class of the evidence model itself"
        found.append(Finding(RESERVED, Severity.ERROR, message, focus_node=node, value=kind))
    return found


def _plain(node: str) -> str:
    return node[1:-1] if node.startswith("<") else node


def _name(node: str) -> str:
    iri = _plain(node)
    return f"eg:{iri.removeprefix(EG)}" if iri.startswith(EG) else iri
