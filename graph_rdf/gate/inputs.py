"""Which files a run reads: the paths of the command line, folders walked, standard input named."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graph_rdf.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STDIN = "-"
RDF_SUFFIXES = (".ttl", ".trig", ".nt", ".nq", ".rdf", ".jsonld")
RECORDS_SUFFIX = ".records.jsonl"
RECORDS_PARQUET_SUFFIX = ".records.parquet"
PARQUET_SUFFIX = ".parquet"
"""Records in a Parquet file; in a folder only ``.records.parquet``."""
JSON_LINES_SUFFIX = ".jsonl"
"""A file that the user names is read as records with this ending too; in a folder only with the long one."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file to read.

    Args:
        name: What reports print.
        path: Where it is; None for standard input.
        from_folder: Whether it was found in a folder, not named by the user.
    """

    name: str
    path: Path | None
    from_folder: bool = False

    @property
    def is_records(self) -> bool:
        """Whether it holds records, and not RDF, by its name."""
        if self.from_folder:
            return self.name.endswith((RECORDS_SUFFIX, RECORDS_PARQUET_SUFFIX))
        return self.name.endswith((JSON_LINES_SUFFIX, PARQUET_SUFFIX))

    @property
    def is_parquet(self) -> bool:
        """Whether it holds records as Parquet."""
        return self.name.endswith(PARQUET_SUFFIX)


def collect_inputs(paths: Iterable[str], stdin_name: str | None = None) -> list[InputFile]:
    """Find the files of a run.

    Folders are walked without following links to other folders; hidden files and folders are left out, and
    so are links that lead out of the folder, pipes and devices.

    Args:
        paths: Files, folders, or ``-``.
        stdin_name: The name for standard input.

    Returns:
        Each file once, in the order of the paths, within a folder by name.

    Raises:
        InputError: A path is not there, or a folder holds nothing to read.
    """
    found: dict[str, InputFile] = {}
    for path in paths:
        for each in _expand(path, stdin_name):
            found.setdefault(each.name, each)
    return list(found.values())


def _expand(path: str, stdin_name: str | None) -> list[InputFile]:
    """Give the files behind one path."""
    if path == STDIN:
        return [InputFile(stdin_name or "stdin.ttl", None)]
    place = Path(path)
    if place.is_dir():
        files = [InputFile(name, Path(name), from_folder=True) for name in _walk(path)]
        if not files:
            endings = " ".join((*RDF_SUFFIXES, RECORDS_SUFFIX, RECORDS_PARQUET_SUFFIX))
            raise InputError(f"no file to read in this folder; looked for {endings}", path=path)
        return files
    if not place.exists():
        raise InputError("no such file or folder", path=path)
    return [InputFile(path, place)]


def _walk(folder: str) -> Iterator[str]:
    """Give the names of the readable files below a folder, sorted."""
    top = Path(os.path.realpath(folder))
    names = [
        os.path.join(where, name)  # noqa: PTH118 - keeps the name as the user began it, `./` too
        for where, _, files in _visible(folder)
        for name in files
        if name.endswith((*RDF_SUFFIXES, RECORDS_SUFFIX, RECORDS_PARQUET_SUFFIX))
    ]
    for name in sorted(names):
        place = Path(os.path.realpath(name))  # `resolve` fails at a loop of links
        # A pipe or a device is never opened unasked: reading it may not end.
        if place.is_relative_to(top) and (place.is_file() or not place.exists()):
            yield name


def _visible(folder: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Walk a folder without its hidden parts; a folder that cannot be read is an error, not a gap."""

    def refuse(error: OSError) -> None:
        raise InputError(error.strerror or "cannot be read", path=str(error.filename)) from error

    for where, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield where, folders, [name for name in files if not name.startswith(".")]
