"""From a file or standard input to a `Source`; nothing is parsed here."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Final

from pyoxigraph import RdfFormat

from graph_rdf.errors import InputError
from graph_rdf.syntax.source import Source

MAX_SOURCE_BYTES: Final = 4 * 1024**3
"""A source is held in memory whole; past 4 GiB that is more likely an accident than a wish."""

FORMATS: Final[dict[str, RdfFormat]] = {
    ".jsonld": RdfFormat.JSON_LD,
    ".nq": RdfFormat.N_QUADS,
    ".nt": RdfFormat.N_TRIPLES,
    ".owl": RdfFormat.RDF_XML,
    ".rdf": RdfFormat.RDF_XML,
    ".trig": RdfFormat.TRIG,
    ".ttl": RdfFormat.TURTLE,
}
"""File name extension → RDF syntax. ``.owl`` files that hold Turtle need the format said."""


def format_of(name: str) -> RdfFormat | None:
    """Tell the RDF syntax of a file from its name.

    Args:
        name: A file name or path.

    Returns:
        The syntax, or None when the extension is none of RDF. Case does not matter.

    Example:
        >>> str(format_of("data/World.TTL"))
        'Turtle'
        >>> format_of("final.records.jsonl") is None
        True
    """
    return FORMATS.get(PurePath(name).suffix.lower())


def read_source(
    path: Path,
    *,
    name: str | None = None,
    base: str | None = None,
    format: RdfFormat | None = None,  # noqa: A002 - the word of the field, as pyoxigraph has it
    max_bytes: int | None = None,
) -> Source:
    """Read one file.

    Args:
        path: The file.
        name: What reports call it; the path as given when absent.
        base: The base IRI that the user gave.
        format: The RDF syntax; by the extension when absent.
        max_bytes: The largest size accepted; `MAX_SOURCE_BYTES` when absent.

    Returns:
        The source, number 0.

    Raises:
        InputError: The file is not there, is no file, cannot be read, is too large, or has no RDF extension.

    Units: bytes.
    """
    called = str(path) if name is None else name
    limit = MAX_SOURCE_BYTES if max_bytes is None else max_bytes
    try:
        if path.is_dir():
            raise InputError("is a folder, not a file", path=called)
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path=called) from error
    except ValueError as error:  # a NUL character in the path
        raise InputError(f"cannot be read: {error}", path=called) from error
    return source_from_bytes(
        data,
        name=called,
        base=base,
        format=format or format_of(path.name),
        folder=path.parent,
        max_bytes=limit,
    )


def source_from_bytes(
    data: bytes,
    *,
    name: str,
    base: str | None = None,
    format: RdfFormat | None = None,  # noqa: A002
    folder: Path | None = None,
    max_bytes: int | None = None,
) -> Source:
    """Make a source of bytes that are already in memory, for example from standard input.

    Args:
        data: The bytes as they came, a byte order mark included.
        name: What reports call it.
        base: The base IRI that the user gave.
        format: The RDF syntax; by the extension of the name when absent.
        folder: The folder of relative body paths.
        max_bytes: The largest size accepted; `MAX_SOURCE_BYTES` when absent.

    Returns:
        The source, number 0.

    Raises:
        InputError: Too large, or neither format nor an RDF extension.

    Units: bytes.

    Example:
        >>> source_from_bytes(b"", name="a.nt").format.name
        'N-Triples'
    """
    limit = MAX_SOURCE_BYTES if max_bytes is None else max_bytes
    if len(data) > limit:
        raise InputError(f"is larger than the limit of {limit} bytes", path=name)
    chosen = format or format_of(name)
    if chosen is None:
        known = " ".join(sorted(FORMATS))
        raise InputError(f"is of no known RDF format; the extension must be one of {known}", path=name)
    return Source(name, data, chosen, base, folder)
