"""What every peer script shares: time one run in this process, print one JSON line."""

from __future__ import annotations

import hashlib
import json
import resource
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

Run = Callable[[Path, Path], Iterable[str]]
"""Takes the data file and the shapes file; gives the focus node of each result, as an IRI."""


def measure(
    run: Run,
    *,
    children: bool = False,
    note: str = "",
    afterwards: Callable[[Iterable[str]], Iterable[str]] = lambda found: found,
) -> None:
    """Run a validator once on the files that the command line names.

    Args:
        run: Reads both files, validates, and gives the focus node of each result. What it does before its
            first line is not timed: imports stand outside.
        children: Whether the work is done in a child process, whose memory then counts.
        note: What is different about the time of this peer.
        afterwards: Makes focus nodes of what `run` gave, outside the time.

    Units: seconds, bytes.
    """
    data, shapes = (Path(argument) for argument in sys.argv[1:3])
    start, spent = time.perf_counter(), _processor_seconds()
    found = run(data, shapes)
    seconds, spent = time.perf_counter() - start, _processor_seconds() - spent
    peak = _peak_of_children() if children else _peak()
    focus_nodes = sorted(node.strip("<>") for node in afterwards(found))
    print(
        json.dumps(
            {
                "seconds": round(seconds, 4),
                "processor_seconds": round(spent, 4),
                "peak_bytes": peak,
                "results": len(focus_nodes),
                "focus_digest": hashlib.sha256("\n".join(focus_nodes).encode()).hexdigest()[:16],
                "note": note,
            }
        )
    )


def _processor_seconds() -> float:
    """Give the processor time of this program and of its children that have ended."""
    whose = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in whose)


def _peak() -> int:
    """Give the largest memory of this program; rusage would start with that of its parent."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


def _peak_of_children() -> int:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * _UNIT


_UNIT = 1 if sys.platform == "darwin" else 1024
"""Linux counts in KiB, macOS in bytes."""
