"""Checking again whenever a file changes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ttl_check.settings import OWN_FILE, PROJECT_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from graph_rdf.dataset.memory import LoadMemory
    from ttl_check.terminal import Terminal

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what was scrolled out of it, and goes to its top; see ECMA-48, ED and CUP."""

WAKE = 200
"""Milliseconds after which the watch says that nothing has changed."""


def watch(
    check: Callable[[], int],
    paths: tuple[str, ...],
    settings: dict[str, Any],
    terminal: Terminal,
    memory: LoadMemory,
) -> int:
    """Check now and after every change, until the user stops it.

    A run that could not check says so and waits too: a file that is being written may be broken for a moment.

    Args:
        check: Checks once.
        paths: The inputs.
        settings: The options of the command by name.
        terminal: Where to speak.
        memory: What the runs parse, so that only changed files are parsed again.

    Returns:
        Never; the user stops it.

    Raises:
        UsageError: Standard input or a server cannot be watched.
        EngineError: The library for watching is not installed.
        KeyboardInterrupt: The user stopped it.
    """
    if not paths or "-" in paths:
        raise click.UsageError("--watch is for files; it cannot watch standard input or a server")
    try:
        from watchfiles import watch as changes
    except ImportError as error:
        from graph_rdf.errors import EngineError

        raise EngineError("--watch needs the library watchfiles; install ttl-check[watch]") from error
    folders = _folders(paths, settings)
    written = {os.path.realpath(file) for file in _written(settings)}

    def counts(_change: object, path: str) -> bool:
        hidden = any(part.startswith(".") for part in Path(os.path.relpath(path)).parts if part != "..")
        return not hidden and os.path.realpath(path) not in written

    # The first run comes when the watch has begun, so that no change falls between the two.
    begun = False
    for changed in changes(*folders, watch_filter=counts, rust_timeout=WAKE, yield_on_timeout=True):
        if begun and not changed:
            continue
        if begun and os.isatty(1):
            terminal.report(CLEAR)
        begun = True
        _run(check, terminal, memory)
    return 0


def _run(check: Callable[[], int], terminal: Terminal, memory: LoadMemory) -> None:
    """Check once, and say what was parsed for it."""
    import sys

    from graph_rdf.errors import GraphRdfError

    memory.begin()
    try:
        code = check()
    except GraphRdfError as error:
        terminal.warn(f"could not check: {error}")
    else:
        terminal.note(f"{'clean' if code == 0 else 'not clean'}; parsed {_names(memory.parsed)}; ")
    terminal.note("waiting for changes, Ctrl-C ends\n")
    sys.stdout.flush()
    sys.stderr.flush()


def _names(names: list[str]) -> str:
    """Name the files that were parsed."""
    from graph_rdf.report.printable import printable

    return ", ".join(map(printable, names)) or "no RDF file"


def _folders(paths: Iterable[str], settings: dict[str, Any]) -> list[Path]:
    """Give the folders to watch: of records files all that is below, since texts lie there."""
    files = [*map(Path, paths), *settings["shapes"], *settings["ontologies"]]
    files += [file for file in (settings["catalog"], settings["baseline"]) if file is not None]
    files += [file for file in (Path(OWN_FILE), Path(PROJECT_FILE)) if file.is_file()]
    return sorted({file if file.is_dir() else file.absolute().parent for file in files})


def _written(settings: dict[str, Any]) -> Iterator[str]:
    """Name the files that a run writes, which must not start another one."""
    yield from settings["outputs"]
    for name in ("prov", "verdicts"):
        if settings[name] is not None:
            yield str(settings[name])
    if settings["write_baseline"]:
        yield str(settings["baseline"])
