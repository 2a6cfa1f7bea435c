"""A source: the bytes of one input and what is needed to read them as RDF."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyoxigraph import RdfFormat

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Source:
    """One input, read whole.

    Args:
        path: The name that reports print, as the user gave it (for standard input ``-`` or its file name).
        data: The bytes, as they are in the file.
        format: The RDF syntax.
        base: The base IRI for relative references; None when there is none.
        folder: Where relative body paths are looked up; None when nowhere (standard input).
        number: Which source of a run this is; it keeps the blank node labels of the sources apart.
        base_implied: Whether `base` is the file's own IRI, taken because the file has relative IRIs and
            nobody gave a base.
    """

    path: str
    data: bytes
    format: RdfFormat
    base: str | None = None
    folder: Path | None = None
    number: int = 0
    base_implied: bool = False

    @property
    def start(self) -> int:
        """The offset at which the text begins: 3 after a byte order mark, else 0."""
        return len(BOM) if self.data.startswith(BOM) else 0

    @property
    def own_iri(self) -> str:
        """The IRI of the file itself; ``stdin:///NAME`` for standard input.

        Source: RFC 3986 5.1.3, base URI from the retrieval URI.
        """
        name = Path(self.path).name
        if self.folder is None:
            return f"stdin:///{'' if name == '-' else Path(name).as_posix()}"
        return (self.folder.resolve() / name).as_uri()
