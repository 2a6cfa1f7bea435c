"""The docs say what the program does: every console block is run, and the reference is current."""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import ROOT, environment
from ttl_check.reference import pages, rule_pages

if TYPE_CHECKING:
    from pathlib import Path

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
BY_HAND = ("outputs.md", "records.md")
"""Pages of the reference that are written, not generated; see tests/test_reference_docs.py."""
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])


def blocks(page: Path, kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page.read_text(encoding="utf-8")) if found == kind]


def run(command: str, folder: Path) -> str:
    words = shlex.split(command, comments=True)
    assert words[0] == "ttl-check", command
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", *words[1:]],
        cwd=folder,
        env=environment("0"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.stdout.decode("utf-8")


def steps(block: str) -> list[tuple[str, str]]:
    """Split a console block into commands and what they print."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_getting_started(tmp_path: Path) -> None:
    page = DOCS / "getting-started.md"
    mine = next(text for text in blocks(page, "json") if '"org:ash"' in text)
    digest = hashlib.sha256(b"As agreed, Ash has contact Elm.").hexdigest()
    (tmp_path / "mine.records.jsonl").write_text(mine.replace("SHA256", digest), encoding="utf-8")
    listed = [step for block in blocks(page, "console") for step in steps(block)]
    assert len(listed) == 10
    for command, printed in listed:
        assert run(command, tmp_path) == printed.replace("SHA12", digest[:12]), command


def test_readme() -> None:
    page = ROOT / "README.md"
    make, example = blocks(page, "console")
    targets = [command.split()[1] for command, _ in steps(make) if command.startswith("make ")]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets == ["demo", "test"]
    assert [name for name in targets if f"\n{name}: " not in makefile] == []
    [(command, printed)] = steps(example)
    told = run(command, ROOT)
    before, finding, after = printed.split("...\n")
    assert (
        before,
        after,
        told.count(finding),
        len(re.findall(r"^\S+ (?:error|warning)\[", told, re.MULTILINE)),
    ) == ("", "", 1, 3)
    (record,) = blocks(page, "json")
    line = (ROOT / "examples/final/final.records.jsonl").read_text(encoding="utf-8").splitlines()[30]
    for part in re.findall(r'"(?:subject|predicate|object|quote|id)":"[^"]*"|"span":\{[^}]*\}', record):
        assert part in line
    assert len(page.read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.parametrize("name", sorted(pages()))
def test_reference_is_current(name: str) -> None:
    assert (DOCS / "reference" / name).read_text(encoding="utf-8") == pages()[name], "run `make docs`"


def test_rule_pages_are_current() -> None:
    folder = DOCS / "rules"
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == rule_pages()


def test_every_rule_page_is_linked() -> None:
    index = DOCS / "rules" / "README.md"
    linked = set(LINK.findall(index.read_text(encoding="utf-8"))) - {
        "../../graph_rdf/rules/examples/graph.ttl"
    }
    assert linked == {page.name for page in index.parent.iterdir()} - {index.name}


def test_reference_has_no_page_too_many() -> None:
    assert sorted(path.name for path in (DOCS / "reference").iterdir()) == sorted([*pages(), *BY_HAND])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = [target for target in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("start", [ROOT / "README.md", DOCS / "getting-started.md"], ids=["README", "start"])
def test_every_page_is_linked(start: Path) -> None:
    linked = {(start.parent / target).resolve() for target in LINK.findall(start.read_text(encoding="utf-8"))}
    pages_of_docs = {page for page in DOCS.rglob("*.md") if page.parent.name not in ("decisions", "rules")}
    pages_of_docs.add(DOCS / "rules" / "README.md")
    assert sorted(str(page) for page in pages_of_docs - linked - {start}) == []


def test_living_with_findings(tmp_path: Path) -> None:
    page = DOCS / "how-to" / "findings.md"
    shutil.copytree(ROOT / "examples" / "final", tmp_path / "my-world")
    (tmp_path / "my-world" / "world.ttl").unlink()
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "one")):
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True)
    commands = [line.removeprefix("$ ") for block in blocks(page, "console") for line in block.splitlines()]
    found = [
        len(re.findall(r"^\S+ (?:error|warning)\[", run(command, tmp_path), re.MULTILINE))
        for command in commands
    ]
    assert found == [2, 1, 3, 0, 0, 0, 3]
    (settings,) = blocks(page, "toml")
    (tmp_path / "ttl-check.toml").write_text(settings, encoding="utf-8")
    told = run("ttl-check validate my-world", tmp_path)
    assert re.findall(r"(?:error|warning)\[[\w-]+\]", told) == [
        "error[wrong-bridge]",
        "warning[missing-support]",
    ]


def test_settings_of_the_docs_are_read(tmp_path: Path) -> None:
    (settings,) = blocks(DOCS / "getting-started.md", "toml")
    (tmp_path / "ttl-check.toml").write_text(settings, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", str(ROOT / "examples" / "final")],
        cwd=tmp_path,
        env=environment("0"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "shapes/mine.ttl" in done.stderr) == (2, True)
