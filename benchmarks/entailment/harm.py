"""The harm table: what one axiom more would have merged, typed or answered, on the same worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.entailment.arms import projected, reasoned
from graph_rdf.entailment import compare_all
from graph_rdf.namespaces import EG_CONTACT, EG_MENTIONS, EG_OPERATED_BY, EG_PROJECT, OWL, RDF_TYPE, RDFS
from graph_rdf.ntriples import iri

if TYPE_CHECKING:
    from graph_rdf.gate.callers import OpenWorld

VIEW: Final = "view:both"
"""A view of the benchmark that admits both versions of every assignment: two operators for one project."""

AXIOMS: Final = {
    "none": "",
    "operated_by is functional": f"<{EG_OPERATED_BY}> a <{OWL}FunctionalProperty> .",
    "contact is transitive": f"<{EG_CONTACT}> a <{OWL}TransitiveProperty> .",
    "contact has the domain Project": f"<{EG_CONTACT}> <{RDFS}domain> <{EG_PROJECT}> .",
    "mentions implies contact": f"<{EG_MENTIONS}> <{RDFS}subPropertyOf> <{EG_CONTACT}> .",
}
_SAME: Final = f"<{OWL}sameAs>"


def harm(world: OpenWorld) -> list[dict[str, Any]]:
    """Reason with each axiom in turn.

    Returns:
        For each axiom the triples entailed, the pairs merged, the entities typed anew, and the answers that
        the lookups of one and two steps gain.
    """
    predicates = [iri(node) for node in world.judgement.world.predicates]
    starts = [iri(node) for node in world.judgement.world.entities]
    rows: list[dict[str, Any]] = []
    for name, axiom in AXIOMS.items():
        projection = projected(world, axiom, VIEW)
        _, entailed, _ = reasoned(projection, "reasonable")
        lookups = compare_all(projection.accepted, entailed.triples, starts, predicates)
        rows.append(
            {
                "axiom": name,
                "entailed": len(entailed.triples),
                "merged_pairs": sum(t[1] == _SAME for t in entailed.triples) // 2,
                "typed": sum(t[1] == iri(RDF_TYPE) for t in entailed.triples),
                "lookups_changed": len(lookups.differences),
                "answers_gained": lookups.gained,
            }
        )
    return rows
