"""Which files a run reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.errors import InputError
from graph_rdf.gate.inputs import InputFile, collect_inputs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "b.ttl", "a.nt", "deep/c.trig", "deep/er/d.records.jsonl", "x.nq", "y.rdf", "z.jsonld",
        "no.txt", "other.jsonl", ".hidden.ttl", ".git/e.ttl", "README.md",
    ):  # fmt: skip
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "outside.ttl").touch()
    (tmp_path / "data" / "link-out.ttl").symlink_to(tmp_path / "outside.ttl")
    (tmp_path / "data" / "link-in.ttl").symlink_to(tmp_path / "data" / "b.ttl")
    (tmp_path / "data" / "loop").symlink_to(tmp_path / "data")
    return tmp_path / "data"


def test_a_folder_is_walked_in_order_and_never_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    names = [file.name for file in collect_inputs(["data"])]
    assert names == [
        "data/a.nt",
        "data/b.ttl",
        "data/deep/c.trig",
        "data/deep/er/d.records.jsonl",
        "data/link-in.ttl",
        "data/x.nq",
        "data/y.rdf",
        "data/z.jsonld",
    ]


def test_names_stay_as_the_user_began_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert [file.name for file in collect_inputs(["./deep"])] == [
        "./deep/c.trig",
        "./deep/er/d.records.jsonl",
    ]


def test_a_named_file_is_read_once_whatever_its_ending(folder: Path) -> None:
    named = str(folder / "no.txt")
    assert collect_inputs([named, named]) == [InputFile(named, folder / "no.txt")]


def test_records_by_their_ending(folder: Path) -> None:
    files = collect_inputs([str(folder / "other.jsonl"), str(folder / "deep"), str(folder / "b.ttl")])
    assert [file.is_records for file in files] == [True, False, True, False]


def test_standard_input() -> None:
    assert collect_inputs(["-"]) == [InputFile("stdin.ttl", None)]
    (file,) = collect_inputs(["-"], "w.records.jsonl")
    assert (file.name, file.path, file.is_records) == ("w.records.jsonl", None, True)


@pytest.mark.parametrize(
    ("name", "said"), [("none", "no such file or folder"), ("data/.git", "no file to read")]
)
def test_nothing_there(folder: Path, name: str, said: str) -> None:
    (folder / ".git" / "e.ttl").unlink()
    with pytest.raises(InputError, match=said):
        collect_inputs([str(folder.parent / name)])


def test_a_loop_of_links_is_named_and_not_followed(folder: Path) -> None:
    (folder / "round.ttl").symlink_to(folder / "about.ttl")
    (folder / "about.ttl").symlink_to(folder / "round.ttl")
    names = [each.name for each in collect_inputs([str(folder)])]
    assert {str(folder / "round.ttl"), str(folder / "about.ttl")} <= set(names)
