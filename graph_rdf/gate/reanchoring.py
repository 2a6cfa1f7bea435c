"""`reanchor`: move the anchors of a document's other versions to one version, where the quote allows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graph_rdf.errors import UnknownNameError
from graph_rdf.evidence.reanchoring import FOUND, NO_BODY, NO_QUOTE, find_place
from graph_rdf.evidence.text import Body
from graph_rdf.gate.inputs import collect_inputs
from graph_rdf.gate.reading import read_record_files
from graph_rdf.records import BodyProblem, read_body
from graph_rdf.records.model import Relation, Representation, Span, Support

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.records import RecordSet
    from graph_rdf.records.model import Record


@dataclass(frozen=True, slots=True)
class Move:
    """What became of one anchor.

    Args:
        record: The id of its record.
        anchor: Its number in the record, from 1.
        outcome: See `graph_rdf.evidence.reanchoring`.
        representation: The id of the old representation.
        target: The id of the new one; None when there is none that fits.
        old: The old span.
        new: The new span; None when the anchor stays as it was.
        count: How many times the quote stands in the new version.
    """

    record: str
    anchor: int
    outcome: str
    representation: str
    target: str | None
    old: Span | None
    new: Span | None
    count: int


class Reanchoring:
    """The moves to one version, and the records as they are afterwards.

    Args:
        path: A records file, or a folder with one.
        version: The id of the version to move to.
        options: How to read it.

    Raises:
        UnknownNameError: There is no such version.
        GraphRdfError: The records cannot be read whole.
    """

    def __init__(self, path: str, version: str, options: ReadOptions) -> None:
        self._records: RecordSet = read_record_files(
            [file for file in collect_inputs([path], options.stdin_name) if file.is_records]
        )
        catalogue = self._records.catalogue
        if version not in catalogue.versions:
            raise UnknownNameError("version", version, catalogue.versions)
        self._version = version
        self._document = catalogue.versions[version].document
        self._max_body = options.max_body
        self._bodies: dict[str, Body | None] = {}
        self.moves: list[Move] = []
        """What became of each anchor on another version of the document; filled by `records`."""

    def records(self) -> Iterator[Record]:
        """Yield all records, the moved anchors with new version, representation, digest and span.

        No quote is ever changed, and nothing but anchors on other versions of the same document.
        """
        self.moves.clear()
        for record in self._records.records():
            yield self._moved(record) if isinstance(record, Relation) else record

    def _moved(self, relation: Relation) -> Relation:
        support = tuple(
            self._anchor(relation.id, number, anchor) for number, anchor in enumerate(relation.support, 1)
        )
        return replace(relation, support=support)

    def _anchor(self, record: str, number: int, anchor: Support) -> Support:
        catalogue = self._records.catalogue
        old = catalogue.representations.get(anchor.representation)
        version = None if old is None else catalogue.versions.get(old.version)
        if (
            old is None
            or version is None
            or version.document != self._document
            or version.id == self._version
        ):
            return anchor
        fits = [
            one
            for one in catalogue.representations.values()
            if one.version == self._version and one.media_type == old.media_type
        ]
        target = fits[0] if len(fits) == 1 else None
        body = None if target is None else self._body(target)
        rest: dict[str, Any] = {
            "record": record,
            "anchor": number,
            "representation": old.id,
            "target": None if target is None else target.id,
            "old": anchor.span,
        }
        if target is None or body is None or not anchor.quote:
            outcome = NO_QUOTE if not anchor.quote else NO_BODY
            self.moves.append(Move(**rest, outcome=outcome, new=None, count=0))
            return anchor
        place = find_place(body, anchor.quote, anchor.span)
        self.moves.append(Move(**rest, outcome=place.outcome, new=place.span, count=place.count))
        if place.outcome not in FOUND:
            return anchor
        return replace(
            anchor,
            representation=target.id,
            version=None if anchor.version is None else self._version,
            sha256=body.digest,
            span=place.span,
        )

    def _body(self, representation: Representation) -> Body | None:
        """Read a body of the new version, once; None when it is not there or not what its digest says."""
        if representation.id not in self._bodies:
            raw: bytes | BodyProblem
            if representation.body is not None:
                raw = representation.body.encode("utf-8")
            else:
                folder = self._records.folder(representation.id)
                raw = read_body(representation.path or "", folder, self._max_body)
            body: Body | None = None
            if isinstance(raw, bytes):
                try:
                    body = Body(raw)
                except UnicodeDecodeError:
                    body = None
            if body is not None and body.digest != representation.sha256:
                body = None
            self._bodies[representation.id] = body
        return self._bodies[representation.id]
