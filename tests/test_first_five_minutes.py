"""A stranger's first five minutes: install, init, validate, read, mend by what the messages say, green."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.golden_cases import ROOT, environment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LETTER = "project:final:ghost operated_by org:final:south. project:final:ghost contact contact:final:desk.\n"
"""The text that the stranger finds for the two records."""

CATALOGUE = (
    {"kind": "source", "id": "source:letters", "label": "Letters"},
    {"kind": "document", "id": "doc:letter", "source": "source:letters", "current": "doc:letter@1"},
    {
        "kind": "version",
        "id": "doc:letter@1",
        "document": "doc:letter",
        "version": "1",
        "generated": "2026-01-01T00:00:00Z",
    },
    {
        "kind": "representation",
        "id": "doc:letter@1/text",
        "version": "doc:letter@1",
        "media_type": "text/plain",
        "path": "sources/letter.txt",
    },
)


class Stranger:
    """Knows what the program prints, and nothing else."""

    def __init__(self, command: list[str], folder: Path, env: dict[str, str]) -> None:
        self.command, self.folder, self.env = command, folder, env
        self.records = folder / "my-world" / "final.records.jsonl"

    def run(self, *arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def errors(self) -> dict[int, tuple[str, str]]:
        """Give line → rule and message of each error."""
        code, told = self.run("validate", "my-world")
        found = re.findall(
            r"^my-world/final\.records\.jsonl:(\d+):1: error\[([\w-]+)\] (.*)$", told, re.MULTILINE
        )
        assert code == (1 if found else 0), told
        return {int(line): (rule, message) for line, rule, message in found}

    def edit(self, line: int, change: Callable[[dict[str, Any]], object]) -> None:
        """Change the record on a line."""
        lines = self.records.read_text(encoding="utf-8").splitlines()
        record = json.loads(lines[line - 1])
        change(record)
        lines[line - 1] = json.dumps(record, ensure_ascii=False)
        self.records.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")


def first_five_minutes(stranger: Stranger) -> None:
    code, told = stranger.run("init", "my-world")
    assert code == 0
    following = re.findall(r"^Next: ttl-check (.*)$", told, re.MULTILINE)
    assert following == ["validate my-world"]
    found = stranger.errors()
    assert {line: rule for line, (rule, _) in found.items()} == {31: "wrong-bridge", 32: "missing-support"}
    _, told = stranger.run("validate", "my-world")
    assert "hint: Cite the clause that states this triple." in told
    assert "hint: Add an anchor that names representation, digest, span and quote" in told
    # The stranger finds a text that states both triples, and cites it, by and by.
    (stranger.folder / "my-world" / "sources" / "letter.txt").write_text(LETTER, encoding="utf-8")
    with stranger.records.open("a", encoding="utf-8") as out:
        out.writelines(json.dumps(each) + "\n" for each in CATALOGUE)
    quotes = {31: LETTER.split(". ")[0], 32: LETTER.split(". ")[1].strip().rstrip(".")}
    for line, quote in quotes.items():
        cited = {"representation": "doc:letter@1/text", "quote": quote}
        stranger.edit(line, lambda record, cited=cited: record.update(support=[cited]))  # type: ignore[misc]
    last = len(stranger.records.read_text(encoding="utf-8").splitlines())
    rules = []
    for _ in range(8):
        found = stranger.errors()
        if not found:
            break
        line, (rule, message) = min(found.items())
        rules.append(rule)
        digest = re.search(r"that of the body is ([0-9a-f]{64})", message)
        span = re.search(r"the quote stands at code points (\d+) to (\d+)", message)
        if digest is not None and "the representation" in message:
            stranger.edit(last, lambda record, found=digest: record.update(sha256=found[1]))  # type: ignore[misc]
        elif digest is not None:
            stranger.edit(line, lambda record, found=digest: record["support"][0].update(sha256=found[1]))  # type: ignore[misc]
        elif span is not None:
            place = {"unit": "char", "start": int(span[1]), "end": int(span[2])}
            stranger.edit(line, lambda record, place=place: record["support"][0].update(span=place))  # type: ignore[misc]
        else:
            pytest.fail(f"the message does not say how to go on: {rule}: {message}")
    assert rules == ["missing-digest", "missing-digest", "missing-span", "missing-digest", "missing-span"]
    code, told = stranger.run("validate", "my-world")
    assert code == 0
    assert "records  9 checked: 9 supported, 0 refused" in told
    code, told = stranger.run("lookup", "my-world", "--from", "project:final:ghost", "--path", "contact")
    assert (code, told.startswith("answered\n")) == (0, True)


def test_with_the_module_from_another_folder(tmp_path: Path) -> None:
    first_five_minutes(Stranger([sys.executable, "-m", "ttl_check"], tmp_path, environment("0")))


@pytest.mark.slow
def test_with_an_installed_wheel(tmp_path: Path) -> None:
    """The wheel, in an environment of its own that lends it the libraries it needs."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path / "dist")]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    (place,) = venv.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--prefix", str(venv), "--ignore-installed", str(wheel)], check=True)
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (place / "libraries.pth").write_text("".join(f"{path}\n" for path in libraries), encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    first_five_minutes(Stranger([str(venv / "bin" / "python"), "-m", "ttl_check"], folder, env))
