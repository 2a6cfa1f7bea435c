"""The packages that `web/` is built with, installed anew from its lock file; or why they cannot be."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parent.parent / "web"
MUST = os.environ.get("CI") == "true"
"""In continuous integration a missing tool is a failure, not a reason to skip."""


def lacking(reason: str) -> None:
    """Skip a test whose tool is missing; in continuous integration, fail."""
    if MUST:
        pytest.fail(reason)
    pytest.skip(reason)


def install_web(folder: Path) -> Path:
    """Copy `web/` into a folder and install its packages there; skip where that cannot be.

    Returns:
        The copy.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        lacking("needs node and npm, to build web/ again")
    copy = folder / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules"))
    command = ["npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        lacking(f"npm ci failed, perhaps without a registry: {done.stderr[-500:]}")
    return copy
