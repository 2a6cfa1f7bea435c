"""The command line says exactly what its golden files hold, whatever the hash seed and the folder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import SEEDS, golden_files, prepare, read_case, transcript
from ttl_check.group import COMMANDS
from ttl_check.main import continued

if TYPE_CHECKING:
    from pathlib import Path

FILES = golden_files()


def check(path: Path, folder: Path, seed: str) -> None:
    prepare(folder)
    assert transcript(read_case(path), folder, seed) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("number", "path"), list(enumerate(FILES)), ids=[path.stem for path in FILES])
def test_golden(number: int, path: Path, tmp_path: Path, update_golden: bool) -> None:
    """Each case under one of the seeds, in turn; the slow test below takes all of them."""
    if update_golden:
        prepare(tmp_path)
        path.write_text(transcript(read_case(path), tmp_path), encoding="utf-8")
        return
    check(path, tmp_path, SEEDS[number % len(SEEDS)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_under_every_seed(path: Path, seed: str, tmp_path: Path) -> None:
    check(path, tmp_path, seed)


def test_every_command_has_a_golden_case_and_its_help_too() -> None:
    ran = {command for path in FILES for command in read_case(path).commands}
    used = {words[1] for words in map(str.split, ran) if words[0] == "ttl-check" and len(words) > 1}
    helped = {words[1] for words in map(str.split, ran) if words[-1] == "--help" and len(words) == 3}
    assert used >= set(COMMANDS)
    assert helped == set(COMMANDS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_output_names_a_place_of_this_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"/(?:tmp|home|root|work)\b\S*|0x[0-9a-f]{6,}|Traceback", text) == []


def test_no_diagnosis_doubles_its_punctuation() -> None:
    said = [
        line for path in FILES for line in path.read_text("utf-8").splitlines() if line.startswith("err|")
    ]
    assert len(said) > 100
    assert [line for line in said if re.search(r"[.?!:;,][;,:](?:\s|$)", line)] == []


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("no such file", "no such file; see '--help'"),
        ("There is none.", "There is none; see '--help'"),
        ("give one of:", "give one of; see '--help'"),
        ("Did you mean '--format'?", "Did you mean '--format'? See '--help'"),
        ("no command 'x?'", "no command 'x?'; see '--help'"),
        ("boom! ", "boom! See '--help'"),
    ],
)
def test_a_remark_follows_whatever_was_said(said: str, whole: str) -> None:
    assert continued(said, "see '--help'") == whole
