"""What a test needs of the system that it runs on."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

needs_fork = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="without fork nothing can be stopped"
)
needs_memory_figures = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="only Linux tells what another process holds"
)
