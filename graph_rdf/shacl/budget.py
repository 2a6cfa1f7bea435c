"""What a run may spend on time and memory, and what was left undone when it was spent."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from graph_rdf.shacl.protocol import Limits
    from graph_rdf.shacl.shapes_graph import Node

MEBIBYTE: Final = 1 << 20

QUERY_SECONDS: Final = 600.0
"""Time budget of a user's query, in seconds: far more than the packaged ones need on a million records."""


class Budget:
    """Watches the limits of one run; the clock starts when it is made.

    Args:
        limits: The limits.
        query_seconds: Time budget of each query of the shapes graph; None for no limit.
    """

    def __init__(self, limits: Limits, query_seconds: float | None) -> None:
        self._started = time.monotonic() - limits.spent
        self._limits = limits
        self._query_seconds = query_seconds
        self.skipped = 0
        """Number of constraints that were not evaluated."""
        self.skipped_of: Counter[Node] = Counter()
        """The same for each shape."""
        self.hit: dict[str, None] = {}
        """The limits that were hit, in words, in order."""

    def is_spent(self) -> bool:
        """Tell whether the time or the memory of the run is spent."""
        seconds, memory = self._limits.seconds, self._limits.memory
        if seconds is not None and time.monotonic() - self._started > seconds:
            self.hit[f"the run stopped after its time budget of {seconds:g} s"] = None
            return True
        if memory is not None and resident_bytes() > memory:
            self.hit[f"the run stopped at its memory budget of {memory / MEBIBYTE:,g} MiB"] = None
            return True
        return False

    def seconds_for_query(self) -> float | None:
        """Give the time that one query may take from now on, in seconds; None for no limit."""
        left = None if self._limits.seconds is None else self._limits.seconds - self._elapsed()
        known = [each for each in (left, self._query_seconds) if each is not None]
        return max(min(known), 0.0) if known else None

    @property
    def memory(self) -> int | None:
        """The memory budget, in bytes."""
        return self._limits.memory

    def skip(self, shape: Node, constraints: int, reason: str | None = None) -> None:
        """Note that constraints of a shape were not evaluated."""
        self.skipped += constraints
        self.skipped_of[shape] += constraints
        if reason is not None:
            self.hit[reason] = None

    def _elapsed(self) -> float:
        return time.monotonic() - self._started


def resident_bytes(pid: int | None = None) -> int:
    """Give the memory that a process holds; 0 where nobody can tell.

    Args:
        pid: The process; this one when None. Of another one only Linux tells.

    Returns:
        What is in memory now; of this process, where only that is known, what was at its peak.

    Units: bytes.
    """
    return _pages("self" if pid is None else str(pid), 1) or (_peak() if pid is None else 0)


def address_space() -> int:
    """Give the address space of this process, used or not; 0 where nobody can tell. Units: bytes."""
    return _pages("self", 0)


def _pages(process: str, column: int) -> int:
    """Read one number of pages of a process. Source: Linux, proc_pid_statm(5)."""
    if sys.platform == "win32":
        return 0
    try:
        text = Path(f"/proc/{process}/statm").read_text(encoding="ascii")
    except OSError:  # no such file system, or no such process any more
        return 0
    return int(text.split()[column]) * resource.getpagesize()


def _peak() -> int:
    if sys.platform == "win32":
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
