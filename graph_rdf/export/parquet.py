"""Parquet files of records, one a kind, with the fields of the record model as columns."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.records.parquet import anchors_type, require_pyarrow
from graph_rdf.records.relation_rdf import without_quotes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import ModuleType

    from graph_rdf.records import RdfProfile, RecordSet
    from graph_rdf.records.model import Relation, Support

KINDS: Final = ("entities", "sources", "documents", "versions", "representations", "relations", "views")
FILES: Final = tuple(f"{kind}.parquet" for kind in KINDS)
_ROWS: Final = 65536
_LONGEST: Final = 2**63 - 1


def write_parquet(records: RecordSet, profile: RdfProfile, folder: Path, warn: Callable[[str], None]) -> None:
    """Write one file for each kind of record.

    Args:
        records: The records.
        profile: Whether quotes are told; without, there are no bodies either.
        folder: A folder that is there.
        warn: Told how many spans do not fit 64 bits; they are left out.

    Raises:
        EngineError: pyarrow is not installed.
        OSError: A file cannot be written.
        InputError: A records file changed since it was read.

    Source: evidence model, section 3; docs/profiles.md for the schema.
    """
    arrow = require_pyarrow()
    too_large: list[str] = []
    for kind, schema in _schemas(arrow).items():
        _write(arrow, folder / f"{kind}.parquet", schema, _rows(records, profile, kind, too_large))
    if too_large:
        count = f"{len(too_large)} span{'s' * (len(too_large) > 1)}"
        warn(f"{count} left out: past 64 bits, the first of {too_large[0]}")


def _rows(
    records: RecordSet, profile: RdfProfile, kind: str, too_large: list[str]
) -> Iterator[dict[str, Any]]:
    if kind == "relations":
        for relation in records.relations():
            yield _relation(relation, profile, too_large)
        return
    table = getattr(records.catalogue, kind)
    for identifier in sorted(table):
        yield _plain(table[identifier], profile)


def _write(arrow: ModuleType, path: Path, schema: Any, rows: Iterator[dict[str, Any]]) -> None:
    with arrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while batch := list(islice(rows, _ROWS)):
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))


def _schemas(arrow: ModuleType) -> dict[str, Any]:
    """Give the schema of each file; a field that must be there is not nullable."""
    text, texts = arrow.string(), arrow.list_(arrow.field("element", arrow.string(), nullable=False))

    def schema(needed: str, others: str = "", *fields: Any) -> Any:
        made = [arrow.field(name, text, nullable=False) for name in needed.split()]
        return arrow.schema([*made, *(arrow.field(name, text) for name in others.split()), *fields])

    support = anchors_type(arrow)
    aliases, audience, admits = (
        arrow.field(name, texts, nullable=False) for name in ("aliases", "audience", "admits")
    )
    return {
        "entities": schema("id type label", "", aliases),
        "sources": schema("id label", "", audience),
        "documents": schema("id source", "current"),
        "versions": schema("id document version generated", "previous withdrawn", audience),
        "representations": schema("id version media_type", "sha256 path body"),
        "relations": schema(
            "id subject predicate object",
            "extractor",
            arrow.field("confidence", arrow.float64()),
            arrow.field("support", support, nullable=False),
        ),
        "views": schema("id", "", admits),
    }


def _plain(record: Any, profile: RdfProfile) -> dict[str, Any]:
    row = {name: getattr(record, name) for name in record.__slots__}
    if not profile.quotes:
        row.pop("body", None)
    return row


def _relation(record: Relation, profile: RdfProfile, too_large: list[str]) -> dict[str, Any]:
    told = record if profile.quotes else without_quotes(record)
    row = {name: getattr(told, name) for name in told.__slots__}
    row["support"] = [_anchor(anchor, record.id, too_large) for anchor in told.support]
    return row


def _anchor(anchor: Support, record: str, too_large: list[str]) -> dict[str, Any]:
    row: dict[str, Any] = {name: getattr(anchor, name) for name in anchor.__slots__}
    if anchor.span is not None:
        row["span"] = {"unit": anchor.span.unit, "start": anchor.span.start, "end": anchor.span.end}
        if anchor.span.end > _LONGEST:
            row["span"] = None
            too_large.append(record)
    return row
