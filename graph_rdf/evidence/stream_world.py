"""The columns of a world straight from its records: the catalogue once, relations by the batch."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from graph_rdf.evidence.column import Column
from graph_rdf.evidence.columns import World
from graph_rdf.records.identity import percent_encoded
from graph_rdf.records.predicates import iri_of_predicate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph_rdf.ontology import RelationPredicate
    from graph_rdf.records import Catalogue
    from graph_rdf.records.model import Relation

_T = TypeVar("_T", str, int, tuple[int, int])
_NOTHING: Column[str] = Column({}, {})


def catalogue_world(catalogue: Catalogue, predicates: Mapping[str, RelationPredicate], base: str) -> World:
    """Make the columns of a catalogue.

    Args:
        catalogue: All records but relations.
        predicates: IRI → declared relation predicate.
        base: The id base.

    Returns:
        The world that `read_world` reads from the RDF of the same records, without relations.
    """

    def node(identifier: str) -> str:
        return base + percent_encoded(identifier)

    named = {
        identifier: node(identifier)
        for kind in (
            catalogue.entities,
            catalogue.sources,
            catalogue.documents,
            catalogue.versions,
            catalogue.representations,
            catalogue.views,
        )
        for identifier in kind
    }
    entities, representations = catalogue.entities.values(), catalogue.representations.values()
    versions, documents = catalogue.versions.values(), catalogue.documents.values()
    audiences = [(one.id, one.audience) for one in catalogue.sources.values()]
    audiences += [(one.id, one.audience) for one in versions]
    return World(
        predicates=predicates,
        records=(),
        anchors=(),
        first_anchor=(0,),
        entities=frozenset(named[one.id] for one in entities),
        representations=frozenset(named[one.id] for one in representations),
        views=frozenset(named[one.id] for one in catalogue.views.values()),
        char_unit=frozenset(),
        identifier=Column({iri: identifier for identifier, iri in named.items()}, {}),
        subject=_NOTHING,
        predicate=_NOTHING,
        object=_NOTHING,
        source=_NOTHING,
        byte_span=Column({}, {}),
        char_span=Column({}, {}),
        exact=_NOTHING,
        sha256=Column({named[one.id]: one.sha256 for one in representations if one.sha256 is not None}, {}),
        cites_version=_NOTHING,
        cites_document=_NOTHING,
        cites_source=_NOTHING,
        body=Column({named[one.id]: one.body for one in representations if one.body is not None}, {}),
        path=Column({named[one.id]: one.path for one in representations if one.path is not None}, {}),
        version_of=Column({named[one.id]: node(one.version) for one in representations}, {}),
        document_of=Column({named[one.id]: node(one.document) for one in versions}, {}),
        source_of=Column({named[one.id]: node(one.source) for one in documents}, {}),
        current=Column(
            {named[one.id]: node(one.current) for one in documents if one.current is not None}, {}
        ),
        revision_of=Column(
            {named[one.id]: node(one.previous) for one in versions if one.previous is not None}, {}
        ),
        generated=Column({named[one.id]: one.generated for one in versions}, {}),
        withdrawn=Column({named[one.id]: one.withdrawn for one in versions if one.withdrawn is not None}, {}),
        audience=_sets((named[identifier], audience) for identifier, audience in audiences),
        admits=_sets((named[one.id], map(node, one.admits)) for one in catalogue.views.values()),
        label=Column({named[one.id]: one.label for one in entities}, {}),
        alias=_sets((named[one.id], one.aliases) for one in entities),
    )


def relations_world(
    world: World, relations: Iterable[Relation], base: str, others: Mapping[str, str] | None = None
) -> World:
    """Add relations to the columns of a catalogue.

    Args:
        world: What `catalogue_world` made; it is not changed.
        relations: The relations of one batch, each id once.
        base: The id base.
        others: IRI → id of relations that are not in the batch and that this batch names.

    Returns:
        A world with the catalogue and these relations.
    """

    def node(identifier: str) -> str:
        return base + percent_encoded(identifier)

    names = {predicate.name: iri for iri, predicate in world.predicates.items()}
    ordered = sorted(relations, key=lambda relation: relation.id)
    records = [node(relation.id) for relation in ordered]
    anchors: list[str] = []
    first = [0]
    parts: dict[str, dict[str, str]] = {
        name: {} for name in ("source", "sha256", "version", "document", "origin", "quote")
    }
    spans: dict[str, dict[str, tuple[int, int]]] = {"byte": {}, "char": {}}
    for iri, relation in zip(records, ordered, strict=True):
        for number, support in enumerate(relation.support, 1):
            anchor = f"{iri}#anchor-{number}"
            anchors.append(anchor)
            parts["source"][anchor] = node(support.representation)
            for part, cited in (
                ("version", support.version),
                ("document", support.document),
                ("origin", support.source),
            ):
                if cited is not None:
                    parts[part][anchor] = node(cited)
            if support.sha256 is not None:
                parts["sha256"][anchor] = support.sha256
            if support.quote is not None:
                parts["quote"][anchor] = support.quote
            if support.span is not None:
                spans[support.span.unit][anchor] = (support.span.start, support.span.end)
        first.append(len(anchors))
    own = {iri: relation.id for iri, relation in zip(records, ordered, strict=True)}
    return replace(
        world,
        records=tuple(records),
        anchors=tuple(anchors),
        first_anchor=tuple(first),
        char_unit=frozenset(spans["char"]),
        identifier=Column(ChainMap(own, dict(others or {}), world.identifier.one), {}),  # type: ignore[arg-type]
        subject=_column(records, [node(relation.subject) for relation in ordered]),
        predicate=_column(records, [iri_of_predicate(relation.predicate, names) for relation in ordered]),
        object=_column(records, [node(relation.object) for relation in ordered]),
        source=Column(parts["source"], {}),
        byte_span=Column(spans["byte"], {}),
        char_span=Column(spans["char"], {}),
        exact=Column(parts["quote"], {}),
        sha256=Column(ChainMap(parts["sha256"], world.sha256.one), {}),  # type: ignore[arg-type]
        cites_version=Column(parts["version"], {}),
        cites_document=Column(parts["document"], {}),
        cites_source=Column(parts["origin"], {}),
    )


def _column(nodes: Sequence[str], values: Sequence[str]) -> Column[str]:
    return Column(dict(zip(nodes, values, strict=True)), {})


def _sets(pairs: Iterable[tuple[str, Iterable[str]]]) -> Column[str]:
    one: dict[str, str] = {}
    many: dict[str, tuple[str, ...]] = {}
    for node, values in pairs:
        distinct = sorted(set(values))
        if len(distinct) == 1:
            one[node] = distinct[0]
        elif distinct:
            many[node] = tuple(distinct)
    return Column(one, many)
