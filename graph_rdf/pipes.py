"""Named pipes: opening one waits for a writer, who may never come."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

_CONNECTED: Final = ("/dev/fd/", "/proc/")
"""Where systems show the open files of a process."""


def refuse_named_pipe(path: Path) -> None:
    """Refuse a named pipe before it is opened.

    What a shell connects, such as ``/dev/fd/63`` of a process substitution or ``/dev/stdin``, has a writer
    already and is no named pipe.

    Args:
        path: A file, there or not.

    Raises:
        InputError: It is a named pipe.
    """
    if is_pipe(path) and not os.path.realpath(path).startswith(_CONNECTED):
        raise InputError("is a named pipe, and who reads it may wait for ever; give a file", path=str(path))


def is_pipe(path: Path) -> bool:
    """Tell whether a path leads to a pipe, named or connected; what is not there is none."""
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except (OSError, ValueError):
        return False
