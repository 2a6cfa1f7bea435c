"""Completion: real shells take the script and offer what they should."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import environment
from tests.test_hooks import variables

if TYPE_CHECKING:
    from pathlib import Path

BASH = """
eval "$(ttl-check completion bash)"
COMP_WORDS=({words})
COMP_CWORD={at}
_ttl_check_completion ttl-check
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
CASES = {
    "commands": (("ttl-check", "va"), ["validate"]),
    "options": (("ttl-check", "validate", "--diff"), ["--diff-base"]),
    "values": (("ttl-check", "validate", "--format", "g"), ["github", "gitlab"]),
    "rules": (("ttl-check", "explain", "wrong-"), ["wrong-encoding", "wrong-bridge"]),
    "ignored rules": (
        ("ttl-check", "validate", "--ignore", "missing-s"),
        ["missing-support", "missing-span"],
    ),
    "queries": (("ttl-check", "query", "rel"), ["relation_records"]),
    "profiles": (("ttl-check", "export", "world.ttl", "--to", "rdf"), ["rdf11", "rdf12", "rdfxml"]),
    "files": (("ttl-check", "validate", "wor"), ["world.ttl"]),
}


def bash() -> str:
    found = shutil.which("bash")
    if found is None:
        pytest.skip("there is no bash")
    asked = "echo $((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))"
    version = subprocess.run([found, "-c", asked], capture_output=True, check=True)
    if int(version.stdout) < 404:
        pytest.skip("completion needs bash 4.4")
    return found


@pytest.mark.parametrize("name", CASES)
def test_bash(name: str, tmp_path: Path) -> None:
    shell = bash()
    (tmp_path / "world.ttl").touch()
    words, offered = CASES[name]
    quoted = " ".join(f"'{word}'" for word in words)
    done = subprocess.run(
        [shell, "--noprofile", "--norc", "-c", BASH.format(words=quoted, at=len(words) - 1)],
        cwd=tmp_path,
        env=variables(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout.split()
    # Files are for the shell to find: readline does it for the mark of this reply.
    assert told == (offered if name != "files" else []), done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_take_the_script(shell: str, tmp_path: Path) -> None:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"there is no {shell}")
    done = subprocess.run(
        [found, "-c", f"ttl-check completion {shell} > script; {shell} -n script"],
        cwd=tmp_path,
        env=variables(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("shell", "request_", "line", "offered"),
    [
        ("zsh", "zsh_complete", {"COMP_CWORD": "1"}, ["plain", "explain", "export"]),
        ("fish", "fish_complete", {"COMP_CWORD": "exp"}, ["plain,explain", "plain,export"]),
    ],
)
def test_what_the_scripts_of_other_shells_ask(
    shell: str, request_: str, line: dict[str, str], offered: list[str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check"],
        cwd=tmp_path,
        env={**environment("0"), **line, "COMP_WORDS": "ttl-check exp", "_TTL_CHECK_COMPLETE": request_},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.split("\n")
    assert [text for text in offered if not any(told_line.startswith(text) for told_line in told)] == []


def test_python_m(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "--version"],
        cwd=tmp_path,
        env=environment("0"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("ttl-check ")
    assert os.linesep in done.stdout
