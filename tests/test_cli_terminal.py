"""Colour, quiet and progress."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import environment, prepare
from ttl_check.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path


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


def on_a_terminal(arguments: list[str], folder: Path) -> str:
    """Run the program with a terminal for both streams, and give what it wrote."""
    main, side = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ttl_check", *arguments],
        cwd=folder,
        env={**environment("0"), "TERM": "xterm"},
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


def test_text_of_the_data_never_reaches_the_terminal_raw(tmp_path: Path) -> None:
    prepare(tmp_path)
    written = on_a_terminal(["validate", "records/hostile.records.jsonl"], tmp_path)
    assert "error" in written
    for hostile in ("\x1b[2J", "\x1b[31mRed", "\x1b]0;owned", "\u202e", "\x07"):
        assert hostile not in written
