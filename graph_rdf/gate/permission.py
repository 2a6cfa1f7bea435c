"""The part of a dataset that a caller may see: what is not permitted is not there for a query."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.dataset import EmbeddedDataset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyoxigraph import Quad

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.evidence import Acceptance


def visible_dataset(dataset: EmbeddedDataset, acceptance: Acceptance) -> EmbeddedDataset:
    """Build the dataset that a caller may query.

    Left out are versions that the caller may not see and all that belongs to them alone: representations with
    their checksums, anchors with their selectors, records without another anchor, documents without another
    version, sources without another document; and each triple that points at one of these.

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
    return EmbeddedDataset.from_triples([*_visible_quads(dataset, hidden)])


def _visible_quads(dataset: EmbeddedDataset, hidden: set[str]) -> Iterator[Quad]:
    """Give the quads that neither speak of a hidden node nor point at one."""
    for quad in dataset.quads():
        if not (_touches(quad.subject, hidden) or _touches(quad.object, hidden)):
            yield quad


def _touches(term: Term, hidden: set[str]) -> bool:
    """Tell whether a term is a hidden node or a triple term about one; its depth was limited on reading."""
    if isinstance(term, Triple):
        return _touches(term.subject, hidden) or _touches(term.object, hidden)
    return _name(term) in hidden


def _name(term: Term | None) -> str:
    """Name a node as the columns of a world do."""
    return term.value if isinstance(term, NamedNode) else str(term)


def hidden_nodes(dataset: EmbeddedDataset, acceptance: Acceptance) -> set[str]:
    """Find the nodes that the caller may not see, named as the columns of a world name them."""
    world, eligibility = acceptance.verdicts.world, acceptance.eligibility
    parts = _Parts(dataset)
    of_document = parts.pairs(ns.DCAT_IS_VERSION_OF)
    of_version = parts.pairs(ns.PROV_SPECIALIZATION_OF)
    cited = parts.pairs(ns.EG_CITES_VERSION)
    versions = {version for version, _ in of_document} | {version for _, version in (*of_version, *cited)}
    hidden = {version for version in versions if not eligibility.is_permitted(version)}
    if not hidden:
        return hidden
    hidden |= {node for node, version in of_version if version in hidden}
    hidden |= {anchor for anchor, node in (*parts.pairs(ns.OA_HAS_SOURCE), *cited) if node in hidden}
    for link in (ns.OA_HAS_SELECTOR, ns.SPDX_CHECKSUM):
        hidden |= {part for whole, part in parts.pairs(link) if whole in hidden}
    visible = set(acceptance.visible)
    hidden |= {record for place, record in enumerate(world.records) if place not in visible}
    for members in (of_document, parts.pairs(ns.DCTERMS_SOURCE)):
        hidden |= _emptied(members, hidden)
    return hidden


def _emptied(members: Iterable[tuple[str, str]], hidden: set[str]) -> set[str]:
    """Find the wholes all of whose members are hidden."""
    whole: dict[str, set[str]] = defaultdict(set)
    for member, owner in members:
        whole[owner].add(member)
    return {owner for owner, each in whole.items() if each <= hidden}


class _Parts:
    """Reads the pairs of one property at a time."""

    def __init__(self, dataset: EmbeddedDataset) -> None:
        self._dataset = dataset

    def pairs(self, predicate: str) -> list[tuple[str, str]]:
        rows = self._dataset.select(f"SELECT ?node ?value WHERE {{ ?node <{predicate}> ?value }}")
        return [(_name(row[0]), _name(row[1])) for row in rows]
