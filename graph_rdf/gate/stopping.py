"""Run a validation within a budget of time and memory that stops whatever runs: a query, a parser, an engine.

The work is done in a forked child, which leads a process group of its own. Its caller watches the clock and
the memory of the group, and ends the whole group when the budget is spent. No library is asked to stop
itself, since pyoxigraph and pySHACL cannot. The work sees the budget too (`graph_rdf.shacl.budget`) and ends
in good order if it can, with all that it found till then; only work that goes on past that is ended here.
Where the platform cannot fork (Windows), the work is on its own.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from graph_rdf.beside import can_fork
from graph_rdf.errors import EngineError, GraphRdfError, LimitError
from graph_rdf.shacl.budget import MEBIBYTE, resident_bytes
from graph_rdf.shacl.protocol import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from graph_rdf.gate.options import CheckOptions

_Result = TypeVar("_Result")

GRACE: Final = 1.125
"""A run gets an eighth more than its budget to end in good order: it has to sort and place what it found."""

LEAST_GRACE: Final = 0.5
"""Seconds of grace of a short run."""

LOOK_EVERY: Final = 0.05
"""Seconds between two looks at the memory."""


def run_within(
    work: Callable[[], _Result], *, seconds: float | None = None, mebibytes: int | None = None
) -> _Result:
    """Do some work, and end it when its budget is spent.

    Args:
        work: What to do. With a budget it runs in a child process, so its result must be picklable, and what
            it changes is not seen by the caller.
        seconds: The time budget; None for none.
        mebibytes: The memory that each of its processes may hold; None for no limit.

    Returns:
        The result of the work.

    Raises:
        LimitError: The budget was spent, and the work had not ended by itself.
        EngineError: The child process ended without a result.
        GraphRdfError: What the work raised.

    Example:
        >>> run_within(lambda: 6 * 7, seconds=60)
        42
    """
    if (seconds is None and mebibytes is None) or not can_fork():
        return work()
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    # No daemon: users' queries run in children of it.
    stdin = _copy_of_stdin()
    process = context.Process(target=_work_and_send, args=(theirs, work, stdin))
    process.start()
    theirs.close()
    if stdin is not None:
        os.close(stdin)
    assert process.pid is not None  # noqa: S101 - it was started
    with contextlib.suppress(OSError):  # the child does the same; whoever is first wins
        os.setpgid(process.pid, process.pid)
    try:
        _watch(ours, process.pid, seconds, mebibytes)
        result, error = ours.recv()
    except EOFError as ended:
        raise EngineError(
            "the process of the run ended before its time, perhaps for want of memory"
        ) from ended
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.join()
        ours.close()
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]


def engine_limits(options: CheckOptions, started: float) -> Limits:
    """Give a SHACL engine the budget of the run.

    Args:
        options: The budgets. The limits on findings are not the engine's: all are counted, see
            `graph_rdf.report.model.ReportLimits`.
        started: When the run began, by the monotonic clock. Units: seconds.
    """
    return Limits(
        seconds=options.max_seconds,
        memory=None if options.max_memory is None else options.max_memory * MEBIBYTE,
        spent=time.monotonic() - started,
    )


def _copy_of_stdin() -> int | None:
    """Copy the descriptor of standard input, which multiprocessing closes in a child; None without one."""
    try:
        return os.dup(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):
        return None


def _work_and_send(connection: Connection, work: Callable[[], object], stdin: int | None) -> None:
    """Be the child: lead a group, work, and send the result or the error."""
    if stdin is not None:
        sys.stdin = open(stdin, encoding="utf-8")  # noqa: SIM115, PTH123 - for the whole life of the child
    with contextlib.suppress(OSError):
        os.setpgid(0, 0)
    try:
        sent: tuple[object, BaseException | None] = (work(), None)
    except (GraphRdfError, OSError) as error:
        sent = (None, error)
    except Exception as error:  # a fault of ours; the caller says so in its own words
        sent = (None, RuntimeError(f"{type(error).__name__}: {error}"))
    connection.send(sent)
    connection.close()


def _watch(connection: Connection, pid: int, seconds: float | None, mebibytes: int | None) -> None:
    """Wait for the child to say something, as long as it stays within the budget."""
    allowed = None if seconds is None else max(seconds * GRACE, seconds + LEAST_GRACE)
    deadline = None if allowed is None else time.monotonic() + allowed
    while not connection.poll(LOOK_EVERY):
        if deadline is not None and time.monotonic() > deadline:
            raise LimitError(f"the run was stopped: it needs more than {seconds:g} s (--max-seconds)")
        if mebibytes is not None and _held(pid) > mebibytes * MEBIBYTE * GRACE:
            raise LimitError(f"the run was stopped: it needs more than {mebibytes:,} MiB (--max-memory)")


def _held(pid: int) -> int:
    """Give the memory of the largest process of the child. Units: bytes."""
    return max(map(resident_bytes, _descendants(pid)))


def _descendants(pid: int) -> Iterator[int]:
    """Yield a process and the ones that it started, as far as the platform tells."""
    yield pid
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
            yield from _descendants(int(child))
