"""Folders are written whole or not at all, and nothing of others is replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.errors import OutputError
from graph_rdf.output import atomic_folder

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("a.csv", "b.csv")


def write(target: Path, text: str) -> None:
    with atomic_folder(target, NAMES) as folder:
        for name in NAMES:
            (folder / name).write_text(text)


def stopped(target: Path) -> None:
    with atomic_folder(target, NAMES) as folder:
        (folder / "a.csv").write_text("2")
        raise KeyboardInterrupt


def raced(target: Path) -> None:
    with atomic_folder(target, NAMES) as folder:
        (folder / "a.csv").write_text("1")
        target.mkdir()
        (target / "notes.txt").write_text("mine")


def held(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def test_new_and_again(tmp_path: Path) -> None:
    target = tmp_path / "out"
    write(target, "1")
    assert held(target) == {"a.csv": "1", "b.csv": "1"}
    (target / "b.csv").unlink()
    write(target, "2")
    assert held(target) == {"a.csv": "2", "b.csv": "2"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write(tmp_path / "out", "1")
    assert held(tmp_path / "out") == {"a.csv": "1", "b.csv": "1"}


@pytest.mark.parametrize("name", ["notes.txt", ".git", "a.csv"])
def test_what_others_wrote_stays(name: str, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    if name == "a.csv":  # a folder of the name of one of our files is not ours
        (target / name).mkdir()
    else:
        (target / name).write_text("mine")
    with pytest.raises(OutputError, match=f"the folder holds '{name}', which an export did not write"):
        write(target, "1")
    assert [path.name for path in target.iterdir()] == [name]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(OutputError, match="it is no folder"):
        write(tmp_path / "out", "1")
    assert (tmp_path / "out").read_text() == "mine"


def test_a_failure_leaves_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "out"
    write(target, "1")
    with pytest.raises(KeyboardInterrupt):
        stopped(target)
    assert held(target) == {"a.csv": "1", "b.csv": "1"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with pytest.raises(OutputError, match=r"holds 'notes\.txt'"):
        raced(target)
    assert held(target) == {"notes.txt": "mine"}


def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link", "1")
    assert (tmp_path / "link").is_symlink()
    assert held(tmp_path / "real") == {"a.csv": "1", "b.csv": "1"}


def test_no_place_for_it(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="the folder cannot be written: No such file or directory"):
        write(tmp_path / "gone" / "out", "1")
