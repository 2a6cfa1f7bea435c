"""Bodies of files: read inside the folder only, regular files only, up to the limit."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest

from graph_rdf.records import BodyProblem, read_body

if TYPE_CHECKING:
    from pathlib import Path

LEAVES = "the path leaves the folder of the records"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "world-other").mkdir()
    (tmp_path / "world-other" / "x.txt").write_text("secret")
    world = tmp_path / "world"
    (world / "sources").mkdir(parents=True)
    (world / "sources" / "ü b.txt").write_bytes(b"\xff\x00body")
    (world / "inside").symlink_to("sources/ü b.txt")
    (world / "out").symlink_to("../secret.txt")
    (world / "up").symlink_to("..")
    (world / "loop").symlink_to("loop")
    (world / "back").symlink_to("../world/sources")
    (world / "dangling").symlink_to("nowhere")
    os.mkfifo(world / "pipe")
    (world / "to-null").symlink_to("/dev/null")
    return world


@pytest.mark.parametrize(
    "path", ["sources/ü b.txt", "./sources//ü b.txt", "sources/../sources/ü b.txt", "inside", "back/ü b.txt"]
)
def test_inside(folder: Path, path: str) -> None:
    assert read_body(path, folder) == b"\xff\x00body"


def test_folder_that_is_a_link(folder: Path) -> None:
    link = folder.parent / "link"
    link.symlink_to("world")
    assert read_body("sources/ü b.txt", link) == b"\xff\x00body"
    assert read_body("../secret.txt", link) == BodyProblem(LEAVES, "../secret.txt")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("../secret.txt", LEAVES),
        ("sources/../../secret.txt", LEAVES),
        ("../world/sources/ü b.txt", LEAVES),
        ("..", LEAVES),
        (".", LEAVES),
        ("", LEAVES),
        ("/etc/hostname", LEAVES),
        ("//etc/hostname", LEAVES),
        ("C:\\secret.txt", LEAVES),
        ("c:secret.txt", LEAVES),
        ("\\\\host\\share\\x", LEAVES),
        ("..\\secret.txt", LEAVES),
        ("out", LEAVES),
        ("up/secret.txt", LEAVES),
        ("up/world-other/x.txt", LEAVES),
        ("to-null", LEAVES),
        ("pipe", "it is no regular file"),
        ("sources", "it is no regular file"),
        ("absent.txt", "there is no such file"),
        ("dangling", "there is no such file"),
        ("sources/ü b.txt/x", "the file cannot be read: Not a directory"),
        ("a\0b", "the path is no file name"),
        ("\ud800", "the path is no file name"),
        ("x" * 5000, "the file cannot be read: File name too long"),
    ],
)
def test_not_read(folder: Path, path: str, message: str) -> None:
    assert read_body(path, folder) == BodyProblem(message, path)


def test_loop(folder: Path) -> None:
    found = read_body("loop", folder)
    assert isinstance(found, BodyProblem)
    assert found.message in {
        "the path is a loop of symbolic links",
        "the file cannot be read: Too many levels of symbolic links",
    }


def test_socket_is_no_body(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s")
        assert read_body("s", folder) == BodyProblem("it is no regular file", "s")


def test_no_folder() -> None:
    message = "there is no folder to look it up in, as for standard input; embed the body, or give the file"
    assert read_body("a.txt", None) == BodyProblem(message, "a.txt")


def test_folder_that_is_gone(folder: Path) -> None:
    assert read_body("a.txt", folder / "gone") == BodyProblem("there is no such file", "a.txt")


def test_size_limit(folder: Path) -> None:
    (folder / "big").write_bytes(b"x" * 3_000_000)
    (folder / "empty").write_bytes(b"")
    assert read_body("big", folder, 3_000_000) == b"x" * 3_000_000
    assert read_body("big", folder, 2_999_999) == BodyProblem("the file is larger than 2999999 bytes", "big")
    assert read_body("empty", folder, 0) == b""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_unreadable(folder: Path) -> None:
    (folder / "locked").write_bytes(b"x")
    (folder / "locked").chmod(0)
    assert read_body("locked", folder) == BodyProblem("the file cannot be read: Permission denied", "locked")
