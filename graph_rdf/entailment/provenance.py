"""Where an entailed graph comes from, in PROV-O: engine, version, inputs by digest, and a time when asked."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.entailment.engine import OWL2RL, RDFS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.entailment.ledger import Input, Ledger
_PROFILES: Final = {OWL2RL: ns.OWL_PROFILE + "RL", RDFS: ns.ENTAILMENT + "RDFS"}


def digest_iri(sha256: str) -> str:
    """Give the IRI of bytes.

    Args:
        sha256: Their SHA-256, in hex.

    Source: RFC 6920, section 3.

    Example:
        >>> digest_iri("00" * 32)
        'ni:///sha-256;AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return ns.NI + base64.urlsafe_b64encode(bytes.fromhex(sha256)).decode("ascii").rstrip("=")


def describe(ledger: Ledger, accepted: NamedNode, ended: str | None) -> tuple[NamedNode, list[Triple]]:
    """Describe an entailed graph.

    Args:
        ledger: What the run found.
        accepted: The IRI of the accepted graph, ``<view IRI>#accepted``.
        ended: The time of the run, as xsd:dateTime with a zone; None to leave it out.

    Returns:
        The IRI of the entailed graph, and the triples about it and the run, sorted.
    """
    view = accepted.value.removesuffix("#accepted")
    graph, run, agent = (NamedNode(f"{view}#{part}") for part in ("entailed", "entailment", "engine"))
    triples = [
        *_typed(graph, ns.PROV_ENTITY),
        Triple(graph, NamedNode(ns.EG_OF_VIEW), NamedNode(view)),
        Triple(graph, NamedNode(ns.PROV_WAS_GENERATED_BY), run),
        Triple(graph, NamedNode(ns.PROV_WAS_DERIVED_FROM), accepted),
        *_typed(run, ns.PROV_ACTIVITY),
        Triple(run, NamedNode(ns.PROV_USED), accepted),
        Triple(run, NamedNode(ns.PROV_USED), NamedNode(_PROFILES[ledger.profile])),
        Triple(run, NamedNode(ns.PROV_WAS_ASSOCIATED_WITH), agent),
        *_typed(agent, ns.PROV_SOFTWARE_AGENT),
        Triple(agent, NamedNode(ns.RDFS_LABEL), Literal(ledger.engine)),
        Triple(agent, NamedNode(ns.DCAT_VERSION), Literal(ledger.version)),
        *(Triple(graph, NamedNode(ns.EG_SCOPE), Literal(scope)) for scope in ledger.scopes),
    ]
    if ledger.as_of is not None:
        triples.append(Triple(graph, NamedNode(ns.EG_AS_OF), _time(ledger.as_of)))
    if ended is not None:
        triples.append(Triple(run, NamedNode(ns.PROV_ENDED_AT_TIME), _time(ended)))
    triples += _inputs(run, ledger.inputs)
    return graph, sorted(set(triples), key=str)


def _inputs(run: NamedNode, inputs: Iterable[Input]) -> Iterable[Triple]:
    for name, sha256 in inputs:
        node = NamedNode(digest_iri(sha256))
        yield Triple(run, NamedNode(ns.PROV_USED), node)
        yield from _typed(node, ns.PROV_ENTITY)
        yield Triple(node, NamedNode(ns.RDFS_LABEL), Literal(name))


def _typed(node: NamedNode, kind: str) -> list[Triple]:
    return [Triple(node, NamedNode(ns.RDF_TYPE), NamedNode(kind))]


def _time(text: str) -> Literal:
    return Literal(text, datatype=NamedNode(ns.XSD_DATE_TIME))
