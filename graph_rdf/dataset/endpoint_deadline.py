"""The total time of one exchange with a server; the timeout of a socket bounds its silence alone."""

from __future__ import annotations

from threading import Event, Timer
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from graph_rdf.dataset.endpoint_connection import Connection


class Deadline:
    """Breaks a connection off when its time is spent, wherever the exchange stands.

    A server that sends a byte now and then is never silent, in its TLS handshake, its headers or its body.

    Args:
        connection: What is broken off.
        seconds: How long the ``with`` block may take.
    """

    def __init__(self, connection: Connection, seconds: float) -> None:
        self._passed = Event()
        self._connection = connection
        self._timer = Timer(seconds, self._end)
        self._timer.daemon = True

    @property
    def passed(self) -> bool:
        """Whether the time is spent: what was read may be cut off, and does not count."""
        return self._passed.is_set()

    def _end(self) -> None:
        self._passed.set()
        self._connection.break_off()

    def __enter__(self) -> Self:
        """Start the time."""
        self._timer.start()
        return self

    def __exit__(self, *_error: object) -> None:
        # Joined too, so that it cannot break off what the connection does next.
        self._timer.cancel()
        self._timer.join()
