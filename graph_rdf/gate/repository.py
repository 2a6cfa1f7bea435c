"""The repository around the files of a run: formats of code hosts name files below its root."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MARK: Final = ".git"
"""What lies at the root: a folder, or a file in a linked working tree."""


def repository_root(start: Path) -> Path:
    """Find the root of the repository around a folder.

    Args:
        start: The folder.

    Returns:
        The nearest folder upwards that holds `MARK`, else the folder itself; absolute.
    """
    folder = start.resolve()
    return next((place for place in (folder, *folder.parents) if (place / MARK).exists()), folder)


def names_below(root: Path) -> Callable[[str], str]:
    """Make the function that names files below a root.

    Args:
        root: The root, absolute.

    Returns:
        A function from a name, absolute or relative to the working folder, to one relative to the root, with
        ``/``. Links are not followed: the name in the repository is that of the link.

    Example:
        >>> names_below(Path.cwd())("./data//world.ttl")
        'data/world.ttl'
    """

    def name_of(name: str) -> str:
        return Path(os.path.relpath(Path.cwd() / name, root)).as_posix()

    return name_of
