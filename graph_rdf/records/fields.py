"""What each key of a record may hold: one check for each, each says what is wrong and goes on."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf import namespaces as ns
from graph_rdf.namespaces import EG
from graph_rdf.records.identity import id_problem, is_absolute_iri
from graph_rdf.records.lines import child
from graph_rdf.records.model import Span, Support
from graph_rdf.records.problems import shown
from graph_rdf.records.times import time_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from graph_rdf.records.lines import Report

    Check: TypeAlias = Callable[[object, str, Report], object]

LOCAL_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
"""A local name that can stand after `eg:` in every RDF syntax, RDF/XML included."""

RESERVED_CLASSES: Final = frozenset(
    (
        ns.EG_ACCEPTED_GRAPH,
        ns.EG_ANCHOR,
        ns.EG_DOCUMENT,
        ns.EG_DOCUMENT_VERSION,
        ns.EG_RELATION_PREDICATE,
        ns.EG_RELATION_RECORD,
        ns.EG_REPRESENTATION,
        ns.EG_SOURCE,
        ns.EG_STRENGTH_CLASS,
        ns.EG_VIEW,
    )
)
"""The classes of the evidence model itself; what has one of them is no entity."""

_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_MEDIA_TYPE: Final = re.compile(
    r"[A-Za-z0-9][\w!$&^.+-]*/[A-Za-z0-9][\w!$&^.+-]*[ \t]*(?:;.*)?", re.ASCII | re.DOTALL
)


class Field(NamedTuple):
    """A key of a record: its check, and whether it must be there."""

    check: Check
    required: bool = True


def checked_object(
    value: Mapping[str, object], fields: Mapping[str, Field], path: str, report: Report
) -> dict[str, object]:
    """Check the keys of one object and what they hold.

    Args:
        value: A JSON object.
        fields: Its allowed keys.
        path: The JSON path of the object.
        report: Called with JSON path and message for every problem.

    Returns:
        The checked values of the known keys that are there; absent keys are left out.
    """
    checked: dict[str, object] = {}
    for key, item in value.items():
        field = fields.get(key)
        if field is None:
            report(child(path, key), "unknown key")
        else:
            checked[key] = field.check(item, f"{path}.{key}", report)
    for key, field in fields.items():
        if field.required and key not in value:
            report(child(path, key), "is missing")
    return checked


def text(value: object, path: str, report: Report) -> str:
    """Check for a string, which may be empty."""
    if isinstance(value, str):
        return value
    report(path, f"must be a string, is {kind_of(value)}")
    return ""


def filled_text(value: object, path: str, report: Report) -> str:
    """Check for a string that is not empty."""
    found = text(value, path, report)
    if value == "":
        report(path, "is empty")
    return found


def identifier(value: object, path: str, report: Report) -> str:
    """Check for an id."""
    found = text(value, path, report)
    problem = id_problem(found) if isinstance(value, str) else None
    # Lone surrogates are reported for the whole line at once.
    if problem is not None and "surrogate" not in problem:
        report(path, f"{shown(found)} is no id: {problem}")
    return found


def digest(value: object, path: str, report: Report) -> str:
    """Check for a SHA-256 digest."""
    found = text(value, path, report)
    if isinstance(value, str) and not _SHA256.fullmatch(found):
        report(path, f"{shown(found)} is no SHA-256 digest: it has 64 lower-case hexadecimal digits")
    return found


def time(value: object, path: str, report: Report) -> str:
    """Check for an xsd:dateTime with a zone."""
    found = text(value, path, report)
    problem = time_problem(found) if isinstance(value, str) else None
    if problem is not None:
        report(path, f"{shown(found)} {problem}")
    return found


def entity_type(value: object, path: str, report: Report) -> str:
    """Check for a local name of the ontology or an absolute IRI; an `eg:` IRI becomes its name.

    The classes of the evidence model itself are no types of entities.
    """
    found = text(value, path, report)
    local = found.removeprefix(EG)
    if LOCAL_NAME.fullmatch(local):
        if EG + local in RESERVED_CLASSES:
            report(path, f"{shown(found)} is a class of the evidence model itself, not one of entities")
        return local
    if isinstance(value, str) and not is_absolute_iri(found):
        report(path, f"{shown(found)} is neither a local name nor an absolute IRI")
    return found


def media_type(value: object, path: str, report: Report) -> str:
    """Check for a media type, with or without parameters."""
    found = text(value, path, report)
    if isinstance(value, str) and not _MEDIA_TYPE.fullmatch(found):
        report(path, f"{shown(found)} is no media type")
    return found


def confidence(value: object, path: str, report: Report) -> float:
    """Check for a finite number; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        report(path, f"must be a number, is {kind_of(value)}")
        return 0.0
    try:
        found = float(value)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        report(path, "must be a finite number")
    return found


def span(value: object, path: str, report: Report) -> Span | None:
    """Check for a span: whole numbers, start not past the end."""
    if not isinstance(value, dict):
        report(path, f"must be an object, is {kind_of(value)}")
        return None
    found = checked_object(value, _SPAN, path, report)
    unit, start, end = found.get("unit"), found.get("start"), found.get("end")
    if isinstance(start, int) and isinstance(end, int) and start > end:
        report(child(path, "start"), f"{start} is past the end {end}")
    if (unit == "byte" or unit == "char") and isinstance(start, int) and isinstance(end, int):
        return Span(unit, start, end)
    return None


def anchors(value: object, path: str, report: Report) -> tuple[Support, ...]:
    """Check for a list of anchors."""
    if not isinstance(value, list):
        report(path, f"must be an array, is {kind_of(value)}")
        return ()
    found: list[Support] = []
    for index, item in enumerate(value):
        here = f"{path}[{index}]"
        if isinstance(item, dict):
            fields = checked_object(item, _SUPPORT, here, report)
            if "representation" in fields:
                found.append(Support(**fields))  # type: ignore[arg-type]
        else:
            report(here, f"must be an object, is {kind_of(item)}")
    return tuple(found)


def optional(check: Check) -> Field:
    """Make a field that may be absent or null."""
    return Field(
        lambda value, path, report: None if value is None else check(value, path, report), required=False
    )


def set_of(check: Check) -> Check:
    """Check for a list that stands for a set: sorted by code point, each value once."""

    def checked(value: object, path: str, report: Report) -> tuple[str, ...]:
        if not isinstance(value, list):
            report(path, f"must be an array, is {kind_of(value)}")
            return ()
        found = {str(check(item, f"{path}[{index}]", report)) for index, item in enumerate(value)}
        return tuple(sorted(found))

    return checked


def kind_of(value: object) -> str:
    """Name the JSON type of a value.

    Example:
        >>> kind_of(True), kind_of(1), kind_of([])
        ('a boolean', 'a number', 'an array')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    names = {str: "a string", int: "a number", float: "a number", list: "an array"}
    return names.get(type(value), "an object")


def _offset(value: object, path: str, report: Report) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int):
        what = "a number with a fraction" if isinstance(value, float) else kind_of(value)
        report(path, f"must be a whole number, is {what}")
        return None
    if value < 0:
        report(path, f"{shown(value)} is negative")
        return None
    return value


def _unit(value: object, path: str, report: Report) -> str | None:
    if isinstance(value, str) and value in ("byte", "char"):
        return value
    report(path, f'must be "byte" or "char", is {shown(value) if isinstance(value, str) else kind_of(value)}')
    return None


_SPAN: Final = {"unit": Field(_unit), "start": Field(_offset), "end": Field(_offset)}
_SUPPORT: Final = {
    "representation": Field(identifier),
    "version": optional(identifier),
    "document": optional(identifier),
    "source": optional(identifier),
    "sha256": optional(digest),
    "span": optional(span),
    "quote": optional(text),
}
