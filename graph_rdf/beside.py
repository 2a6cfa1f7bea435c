"""Work beside the main thread: a function in a forked child process, and queries on several threads.

pyoxigraph releases the interpreter while the store works, so threads help where the store does the work;
where Python does it, only a process helps.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from graph_rdf.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from multiprocessing.connection import Connection

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

LARGE: Final = 200_000
"""Number of quads from which on starting a process or threads is worth it."""


def can_fork() -> bool:
    """Tell whether this platform can fork a process (Windows cannot)."""
    return "fork" in multiprocessing.get_all_start_methods()


def processors() -> int:
    """Count the processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


class Forked:
    """A forked child process and the end of the pipe at which its caller hears it.

    Args:
        run: What it does; it gets the other end of the pipe.
    """

    def __init__(self, run: Callable[[Connection], None]) -> None:
        context = multiprocessing.get_context("fork")
        self.connection, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_run_forked, args=(run, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def close(self) -> None:
        """Stop the process, if it still runs."""
        self._process.kill()
        self._process.join()
        self.connection.close()


def _run_forked(run: Callable[[Connection], None], connection: Connection) -> None:
    # A terminal sends Ctrl-C to the caller too, who then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(MemoryError):  # the caller hears the end of the pipe, and says it
        run(connection)


class Beside(Generic[_Result]):
    """A function that runs in a forked child process while the caller goes on.

    Args:
        function: It sees all that the caller sees, and changes nothing of it; its result must be picklable.
        fork: Whether to fork; if not, or where nobody can, it runs when the result is asked for.
    """

    def __init__(self, function: Callable[[], _Result], *, fork: bool) -> None:
        self._function = function
        self._child = Forked(self._run) if fork and can_fork() else None

    def _run(self, connection: Connection) -> None:
        sent: tuple[_Result | None, Exception | None]
        try:
            sent = (self._function(), None)
        except Exception as error:
            sent = (None, error)
        connection.send(sent)

    def result(self) -> _Result:
        """Wait for the result; to be called once.

        Raises:
            EngineError: The child process ended without one.
            Exception: What the function raised.
        """
        if self._child is None:
            return self._function()
        try:
            result, error = self._child.connection.recv()
        except EOFError as ended:
            raise EngineError("a process of the run ended before its time") from ended
        finally:
            self.close()
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]

    def close(self) -> None:
        """Stop the child process, if it is still there."""
        if self._child is not None:
            self._child.close()
            self._child = None


def on_threads(
    function: Callable[[_Item], _Result], items: Iterable[_Item], *, parallel: bool
) -> list[_Result]:
    """Apply a function to items, on as many threads as there are processors.

    Args:
        function: What to do; it must not depend on the others.
        items: The items.
        parallel: Whether to use threads at all.

    Returns:
        The results, in the order of the items.
    """
    workers = processors()
    if not parallel or workers == 1:
        return [function(item) for item in items]
    with ThreadPoolExecutor(max_workers=workers) as pool:
        return list(pool.map(function, items))
