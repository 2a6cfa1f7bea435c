"""One Parquet file of records of every kind, and one of the verdicts on them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.errors import EngineError
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
from graph_rdf.records.parquet import records_schema, require_pyarrow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType
    from typing import BinaryIO

    from graph_rdf.evidence import RecordVerdict
    from graph_rdf.records.model import Support

_KINDS: Final[dict[type[Record], str]] = {
    Entity: "entity",
    Source: "source",
    Document: "document",
    Version: "version",
    Representation: "representation",
    Relation: "relation",
    View: "view",
}
_ROWS: Final = 8192
_LONGEST: Final = 2**63 - 1


def write_records_parquet(records: Iterable[Record], out: BinaryIO) -> None:
    """Write records as one Parquet file, which `ParquetInput` reads back without loss.

    Args:
        records: The records, in the order of the rows.
        out: Where the bytes go.

    Raises:
        EngineError: pyarrow is not installed, or a span is past 64 bits, which no column can hold.
        OSError: It cannot be written.
        InputError: A records file changed since it was read.
    """
    arrow = require_pyarrow()
    _write(arrow, out, records_schema(arrow), map(_row, records))


def verdicts_schema(arrow: ModuleType) -> Any:
    """Give the schema of verdicts; docs/reference/records.md says what each column means."""
    text = arrow.string()
    reasons = arrow.list_(arrow.field("element", text, nullable=False))
    return arrow.schema(
        [
            arrow.field("id", text, nullable=False),
            *(arrow.field(name, text) for name in ("subject", "predicate", "object")),
            arrow.field("verdict", text, nullable=False),
            arrow.field("reasons", reasons, nullable=False),
            arrow.field("eligible", arrow.bool_(), nullable=False),
            arrow.field("contested", arrow.bool_(), nullable=False),
        ]
    )


def write_verdicts_parquet(verdicts: Iterable[RecordVerdict], out: BinaryIO) -> None:
    """Write the verdicts on records as one Parquet file.

    Args:
        verdicts: The verdicts, in the order of the rows.
        out: Where the bytes go.

    Raises:
        EngineError: pyarrow is not installed.
        OSError: It cannot be written.
    """
    arrow = require_pyarrow()
    rows = ({name: getattr(one, name) for name in one.__slots__} for one in verdicts)
    _write(arrow, out, verdicts_schema(arrow), rows)


def _write(arrow: ModuleType, out: BinaryIO, schema: Any, rows: Iterable[dict[str, Any]]) -> None:
    left = iter(rows)
    with arrow.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        while batch := list(islice(left, _ROWS)):
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))


def _row(record: Record) -> dict[str, Any]:
    row: dict[str, Any] = {"kind": _KINDS[type(record)]}
    row |= {name: getattr(record, name) for name in record.__slots__}
    if isinstance(record, Relation):
        row["support"] = [*_anchors(record)]
    return row


def _anchors(record: Relation) -> Iterator[dict[str, Any]]:
    for anchor in record.support:
        row: dict[str, Any] = {name: getattr(anchor, name) for name in _slots(anchor)}
        if anchor.span is not None:
            if anchor.span.end > _LONGEST:
                raise EngineError(f"{record.id}: a span past 64 bits, which Parquet cannot hold; use jsonl")
            row["span"] = {"unit": anchor.span.unit, "start": anchor.span.start, "end": anchor.span.end}
        yield row


def _slots(anchor: Support) -> tuple[str, ...]:
    return tuple(anchor.__slots__)
