"""The accepted graph of a view: the plain triples that queries may run over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.records.identity import percent_encoded

if TYPE_CHECKING:
    from graph_rdf.evidence import Acceptance, World


@dataclass(frozen=True, slots=True)
class AcceptedGraph:
    """The accepted graph of one view for one caller.

    Args:
        node: Its IRI, ``<view IRI>#accepted``.
        triples: The accepted triples, sorted, each once.
        description: What it is: type, view, time and scopes; sorted.
    """

    node: NamedNode
    triples: tuple[Triple, ...]
    description: tuple[Triple, ...]


def accepted_graph(acceptance: Acceptance, base: str = ns.ID_BASE) -> AcceptedGraph:
    """Compute the accepted graph.

    Args:
        acceptance: The records as the caller sees them.
        base: The id base, for the IRI of a view that has no node of its own.

    Returns:
        The graph; the same for the same input. It may be empty.

    Source: evidence model, section 4.
    """
    world, eligibility = acceptance.verdicts.world, acceptance.eligibility
    view = eligibility.view
    has_iri = view.node is not None and not view.node.startswith("_:")
    view_iri = view.node if has_iri and view.node is not None else base + percent_encoded(view.id)
    node = NamedNode(f"{view_iri}#accepted")
    description = [
        Triple(node, NamedNode(ns.RDF_TYPE), NamedNode(ns.EG_ACCEPTED_GRAPH)),
        Triple(node, NamedNode(ns.EG_OF_VIEW), NamedNode(view_iri)),
        *(Triple(node, NamedNode(ns.EG_SCOPE), Literal(scope)) for scope in eligibility.scopes or ()),
    ]
    if view.as_of is not None:
        time = Literal(view.as_of.strip(" \t\r\n"), datatype=NamedNode(ns.XSD_DATE_TIME))
        description.append(Triple(node, NamedNode(ns.EG_AS_OF), time))
    return AcceptedGraph(node, _triples(world, acceptance.accepted), tuple(sorted(description, key=str)))


def _triples(world: World, accepted: frozenset[int]) -> tuple[Triple, ...]:
    claims = {
        (world.subject.one[iri], world.predicate.one[iri], world.object.one[iri])
        for iri in (world.records[record] for record in accepted)
    }
    return tuple(
        Triple(_node(subject), NamedNode(predicate), _node(obj)) for subject, predicate, obj in sorted(claims)
    )


def _node(key: str) -> NamedNode | BlankNode:
    return BlankNode(key[2:]) if key.startswith("_:") else NamedNode(key)
