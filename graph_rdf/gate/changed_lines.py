"""The lines that were changed since a revision, as git tells."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from graph_rdf.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Lines: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a first and a last line, 1-based; ``(n + 1, n)`` where lines between n and n + 1 were removed."""

_HUNK: Final = re.compile(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_FILE: Final = (b"diff --git ", b"* Unmerged path ")
_TWO_PATHS: Final = ("R", "C")
_TYPE_CHANGED: Final = "T"

_QUIET: Final = ("--no-pager", "-c", "core.fsmonitor=false", "-c", "diff.suppressBlankEmpty=false")
"""Nothing that a repository configures may change the form of what is read, or run a program for it.

But for the filters of its own ``.git/config``: without them git cannot tell what was changed."""

_DIFF: Final = (
    "diff",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--ignore-submodules",
    "--find-renames",
    "-O/dev/null",  # the order of paths; a configured one may not be there
    "--unified=0",
    "--inter-hunk-context=0",
)


@dataclass(frozen=True, slots=True)
class ChangedLines:
    """What was changed since a revision.

    Args:
        root: The root of the working tree.
        revision: The revision, as it was given.
        lines: File below the root → the lines that were changed; None for all of them.
        tracked: The files that git knows; another one is new, and all its lines are.
    """

    root: Path
    revision: str
    lines: Mapping[str, Lines | None] = field(default_factory=dict)
    tracked: frozenset[str] = frozenset()

    def touches(self, name: str, first: int | None, last: int | None) -> bool:
        """Tell whether a part of a file was changed.

        Args:
            name: The file, below the root.
            first: The first line of the part; None for the whole file.
            last: The last one; None for the first.

        Raises:
            InputError: The file lies outside the repository.
        """
        if name.startswith("../"):
            raise InputError("lies outside the git repository, so --diff-base cannot be asked", path=name)
        if name not in self.lines:
            return name not in self.tracked
        changed = self.lines[name]
        if changed is None or first is None:
            return True
        end = max(last or first, first)
        # A removal, whose first line is past its last, touches a statement that holds both.
        return any(start <= end and stop >= first for start, stop in changed)


def changed_since(revision: str, folder: Path) -> ChangedLines:
    """Ask git which lines the working tree has changed since it parted from a revision.

    Args:
        revision: A commit, branch or tag. What counts is where the present branch left it, so that what
            others did there since is no change here.
        folder: A folder of the working tree.

    Returns:
        The changes, those not yet committed included. A renamed file has only the lines that differ.

    Raises:
        InputError: There is no repository, no such revision, or no git.
    """
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is None:
        raise InputError("is in no git repository, so --diff-base cannot be asked", path=str(folder))
    root = Path(os.fsdecode(top.rstrip(b"\n")))
    commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if commit is None:
        raise InputError(f"git knows no revision {revision!r}")
    tip = commit.decode("ascii").strip()
    base = (_git(root, "merge-base", tip, "HEAD") or commit).decode("ascii").strip()
    names = _git(root, *_DIFF, "--name-status", "-z", base, "--")
    patch = _git(root, *_DIFF, "--patch", base, "--")
    tracked = _git(root, "ls-files", "-z")
    if names is None or patch is None or tracked is None:
        raise InputError(f"git cannot compare the working tree with {revision!r}")
    return ChangedLines(
        root,
        revision,
        _changes(_names(names), _hunks(patch)),
        frozenset(os.fsdecode(name) for name in tracked.split(b"\0") if name),
    )


def _git(folder: Path, *arguments: str) -> bytes | None:
    """Run git without a shell; None when it refuses."""
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program, its arguments one by one
            ["git", *_QUIET, "-C", str(folder), *arguments],  # noqa: S607 - the git of the user
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"},
        )
    except FileNotFoundError as error:
        raise InputError("git is not installed, so --diff-base cannot be asked") from error
    except ValueError as error:  # a NUL character in the revision
        raise InputError(f"git cannot be asked: {error}") from error
    return done.stdout if done.returncode == 0 else None


def _names(data: bytes) -> list[tuple[str, str]]:
    """Read ``--name-status -z``: pairs of a status letter and the present name."""
    parts = [os.fsdecode(part) for part in data.split(b"\0")]
    pairs = []
    at = 0
    while at < len(parts) - 1:
        status = parts[at][:1]
        width = 2 if status in _TWO_PATHS else 1
        pairs.append((status, parts[at + width]))
        at += width + 1
    return pairs


def _hunks(patch: bytes) -> list[Lines]:
    """Read the spans of each file of a patch without context, in its order."""
    files: list[list[tuple[int, int]]] = []
    for line in patch.split(b"\n"):
        if line.startswith(_FILE):
            files.append([])
        elif (match := _HUNK.match(line)) is not None:
            start, number = int(match[1]), int(match[2] or b"1")
            files[-1].append((start, start + number - 1) if number else (start + 1, start))
    return [tuple(spans) for spans in files]


def _changes(names: Sequence[tuple[str, str]], hunks: Sequence[Lines]) -> dict[str, Lines | None]:
    """Bring names and spans together: git lists both in the same order."""
    found: dict[str, Lines | None] = {}
    at = 0
    for status, name in names:
        if status == _TYPE_CHANGED:  # shown as a file that goes and one that comes
            at += 1
        spans = hunks[at] if at < len(hunks) else None
        # Without hunks the lines cannot be told, as for a binary file; a mere renaming changes none.
        known = spans or status in _TWO_PATHS
        found[name] = spans if known and status not in ("U", _TYPE_CHANGED) else None
        at += 1
    return found
