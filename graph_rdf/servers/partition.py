"""Which named graph each triple of a world belongs to: one graph a document version, and one for the rest.

A triple goes where its subject goes, so each stands in exactly one graph, and the merge of the graphs is the
world:

* a document version, its representations with their checksums, the anchors on these with their selectors, and
the
  relation records all of whose anchors are on that version: to the graph that is named by the version;
* all others, which belong to no one version, to the catalogue graph: entities, sources, documents, views,
records
  without anchors or with anchors on several versions, and nodes that the evidence model does not know.

Withdrawing a version from a server is thus dropping one graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_LINKS: Final = {
    ns.PROV_SPECIALIZATION_OF: "version",
    ns.OA_HAS_SOURCE: "representation",
    ns.PROV_WAS_DERIVED_FROM: "anchors",
    ns.OA_HAS_SELECTOR: "selectors",
    ns.SPDX_CHECKSUM: "checksums",
}
_TYPES: Final = frozenset({ns.EG_DOCUMENT_VERSION, ns.EG_REPRESENTATION, ns.EG_ANCHOR, ns.EG_RELATION_RECORD})


def partition(triples: Iterable[Triple], catalogue: str) -> dict[str, list[str]]:
    """Split a world into named graphs.

    Args:
        triples: The merged graph; it is iterated twice, so an iterator will not do.
        catalogue: The name of the catalogue graph.

    Returns:
        Graph → its triples as lines of N-Triples, sorted, each once. The catalogue graph is always there;
        graphs are sorted by name. The same triples give the same lines, in whatever order they come.

    Raises:
        DataError: There is a blank node: a server would give it a new label on every push, so that no push
            could be repeated. Or a document version bears the name of the catalogue graph.
    """
    homes = _Homes(triples)
    if catalogue in homes.versions:
        raise DataError(f"a document version is named like the catalogue graph, {catalogue}")
    lines: dict[str, set[str]] = {catalogue: set()}
    for triple in triples:
        if has_blank_node(triple):
            raise DataError(
                "the data has blank nodes, to which a server gives new labels on every push; give them IRIs"
            )
        graph = homes.of(str(triple.subject)) or catalogue
        lines.setdefault(graph, set()).add(line_of(triple))
    return {graph: sorted(lines[graph]) for graph in sorted(lines)}


def line_of(triple: Triple) -> str:
    """Write a triple as a line of N-Triples."""
    return f"{triple.subject} {triple.predicate} {triple.object} .\n"


def terms_of(line: str) -> tuple[str, str, str]:
    """Split what `line_of` wrote into its terms."""
    subject, predicate, rest = line.split(" ", 2)
    return subject, predicate, rest.removesuffix(" .\n")


def has_blank_node(triple: Triple) -> bool:
    """Tell whether a blank node stands in a triple, at any depth."""
    # The parser limits how deep triple terms nest.
    return any(
        isinstance(term, BlankNode) or (isinstance(term, Triple) and has_blank_node(term))
        for term in (triple.subject, triple.object)
    )


class _Homes:
    """Subject → the graph that it belongs to."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        links: dict[str, dict[str, set[str]]] = {name: {} for name in _LINKS.values()}
        types: dict[str, set[str]] = {name: set() for name in _TYPES}
        for triple in triples:
            link = _LINKS.get(triple.predicate.value)
            if link is not None:
                links[link].setdefault(str(triple.subject), set()).add(str(triple.object))
            elif triple.predicate.value == ns.RDF_TYPE and isinstance(triple.object, NamedNode):
                kind = types.get(triple.object.value)
                if kind is not None:
                    kind.add(str(triple.subject))
        self.versions = {term[1:-1] for term in types[ns.EG_DOCUMENT_VERSION] if term.startswith("<")}
        self._homes = {f"<{version}>": version for version in self.versions}
        self._add(_only(links["version"], types[ns.EG_REPRESENTATION]))
        self._add(_only(links["representation"], types[ns.EG_ANCHOR]))
        self._add(_owners(links["selectors"]))
        self._add(_owners(links["checksums"]))
        records = types[ns.EG_RELATION_RECORD]
        self._add({record: links["anchors"].get(record, set()) for record in records})

    def of(self, subject: str) -> str | None:
        return self._homes.get(subject)

    def _add(self, members: Mapping[str, set[str]]) -> None:
        """Place nodes with those that they hang on, when these all have one home; the first place counts."""
        placed: dict[str, str] = {}
        for node, others in members.items():
            homes = {self._homes.get(other) for other in others}
            home = homes.pop() if len(homes) == 1 else None
            if home is not None and node not in self._homes:
                placed[node] = home
        self._homes.update(placed)


def _only(links: Mapping[str, set[str]], members: set[str]) -> dict[str, set[str]]:
    """Keep the nodes of a class that have exactly one value."""
    return {node: values for node, values in links.items() if node in members and len(values) == 1}


def _owners(links: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Turn whole → parts into part → wholes."""
    owners: dict[str, set[str]] = {}
    for whole, part in _pairs(links):
        owners.setdefault(part, set()).add(whole)
    return owners


def _pairs(links: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    return ((node, value) for node, values in links.items() for value in values)
