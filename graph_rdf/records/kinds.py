"""The kinds of record: their keys, and one JSON object to one record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf.records import fields
from graph_rdf.records.fields import Field, checked_object, optional, set_of
from graph_rdf.records.lines import parse_json, report_odd_values
from graph_rdf.records.model import (
    Document,
    Entity,
    Record,
    Relation,
    Representation,
    Source,
    Version,
    View,
)
from graph_rdf.records.problems import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graph_rdf.records.lines import Report


class Kind(NamedTuple):
    """A kind of record: its class and its keys besides `kind`."""

    make: Callable[..., Record]
    fields: Mapping[str, Field]


class Parsed(NamedTuple):
    """What one line gave: id and kind as far as they can be told, the record when all of it is right."""

    id: str | None
    kind: str | None
    record: Record | None


_ID: Final = Field(fields.identifier)
_KIND: Final = Field(lambda value, _path, _report: value)
_IDS: Final = set_of(fields.identifier)
_SCOPES: Final = Field(set_of(fields.filled_text), required=False)

KINDS: Final[Mapping[str, Kind]] = {
    "entity": Kind(
        Entity,
        {
            "id": _ID,
            "type": Field(fields.entity_type),
            "label": Field(fields.text),
            "aliases": Field(set_of(fields.text), required=False),
        },
    ),
    "source": Kind(Source, {"id": _ID, "label": Field(fields.text), "audience": _SCOPES}),
    "document": Kind(
        Document, {"id": _ID, "source": Field(fields.identifier), "current": optional(fields.identifier)}
    ),
    "version": Kind(
        Version,
        {
            "id": _ID,
            "document": Field(fields.identifier),
            "version": Field(fields.text),
            "generated": Field(fields.time),
            "previous": optional(fields.identifier),
            "withdrawn": optional(fields.time),
            "audience": _SCOPES,
        },
    ),
    "representation": Kind(
        Representation,
        {
            "id": _ID,
            "version": Field(fields.identifier),
            "media_type": Field(fields.media_type),
            "sha256": optional(fields.digest),
            "path": optional(fields.text),
            "body": optional(fields.text),
        },
    ),
    "relation": Kind(
        Relation,
        {
            "id": _ID,
            "subject": Field(fields.identifier),
            "predicate": Field(fields.filled_text),
            "object": Field(fields.identifier),
            "support": Field(fields.anchors),
            "confidence": optional(fields.confidence),
            "extractor": optional(fields.text),
        },
    ),
    "view": Kind(View, {"id": _ID, "admits": Field(_IDS)}),
}
"""Kind → its class and keys, in the order in which the JSON Lines writer puts them."""

_FIELDS: Final = {name: {"kind": _KIND, **kind.fields} for name, kind in KINDS.items()}


def parse_record(line: str, report: Report) -> Parsed:
    """Read one line.

    Args:
        line: One JSON text.
        report: Called with JSON path and message for every problem in it.

    Returns:
        The record, or what can be told of it.

    Raises:
        JsonProblem: The line is not JSON.
    """
    value, odd = parse_json(line)
    return checked_record(value, report, odd=odd)


def checked_record(value: object, report: Report, *, odd: bool = True) -> Parsed:
    """Check one JSON value and make a record of it.

    Args:
        value: The value.
        report: Called with JSON path and message for every problem in it.
        odd: Whether it may hold repeated keys or lone surrogates.

    Returns:
        The record, or what can be told of it.
    """
    wrong = False

    def note(path: str, message: str) -> None:
        nonlocal wrong
        wrong = True
        report(path, message)

    if odd:
        report_odd_values(value, note)
    if not isinstance(value, dict):
        note("$", f"must be an object, is {fields.kind_of(value)}")
        return Parsed(None, None, None)
    identifier = value.get("id")
    known = identifier if isinstance(identifier, str) else None
    name = value.get("kind")
    if not isinstance(name, str) or name not in KINDS:
        message = f"must be one of {', '.join(KINDS)}"
        if "kind" not in value:
            note("$.kind", "is missing")
        else:
            note("$.kind", f"{message}; is {shown(name) if isinstance(name, str) else fields.kind_of(name)}")
        return Parsed(known, None, None)
    checked = checked_object(value, _FIELDS[name], "$", note)
    if name == "representation":
        _check_body(checked, note)
    if wrong:
        return Parsed(known, name, None)
    del checked["kind"]
    return Parsed(known, name, KINDS[name].make(**checked))


def _check_body(checked: dict[str, object], report: Report) -> None:
    given = [key for key in ("path", "body") if checked.get(key) is not None]
    if len(given) != 1:
        report("$", "must have either path or body, has " + ("both" if given else "neither"))
