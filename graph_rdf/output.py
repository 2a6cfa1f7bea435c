"""Write a file whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graph_rdf.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
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


def _umask() -> int:
    # It can only be read by setting it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
