"""Terms of the toolkit's namespace that nothing declares: a misspelt class or property says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.findings import Finding, Severity
from graph_rdf.namespaces import EG, EG_ENTITY, RDF_TYPE
from graph_rdf.ontology import EG_TERMS, unknown_term_message

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Dataset
    from graph_rdf.gate.ontologies import Ontology

RULE: Final = "unknown-term"

_PROPERTIES: Final = "SELECT DISTINCT ?term WHERE { ?node ?term ?value }"
_WITH_PROPERTY: Final = "SELECT DISTINCT ?node ?term WHERE { ?node ?term ?value }"
_CLASSES: Final = f"SELECT DISTINCT ?term WHERE {{ ?node <{RDF_TYPE}> ?term }}"
# The type of an entity is the user's affair: a local name stands for a class of the namespace.
_OF_CLASS: Final = (
    f"SELECT DISTINCT ?node ?term WHERE {{ ?node <{RDF_TYPE}> ?term "
    f"FILTER NOT EXISTS {{ ?node <{RDF_TYPE}> <{EG_ENTITY}> }} }}"
)
_DESCRIBED: Final = "ASK { ?term ?property ?value }"


def unknown_term_findings(dataset: Dataset, ontology: Ontology) -> list[Finding]:
    """Find the properties and classes of the namespace that neither the ontology nor the data describes.

    Args:
        dataset: The data; two scans of it, whatever it says.
        ontology: The ontology of the run.

    Returns:
        A warning for each term, properties first, by IRI; the focus node is the first node that uses it.
    """
    known = EG_TERMS | {t.subject.value for t in ontology.triples if isinstance(t.subject, NamedNode)}
    findings: list[Finding] = []
    for is_class, scan, uses in ((False, _PROPERTIES, _WITH_PROPERTY), (True, _CLASSES, _OF_CLASS)):
        for term in sorted(_own_terms(dataset, scan) - known):
            if dataset.ask(_DESCRIBED, {"term": NamedNode(term)}):
                continue
            rows = dataset.select(uses, {"term": NamedNode(term)})
            nodes = sorted(n.value if isinstance(n := row[0], NamedNode) else str(n) for row in rows)
            if not nodes:
                continue
            what = unknown_term_message(term.removeprefix(EG), is_class=is_class)
            users = "1 node uses it" if len(nodes) == 1 else f"{len(nodes):,} nodes use it"
            findings.append(
                Finding(RULE, Severity.WARNING, f"{what} ({users})", focus_node=nodes[0], value=term)
            )
    return findings


def _own_terms(dataset: Dataset, scan: str) -> set[str]:
    return {
        row[0].value
        for row in dataset.select(scan)
        if isinstance(row[0], NamedNode) and row[0].value.startswith(EG)
    }
