"""Measure what the places of findings cost: a run with many results, with and without them.

``python -m benchmarks.locations`` makes 10,000 results in three kinds of files and finds out how much longer
a run takes that tells file, line and column of each: reading, validating, findings, and the JSON report.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.shacl.tasks import write_data
from graph_rdf.gate.inputs import InputFile
from graph_rdf.gate.ontologies import read_ontology
from graph_rdf.gate.options import ReadOptions
from graph_rdf.gate.places import PlaceFinder
from graph_rdf.gate.reading import read_data
from graph_rdf.report.json_report import dump_json, finding_json
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.result_findings import shacl_findings
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import source_from_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BAR: Final = 2.0
"""How many times longer the run with places may take."""

_SHAPES: Final = b"""
@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:named a sh:NodeShape ; sh:targetClass ex:Thing ; sh:property ex:name .
ex:name a sh:PropertyShape ; sh:path ex:name ; sh:minCount 1 ; sh:message "A thing has a name."@en .
"""


def _named(number: int) -> str:
    return f'ex:thing-{number} a ex:Thing ;\n    ex:note "thing {number}" .\n'


def _blank(number: int) -> str:
    return f'[] a ex:Thing ;\n    ex:note "thing {number}" .\n'


def _nested(number: int) -> str:
    return f'ex:owner-{number} ex:has [ a ex:Thing ;\n    ex:note "thing {number}" ] .\n'


KINDS: Final[dict[str, Callable[[int], str]]] = {"named": _named, "blank": _blank, "nested": _nested}
"""Kind of focus node → how one of them is written."""


def write_kind(kind: str, results: int, folder: Path) -> Path:
    """Write a file with so many nodes that fail; ``large`` has them at the end of 9,000 records."""
    path = folder / f"{kind}.ttl"
    body = "".join(KINDS.get(kind, _named)(number) for number in range(results))
    head = write_data(folder, 9000).read_text(encoding="utf-8") if kind == "large" else ""
    path.write_text(f"{head}@prefix ex: <http://example.org/> .\n{body}", encoding="utf-8")
    return path


def _processor_time() -> float:
    """Give the processor time of this process and of its children that have ended. Units: seconds."""
    whose = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in whose)


def measure(path: Path) -> tuple[float, float, int]:
    """Run once.

    Args:
        path: The data.

    Returns:
        Time of the run without places, the time that places take more, and the number of findings.

    Units: seconds of processor time.
    """
    start = _processor_time()
    reading = ReadOptions()
    ontology = read_ontology((), packaged=True)
    data = read_data([InputFile(str(path), path)], reading, ontology)
    shapes = ShapesGraph.read([source_from_bytes(_SHAPES, name="shapes.ttl")])
    found = shacl_findings(NativeEngine().validate(data.dataset, shapes, Limits()), shapes)
    before = _processor_time()
    placed = PlaceFinder(data).placed(found)
    after = _processor_time()
    dump_json([finding_json(finding) for finding in placed])
    end = _processor_time()
    if any(finding.line is None for finding in placed):
        raise AssertionError("a finding has no line")
    return end - start - (after - before), after - before, len(placed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a line a kind to stderr and JSON to stdout; exit code 1 when the bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locations", description=main.__doc__)
    parser.add_argument("--results", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args(arguments)
    report: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        paths = {kind: write_kind(kind, given.results, Path(folder)) for kind in (*KINDS, "large")}
        runs = [{kind: measure(path) for kind, path in paths.items()} for _ in range(given.repeats)]
    for kind in paths:
        without, more = (median(run[kind][part] for run in runs) for part in (0, 1))
        ratio = (without + more) / without
        numbers = {"findings": runs[0][kind][2], "without": without, "with": without + more, "ratio": ratio}
        report[kind] = {name: round(number, 3) for name, number in numbers.items()}
        print(f"{kind:8}{without:8.2f} s without places, {ratio:.2f} times that with them", file=sys.stderr)
    within = all(numbers["ratio"] <= BAR for numbers in report.values())
    print(json.dumps({"kinds": report, "bar": BAR, "within_bar": within}, indent=1))
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
