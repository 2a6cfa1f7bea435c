"""Results to a file, whole or not at all, or to standard output."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path


@contextmanager
def output_stream(file: Path | None) -> Iterator[BinaryIO]:
    """Open where a result goes.

    Args:
        file: The file, which takes its name only when all was written; None for standard output.

    Raises:
        OutputError: The file cannot be written; what stood there before is unchanged.
        OSError: Standard output cannot be written.
    """
    if file is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    from graph_rdf.output import atomic_write

    with atomic_write(file) as out:
        yield out


@contextmanager
def output_folder(path: Path, names: Collection[str]) -> Iterator[Path]:
    """Open a folder where a result goes; it takes its name only when all was written.

    Args:
        path: The folder.
        names: The names of the files that will be in it.

    Raises:
        OutputError: It cannot be written, or holds something else; what stood there is unchanged.
    """
    from graph_rdf.output import atomic_folder

    with atomic_folder(path, names) as folder:
        yield folder
