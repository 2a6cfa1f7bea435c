"""A source: the bytes of one input and what is needed to read them as RDF."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyoxigraph import RdfFormat


@dataclass(frozen=True, slots=True)
class Source:
    """One input, read whole.

    Args:
        path: The name that reports print, as the user gave it (``-`` or the stdin file name for standard input).
        data: The bytes, as they are in the file.
        format: The RDF syntax.
        base: The base IRI for relative references; None when there is none.
        folder: Where relative body paths are looked up; None when nowhere (standard input).
    """

    path: str
    data: bytes
    format: RdfFormat
    base: str | None = None
    folder: Path | None = None
