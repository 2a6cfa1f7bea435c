"""Records in one Parquet file: the schema, and a file of it as the lines that readers of records take."""

from __future__ import annotations

import io
import json
import os
import tempfile
import weakref
from collections import Counter
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.errors import EngineError, InputError
from graph_rdf.pipes import is_pipe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType
    from typing import BinaryIO

TEXTS: Final = (
    "type",
    "label",
    "source",
    "document",
    "current",
    "version",
    "previous",
    "generated",
    "withdrawn",
    "media_type",
    "sha256",
    "path",
    "body",
    "subject",
    "predicate",
    "object",
    "extractor",
)
LISTS: Final = ("aliases", "audience", "admits")
_ANCHOR: Final = ("version", "document", "source", "sha256")
_BLOCK: Final = 1024 * 1024
MOST_UNPACKED: Final = 1024 * 1024 * 1024
MOST_TIMES: Final = 1000
"""A file may unpack to so many bytes, and a larger one to so many times its size: past that it was made to
fill a disk. Records that repeat each other pack to a hundredth."""
_ROWS: Final = 1024
"""Rows that are in memory at a time; a body may have many MiB."""


def require_pyarrow() -> ModuleType:
    """Import pyarrow.

    Raises:
        EngineError: It is not installed.
    """
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError as error:
        raise EngineError("Parquet needs pyarrow: pip install 'ttl-check[parquet]'") from error


def anchors_type(arrow: ModuleType) -> Any:
    """Give the type of the anchors of a relation."""
    text = arrow.string()
    span = arrow.struct(
        [
            arrow.field("unit", text, nullable=False),
            arrow.field("start", arrow.int64(), nullable=False),
            arrow.field("end", arrow.int64(), nullable=False),
        ]
    )
    anchor = arrow.struct(
        [
            arrow.field("representation", text, nullable=False),
            *(arrow.field(name, text) for name in _ANCHOR),
            arrow.field("span", span),
            arrow.field("quote", text),
        ]
    )
    return arrow.list_(arrow.field("element", anchor, nullable=False))


def records_schema(arrow: ModuleType) -> Any:
    """Give the one schema of records of every kind; a column that a kind does not have is null in its rows.

    Source: evidence model, section 3; the names and meanings are those of the JSON Lines form.
    """
    text = arrow.string()
    texts = arrow.list_(arrow.field("element", text, nullable=False))
    return arrow.schema(
        [
            arrow.field("kind", text, nullable=False),
            arrow.field("id", text, nullable=False),
            *(arrow.field(name, text) for name in TEXTS),
            *(arrow.field(name, texts) for name in LISTS),
            arrow.field("confidence", arrow.float64()),
            arrow.field("support", anchors_type(arrow)),
        ]
    )


class ParquetInput:
    """A Parquet file of records, as an input of `read_records` and of streams.

    Its rows are written once as lines to a temporary file, since records are read again at their place; the
    number of a row is the number of its line. The temporary file goes with this object.

    Args:
        name: The name that problems print.
        path: The file.

    Raises:
        InputError: It cannot be read, is no Parquet, or has a column that records do not have.
        EngineError: pyarrow is not installed.
    """

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.folder: Path | None = path.parent
        if is_pipe(path):
            raise InputError("Parquet is read from files, not from a pipe", path=name)
        arrow = require_pyarrow()
        # It has no name, so that nothing is left however the process ends.
        self._lines: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115
        weakref.finalize(self, self._lines.close)
        try:
            with path.open("rb") as file:
                most = max(MOST_UNPACKED, MOST_TIMES * os.fstat(file.fileno()).st_size)
                for row in _rows(arrow, file):
                    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
                    self._lines.write(text.encode() + b"\n")
                    if self._lines.tell() > most:
                        raise ValueError(
                            f"it unpacks to over {MOST_TIMES:,} times its size, past {most:,} bytes"
                        )
        except OSError as error:
            reason = error.strerror or str(error).partition("\n")[0]
            raise InputError(f"the file cannot be read: {reason}", path=name) from error
        except (arrow.ArrowException, UnicodeError, ValueError) as error:
            reason = str(error).partition("\n")[0]
            raise InputError(f"is no Parquet file of records: {reason}", path=name) from error

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Open the lines at their start."""
        with io.BufferedReader(_View(self._lines), _BLOCK) as file:
            yield file


class _View(io.RawIOBase):
    """A file that is read at a place of its own, whoever else reads it."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence == io.SEEK_END:
            self._at = self._file.seek(offset, whence)
        else:
            self._at = offset + (self._at if whence == io.SEEK_CUR else 0)
        return self._at

    def readinto(self, buffer: Any) -> int:
        self._file.seek(self._at)
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


def _rows(arrow: ModuleType, file: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield the JSON object of each row."""
    schema = records_schema(arrow)
    with arrow.parquet.ParquetFile(file) as parquet:
        twice = [name for name, number in Counter(parquet.schema_arrow.names).items() if number > 1]
        if twice:
            raise ValueError(f"column {twice[0]!r} is there twice")
        unknown = sorted(set(parquet.schema_arrow.names) - set(schema.names))
        if unknown:
            raise ValueError(f"unknown column {unknown[0]!r}")
        known = arrow.schema([schema.field(name) for name in parquet.schema_arrow.names])
        for batch in parquet.iter_batches(batch_size=_ROWS):
            for row in arrow.Table.from_batches([batch]).cast(_nullable(arrow, known)).to_pylist():
                yield _told(row)


def _nullable(arrow: ModuleType, schema: Any) -> Any:
    """Let the reader of records say which line lacks what it must have."""
    return arrow.schema([field.with_nullable(nullable=True) for field in schema])


def _told(row: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a row does not say."""
    told = {name: value for name, value in row.items() if value is not None}
    if told.get("support"):
        told["support"] = [
            {name: value for name, value in (anchor or {}).items() if value is not None}
            for anchor in told["support"]
        ]
    return told
