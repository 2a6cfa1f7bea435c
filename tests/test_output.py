"""Writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from graph_rdf.errors import OutputError
from graph_rdf.output import atomic_write


def test_new_file_has_the_mode_of_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        with atomic_write(tmp_path / "a") as out:
            out.write(b"x")
    finally:
        os.umask(old)
    assert (tmp_path / "a").read_bytes() == b"x"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a"]  # noqa: PTH208 - names alone


def test_old_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old and longer")
    target.chmod(0o604)
    with atomic_write(str(target)) as out:
        out.write(b"new")
        out.flush()
        assert target.read_bytes() == b"old and longer"
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o604


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), ValueError("x"), SystemExit(1), GeneratorExit()])
def test_failure_leaves_everything_as_it_was(tmp_path: Path, failure: BaseException) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def fail(name: str) -> None:
        with atomic_write(tmp_path / name) as out:
            out.write(b"half")
            raise failure

    for name in ("a", "b"):
        with pytest.raises(type(failure)):
            fail(name)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_full_disk_is_an_output_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError) as caught, atomic_write(tmp_path / "a"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert str(caught.value) == f"{tmp_path / 'a'}: the file cannot be written: No space left on device"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_device_that_is_full() -> None:
    with pytest.raises(OutputError, match="No space left on device"), atomic_write("/dev/full") as out:
        out.write(b"x" * 100_000)
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_device_is_not_replaced() -> None:
    with atomic_write("/dev/null") as out:
        out.write(b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (".", "it is a folder"),
        ("no/a", "the file cannot be written: No such file or directory"),
        ("file/a", "the file cannot be written: Not a directory"),
    ],
)
def test_no_place_for_it(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "file").write_bytes(b"old")
    path = tmp_path / name
    with pytest.raises(OutputError) as caught, atomic_write(path):
        pytest.fail("it opened")
    assert str(caught.value) == f"{path}: {message}"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/a")
    with atomic_write(tmp_path / "link") as out:
        out.write(b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "a").read_bytes() == b"x"
