"""A server that is never silent and never done: the total time of a request ends it."""

from __future__ import annotations

import socket
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset.endpoint_client import Client, ClientLimits
from graph_rdf.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
# What is sent at once, and then what again and again.
DRIPS = {
    "the status line": (b"HTTP/1.1 200 ", b"O"),
    "a header": (HEAD + b"X-Long: ", b"x"),
    "many headers": (HEAD, b"X-Short: x\r\n"),
    "a body with a length": (HEAD + b"Content-Length: 1000000\r\n\r\n", b"x"),
    "a body until the end": (HEAD + b"Connection: close\r\n\r\n", b"x"),
    "a chunk": (HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffff\r\n", b"x"),
    "a handshake of TLS": (b"\x16\x03\x03\x40\x00", b"\x02"),
}


@contextmanager
def dripping(first: bytes, again: bytes) -> Iterator[int]:
    """Serve one connection: answer with something, then with a little again and again, until it is over."""
    done = Event()

    def serve(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection, suppress(OSError):
            connection.recv(65536)
            connection.sendall(first)
            while not done.wait(0.01):
                connection.sendall(again)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=serve, args=(server,))
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            done.set()
            thread.join()


@pytest.mark.parametrize("what", DRIPS)
def test_a_server_that_drips_is_left(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with dripping(*DRIPS[what]) as port:
        scheme = "https" if "TLS" in what else "http"
        url = f"{scheme}://127.0.0.1:{port}/query"
        with Client(ClientLimits(silence=60, seconds=0.3)) as client, pytest.raises(LimitError) as caught:
            client.request("POST", url, body=b"ASK { }")
        assert str(caught.value) == f"{url} takes longer than 0.3 s; nothing was used"
