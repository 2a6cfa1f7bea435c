"""What a result must not be written over: the files that a command reads, named by the user or not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ttl_check.settings import OWN_FILE, PROJECT_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SETTINGS: Final = (OWN_FILE, PROJECT_FILE)


def is_read(file: Path, inputs: Iterable[str | Path]) -> bool:
    """Tell whether a command with these inputs reads a file.

    A file is read when it is named, when it lies in a folder that is named and has the ending of data, when
    an input cites it as a text, or when it holds settings.

    Args:
        file: Where a result is to go.
        inputs: The files and folders that are named.
    """
    if not file.is_file():
        return False
    if file.resolve().name in _SETTINGS:
        return True
    return any(file.samefile(each) or _cites(each, file) for given in inputs for each in _files(Path(given)))


def _files(given: Path) -> Iterator[Path]:
    """Yield the files behind an input."""
    from graph_rdf.errors import InputError
    from graph_rdf.gate.inputs import collect_inputs

    if not given.is_dir():
        if given.is_file():
            yield given
        return
    try:
        found = collect_inputs([str(given)])
    except InputError:  # the command itself says so
        return
    yield from (each.path for each in found if each.path is not None and each.path.is_file())


def _cites(data: Path, file: Path) -> bool:
    """Tell whether data name a file as the text of a representation: a quoted path from their own folder."""
    if not file.resolve().is_relative_to(data.resolve().parent):
        return False  # a body never lies elsewhere
    name = file.resolve().name
    written = {name.encode("utf-8", errors="surrogateescape"), json.dumps(name)[1:-1].encode("ascii")}
    path = re.compile(rb'"((?:[^"\n]*/)?(?:' + b"|".join(map(re.escape, sorted(written))) + rb'))"')
    try:
        with data.open("rb") as lines:
            return any(
                _is_file(data.parent, match[1], name, file) for line in lines for match in path.finditer(line)
            )
    except OSError:
        return False


def _is_file(folder: Path, written: bytes, name: str, file: Path) -> bool:
    """Tell whether a path that data write leads to a file."""
    above = written.decode("utf-8", errors="surrogateescape").rpartition("/")[0]
    try:
        return (folder / above / name).samefile(file)
    except (OSError, ValueError):
        return False
