"""Golden cases of the command line: what is typed, and every byte that comes back.

A case is a file `tests/golden/NAME.golden`. Lines that start with `#` say why it is there.
Then come commands, each followed by what it printed:

    $ ttl-check rules < some.ttl       the command; `< FILE` gives it standard input
    exit 0
    out| a line of standard output
    err| a line of standard error
    out|-                              in place of the last line end, when there is none
    > FILE                             a command may instead show a file that an earlier one wrote:
    $ cat FILE

Commands run in a fresh folder with a copy of `tests/golden/inputs` and of `examples/final` (as `final`).
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from graph_rdf import __version__

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
INPUTS = GOLDEN / "inputs"
SEEDS = ("0", "1", "42")
NO_LINE_END = "-"
TIMEOUT = 120
"""Seconds after which a command counts as hanging."""


@dataclass(frozen=True, slots=True)
class Case:
    """One golden file: its introduction and its commands."""

    path: Path
    introduction: tuple[str, ...]
    commands: tuple[str, ...]


def golden_files() -> list[Path]:
    """List the case files, sorted; there is at least one."""
    files = sorted(GOLDEN.glob("*.golden"))
    assert files, f"no golden case in {GOLDEN}"
    return files


def read_case(path: Path) -> Case:
    """Read the introduction and the commands of a case."""
    lines = path.read_text(encoding="utf-8").splitlines()
    introduction = tuple(line for line in lines if line.startswith("#"))
    commands = tuple(line.removeprefix("$ ") for line in lines if line.startswith("$ "))
    assert introduction, f"{path.name}: says not why it is there"
    assert commands, f"{path.name}: has no command"
    return Case(path, introduction, commands)


def prepare(folder: Path) -> None:
    """Fill a fresh folder with the inputs of the cases."""
    shutil.copytree(INPUTS, folder, dirs_exist_ok=True, symlinks=True)
    shutil.copytree(ROOT / "examples" / "final", folder / "final")


def environment(seed: str) -> dict[str, str]:
    """Give the environment of a command: nothing of the caller's that could change an output."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT", "TMPDIR") if name in os.environ}
    paths = os.pathsep.join((str(ROOT), str(ROOT / "cli")))
    return {**kept, "PYTHONPATH": paths, "PYTHONHASHSEED": seed, "COLUMNS": "100"}


def run_words(folder: Path, *words: str, pass_fds: tuple[int, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run the real program in a folder, in a process of its own that may not take for ever."""
    return subprocess.run(
        [sys.executable, "-m", "ttl_check", *words],
        cwd=folder,
        env=environment("0"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        pass_fds=pass_fds,
    )


def run_command(command: str, folder: Path, seed: str = "0") -> subprocess.CompletedProcess[bytes]:
    """Run one command line in a folder, the real program in a process of its own."""
    words = shlex.split(command)
    stdin = None
    if "<" in words:
        at = words.index("<")
        stdin = (folder / words[at + 1]).read_bytes()
        words = words[:at] + words[at + 2 :]
    program, *arguments = words
    if program == "cat":
        return subprocess.CompletedProcess(words, 0, (folder / arguments[0]).read_bytes(), b"")
    assert program == "ttl-check", f"a case may run ttl-check and cat only, not {program}"
    return subprocess.run(
        [sys.executable, "-m", "ttl_check", *arguments],
        cwd=folder,
        env=environment(seed),
        input=stdin if stdin is not None else b"",
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )


def transcript(case: Case, folder: Path, seed: str = "0") -> str:
    """Run a case and write down everything, in the form of its file."""
    lines = [*case.introduction]
    for command in case.commands:
        done = run_command(command, folder, seed)
        lines += ["", f"$ {command}", f"exit {done.returncode}"]
        lines += _stream("out|", done.stdout) + _stream("err|", done.stderr)
    # The version is a fact of the release, not of the output.
    text = "\n".join(lines) + "\n"
    return text.replace(f'"version": "{__version__}"', '"version": "VERSION"').replace(
        f"ttl-check {__version__}\n", "ttl-check VERSION\n"
    )


def _stream(mark: str, data: bytes) -> list[str]:
    """Mark the lines of a stream; bytes that are no text are shown, never dropped."""
    if not data:
        return []
    text = data.decode("utf-8", errors="backslashreplace").replace("\r", "\\r")
    lines = text.split("\n")
    ending = [] if lines[-1] == "" else [f"{mark}{NO_LINE_END}"]
    if lines[-1] == "":
        lines.pop()
    return [f"{mark} {line}".rstrip(" ") if not line else f"{mark} {line}" for line in lines] + ending
