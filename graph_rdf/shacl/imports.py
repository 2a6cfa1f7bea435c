"""owl:imports of shapes: from the loaded files or a catalog folder, never from the network."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.errors import InputError, ShapesError
from graph_rdf.namespaces import OWL, RDF_TYPE
from graph_rdf.shacl.known_terms import BUILT_IN_ONTOLOGIES
from graph_rdf.shacl.lint_problem import ProblemKind, ShapeProblem
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.shacl.vocabulary import SH_DECLARE
from graph_rdf.syntax import format_of, read_source, with_contexts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from graph_rdf.syntax import Source

_IMPORTS: Final = OWL + "imports"
_ONTOLOGY: Final = OWL + "Ontology"


def load_imports(
    sources: Sequence[Source], *, catalog: Path | None = None, declared: Collection[str] = ()
) -> tuple[ShapesGraph, tuple[ShapeProblem, ...]]:
    """Read shapes files and all that they import.

    An import is resolved when a loaded file declares that ontology, else by the one file of the catalog that
    declares it or, when none does, whose name is the last part of the IRI, with or without its extension.

    Args:
        sources: The shapes files.
        catalog: A folder of RDF files, searched with its subfolders; links that leave it are not followed.
        declared: IRIs of the ontologies that the other loaded files (data, ontology) declare.

    Returns:
        The shapes graph with the imported files behind the given ones, and one problem for each import that
        is not resolved, in order of file and IRI.

    Raises:
        ShapesError: A file, given or imported, is no RDF.
        InputError: A file of the catalog cannot be read.
    """
    shelf = _Catalog(catalog)
    imported: list[Source] = []
    graph = ShapesGraph.read(sources)
    while True:
        missing = _missing(graph, set(declared))
        found = [source for iri in missing if (source := shelf.find(iri)) is not None]
        paths = {source.path for source in (*sources, *imported)}
        new = [source for source in dict.fromkeys(found) if source.path not in paths]
        if not new:
            break
        imported += new
        graph = ShapesGraph.read(sources, imported)
    answered = {iri for iri in missing if shelf.find(iri) is not None}
    problems = tuple(
        ShapeProblem(ProblemKind.IMPORT, _message(iri, catalog), importer)
        for iri, importer in missing.items()
        if iri not in answered
    )
    return graph, problems


def _missing(graph: ShapesGraph, declared: set[str]) -> dict[str, NamedNode]:
    """Give the imports that no loaded file answers, with the node that asks for each."""
    known = {_bare(iri) for iri in (*declared, *BUILT_IN_ONTOLOGIES, *_declared_by(graph))}
    found: dict[str, NamedNode] = {}
    for importer in graph.subjects_of(_IMPORTS):
        for imported in graph.objects(importer, _IMPORTS):
            if isinstance(imported, NamedNode) and _bare(imported.value) not in known:
                found.setdefault(imported.value, importer if isinstance(importer, NamedNode) else imported)
    return dict(sorted(found.items()))


def _declared_by(graph: ShapesGraph) -> Iterator[str]:
    for node in (*graph.subjects(RDF_TYPE, NamedNode(_ONTOLOGY)), *graph.subjects_of(SH_DECLARE)):
        if isinstance(node, NamedNode):
            yield node.value
    yield from (source.base for source in graph.sources if source.base is not None)


def _bare(iri: str) -> str:
    """An ontology and its namespace differ by one sign at the end, and people write the one for the other."""
    return iri.rstrip("#/")


def _message(iri: str, catalog: Path | None) -> str:
    where = f"the catalog {catalog.name!r} has no such file" if catalog is not None else "there is no catalog"
    return f"owl:imports <{iri}> is not resolved: no loaded file declares it, and {where}"


class _Catalog:
    """The RDF files of a folder; each is parsed at most once, and only when an import asks."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._by_iri: dict[str, Source] | None = None
        self._by_name: dict[str, Source] = {}

    def find(self, iri: str) -> Source | None:
        if self._folder is None:
            return None
        if self._by_iri is None:
            self._by_iri = {}
            for path in self._files(self._folder):
                self._enter(path)
        name = _bare(iri).rpartition("/")[2]
        return self._by_iri.get(_bare(iri)) or self._by_name.get(name)

    def _enter(self, path: Path) -> None:
        assert self._by_iri is not None  # noqa: S101 - `find` has just made it
        source = with_contexts(read_source(path), self._folder)
        self._by_name.setdefault(path.name, source)
        self._by_name.setdefault(path.stem, source)
        try:
            graph = ShapesGraph.read([source])
        except ShapesError:
            return  # a broken file that nobody asks for by name is no fault of this run
        for node in graph.subjects(RDF_TYPE, NamedNode(_ONTOLOGY)):
            if isinstance(node, NamedNode):
                self._by_iri.setdefault(_bare(node.value), source)

    @staticmethod
    def _files(folder: Path) -> list[Path]:
        if not folder.is_dir():
            raise InputError("the catalog is no folder", path=str(folder))
        top = Path(os.path.realpath(folder))
        return [
            path
            for path in sorted(folder.rglob("*"))
            if format_of(path.name) is not None and path.is_file() and path.resolve().is_relative_to(top)
        ]
