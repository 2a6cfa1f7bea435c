"""Read the body of a representation from its file, never from outside the folder of the records."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

MAX_BODY: Final = 64 * 1024 * 1024
"""Default limit on one body, in bytes: far above a text document, far below what fills a machine."""

_CHUNK: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class BodyProblem:
    """Why a body cannot be had; the verifier refuses the anchor with `body-unavailable`.

    Args:
        message: What is wrong, without the path.
        path: The path as the record gives it.
    """

    message: str
    path: str


def read_body(path: str, folder: Path | None, max_body: int = MAX_BODY) -> bytes | BodyProblem:
    """Read a body.

    Args:
        path: The path of the record, relative to the folder.
        folder: The folder of the records file; None when there is none (standard input).
        max_body: The size limit.

    Returns:
        All bytes of the file, or the problem. A file outside the folder, or one that is no regular file,
        is never opened.

    Units: bytes.

    Example:
        >>> read_body("../secret.txt", Path("."))
        BodyProblem(message='the path leaves the folder of the records', path='../secret.txt')
    """
    if folder is None:
        return BodyProblem(
            "there is no folder to look it up in, as for standard input; embed the body, or give the file",
            path,
        )
    if _leaves(path):
        return BodyProblem("the path leaves the folder of the records", path)
    try:
        root = folder.resolve(strict=True)
        target = root.joinpath(path).resolve(strict=True)
        if target == root or not target.is_relative_to(root):
            return BodyProblem("the path leaves the folder of the records", path)
        return _read_regular(target, path, max_body)
    except FileNotFoundError:
        return BodyProblem("there is no such file", path)
    except RuntimeError:
        return BodyProblem("the path is a loop of symbolic links", path)
    except ValueError:
        return BodyProblem("the path is no file name", path)
    except OSError as error:
        return BodyProblem(f"the file cannot be read: {error.strerror or type(error).__name__}", path)


def has_body(path: str, folder: Path) -> bool:
    """Tell whether a body path leads to a file inside a folder; nothing outside the folder is looked at.

    Example:
        >>> has_body("../secret.txt", Path())
        False
    """
    if _leaves(path):
        return False
    try:
        root = folder.resolve(strict=True)
        target = root.joinpath(path).resolve(strict=True)
        return target.is_relative_to(root) and target.is_file()
    except (OSError, RuntimeError, ValueError):
        return False


def _leaves(path: str) -> bool:
    """Tell whether a path, as written, is absolute or climbs above its start; both separators count."""
    if PurePosixPath(path).is_absolute() or PureWindowsPath(path).drive or path.startswith("\\"):
        return True
    depth = 0
    for part in path.replace("\\", "/").split("/"):
        if part == "..":
            depth -= 1
        elif part not in ("", "."):
            depth += 1
        if depth < 0:
            return True
    return False


def _read_regular(target: Path, path: str, max_body: int) -> bytes | BodyProblem:
    # Looked at before opening: opening a FIFO blocks, and opening a device can act.
    before = target.lstat()
    if not stat.S_ISREG(before.st_mode):
        return BodyProblem("it is no regular file", path)
    if before.st_size > max_body:
        return BodyProblem(f"the file is larger than {max_body} bytes", path)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(target, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(descriptor, "rb") as file:
        after = os.fstat(file.fileno())
        if (before.st_dev, before.st_ino) != (after.st_dev, after.st_ino):
            return BodyProblem("the file was replaced while it was read", path)
        chunks: list[bytes] = []
        size = 0
        # Read on past the size that was seen: a file can grow.
        while size <= max_body and (chunk := file.read(min(_CHUNK, max_body + 1 - size))):
            chunks.append(chunk)
            size += len(chunk)
    if size > max_body:
        return BodyProblem(f"the file is larger than {max_body} bytes", path)
    return b"".join(chunks)
