"""Colour, quiet and progress."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
import pytest

from tests.golden_cases import environment, prepare
from ttl_check.commands.validate import command as validate
from ttl_check.sections import SECTIONS
from ttl_check.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ttl_check.terminal import Show


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


CASES = [
    ("auto", True, {}, True),
    ("auto", False, {}, False),
    ("auto", True, {"NO_COLOR": "1"}, False),
    ("auto", True, {"NO_COLOR": ""}, True),
    ("auto", True, {"TERM": "dumb"}, False),
    ("always", False, {"NO_COLOR": "1"}, True),
    ("never", True, {}, False),
]


@pytest.mark.parametrize(("color", "tty", "variables", "colored"), CASES)
def test_colour(
    color: str, tty: bool, variables: dict[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert Terminal(color).style(Tty() if tty else io.StringIO()).color is colored


def on_a_terminal(arguments: list[str], folder: Path, *, module: bool = True, columns: int = 100) -> str:
    """Run the program with a terminal for both streams, and give what it wrote."""
    main, side = pty.openpty()
    encoding = {name: os.environ[name] for name in ("PYTHONIOENCODING",) if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, *(["-m", "ttl_check"] if module else []), *arguments],
        cwd=folder,
        env={**environment("0"), **encoding, "TERM": "xterm", "COLUMNS": str(columns)},
        stdin=subprocess.DEVNULL,
        stdout=side,
        stderr=side,
    )
    os.close(side)
    written = b""
    with process:
        while True:
            try:
                piece = os.read(main, 65536)
            except OSError:  # Linux says so when the other side is closed
                break
            if not piece:
                break
            written += piece
    os.close(main)
    return written.decode("utf-8")


def test_a_terminal_gets_colour_and_quick_work_shows_no_progress(tmp_path: Path) -> None:
    prepare(tmp_path)
    written = on_a_terminal(["rules"], tmp_path)
    assert "\x1b[1msyntax\x1b[0m" in written
    plain = on_a_terminal(["rules", "--color", "never"], tmp_path)
    assert "\x1b" not in plain


SLOW = """
import time, ttl_check.terminal as t
t.PROGRESS_AFTER = 0.05
terminal = t.Terminal()
with terminal.progress("working hard"):
    time.sleep({seconds})
terminal.report("done")
"""


@pytest.mark.parametrize(("seconds", "shown"), [(1.0, True), (0, False)])
def test_progress_is_shown_for_work_that_takes_a_while(seconds: float, shown: bool, tmp_path: Path) -> None:
    written = on_a_terminal(["-c", SLOW.format(seconds=seconds)], tmp_path, module=False)
    assert ("working hard" in written) is shown
    assert "done" in written


def test_no_progress_without_a_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SLOW.format(seconds=0.3)],
        cwd=tmp_path,
        env=environment("0"),
        capture_output=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == (b"done", b"")


def test_text_of_the_data_never_reaches_the_terminal_raw(tmp_path: Path) -> None:
    prepare(tmp_path)
    written = on_a_terminal(["validate", "records/hostile.records.jsonl"], tmp_path)
    assert "error" in written
    for hostile in ("\x1b[2J", "\x1b[31mRed", "\x1b]0;owned", "\u202e", "\x07"):
        assert hostile not in written


@pytest.mark.parametrize(
    ("tty", "quiet", "shown"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_rate(tty: bool, quiet: bool, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Tty() if tty else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with Terminal(quiet=quiet).rate("verified", "record", 100) as progress:
        progress(4096, 50)
        progress(8192, 50)
    assert ("verified 8,192 records, " in stream.getvalue()) is shown


@pytest.mark.parametrize("tty", [True, False])
def test_sending(tty: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many of how many: half of them are half of the bar."""
    stream = Tty() if tty else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with Terminal().sending("triple") as progress:
        progress(1000, 4000)
        progress(2000, 4000)
    assert ("sent 2,000 triples, " in stream.getvalue()) is tty


def test_how_much_of_the_whole_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int, int | None]] = []

    @contextmanager
    def rate(_self: Terminal, _verb: str, _noun: str) -> Iterator[Show]:
        yield lambda done, size, total=None: told.append((done, size, total))

    monkeypatch.setattr(Terminal, "rate", rate)
    with Terminal().sending("triple") as progress:
        progress(1000, 4000)
        progress(4000, 4000)
    assert told == [(1000, 1000, 4000), (4000, 3000, 4000)]


def test_a_code_page_gets_ascii_signs_and_escapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(tmp_path)
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    world = (tmp_path / "final" / "final.records.jsonl").read_text(encoding="utf-8")
    named = world.replace("rel:final:9", "rel:\u6f22").replace("sources/", "final/sources/")
    (tmp_path / "w.records.jsonl").write_text(named, encoding="utf-8")
    written = on_a_terminal(["validate", "w.records.jsonl", "-v", "--color", "never"], tmp_path)
    assert "| ..." in written
    assert "\\u6f22" in written
    assert written.isascii()


def test_a_terminal_has_the_width_it_says(tmp_path: Path) -> None:
    prepare(tmp_path)
    arguments = ["validate", "final/final.records.jsonl", "--color", "never"]
    for columns in (60, 140):
        written = on_a_terminal(arguments, tmp_path, columns=columns)
        shown = [line for line in written.splitlines() if re.match(r" +\d+ \| ", line)]
        assert len(shown) == 3
        assert columns - 12 <= max(map(len, shown)) <= columns


def test_every_option_of_a_section_is_one_and_stands_in_one_section() -> None:
    names = [name for options in SECTIONS.values() for name in options]
    known = {name for parameter in validate.params for name in parameter.opts}
    assert sorted(names) == sorted(set(names))
    assert set(names) - known == set()
    shown = validate.get_help(click.Context(validate))
    long = sorted(name for name in known if name.startswith("--"))
    assert [name for name in long if re.search(rf"^  .*{name}\b", shown, re.MULTILINE) is None] == []
