"""Write records as JSON Lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from graph_rdf.export.terms import chunked
from graph_rdf.records.model import (
    Document,
    Entity,
    Relation,
    Representation,
    Source,
    Support,
    Version,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from graph_rdf.records.model import Record

_KIND_NAMES: Final = {
    Entity: "entity",
    Source: "source",
    Document: "document",
    Version: "version",
    Representation: "representation",
    Relation: "relation",
    View: "view",
}
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def write_records(records: Iterable[Record], out: BinaryIO) -> None:
    """Write records, one JSON object a line, in the order given.

    Args:
        records: The records, for example `RecordSet.records`.
        out: Where the UTF-8 bytes go.

    Raises:
        OSError: The output cannot be written.

    Source: evidence model, section 3.
    """
    chunked((record_line(record) for record in records), out)


def record_line(record: Record) -> str:
    r"""Write one record; keys in the order of the evidence model, absent optional values left out.

    Example:
        >>> print(record_line(View("view:a", ("doc:a@v1",))), end="")
        {"kind":"view","id":"view:a","admits":["doc:a@v1"]}
    """
    made: dict[str, object] = {"kind": _KIND_NAMES[type(record)]}
    for name in record.__slots__:
        value = getattr(record, name)
        if name == "support":
            made[name] = [_support(anchor) for anchor in value]
        elif value is not None:
            made[name] = value
    return _ENCODER.encode(made) + "\n"


def _support(anchor: Support) -> dict[str, object]:
    made: dict[str, object] = {}
    for name in Support.__slots__:
        value = getattr(anchor, name)
        if name == "span" and value is not None:
            made[name] = {"unit": value.unit, "start": value.start, "end": value.end}
        elif value is not None:
            made[name] = value
    return made
