"""The import command of docs/how-to/neo4j.md, run by the import tool of Neo4j itself."""

from __future__ import annotations

import csv
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.interop.conftest import cannot_run
from tests.profile_forms import FINAL
from tests.test_docs import DOCS, blocks, run, steps

pytestmark = pytest.mark.jena

PROJECT = Path(__file__).parent / "neo4j" / "pom.xml"
VERSION = "5.26.0"
PAGE = DOCS / "how-to" / "neo4j.md"
OPENED = ("java.io", "java.lang", "java.nio", "sun.nio.ch")
HOSTILE = FINAL.parent.parent / "tests" / "golden" / "inputs" / "records" / "hostile.records.jsonl"


@pytest.fixture(scope="session")
def libraries() -> Path:
    """The jars of the tool, in a cache outside of the repository."""
    if shutil.which("java") is None or shutil.which("mvn") is None:
        cannot_run("java or mvn is not installed, which fetches and runs the import tool of Neo4j")
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ttl-check-tests"
    folder = root / f"neo4j-{VERSION}"
    if folder.exists():
        return folder
    partial = root / f"neo4j-{VERSION}.partial-{os.getpid()}"
    command = ["mvn", "-q", "-B", "-f", str(PROJECT), "dependency:copy-dependencies"]
    done = subprocess.run(
        [*command, f"-DoutputDirectory={partial}", "-DincludeScope=runtime"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode:
        shutil.rmtree(partial, ignore_errors=True)
        cannot_run(f"mvn failed: {done.stdout.strip().splitlines()[:1]}")
    partial.rename(folder)
    return folder


def admin(command: str, libraries: Path, folder: Path) -> str:
    """Run `neo4j-admin` with a home of its own, and give what it prints."""
    program, *words = shlex.split(command.replace("\\\n", " "))
    assert program == "neo4j-admin"
    home = folder / "home"
    (home / "conf").mkdir(parents=True)
    opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED]
    done = subprocess.run(
        ["java", *opened, "-cp", f"{libraries}/*", "org.neo4j.cli.AdminTool", *words],
        cwd=folder,
        env={**os.environ, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("world", ["final", "hostile"])
def test_the_command_of_the_page_imports_all(world: str, libraries: Path, tmp_path: Path) -> None:
    """As many nodes and relationships as there are rows."""
    ((export, _),) = steps(blocks(PAGE, "console")[0])
    shutil.copytree(FINAL, tmp_path / "examples" / "final")
    if world == "hostile":
        shutil.copy(HOSTILE, tmp_path / "w.records.jsonl")
        export = "ttl-check export w.records.jsonl --to csv -o graph"
    run(export, tmp_path)
    told = admin(blocks(PAGE, "sh")[0], libraries, tmp_path)
    counts = {what: int(number) for number, what in re.findall(r"^  (\d+) (\w+)$", told, re.MULTILINE)}
    nodes = rows(tmp_path / "graph" / "nodes.csv")
    relationships = rows(tmp_path / "graph" / "relationships.csv")
    assert (counts["nodes"], counts["relationships"]) == (len(nodes), len(relationships))
    assert len(nodes) >= 3
    assert (tmp_path / "home" / "data" / "databases" / "neo4j").is_dir()
