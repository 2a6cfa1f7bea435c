"""Certificates on another Python version: the same bytes when made, the same judgement when replayed."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import environment
from tests.test_certificates import ALTERATIONS, FINAL, FOLDER, GOOD, altered

if TYPE_CHECKING:
    from pathlib import Path

NAMED = "OTHER_PYTHONS"
"""An environment variable: interpreters to try, parted as PATH is; else those on the PATH are tried."""

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
NEEDED = "import sys, click, pyoxigraph, rdflib, rich; print('%d.%d' % sys.version_info[:2])"
LOOKUP = ["--from", "project:final:main", "--path", "operated_by/contact", "--view", "view:final:base"]


def candidates() -> list[str]:
    named = [path for path in os.environ.get(NAMED, "").split(os.pathsep) if path]
    return named or [f"python{version}" for version in VERSIONS]


@cache
def other_pythons() -> dict[str, str]:
    """Find other Python versions that have what the program needs: version → interpreter."""
    found: dict[str, str] = {}
    for candidate in candidates():
        if shutil.which(candidate) is None:
            continue
        done = subprocess.run(
            [candidate, "-c", NEEDED], env=environment("0"), capture_output=True, text=True, check=False
        )
        version = done.stdout.strip()
        if done.returncode == 0 and version != f"{sys.version_info.major}.{sys.version_info.minor}":
            found.setdefault(version, candidate)
    return found


@pytest.fixture(params=VERSIONS)
def other(request: pytest.FixtureRequest) -> str:
    if request.param not in other_pythons():
        pytest.skip(f"no other Python {request.param} with the dependencies; name one in {NAMED}")
    return other_pythons()[request.param]


def run(python: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [python, "-m", "ttl_check", *map(str, arguments)],
        env=environment("0"), capture_output=True, check=False,
    )  # fmt: skip


def test_the_untouched_one_holds(other: str) -> None:
    here, there = (
        run(python, "replay", FOLDER / "final-base.json", FINAL / "world.ttl", "--format", "json")
        for python in (sys.executable, other)
    )
    assert (here.returncode, here.stderr) == (there.returncode, there.stderr)
    assert here.returncode == 0
    assert json.loads(there.stdout)["verdict"] == "holds"
    assert here.stdout == there.stdout


def test_it_is_made_the_same(other: str, tmp_path: Path) -> None:
    made = []
    for number, python in enumerate((sys.executable, other)):
        file = tmp_path / f"{number}.json"
        assert run(python, "lookup", FINAL, *LOOKUP, "--certificate", file).returncode == 0
        made.append(file.read_bytes())
    assert made[0] == made[1]
    statement = json.loads(made[0])
    # A checkout has another version than the one that wrote the file of the tests.
    good = copy.deepcopy(GOOD)
    good["predicate"]["tool"]["version"] = statement["predicate"]["tool"]["version"]
    assert statement["predicate"] == good["predicate"]


ALTERED = [
    case for case in ALTERATIONS if case.keys() <= {"name", "set", "reseal", "verdict", "differ", "steps"}
]


@pytest.mark.parametrize("case", ALTERED[:: len(ALTERED) // 6], ids=lambda case: case["name"])
def test_an_altered_one_is_judged_the_same(case: dict[str, object], other: str, tmp_path: Path) -> None:
    file = tmp_path / "altered.json"
    file.write_text(json.dumps(altered(case)), encoding="utf-8")
    here, there = (
        run(python, "replay", file, FINAL / "world.ttl", "--format", "json")
        for python in (sys.executable, other)
    )
    assert (here.returncode, here.stdout, here.stderr) == (there.returncode, there.stdout, there.stderr)
    assert here.returncode == (0 if case["verdict"] == "holds" else 1)
