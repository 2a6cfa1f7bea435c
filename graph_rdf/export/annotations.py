"""Records as Web Annotations: one annotation a record, its anchors as targets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from graph_rdf.export.terms import chunked, hidden_escaped
from graph_rdf.namespaces import ANNO_CONTEXT
from graph_rdf.records.body_cache import BodyCache
from graph_rdf.records.identity import percent_encoded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO, TypeAlias

    from graph_rdf.records import RdfProfile, RecordSet
    from graph_rdf.records.model import Relation, Span, Support

    Json: TypeAlias = dict[str, object]

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
_EXACT: Final = 2**53
"""From here on JSON readers may round a number; the context types a text as the same integer."""

_POSITION: Final = {"byte": ("bytes", "DataPositionSelector"), "char": ("chars", "TextPositionSelector")}


def write_annotations(
    records: RecordSet, profile: RdfProfile, out: BinaryIO, warn: Callable[[str], None]
) -> None:
    """Write an annotation page, one annotation a line.

    The body of an annotation is the record, and what it claims as a text for clients that show one; the
    targets are the anchors with their selectors, under the IRIs that they have in every profile. The file
    names the context of the W3C and does not hold it; a reader that works offline brings its own copy.
    Digests have no words there, so this profile is one-way.

    Args:
        records: The records.
        profile: The id base, and whether quotes are told.
        out: Where the UTF-8 bytes go.
        warn: Told how many records have no anchor, since an annotation needs a target.

    Raises:
        OSError: The output cannot be written.
        InputError: A records file changed since it was read.

    Units: bytes in a DataPositionSelector, code points in a TextPositionSelector.

    Source: Web Annotation Data Model (Recommendation of 2017-02-23), 3, 4 and 5.2.
    """
    chunked(_pieces(records, profile, warn), out)


def _pieces(records: RecordSet, profile: RdfProfile, warn: Callable[[str], None]) -> Iterator[str]:
    page = {"@context": ANNO_CONTEXT, "id": profile.base + "~annotations", "type": "AnnotationPage"}
    yield f'{_ENCODER.encode(page)[:-1]}, "startIndex": 0, "items": ['
    bodies = BodyCache(records, profile.max_body)
    between, without = "\n", 0
    for record in records.relations():
        if not record.support:
            without += 1
            continue
        yield between + hidden_escaped(_ENCODER.encode(_annotation(record, records, profile, bodies)))
        between = ",\n"
    yield "\n]}\n"
    if without:
        warn(
            f"{without} record{'s' * (without > 1)} without an anchor: no annotation, it would have no target"
        )


def _annotation(record: Relation, records: RecordSet, profile: RdfProfile, bodies: BodyCache) -> Json:
    node = profile.base + percent_encoded(record.id)
    claim = {
        "id": f"{node}#annotation-text",
        "type": "TextualBody",
        "value": f"{record.subject} {record.predicate} {record.object}",
        "format": "text/plain",
        "purpose": "describing",
    }
    return {
        "id": f"{node}#annotation",
        "type": "Annotation",
        "motivation": "linking",
        "body": [node, claim],
        "target": [
            _target(f"{node}#anchor-{number}", anchor, records, profile, bodies)
            for number, anchor in enumerate(record.support, 1)
        ],
    }


def _target(name: str, anchor: Support, records: RecordSet, profile: RdfProfile, bodies: BodyCache) -> Json:
    target: Json = {
        "id": name,
        "type": "SpecificResource",
        "source": profile.base + percent_encoded(anchor.representation),
    }
    selectors = [_position(name, span) for span in _spans(anchor, bodies)]
    if anchor.quote is not None and profile.quotes:
        selectors.append({"id": f"{name}-quote", "type": "TextQuoteSelector", "exact": anchor.quote})
    if selectors:
        target["selector"] = selectors
    representation = records.catalogue.representations.get(anchor.representation)
    version = None if representation is None else records.catalogue.versions.get(representation.version)
    if version is not None:
        target["state"] = {"id": f"{name}-state", "type": "TimeState", "sourceDate": version.generated}
    return target


def _spans(anchor: Support, bodies: BodyCache) -> tuple[Span, ...]:
    if anchor.span is None:
        return ()
    both = bodies.both_spans(anchor, anchor.span)
    return (anchor.span,) if isinstance(both, str) else both


def _position(name: str, span: Span) -> Json:
    suffix, kind = _POSITION[span.unit]
    start, end = (value if value < _EXACT else str(value) for value in (span.start, span.end))
    return {"id": f"{name}-{suffix}", "type": kind, "start": start, "end": end}
