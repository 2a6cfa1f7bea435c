"""The part of a dataset that a caller may see: what is not permitted is not there for a query."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from pyoxigraph import NamedNode, Quad, Triple

from graph_rdf import namespaces as ns
from graph_rdf.dataset import EmbeddedDataset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.evidence import Acceptance


_Claim: TypeAlias = tuple[str, str, str]

_ANCHOR_PART: Final = re.compile(r"(.*#anchor-[1-9][0-9]*)((?:-.*)?)", re.DOTALL)
_CITING: Final = (ns.OA_HAS_SOURCE, ns.EG_CITES_VERSION, ns.EG_CITES_DOCUMENT, ns.EG_CITES_SOURCE)


def visible_dataset(dataset: EmbeddedDataset, acceptance: Acceptance) -> EmbeddedDataset:
    """Build the dataset that a caller may query.

    Left out are the hidden nodes with all that belongs to them alone; each triple that points at one of
    these; and plain triples that hidden records alone state.

    Args:
        dataset: The data with the ontology.
        acceptance: The records as the caller sees them.

    Returns:
        A dataset of its own; the same one when nothing is hidden.

    Source: evidence model, section 7.
    """
    hidden = hidden_nodes(dataset, acceptance)
    if not hidden:
        return dataset
    claims = _hidden_claims(acceptance)
    renamed = _renamed_anchors(acceptance)
    quads = _visible_quads(dataset, hidden, claims)
    if renamed:
        quads = (_with_names(quad, renamed) for quad in quads)
    return EmbeddedDataset.from_triples([*quads])


def _visible_quads(dataset: EmbeddedDataset, hidden: set[str], claims: set[_Claim]) -> Iterator[Quad]:
    """Give the quads that neither speak of a hidden node nor point at one."""
    for quad in dataset.quads():
        if _touches(quad.subject, hidden) or _touches(quad.object, hidden):
            continue
        if claims and (_name(quad.subject), quad.predicate.value, _name(quad.object)) in claims:
            continue
        yield quad


def _renamed_anchors(acceptance: Acceptance) -> dict[str, str]:
    """Find the anchors that another name stands for, since one before them is hidden."""
    world = acceptance.verdicts.world
    names: dict[str, str] = {}
    for record in acceptance.visible:
        seen = acceptance.anchors_of(record)
        if len(seen) < len(world.anchors_of(record)):
            names |= {world.anchors[place]: acceptance.anchor_iri(record, place) for place in seen}
    return {old: new for old, new in names.items() if old != new}


def _with_names(quad: Quad, renamed: Mapping[str, str]) -> Quad:
    """Put the new names of anchors and of their selectors into a quad."""
    subject, value = (_with_name(term, renamed) for term in (quad.subject, quad.object))
    if subject is quad.subject and value is quad.object:
        return quad
    return Quad(cast("NamedNode", subject), quad.predicate, value, quad.graph_name)


def _with_name(term: Term, renamed: Mapping[str, str]) -> Term:
    if not isinstance(term, NamedNode):
        return term
    part = _ANCHOR_PART.fullmatch(term.value)
    if part is None or part[1] not in renamed:
        return term
    return NamedNode(renamed[part[1]] + part[2])


def _hidden_claims(acceptance: Acceptance) -> set[_Claim]:
    """Find the triples that hidden records claim and no visible one does."""
    world = acceptance.verdicts.world
    shown = frozenset(acceptance.visible)
    seen: tuple[set[_Claim], set[_Claim]] = (set(), set())
    for place, record in enumerate(world.records):
        subject, predicate = world.subject.one.get(record), world.predicate.one.get(record)
        value = world.object.one.get(record)
        if subject is not None and predicate is not None and value is not None:
            seen[place in shown].add((subject, predicate, value))
    return seen[False] - seen[True]


def _touches(term: Term, hidden: set[str]) -> bool:
    """Tell whether a term is a hidden node, a part of one, or a triple term about one.

    The depth of a term was limited on reading.
    """
    if isinstance(term, Triple):
        return _touches(term.subject, hidden) or _touches(term.object, hidden)
    name = _name(term)
    return name in hidden or name.rpartition("#")[0] in hidden


def _name(term: Term | None) -> str:
    """Name a node as the columns of a world do."""
    return term.value if isinstance(term, NamedNode) else str(term)


def hidden_nodes(dataset: EmbeddedDataset, acceptance: Acceptance) -> set[str]:
    """Find the nodes that the caller may not see, named as the columns of a world name them.

    These are the hidden nodes of the catalogue, the anchors that cite them with their selectors, and the
    records without another anchor.
    """
    world = acceptance.verdicts.world
    hidden = set(acceptance.eligibility.hidden)
    if not hidden:
        return hidden
    parts = _Parts(dataset)
    hidden |= {node for link in _CITING for node, cited in parts.pairs(link) if cited in hidden}
    for link in (ns.OA_HAS_SELECTOR, ns.SPDX_CHECKSUM):
        hidden |= {part for whole, part in parts.pairs(link) if whole in hidden}
    visible = set(acceptance.visible)
    return hidden | {record for place, record in enumerate(world.records) if place not in visible}


class _Parts:
    """Reads the pairs of one property at a time."""

    def __init__(self, dataset: EmbeddedDataset) -> None:
        self._dataset = dataset

    def pairs(self, predicate: str) -> list[tuple[str, str]]:
        rows = self._dataset.select(f"SELECT ?node ?value WHERE {{ ?node <{predicate}> ?value }}")
        return [(_name(row[0]), _name(row[1])) for row in rows]
