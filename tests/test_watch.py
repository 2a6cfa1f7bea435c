"""Watch mode: a real process sees a change, parses only what changed, and ends at Ctrl-C."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.dataset.memory import LoadMemory
from graph_rdf.namespaces import XSD
from graph_rdf.syntax import source_from_bytes
from tests.golden_cases import environment, prepare

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60
"""Seconds after which a process that says nothing counts as hanging."""


class Watching:
    """A running watch and what it says, line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._lines: queue.Queue[str] = queue.Queue()
        assert process.stdout is not None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def until_waiting(self) -> list[str]:
        """Give what it says up to the next wait."""
        said: list[str] = []
        while not said or "waiting for changes" not in said[-1]:
            said.append(self._lines.get(timeout=PATIENCE))
        return said


@contextmanager
def watching(folder: Path, *arguments: str) -> Iterator[Watching]:
    process = subprocess.Popen(
        [sys.executable, "-m", "ttl_check", "validate", "--watch", *arguments],
        cwd=folder,
        env={**environment("0"), "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield Watching(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def write(path: Path, text: str) -> None:
    """Write at one stroke, as editors do, so that no half of it is seen."""
    beside = path.with_name(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def test_a_change_is_seen_and_only_its_file_is_parsed(tmp_path: Path) -> None:
    prepare(tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    prefix = "@prefix ex: <http://example.org/> .\n"
    for name in ("a", "b"):
        write(data / f"{name}.ttl", f"{prefix}ex:{name} a ex:Person ; ex:name 'N' .\n")
    arguments = ("data", "--shapes", "shacl/person-shapes.ttl", "--output", "json=data/report.json")
    with watching(tmp_path, *arguments) as watch:
        said = watch.until_waiting()
        assert said[-1] == "clean; parsed data/a.ttl, data/b.ttl; waiting for changes, Ctrl-C ends"
        write(data / "b.ttl", f"{prefix}ex:b a ex:Person ; ex:name 'N' , 'M' .\n")
        said = watch.until_waiting()
        assert [line for line in said if "warning[max-count]" in line] == [
            "data/b.ttl:2:1: warning[max-count] ex:name: A person has exactly one name."
        ]
        assert said[-1] == "clean; parsed data/b.ttl; waiting for changes, Ctrl-C ends"
        write(data / "b.ttl", "<")
        said = watch.until_waiting()
        assert said[-1] == "not clean; parsed data/b.ttl; waiting for changes, Ctrl-C ends"
        (data / "b.ttl").unlink()
        assert watch.until_waiting()[-1].startswith("clean; parsed no RDF file;")
        watch.process.send_signal(signal.SIGINT)
        assert watch.process.wait(PATIENCE) == 130


def test_a_text_that_is_cited_is_watched_too(tmp_path: Path) -> None:
    prepare(tmp_path)
    with watching(tmp_path, "final/final.records.jsonl", "--quiet") as watch:
        text = tmp_path / "final" / "sources" / "contacts-v1.txt"
        first = [watch._lines.get(timeout=PATIENCE) for _ in range(12)]
        assert not any("digest-mismatch" in line for line in first)
        write(text, text.read_text(encoding="utf-8") + "more\n")
        while "digest-mismatch" not in watch._lines.get(timeout=PATIENCE):
            pass
        watch.process.send_signal(signal.SIGINT)
        assert watch.process.wait(PATIENCE) == 130


@pytest.mark.parametrize("arguments", [["-"], ["a.ttl", "-"], ["--endpoint", "http://localhost:1/"]])
def test_what_cannot_be_watched(arguments: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", "--watch", *arguments],
        cwd=tmp_path,
        env=environment("0"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ttl-check: --watch is for files")


TEXTS = {
    "blank nodes": "@prefix e: <http://e/> . e:a e:b [ e:c _:x ] .",
    "literals": '@prefix e: <http://e/> . e:a e:b 01 , "x"@en , "1e3"^^<' + XSD + "decimal> .",
    "relative": "<a> <b> <c> .",
    "broken": "<a> <b> .",
    "empty": "",
    "latin": "\udcfc",
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_remembered_is_what_is_parsed(name: str) -> None:
    data = TEXTS[name].encode("utf-8", "surrogateescape")
    sources = [source_from_bytes(data, name=f"{number}.ttl") for number in range(2)]
    plain, findings = load_sources(sources)

    def facts(dataset: EmbeddedDataset) -> object:
        return list(dataset.quads()), set(dataset.store), dataset.sources

    memory = LoadMemory()
    for run in range(3):
        memory.begin()
        remembered, again = load_sources(sources, memory=memory)
        assert (facts(remembered), again) == (facts(plain), findings)
        assert memory.parsed == (["0.ttl", "1.ttl"] if run == 0 else [])
    memory.begin()
    load_sources(sources[:1], memory=memory)
    memory.begin()
    load_sources(sources, memory=memory)
    assert memory.parsed == ["1.ttl"], "what a run does not need is forgotten"
