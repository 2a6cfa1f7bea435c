"""What the command line knows of the terminal: colour, quiet, progress and the two streams."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from shutil import get_terminal_size
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TextIO

from graph_rdf.report.printable import printable
from graph_rdf.report.style import Style
from graph_rdf.report.text_layout import NARROWEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click import Context
    from rich.status import Status

PROGRESS_AFTER = 1.0
"""Seconds before progress is shown: shorter work would only flicker."""


class Show(Protocol):
    """Shows how far work is; see `Terminal.rate`."""

    def __call__(self, done: int, size: int, total: int | None = None) -> None:
        """Show it."""


@dataclass(slots=True)
class Terminal:
    """How to speak to the user.

    Args:
        color: ``auto``, ``always`` or ``never``.
        quiet: Whether to leave out summary and progress.
    """

    color: str = "auto"
    quiet: bool = False

    def style(self, stream: TextIO) -> Style:
        """Choose the colours for a stream.

        Source: https://no-color.org for the variable `NO_COLOR`.
        """
        if self.color == "auto":
            color = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        else:
            color = self.color == "always"
        return Style(color, ascii=not is_unicode(stream))

    @property
    def width(self) -> int | None:
        """The columns of the terminal that shows the report; None when none does."""
        if not sys.stdout.isatty():
            return None
        return max(get_terminal_size().columns, NARROWEST)

    @property
    def out(self) -> Style:
        """The colours for the report."""
        return self.style(sys.stdout)

    @property
    def err(self) -> Style:
        """The colours for the summary."""
        return self.style(sys.stderr)

    def report(self, text: str) -> None:
        """Write a part of the report to standard output."""
        sys.stdout.write(text)

    def note(self, text: str) -> None:
        """Write a summary or a remark to standard error, unless told to be quiet."""
        if not self.quiet:
            sys.stdout.flush()
            sys.stderr.write(text)

    def warn(self, text: str) -> None:
        """Write one line to standard error that quiet does not take away."""
        sys.stdout.flush()
        sys.stderr.write(f"{self.err.paint('warning', 'warning')}: {printable(text)}\n")

    @contextmanager
    def progress(self, message: str) -> Iterator[None]:
        """Show that work goes on, when it takes over a second and somebody watches."""
        if self.quiet or not sys.stderr.isatty():
            yield
            return
        shown: list[Status] = []

        def show() -> None:
            from rich.console import Console

            status = Console(stderr=True, no_color=not self.err.color).status(message)
            shown.append(status)
            status.start()

        timer = Timer(PROGRESS_AFTER, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            for status in shown:
                status.stop()

    @contextmanager
    def sending(self, noun: str) -> Iterator[Callable[[int, int], None]]:
        """Show how many things of how many have been sent, when somebody watches.

        Args:
            noun: What they are.

        Returns:
            A function to call with the number sent so far and the number of all.
        """
        with self.rate("sent", noun) as show:
            last = 0

            def sent(done: int, total: int) -> None:
                nonlocal last
                show(done, done - last, total)
                last = done

            yield sent

    @contextmanager
    def rate(self, verb: str, noun: str, total: int | None = None) -> Iterator[Show]:
        """Show how many things are done, how fast, and how long the rest will take, when somebody watches.

        Args:
            verb: What is done to them.
            noun: What they are.
            total: The bytes that have to be read; without it the rest is not told.

        Returns:
            A function to call with the number done so far, the bytes read since the last call, and all
            bytes when they become known only then.
        """
        if self.quiet or not sys.stderr.isatty():
            yield _show_nothing
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(
            *columns, console=Console(stderr=True, no_color=not self.err.color), transient=True
        ) as bar:
            task = bar.add_task(f"{verb} 0 {noun}s", total=total)
            began = monotonic()

            def show(done: int, size: int, total: int | None = total) -> None:
                speed = done / max(monotonic() - began, 1e-9)
                text = f"{verb} {done:,} {noun}s, {speed:,.0f}/s"
                bar.update(task, advance=size, total=total, description=text)

            yield show


def _show_nothing(done: int, size: int, total: int | None = None) -> None:
    """Take what is done and show nothing: nobody watches."""


def is_unicode(stream: TextIO) -> bool:
    """Tell whether a stream can show every character; a stream without an encoding is text in memory."""
    try:
        return stream.encoding is None or codecs.lookup(stream.encoding).name.startswith("utf")
    except LookupError:
        return False


def terminal_of(context: Context) -> Terminal:
    """Give the one terminal of a run; the command inherits what was set before its name."""
    terminal = context.find_object(Terminal)
    if terminal is None:
        terminal = context.find_root().obj = Terminal()
    return terminal
