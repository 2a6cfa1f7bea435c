"""The cases of the entailment tests: TriG files whose named graphs say what is given and what must follow.

Each case gets names of its own, so that an engine can close all of them in one run.

A file in `rules/` is named like the rule that it tests. Its graphs: `:premises`; then `:entailed` and
`:not-entailed`, or, for a rule that finds a contradiction, `:clash` (the triples that it must name) and
`:harmless` (premises that are consistent). A file in `harm/` is named like the lint rule that warns of its
`:premises`; `:harm` is what they entail, and `:safe` are axioms of which the rule says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import DefaultGraph, RdfFormat, parse

from graph_rdf.entailment import Budget, Closure, find_engine

if TYPE_CHECKING:
    from graph_rdf.ntriples import LexicalTriple

FOLDER = Path(__file__).parent
E = "http://e.example/"
GRAPHS = {"premises", "entailed", "not-entailed", "clash", "harmless", "harm", "safe"}
BUDGET = Budget(triples=100_000, seconds=120)


@dataclass(frozen=True)
class Case:
    """One file."""

    name: str
    graphs: dict[str, frozenset[LexicalTriple]] = field(hash=False)

    def __getitem__(self, graph: str) -> list[LexicalTriple]:
        return sorted(self.graphs[graph])


def read_case(path: Path) -> Case:
    """Read a case."""
    graphs: dict[str, set[LexicalTriple]] = {}
    for quad in parse(path.read_bytes(), format=RdfFormat.TRIG):
        assert not isinstance(quad.graph_name, DefaultGraph), f"{path.name}: a triple outside of a graph"
        name = str(quad.graph_name)[1:-1].removeprefix(E)
        own = f"{E}{path.stem}/" if name != "harmless" else f"{E}{path.stem}/harmless/"
        subject, predicate, value = (
            str(term).replace(f"<{E}", f"<{own}").replace("_:", f"_:{path.stem.replace('-', '')}")
            for term in (quad.subject, quad.predicate, quad.object)
        )
        graphs.setdefault(name, set()).add((subject, predicate, value))
    assert graphs.keys() <= GRAPHS, path.name
    return Case(path.stem, {name: frozenset(triples) for name, triples in graphs.items()})


def read_cases(folder: str) -> list[Case]:
    """Read the cases of a folder, sorted by rule; there is at least one."""
    cases = [read_case(path) for path in sorted((FOLDER / folder).glob("*.trig"))]
    assert cases
    return cases


def read_turtle(text: str) -> list[LexicalTriple]:
    """Read triples from Turtle with the usual prefixes."""
    prefixes = (
        f"PREFIX : <{E}>\nPREFIX owl: <http://www.w3.org/2002/07/owl#>\n"
        "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n"
        "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"
        "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
        "PREFIX eg: <https://w3id.org/evidence-graph/ns#>\n"
        "PREFIX skos: <http://www.w3.org/2004/02/skos/core#>\n"
    )
    quads = parse((prefixes + text).encode(), format=RdfFormat.TURTLE)
    return sorted({(str(quad.subject), str(quad.predicate), str(quad.object)) for quad in quads})


@cache
def closed(engine: str, triples: tuple[LexicalTriple, ...], profile: str = "owl2rl") -> Closure:
    """Run an engine; the same triples are closed once."""
    return find_engine(engine).close(triples, profile, BUDGET)


def together(cases: list[Case], graph: str) -> tuple[LexicalTriple, ...]:
    """Give the triples of one graph of several cases."""
    return tuple(sorted({triple for case in cases for triple in case.graphs[graph]}))
