"""Four ways to the contact of every project: asserted path, reasoned graph, sub-property, traversal."""

from __future__ import annotations

import gc
import subprocess
import sys
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from pyoxigraph import QuerySolutions, RdfFormat, Store, Triple, parse

from graph_rdf.entailment import Budget, find_engine, project, read_out
from graph_rdf.evidence import judge
from graph_rdf.lookup import Limits, Traversal
from graph_rdf.namespaces import EG, EG_CONTACT, EG_OPERATED_BY, EG_PROJECT, OWL, RDFS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graph_rdf.entailment import Closure, Entailed, Projection
    from graph_rdf.gate.callers import OpenWorld
    from graph_rdf.ntriples import LexicalTriple

AS_OF: Final = "2026-01-03T12:00:00Z"
"""When the notices that contest every operator did not exist yet, so that lookups have answers."""

HANDLED_BY: Final = "https://example.org/ns#handled_by"
T_BOX: Final = (
    f"<{EG_OPERATED_BY}> <{RDFS}subPropertyOf> <{HANDLED_BY}> . <{HANDLED_BY}> a <{OWL}ObjectProperty> ."
)
BUDGET: Final = Budget(triples=20_000_000, seconds=3600, mebibytes=12_000)
_LOAD: Final = """
import sys, pyoxigraph
store = pyoxigraph.Store()
store.bulk_load(sys.stdin.buffer, format=pyoxigraph.RdfFormat.N_TRIPLES)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
_PATH: Final = """
SELECT ?start ?end WHERE {{
  ?start <{first}>/<{second}> ?end . ?start <{first}> ?middle . ?middle <{second}> ?end . ?start a <{project}>
  FILTER(?start != ?middle && ?middle != ?end && ?start != ?end)
}}
"""


def triples_of(turtle: str) -> list[Triple]:
    """Parse a T-Box."""
    return [quad.triple for quad in parse(turtle.encode(), format=RdfFormat.TURTLE)]


def projected(world: OpenWorld, t_box: str, view: str | None = None) -> Projection:
    """Project a world and the packaged T-Box with some axioms more."""
    eligibility = world.eligibility(view, None if view else AS_OF, ())
    seen = judge(world.judgement.verdicts, eligibility)
    return project(seen, world.data.dataset, [*world.ontology.triples, *triples_of(t_box)])


def reasoned(projection: Projection, engine: str) -> tuple[Closure, Entailed, float]:
    """Run an engine, and derive what it gives. Units of the third value: seconds of the derivations."""
    closure = find_engine(engine).close(projection.asserted, "owl2rl", BUDGET)
    clock = process_time()
    entailed = read_out(projection.asserted, closure, "owl2rl")
    return closure, entailed, process_time() - clock


def cost(closure: Closure) -> dict[str, float]:
    """Give the phases of a run. Units: seconds of the processor, all threads; MiB."""
    seconds = {phase.name: round(phase.processor, 3) for phase in closure.phases}
    return {**seconds, "peak_mib": round(max(phase.peak for phase in closure.phases) / 2**20, 1)}


def compare(world: OpenWorld, repeats: int, columns: float) -> dict[str, Any]:
    """Answer by all four arms.

    Args:
        world: The world.
        repeats: How often each query is asked; the median counts.
        columns: The memory that the open world took. Units: MiB.

    Returns:
        For each arm the number of answers, the seconds, and the memory of its graph; for the traversal that
        of the columns. Units: MiB.
    """
    projection = projected(world, T_BOX)
    closure, entailed, derived = reasoned(projection, "reasonable")
    given = [*projection.accepted, *projection.types]
    asserted, asserted_size = _store(given)
    full, full_size = _store([*given, *entailed.triples])
    same = _PATH.format(first=EG_OPERATED_BY, second=EG_CONTACT, project=EG_PROJECT)
    wider = _PATH.format(first=HANDLED_BY, second=EG_CONTACT, project=EG_PROJECT)
    arms = {
        "asserted path": (asserted_size, *_timed(lambda: _rows(asserted, same), repeats)),
        "reasoned graph, same query": (full_size, *_timed(lambda: _rows(full, same), repeats)),
        "reasoned graph, sub-property": (full_size, *_timed(lambda: _rows(full, wider), repeats)),
        "traversal in Python": (columns, *_timed(lambda: _traverse(world), 1)),
    }
    answers = {name: found for name, (_, _, found) in arms.items()}
    return {
        "asserted": len(projection.asserted),
        "entailed": len(entailed.triples),
        "reasonable": cost(closure),
        "derivations_seconds": round(derived, 3),
        "equal": len(set(map(frozenset, answers.values()))) == 1,
        "arms": {
            name: {"answers": len(found), "seconds": round(seconds, 4), "graph_mib": size}
            for name, (size, seconds, found) in arms.items()
        },
    }


def _store(triples: Iterable[LexicalTriple]) -> tuple[Store, float]:
    """Load a graph, and say what memory another process needs for the same. Units: MiB."""
    lines = "".join(f"{s} {p} {o} .\n" for s, p, o in triples).encode()
    store = Store()
    store.bulk_load(lines, format=RdfFormat.N_TRIPLES)
    needed = [
        int(subprocess.run([sys.executable, "-c", _LOAD], input=data, capture_output=True, check=True).stdout)
        for data in (b"", lines)
    ]
    return store, round((needed[1] - needed[0]) / 1024, 1)


def _rows(store: Store, query: str) -> set[tuple[str, str]]:
    rows = store.query(query)
    assert isinstance(rows, QuerySolutions)  # noqa: S101 - for the type checker
    return {(row[0].value, row[1].value) for row in rows}


def _traverse(world: OpenWorld) -> set[tuple[str, str]]:
    """Follow the same path from every project, judgement included, as `lookup` does."""
    columns = world.judgement.world
    seen = judge(world.judgement.verdicts, world.eligibility(None, AS_OF, ()))
    traversal = Traversal(seen, Limits())
    node_of = {columns.id_of(node): node for node in columns.entities}
    path = (EG + "operated_by", EG + "contact")
    return {
        (node, node_of[answer.entity])
        for name, node in node_of.items()
        if name.startswith("project:")
        for answer in traversal.follow(name, path).answers
    }


def _timed(run: Callable[[], set[tuple[str, str]]], repeats: int) -> tuple[float, set[tuple[str, str]]]:
    times: list[float] = []
    found: set[tuple[str, str]] = set()
    for _ in range(repeats):
        gc.collect()
        clock = process_time()
        found = run()
        times.append(process_time() - clock)
    return median(times), found
