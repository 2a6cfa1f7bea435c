"""Results to a file, whole or not at all, or to standard output."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from ttl_check.overwriting import is_read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_INPUTS = ("world", "records", "paths", "name", "words", "shapes", "ontologies", "baseline", "certificate")
"""The parameters of the commands that name what is read."""


def refuse_inputs(file: Path, own: str | None = None) -> None:
    """Refuse to write a result over a file that the same command reads.

    Args:
        file: Where the result goes.
        own: The parameter that names this very file, when there is one.

    Raises:
        UsageError: The file is one of the inputs; it is unchanged.
    """
    context = click.get_current_context(silent=True)
    given = {} if context is None else context.params
    inputs: list[str | Path] = []
    for key in _INPUTS:
        value = () if key == own else given.get(key) or ()
        inputs += (value,) if isinstance(value, str | Path) else value
    if is_read(file, inputs):
        raise click.UsageError(f"{file} is an input of this command; give the result another name")


@contextmanager
def output_stream(file: Path | None) -> Iterator[BinaryIO]:
    """Open where a result goes.

    Args:
        file: The file, which takes its name only when all was written; None for standard output.

    Raises:
        OutputError: The file cannot be written; what stood there before is unchanged.
        UsageError: It is an input of the command.
        OSError: Standard output cannot be written.
    """
    if file is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    refuse_inputs(file)
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
