"""The entities and records of a map, with the texts that its anchors show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.evidence.column import NOT_TEXT, nodes_of
from graph_rdf.evidence.rules import Failure
from graph_rdf.evidence.spans import Span, locate_spans
from graph_rdf.evidence.text import NoBody
from graph_rdf.lookup import supporting_anchor
from graph_rdf.report.map_model import MapAnchor, MapEntity, MapRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph_rdf.dataset.protocol import Dataset
    from graph_rdf.evidence import Acceptance, World
    from graph_rdf.evidence.column import Column
    from graph_rdf.evidence.text import Bodies, Body
    from graph_rdf.lookup import SupportingAnchor

MAX_WHOLE: Final = 2000
"""Code points of a body that is shown whole; of a longer one, the part around the span."""

AROUND: Final = 400
"""Code points shown before and after a span."""

MAX_SPAN: Final = 2000
"""Code points of a span that are shown."""

MAX_NAME: Final = 400
"""Code points of an id, a label or a time that are shown."""

MAX_SAID: Final = 1000
"""Code points of a quote or a message that are shown."""

MAX_ALIASES: Final = 20


def shortened(text: str, limit: int = MAX_NAME) -> str:
    """Cut a text to a length, and say how long it was.

    Example:
        >>> shortened("abcdef", 3)
        'abc… (6 characters)'
    """
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text):,} characters)"


@dataclass(slots=True)
class _Texts:
    """The texts of a map; those of whole bodies are kept once."""

    listed: list[str] = field(default_factory=list)
    whole: dict[str, int] = field(default_factory=dict)

    def add(
        self, representation: str, body: Body, span: Span | None
    ) -> tuple[int, tuple[int, int] | None, bool]:
        """Return the place of the text to show, the mark in it, and whether it is the whole body."""
        text = body.text
        if len(text) <= MAX_WHOLE:
            if representation not in self.whole:
                self.whole[representation] = len(self.listed)
                self.listed.append(text)
            return self.whole[representation], None if span is None else _mark(text, *span), True
        if span is None:
            self.listed.append(text[: 2 * AROUND])
            return len(self.listed) - 1, None, False
        start, end = (
            max(0, span.start - AROUND),
            min(len(text), min(span.end, span.start + MAX_SPAN) + AROUND),
        )
        self.listed.append(text[start:end])
        part = self.listed[-1]
        return len(self.listed) - 1, _mark(part, span.start - start, min(span.end - start, len(part))), False


def _mark(text: str, start: int, end: int) -> tuple[int, int]:
    """Turn code points into UTF-16 code units."""
    if text.isascii():
        return start, end
    first = len(text[:start].encode("utf-16-le")) // 2
    return first, first + len(text[start:end].encode("utf-16-le")) // 2


class MapRecords:
    """Gathers the entities and records of a map.

    Args:
        dataset: The data, for the classes of the entities.
        acceptance: The records as the caller sees them; the view does not matter here.
        bodies: The bodies of the world.
    """

    def __init__(self, dataset: Dataset, acceptance: Acceptance, bodies: Bodies) -> None:
        self._acceptance = acceptance
        self._bodies = bodies
        self._texts = _Texts()
        world = acceptance.verdicts.world
        nodes = set(world.entities)
        for place in acceptance.visible:
            iri = world.records[place]
            nodes.update(node for column in (world.subject, world.object) if (node := column.one.get(iri)))
        ordered = sorted(nodes, key=lambda node: (world.id_of(node), node))
        self._places = {node: number for number, node in enumerate(ordered)}
        types = nodes_of(dataset, ns.RDF_TYPE)
        self.entities = tuple(_entity(world, node, types) for node in ordered)
        self.records = tuple(map(self._record, acceptance.visible))

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the anchors."""
        return tuple(self._texts.listed)

    def place_of(self, entity: str) -> int:
        """Return the place of an entity by its node."""
        return self._places[entity]

    def _record(self, place: int) -> MapRecord:
        world, verdicts = self._acceptance.verdicts.world, self._acceptance.verdicts
        iri = world.records[place]
        predicate = world.predicate.one.get(iri)
        declared = world.predicates.get(predicate or "")
        failures = self._acceptance.refused.get(place, ())
        return MapRecord(
            id=shortened(world.id_of(iri)),
            subject=self._node(world.subject, iri),
            predicate=None if predicate is None else shortened(world.name_of_predicate(predicate)),
            object=self._node(world.object, iri),
            weak=declared is not None and declared.weak,
            failures=tuple(
                (rule, shortened(message, MAX_SAID))
                for rule, message in verdicts.record_failures.get(place, ())
            ),
            reasons=tuple(dict.fromkeys(failure.rule for failure in failures)),
            anchors=tuple(
                self._anchor(world.anchors[anchor], verdicts.anchor_failures.get(anchor))
                for anchor in self._acceptance.anchors_of(place)
            ),
        )

    def _node(self, column: Column[str], record: str) -> int | None:
        node = column.one.get(record)
        return None if node is None else self._places[node]

    def _anchor(self, anchor: str, failure: Failure | None) -> MapAnchor:
        world = self._acceptance.verdicts.world
        said = supporting_anchor(world, anchor)
        representation = world.source.one.get(anchor)
        is_declared = representation in world.representations
        body: Body | NoBody = NoBody("there is no such representation")
        if representation is not None and is_declared:
            body = self._bodies.body_of(representation)
        text, mark, whole = None, None, False
        if not isinstance(body, NoBody):
            spans = locate_spans(world, anchor, body)
            found = None if isinstance(spans, Failure) else spans[0]
            text, mark, whole = self._texts.add(representation or "", body, found)
        return MapAnchor(
            source=_name(said.source),
            document=_name(said.document),
            version=_name(said.version),
            representation=_name(said.representation),
            sha256=_said(said.sha256),
            place=_place(said),
            quote=_said(said.quote),
            failed=None if failure is None else failure.rule,
            message=None if failure is None else shortened(failure.message, MAX_SAID),
            claims_checked=is_declared,
            text=text,
            mark=mark,
            whole=whole,
            no_body=shortened(body.message, MAX_SAID) if isinstance(body, NoBody) else None,
        )


def _entity(world: World, node: str, types: Column[str]) -> MapEntity:
    labels = _texts(world.label.values(node))
    return MapEntity(
        id=shortened(world.id_of(node)),
        label=shortened(labels[0]) if labels else None,
        aliases=tuple(map(shortened, [*labels[1:], *_texts(world.alias.values(node))][:MAX_ALIASES])),
        types=tuple(
            sorted(shortened(_local_name(name)) for name in types.values(node) if name != ns.EG_ENTITY)
        ),
        declared=node in world.entities,
    )


def _texts(values: Sequence[str]) -> list[str]:
    return [value for value in values if value != NOT_TEXT]


def _local_name(iri: str) -> str:
    return iri[max(iri.rfind("#"), iri.rfind("/")) + 1 :] or iri


def _name(text: str | None) -> str | None:
    return None if text is None else shortened(text)


def _said(text: str | None) -> str | None:
    if text is None:
        return None
    return "a value that is no literal" if text == NOT_TEXT else shortened(text, MAX_SAID)


def _place(anchor: SupportingAnchor) -> str | None:
    if anchor.unit is None:
        return None
    return f"{'bytes' if anchor.unit == 'byte' else 'code points'} {anchor.start}-{anchor.end}"
