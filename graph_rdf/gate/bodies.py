"""The bodies that lie in files: found beside the file that declares them, read when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode

from graph_rdf.namespaces import EG_PATH, ID_BASE
from graph_rdf.records import BodyProblem, id_of_iri, read_body
from graph_rdf.syntax import parse_quads

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.evidence import World
    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.gate.reading import Data


class BodyFiles(Mapping[str, bytes | BodyProblem]):
    """Representation → its bytes, or why there are none; each file is read when it is asked for.

    Args:
        world: The columns, which say what has to be read.
        data: Where the representations are declared.
        options: The id base and the limit on a body.
    """

    def __init__(self, world: World, data: Data, options: ReadOptions) -> None:
        self._paths = world.body_paths()
        self._data = data
        self._base = options.base or ID_BASE
        self._max_body = options.max_body
        self._folders: dict[tuple[str, str], Path | None] | None = None

    def __getitem__(self, representation: str) -> bytes | BodyProblem:
        path = self._paths[representation]
        return read_body(path, self._folder(representation, path), self._max_body)

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def _folder(self, representation: str, path: str) -> Path | None:
        """Find the folder of the file that declares a representation."""
        records = self._data.records
        name = id_of_iri(representation, self._base)
        if records is not None and name is not None and records.place(name) is not None:
            return records.folder(name)
        folders = {source.folder for source in self._data.sources}
        if len(folders) == 1:
            return folders.pop()
        if self._folders is None:
            self._folders = self._declared()
        return self._folders.get((representation, path))

    def _declared(self) -> dict[tuple[str, str], Path | None]:
        """Read which file states which path, the first one where several do."""
        found: dict[tuple[str, str], Path | None] = {}
        predicate = NamedNode(EG_PATH)
        for source in self._data.sources:
            for quad in parse_quads(source):
                if quad.predicate == predicate and isinstance(quad.object, Literal):
                    subject = quad.subject
                    name = subject.value if isinstance(subject, NamedNode) else str(subject)
                    found.setdefault((name, quad.object.value), source.folder)
        return found
