"""Pipes in place of files: data may come from one, and where it cannot the run ends with one line."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from graph_rdf.pipes import is_pipe
from tests.golden_cases import ROOT, run_words

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")

NAMED = "is a named pipe, and who reads it may wait for ever; give a file"
TWICE = "a pipe cannot be read twice, which records need; give it as - instead"

# What is typed in a folder with the packaged world, and a named pipe without a writer; what is said.
REFUSED = {
    "validate final --baseline pipe": NAMED,
    "validate final --shapes pipe.ttl": NAMED,
    "validate final --ontology pipe.ttl": NAMED,
    "validate pipe.records.jsonl": TWICE,
    "validate pipe.records.jsonl --stream": TWICE,
    "validate pipe.records.parquet": "Parquet is read from files, not from a pipe",
    "lookup pipe.jsonl --from a --path contact": TWICE,
    "replay pipe final": NAMED,
    "map final -o map.html --certificate pipe": NAMED,
    "query final pipe.rq": NAMED,
    "fmt pipe.ttl --quiet": "a pipe cannot be replaced; give it as - instead",
}


@pytest.fixture
def world(tmp_path: Path) -> Path:
    (tmp_path / "final").symlink_to(ROOT / "examples" / "final")
    return tmp_path


@pytest.mark.parametrize("typed", REFUSED)
def test_a_pipe_is_refused_before_it_is_opened(typed: str, world: Path) -> None:
    name = next(word for word in typed.split() if word.startswith("pipe"))
    os.mkfifo(world / name)
    done = run_words(world, *typed.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"ttl-check: {name}: {REFUSED[typed]}\n"


def test_rdf_is_read_from_a_named_pipe(world: Path) -> None:
    """The user named it as data, so it has a writer; but nothing can be read from it again."""
    data = (world / "final" / "world.ttl").read_bytes()
    expected = run_words(world, "validate", "final/world.ttl", "--format", "csv")
    os.mkfifo(world / "pipe.ttl")

    def write() -> None:
        (world / "pipe.ttl").write_bytes(data)

    for more, code in (([], 1), (["--prov", "run.ttl"], 2)):
        writer = threading.Thread(target=write)
        writer.start()
        done = run_words(world, "validate", "pipe.ttl", "--format", "csv", *more)
        writer.join(timeout=60)
        assert not writer.is_alive()
        assert done.returncode == code
        if more:
            assert "pipe.ttl: a pipe cannot be digested for --prov; give a file" in done.stderr
        else:
            assert done.stdout == expected.stdout.replace("final/world.ttl", "pipe.ttl")
    assert expected.returncode == 1


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="the system does not show open files")
@pytest.mark.parametrize(
    ("file", "typed", "code"),
    [
        (ROOT / "tests" / "certificates" / "final-base.json", "replay {} final", 0),
        (None, "validate final --baseline {}", 0),
    ],
)
def test_what_a_shell_connects_is_read(file: Path | None, typed: str, code: int, world: Path) -> None:
    """As in ``--baseline <(jq …)``: the other end is there."""
    if file is None:
        file = world / "known.json"
        assert (
            run_words(world, "validate", "final", "--baseline", file.name, "--write-baseline").returncode == 0
        )
    reading, writing = os.pipe()
    try:
        os.write(writing, file.read_bytes())
        os.close(writing)
        assert is_pipe(Path(f"/dev/fd/{reading}"))
        done = run_words(world, *typed.format(f"/dev/fd/{reading}").split(), pass_fds=(reading,))
    finally:
        os.close(reading)
    assert done.returncode == code, done.stderr


def test_what_is_not_there_is_no_pipe(tmp_path: Path) -> None:
    assert not is_pipe(tmp_path / "absent")
    assert not is_pipe(tmp_path)
    assert not is_pipe(Path("a\0b"))
