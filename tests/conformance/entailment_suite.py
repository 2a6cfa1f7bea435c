"""The W3C SPARQL 1.1 entailment suite, read from the folder that W3C_SUITES names.

A test is taken up when it can be run by a profile here: RDF and RDFS regimes by `rdfs`, the OWL
regimes, where the test says that the RL profile can express it, by `owl2rl`. A test may be run by both.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import (
    BlankNode,
    Literal,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Store,
    parse,
    parse_query_results,
)

from tests.conformance.rdf_suites import suites_folder
from tests.entailment.cases import closed

if TYPE_CHECKING:
    from graph_rdf.ntriples import LexicalTriple

FOLDER = ("sparql11", "entailment")
DEVIATIONS = Path(__file__).with_name("entailment_deviations.toml")
_ENTAILMENT = "http://www.w3.org/ns/entailment/"
_PROFILE = "http://www.w3.org/ns/owl-profile/"
_ENTRIES = """
PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX qt: <http://www.w3.org/2001/sw/DataAccess/tests/test-query#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX sd: <http://www.w3.org/ns/sparql-service-description#>
SELECT ?test ?query ?data ?result ?regime ?profile WHERE {
  ?manifest mf:entries/rdf:rest*/rdf:first ?test .
  ?test mf:action ?action ; mf:result ?result .
  ?action qt:query ?query ; qt:data ?data .
  OPTIONAL { ?action sd:entailmentRegime/(rdf:rest*/rdf:first)? ?regime FILTER(ISIRI(?regime)) }
  OPTIONAL { ?action sd:EntailmentProfile/(rdf:rest*/rdf:first)? ?profile FILTER(ISIRI(?profile)) }
}
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One test: a query over some data under some regimes."""

    name: str
    query: Path
    data: Path
    result: Path
    regimes: frozenset[str]
    profiles: frozenset[str]

    @property
    def runs(self) -> tuple[str, ...]:
        """The profiles of ours by which it can be run; empty when it asks for something else."""
        runs = []
        if self.regimes & {"RDF", "RDFS", "D"}:
            runs.append("rdfs")
        if self.regimes & {"OWL-RDF-Based", "OWL-Direct"} and "RL" in self.profiles:
            runs.append("owl2rl")
        return tuple(runs)


def cases() -> list[Case]:
    """All cases, sorted by name; empty without a folder."""
    top = suites_folder()
    if top is None:
        return []
    folder = top.joinpath(*FOLDER)
    manifest = folder / "manifest.ttl"
    store = Store()
    store.load(path=manifest, base_iri=manifest.as_uri())
    rows = store.query(_ENTRIES)
    assert isinstance(rows, QuerySolutions)
    found: dict[str, list[set[str]]] = {}
    files: dict[str, tuple[Path, Path, Path]] = {}
    for row in rows:
        name = row[0].value.rpartition("#")[2]
        files[name] = tuple(folder / Path(row[at].value).name for at in (1, 2, 3))  # type: ignore[assignment]
        regimes, profiles = found.setdefault(name, [set(), set()])
        if row[4] is not None:
            regimes.add(row[4].value.removeprefix(_ENTAILMENT))
        if row[5] is not None:
            profiles.add(row[5].value.removeprefix(_PROFILE))
    return [
        Case(name, *files[name], frozenset(regimes), frozenset(profiles))
        for name, (regimes, profiles) in sorted(found.items())
    ]


def deviations() -> dict[str, str]:
    """Case name and profile, or case name alone → why it is not run or not passed."""
    tables = tomllib.loads(DEVIATIONS.read_text("utf-8"))
    return {name: reason for reason, table in tables.items() for name in table["cases"]}


def fault(case: Case, engine: str, profile: str) -> str | None:
    """Say what is wrong with the outcome of one case; None when it passes."""
    quads = list(parse(case.data.read_bytes(), format=RdfFormat.TURTLE, base_iri=case.data.as_uri()))
    triples = {(str(quad.subject), str(quad.predicate), str(quad.object)) for quad in quads}
    closure = closed(engine, tuple(sorted(triples)), profile)
    answers = _answers(case, [*triples, *closure.entailed])
    expected = _expected(case)
    if answers == expected:
        return None
    extra, missing = sorted((answers - expected).elements()), sorted((expected - answers).elements())
    return f"too many {extra}, missing {missing}"


def _answers(case: Case, triples: list[LexicalTriple]) -> Counter[tuple[str, ...]]:
    store = Store()
    lines = "".join(f"{s} {p} {o} .\n" for s, p, o in triples)
    store.bulk_load(lines.encode(), format=RdfFormat.N_TRIPLES)
    rows = store.query(case.query.read_text("utf-8"), base_iri=case.query.as_uri())
    assert isinstance(rows, QuerySolutions | QueryBoolean)
    return _counted(rows)


def _expected(case: Case) -> Counter[tuple[str, ...]]:
    rows = parse_query_results(case.result.read_bytes(), QueryResultsFormat.XML)
    assert isinstance(rows, QuerySolutions | QueryBoolean)
    return _counted(rows)


def _counted(rows: QuerySolutions | QueryBoolean) -> Counter[tuple[str, ...]]:
    """Count the distinct solutions, with any blank node for any other."""
    if isinstance(rows, QueryBoolean):
        return Counter([(str(bool(rows)),)])
    names = [variable.value for variable in rows.variables]
    order = sorted(range(len(names)), key=lambda at: names[at])
    return Counter({tuple(_shown(row[at]) for at in order): 1 for row in rows})


def _shown(term: object) -> str:
    if isinstance(term, BlankNode):
        return "_:"
    if isinstance(term, Literal) and term.datatype.value.endswith("#string"):
        return f'"{term.value}"'
    return str(term)
