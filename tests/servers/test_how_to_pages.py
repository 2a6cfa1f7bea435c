"""docs/how-to/servers.md, jena.md and fuseki.md: every block is run, and prints what the page shows."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import ROOT
from tests.servers.conftest import cannot_run
from tests.servers.fetch_fuseki import CannotFetchError, fuseki_jar
from tests.servers.processes import free_port, running_command, running_fuseki
from tests.test_docs import BLOCK, DOCS, steps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.servers

CLASSES = {"riot": "riotcmd.riot", "arq": "arq.arq", "shacl": "shacl.shacl"}
"""The commands of Jena → their classes, which the jar of the server holds."""
FOLDERS = ("examples", "ontology", "queries", "shapes")
SERVERS = [[0], [0], [0, 0, 0], [0], [1, 1], [2]]
"""The exit codes of the commands of docs/how-to/servers.md, block by block."""
MINE = """@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<urn:S> a sh:NodeShape ; sh:targetSubjectsOf skos:prefLabel ; sh:nodeKind sh:Literal .
"""
KINDS = {
    "servers.md": ["sh"] * 6,
    "jena.md": ["console"] * 5,
    "fuseki.md": ["sh", *["console"] * 5, "sh", *["console"] * 3],
}
"""Page → its blocks; none may be added that is not run."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like a checkout, with the commands in `bin`."""
    try:
        jar = fuseki_jar()
    except CannotFetchError as error:
        cannot_run(str(error))
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tmp_path / name)
    commands = {name: f"java -cp {shlex.quote(str(jar))} {start}" for name, start in CLASSES.items()}
    commands["fuseki-server"] = f"java -Xmx512m -jar {shlex.quote(str(jar))}"
    commands["ttl-check"] = f"{shlex.quote(sys.executable)} -m ttl_check"
    (tmp_path / "bin").mkdir()
    for name, command in commands.items():
        path = tmp_path / "bin" / name
        path.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
        path.chmod(0o755)
    return tmp_path


def code(command: str, folder: Path) -> int:
    """Run a line in a shell and give its exit code."""
    return started(command, folder).returncode


def started(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell, with nothing of the caller's environment that could matter."""
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={
            "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "cli"))),
            "HOME": "/nonexistent",
            "NO_PROXY": "*",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
        text=True,
    )


def run(command: str, folder: Path) -> str:
    """Run a line and give what it prints; what stands on standard error too when it could not do its work."""
    done = started(command, folder)
    ours = "ttl-check " in command  # findings are 1, "could not" is 2: the page shows both
    assert done.returncode in ((0, 1, 2) if ours else (0,)), done.stderr
    notes = done.stderr if done.returncode == 2 else ""
    return (done.stdout + notes).replace("\r\n", "\n")


def blocks_of(page: str) -> Iterator[tuple[str, str]]:
    found = BLOCK.findall((DOCS / "how-to" / page).read_text(encoding="utf-8"))
    assert [kind for kind, _ in found] == KINDS[page]
    yield from found


def test_jena(folder: Path) -> None:
    for _, block in blocks_of("jena.md"):
        for command, printed in steps(block):
            told = run(command, folder)
            if command.startswith("shacl "):  # Jena has no order of its own
                told, printed = ("\n".join(sorted(text.splitlines())) for text in (told, printed))
            assert told == printed, command


def test_servers(folder: Path) -> None:
    """These show no output; the exit codes are held."""
    assert code("ttl-check init my-world", folder) == 0
    (folder / "mine.ttl").write_text(MINE, encoding="utf-8")
    codes = []
    with running_fuseki(folder) as server:
        for _, block in blocks_of("servers.md"):
            lines = block.replace("\\\n", " ").replace("http://localhost:3030/ds", server.base).splitlines()
            codes.append([code(line, folder) for line in lines])
    assert codes == SERVERS
    assert (folder / "world.ttl").exists()


def test_fuseki(folder: Path) -> None:
    """The ports of the page become free ones; its two servers run until the end of the page."""
    ports = {port: str(free_port()) for port in ("3030", "3031")}
    with ExitStack() as stack:
        for kind, block in blocks_of("fuseki.md"):
            for old, new in ports.items():
                block = block.replace(old, new)
            if kind == "sh":
                program, *words = shlex.split(block)
                base = f"http://localhost:{words[0].removeprefix('--port=')}"
                home = folder / words[0].removeprefix("--")  # two servers cannot share one
                home.mkdir()
                (home / "users.txt").write_text("ann: secret\n", encoding="ascii")
                stack.enter_context(
                    running_command(
                        "fuseki", home, [str(folder / "bin" / program), *words], base, f"{base}/$/ping"
                    )
                )
                continue
            for command, printed in steps(block):
                assert run(command, folder) == printed, command
