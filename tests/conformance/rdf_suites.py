"""The W3C test suites of Turtle, TriG, N-Triples and N-Quads, read from the folder that W3C_SUITES names."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode, QuerySolutions, Store

from graph_rdf.syntax import Source, read_source

if TYPE_CHECKING:
    from collections.abc import Iterator

SUITES = ("rdf-turtle", "rdf-trig", "rdf-n-triples", "rdf-n-quads")
DEVIATIONS = Path(__file__).with_name("rdf_deviations.toml")

_ENTRIES = """
PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
SELECT ?test ?type ?action ?result ?base WHERE {
  ?manifest mf:entries/rdf:rest*/rdf:first ?test .
  ?test a ?type ; mf:action ?action .
  OPTIONAL { ?test mf:result ?result }
  OPTIONAL { ?manifest mf:assumedTestBase ?base }
}
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One test: what kind it is, what is read, and what must come out."""

    name: str
    kind: str
    action: Path
    result: Path | None
    base: str | None

    def source(self) -> Source:
        return read_source(self.action, base=self._base(self.action))

    def expected(self) -> Source:
        assert self.result is not None
        return read_source(self.result, base=self._base(self.result))

    def _base(self, file: Path) -> str | None:
        return None if self.base is None else self.base + file.name


def suites_folder() -> Path | None:
    """The folder of the suites, or None when nobody named one."""
    named = os.environ.get("W3C_SUITES")
    return Path(named) if named else None


def cases() -> list[Case]:
    """All cases of the RDF 1.1 and 1.2 suites, sorted by name; empty without a folder."""
    folder = suites_folder()
    if folder is None:
        return []
    manifests = sorted(
        manifest
        for version in ("rdf11", "rdf12")
        for suite in SUITES
        for manifest in (folder / version / suite).rglob("manifest.ttl")
    )
    return sorted((case for manifest in manifests for case in _read(folder, manifest)), key=lambda c: c.name)


def _read(folder: Path, manifest: Path) -> Iterator[Case]:
    store = Store()
    store.load(path=manifest, base_iri=manifest.as_uri())
    rows = store.query(_ENTRIES)
    assert isinstance(rows, QuerySolutions)
    for row in rows:
        test, kind, action, result, base = tuple(row)
        yield Case(
            name=f"{manifest.parent.relative_to(folder).as_posix()}#{test.value.rpartition('#')[2]}",
            kind=kind.value.rpartition("#")[2],
            action=manifest.parent / Path(action.value).name,
            result=manifest.parent / Path(result.value).name if isinstance(result, NamedNode) else None,
            base=base.value if base is not None else None,
        )


def deviations() -> dict[str, str]:
    """Case name → why the parser deviates from it."""
    return {
        name: reason
        for reason, listed in tomllib.loads(DEVIATIONS.read_text("utf-8")).items()
        for name in listed["cases"]
    }
