"""From paths to formatted files, each proved and then replaced whole or not at all."""

from __future__ import annotations

import difflib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph_rdf.errors import FormattingError, GraphRdfError, InputError
from graph_rdf.formatting import FORMATTED, format_source
from graph_rdf.gate.inputs import collect_inputs
from graph_rdf.output import atomic_write
from graph_rdf.pipes import is_pipe
from graph_rdf.syntax import format_of, read_source, source_from_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.formatting import Formatted
    from graph_rdf.gate.inputs import InputFile
    from graph_rdf.syntax import Source


@dataclass(frozen=True, slots=True)
class FileFormatting:
    """The outcome for one file.

    Args:
        file: The file.
        formatted: Its formatted text or its findings; None when it could not be formatted.
        error: Why it could not.
    """

    file: InputFile
    formatted: Formatted | None
    error: GraphRdfError | None = None

    @property
    def changed(self) -> bool:
        """Whether the formatted text differs from the file."""
        return self.formatted is not None and self.formatted.changed


def format_paths(paths: Iterable[str], stdin_name: str | None = None) -> Iterator[FileFormatting]:
    """Format files in memory, one after the other.

    Args:
        paths: Files, folders, or ``-`` for standard input. Of a folder the files with a layout are taken.
        stdin_name: The name of standard input, for its format.

    Returns:
        One outcome a file, in the order of `collect_inputs`. Nothing is written.

    Raises:
        InputError: A path is not there, or a folder holds nothing to read.
    """
    for file in collect_inputs(paths, stdin_name):
        if file.from_folder and format_of(file.name) not in FORMATTED:
            continue
        try:
            yield FileFormatting(file, format_source(_read(file)))
        except GraphRdfError as error:
            yield FileFormatting(file, None, error)


def replace_file(outcome: FileFormatting) -> None:
    """Write the formatted text over its file.

    Args:
        outcome: One that changed a file.

    Raises:
        FormattingError: The file was changed by somebody else in the meantime.
        OutputError: It cannot be written; it is unchanged.
    """
    path, formatted = outcome.file.path, outcome.formatted
    if path is None or formatted is None or formatted.text is None:
        return
    if read_source(path, format=formatted.source.format).data != formatted.source.data:
        raise FormattingError("the file changed while it was formatted; run again", path=outcome.file.name)
    with atomic_write(path) as out:
        out.write(formatted.text)


def unified_diff(outcome: FileFormatting) -> str:
    """Give the difference that formatting makes, as `patch` reads it.

    Args:
        outcome: An outcome with a text.

    Returns:
        The unified difference with three lines of context; empty when there is none.
    """
    formatted = outcome.formatted
    if formatted is None or formatted.text is None:
        return ""
    name = outcome.file.name
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(_lines(formatted.source.data), _lines(formatted.text), name, name)
    )


def _lines(text: bytes) -> list[str]:
    """Only a line feed ends a line here; `splitlines` knows more."""
    lines = [line + "\n" for line in text.decode("utf-8").split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _read(file: InputFile) -> Source:
    if file.path is None:
        return source_from_bytes(sys.stdin.buffer.read(), name=file.name)
    if is_pipe(file.path):
        raise InputError("a pipe cannot be replaced; give it as - instead", path=file.name)
    return read_source(file.path, name=file.name)
