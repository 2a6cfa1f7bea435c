"""Compare SHACL engines on the same data and shapes, in turns, in one run.

``python -m benchmarks.shacl.run`` makes an environment for the peers on first use, runs all of them and
writes ``outcomes.json``, ``table.md`` and ``plot.svg``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.shacl.environment import HERE, REQUIREMENTS, jena_library, peer_python
from benchmarks.shacl.plot import plot
from benchmarks.shacl.running import OTHERS, engines, run_all
from benchmarks.shacl.table import table
from benchmarks.shacl.tasks import SHAPES, write_data, write_shapes
from graph_rdf.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.shacl.outcomes import Outcome


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the comparison and write its three files."""
    given = _parser().parse_args(arguments)
    python = peer_python(given.environment)
    jena = jena_library(given.environment) if "Jena" in given.peers else None
    peers = [name for name in given.peers if name != "Jena" or jena is not None]
    data = {records: write_data(given.output, records) for records in given.records}
    shapes = {task: write_shapes(given.output, task) for task in given.tasks}
    outcomes: list[Outcome] = []
    runs = run_all(
        engines(python, peers), data, shapes, repeats=given.repeats, timeout=given.timeout, jena=jena
    )
    for outcome in runs:
        outcomes.append(outcome)
        print(_line(outcome), file=sys.stderr, flush=True)
        _write(outcomes, given.output)  # each time: a run of hours may be cut short
    print(table(outcomes))


def _line(outcome: Outcome) -> str:
    time = outcome.failure
    if outcome.seconds is not None:
        time = f"{outcome.seconds:.2f} s, {outcome.processor_seconds or 0:.2f} s of processor time"
    return f"{outcome.shapes} {outcome.records} {outcome.engine}: {time}"


def _write(outcomes: Sequence[Outcome], folder: Path) -> None:
    report = {
        "machine": {
            "cores": os.cpu_count(),
            "system": platform.platform(),
            "python": platform.python_version(),
        },
        "peers": [line for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines() if "==" in line],
        "outcomes": [outcome.as_json() for outcome in outcomes],
    }
    texts = {
        "outcomes.json": json.dumps(report, indent=1) + "\n",
        "table.md": table(outcomes),
        "plot.svg": plot(outcomes),
    }
    for name, text in texts.items():
        with atomic_write(folder / name) as out:
            out.write(text.encode())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shacl.run", description=main.__doc__)
    parser.add_argument(
        "--records", type=int, nargs="+", default=[900, 9000, 90000], help="sizes, multiples of 9"
    )
    parser.add_argument("--tasks", nargs="+", choices=list(SHAPES), default=list(SHAPES))
    parser.add_argument("--peers", nargs="*", choices=list(OTHERS), default=list(OTHERS), metavar="PEER")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds for one run")
    parser.add_argument("--environment", type=Path, default=HERE / "environment", help="of the peers")
    parser.add_argument("--output", type=Path, default=HERE / "output")
    return parser


if __name__ == "__main__":
    main()
