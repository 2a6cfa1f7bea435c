"""Write a file or a folder whole or not at all."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graph_rdf.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import BinaryIO


@contextmanager
def atomic_write(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for writing that takes its name only when all was written.

    The bytes go to a temporary file in the same folder, which replaces the old file at the end and is
    removed when anything fails, Ctrl-C included. A symbolic link stays, its target is replaced. The mode
    of an old file is kept. A device or pipe (``/dev/stdout``) cannot be replaced: it is written directly.

    Args:
        path: The file, there or not; its folder must be there.

    Raises:
        OutputError: It cannot be written; what stood there before is unchanged.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     with atomic_write(Path(folder, "a.nt")) as out:
        ...         _ = out.write(b"# nothing")
        ...     Path(folder, "a.nt").read_bytes()
        b'# nothing'
    """
    try:
        target = Path(os.path.realpath(path))
        old = target.stat() if target.exists() else None
        if old is not None and not stat.S_ISREG(old.st_mode):
            if stat.S_ISDIR(old.st_mode):
                raise OutputError("it is a folder", path=str(path))
            with target.open("wb") as out:
                yield out
            return
        with _replacing(target, old) as out:
            yield out
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise OutputError(f"the file cannot be written: {reason}", path=str(path)) from error


@contextmanager
def _replacing(target: Path, old: os.stat_result | None) -> Iterator[BinaryIO]:
    descriptor, name = tempfile.mkstemp(prefix=".ttl-check-", suffix=".tmp", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out:
            yield out
        temporary.chmod(stat.S_IMODE(old.st_mode) if old is not None else 0o666 & ~_umask())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def atomic_folder(path: str | Path, names: Collection[str]) -> Iterator[Path]:
    """Open a folder for writing that takes its name only when all was written.

    The files go to a temporary folder beside it. An old folder is replaced only when it holds nothing but
    files of these names; at any time either the old or the new one has the name, but for the moment between
    two renames.

    Args:
        path: The folder, there or not; the one around it must be there.
        names: The names of the files that will be written.

    Returns:
        The temporary folder.

    Raises:
        OutputError: It cannot be written, or something else lies there; what stood there is unchanged.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as around:
        ...     with atomic_folder(Path(around, "out"), ["a.csv"]) as folder:
        ...         _ = (folder / "a.csv").write_bytes(b"a")
        ...     Path(around, "out", "a.csv").read_bytes()
        b'a'
    """
    try:
        target = Path(os.path.realpath(path))
        _require_own(target, names, str(path))
        temporary = Path(tempfile.mkdtemp(prefix=".ttl-check-", suffix=".tmp", dir=target.parent))
        try:
            yield temporary
            temporary.chmod(0o777 & ~_umask())
            _exchange(temporary, target, names, str(path))
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise OutputError(f"the folder cannot be written: {reason}", path=str(path)) from error


def _require_own(target: Path, names: Collection[str], path: str) -> None:
    """Refuse to replace what is no earlier output of ours."""
    if not target.exists():
        return
    if not target.is_dir():
        raise OutputError("it is no folder, and a folder is to be written", path=path)
    foreign = sorted(entry.name for entry in target.iterdir() if entry.name not in names or entry.is_dir())
    if foreign:
        raise OutputError(f"the folder holds {foreign[0]!r}, which an export did not write", path=path)


def _exchange(temporary: Path, target: Path, names: Collection[str], path: str) -> None:
    _require_own(target, names, path)
    if not target.exists():
        temporary.rename(target)
        return
    old = temporary.with_suffix(".old")
    target.rename(old)
    try:
        temporary.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _umask() -> int:
    # It can only be read by setting it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
