"""Measure export, load, reading the columns and verification of generated worlds, in one run.

``python -m benchmarks.verify`` takes 90,000 relation records. What counts are the ratios to
`pyoxigraph.Store.load` of the same file in the same run; seconds depend on the machine.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Final

import pyoxigraph

from benchmarks.worlds import generate, write_worlds
from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.evidence import Eligibility, choose_view, evidence_findings, judge, read_world, verify
from graph_rdf.export import write_turtle
from graph_rdf.ontology import packaged_ontology, predicate_names, read_predicates
from graph_rdf.output import atomic_write
from graph_rdf.records import RdfProfile, lexical_record_triples, read_records

if TYPE_CHECKING:
    from collections.abc import Sequence

BAR: Final = 0.75
"""What columns and verification may cost together, as a share of the load; the main job's bar."""


def measure(worlds: int, repeats: int, folder: Path) -> dict[str, object]:
    """Measure all phases, interleaved, and return the result as plain values.

    Units: seconds, and dimensionless ratios to the load.
    """
    source = write_worlds(generate(worlds, seed=1), folder)
    target = folder / "worlds.ttl"
    ontology = packaged_ontology()
    declared = predicate_names(read_predicates(ontology))
    seconds: dict[str, list[float]] = {}

    def timed(phase: str, start: float) -> float:
        now = perf_counter()
        seconds.setdefault(phase, []).append(now - start)
        gc.collect()
        return perf_counter()

    counts: dict[str, int] = {}
    for _ in range(repeats):
        clock = perf_counter()
        profile = RdfProfile(declared)
        with atomic_write(target) as out:
            write_turtle(lexical_record_triples(read_records(source), profile), out, profile.prefixes())
        clock = timed("export", clock)
        store = pyoxigraph.Store()
        store.load(path=str(target), format=pyoxigraph.RdfFormat.TURTLE)
        timed("load", clock)
        counts["triples"] = len(store)
        store.extend(pyoxigraph.Quad(*triple) for triple in ontology)
        clock = perf_counter()
        world = read_world(EmbeddedDataset(store))
        clock = timed("columns", clock)
        verdicts = verify(world, {})
        clock = timed("verify", clock)
        acceptance = judge(verdicts, Eligibility(world, choose_view(world)))
        findings = evidence_findings(acceptance)
        timed("findings", clock)
        counts |= {"records": len(world.records), "findings": len(findings)}
        del store, world, verdicts, acceptance, findings
    medians = {phase: median(times) for phase, times in seconds.items()}
    ratios = {phase: round(time / medians["load"], 3) for phase, time in medians.items() if phase != "load"}
    ratios["columns+verify"] = round((medians["columns"] + medians["verify"]) / medians["load"], 3)
    return {
        "pyoxigraph": pyoxigraph.__version__,
        "python": platform.python_version(),
        "repeats": repeats,
        **counts,
        "seconds": {phase: round(time, 3) for phase, time in medians.items()},
        "ratio_to_load": ratios,
        "bar": BAR,
        "within_bar": ratios["columns+verify"] <= BAR,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table to stderr and JSON to stdout; the exit code is 1 when the bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verify", description=main.__doc__)
    parser.add_argument("--worlds", type=int, default=10_000, help="nine relation records each")
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        result = measure(given.worlds, given.repeats, Path(folder))
    seconds, ratios = result["seconds"], result["ratio_to_load"]
    assert isinstance(seconds, dict)  # noqa: S101 - for the type checker
    assert isinstance(ratios, dict)  # noqa: S101
    for phase in ("export", "load", "columns", "verify", "findings", "columns+verify"):
        time, ratio = seconds.get(phase), ratios.get(phase, 1.0)
        shown = f"{time:8.2f} s" if time is not None else " " * 10
        print(f"{phase:16}{shown}  {ratio:6.3f} of the load", file=sys.stderr)
    print(json.dumps(result, indent=1))
    return 0 if result["within_bar"] else 1


if __name__ == "__main__":
    sys.exit(main())
