"""``python -m benchmarks.entailment`` measures 900, 9,000 and 90,000 relation records in one run.

What counts are answers and ratios; seconds depend on the machine. All times are those of the processor, over
all threads, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyoxigraph

from benchmarks.entailment.arms import T_BOX, compare, cost, projected, reasoned
from benchmarks.entailment.harm import VIEW, harm
from benchmarks.worlds import generate, write_worlds
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.options import ReadOptions
from graph_rdf.records.model import Version

if TYPE_CHECKING:
    from collections.abc import Sequence

BAR: Final = 20.0
"""How many times faster reasonable must be at the largest size than owlrl scaled linearly to it."""


def _write(worlds: int, folder: Path) -> Path:
    """Write worlds, and one view that admits both versions of every assignment and no notice."""
    made = list(generate(worlds, seed=1))
    path = write_worlds(made, folder)
    admitted = [
        record.id
        for world in made
        for record in world.records
        if isinstance(record, Version) and "notice" not in record.id
    ]
    line = json.dumps({"kind": "view", "id": VIEW, "admits": admitted}, ensure_ascii=False)
    with path.open("a", encoding="utf-8") as out:
        out.write(line + "\n")
    return path


def measure(sizes: Sequence[int], repeats: int) -> dict[str, Any]:
    """Measure all sizes; owlrl runs at all but the largest."""
    rows: list[dict[str, Any]] = []
    harms: dict[str, Any] = {}
    for worlds in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = str(_write(worlds, Path(folder)))
            before = _resident()
            world = open_world(path, ReadOptions())
            columns = round((_resident() - before) / 2**20, 1)
            row = {"records": 9 * worlds, **compare(world, repeats, columns)}
            if worlds != sizes[-1] or len(sizes) == 1:
                closure, entailed, _ = reasoned(projected(world, T_BOX), "owlrl")
                row["owlrl"] = {**cost(closure), "entailed": len(entailed.triples)}
            harms[str(9 * worlds)] = harm(world)
            rows.append(row)
            print(json.dumps(row, indent=1), file=sys.stderr, flush=True)
    result = {
        "python": platform.python_version(),
        "pyoxigraph": pyoxigraph.__version__,
        "sizes": rows,
        "harm": harms,
    }
    if len(sizes) > 1:
        last, middle = rows[-1], rows[-2]
        scaled = _total(middle["owlrl"]) * last["records"] / middle["records"]
        alone = middle["owlrl"]["reason"] * last["records"] / middle["records"] / last["reasonable"]["reason"]
        taken = _total(last["reasonable"])
        result["speed"] = {
            "owlrl_seconds": round(_total(middle["owlrl"]), 3),
            "owlrl_records": middle["records"],
            "owlrl_scaled_seconds": round(scaled, 3),
            "reasonable_seconds": round(taken, 3),
            "reasonable_records": last["records"],
            "ratio": round(scaled / taken, 1),
            "ratio_of_reasoning_alone": round(alone, 1),
            "bar": BAR,
            "within_bar": scaled / taken >= BAR,
        }
    return result


def _resident() -> int:
    """Give the resident memory of this process. Units: bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _total(phases: dict[str, float]) -> float:
    """Add up load, reasoning and read-out."""
    return phases["load"] + phases["reason"] + phases["read-out"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print JSON; the exit code is 1 when the bar is missed or two arms differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.entailment", description=main.__doc__)
    parser.add_argument(
        "--worlds", type=int, nargs="+", default=[100, 1000, 10_000], help="nine records each"
    )
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args(arguments)
    result = measure(sorted(given.worlds), given.repeats)
    print(json.dumps(result, indent=1))
    is_good = all(row["equal"] for row in result["sizes"])
    return 0 if is_good and result.get("speed", {"within_bar": True})["within_bar"] else 1


if __name__ == "__main__":
    sys.exit(main())
