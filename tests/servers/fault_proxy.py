"""A proxy on loopback that stands before a real server and fails on demand."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import unquote_plus, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(slots=True)
class Reply:
    """What the real server answered, and what the proxy makes of it."""

    status: int
    headers: dict[str, str]
    body: bytes
    sent: int | None = None
    pause: float = 0.0
    drip: float = 0.0


@dataclass(slots=True)
class Fault:
    """One fault.

    Args:
        change: What becomes of the answer.
        method: Requests with this method; all when empty.
        part: Requests whose URL or body, decoded, holds this.
        after: How many such requests pass before.
        times: How often it happens; always when None.
        forward: Whether the real server gets the request.
    """

    change: Callable[[Reply], None]
    method: str = ""
    part: str = ""
    after: int = 0
    times: int | None = 1
    forward: bool = True
    seen: int = 0

    def hits(self, method: str, text: str) -> bool:
        if (self.method and method != self.method) or self.part not in text:
            return False
        self.seen += 1
        return self.seen > self.after and (self.times is None or self.seen <= self.after + self.times)


@dataclass(slots=True)
class Proxy:
    """A running proxy; `log` holds method, URL and body of each request."""

    base: str
    faults: list[Fault] = field(default_factory=list)
    log: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)


def answer(status: int, text: str = "", **headers: str) -> Callable[[Reply], None]:
    """Answer with a status in place of the real answer."""

    def change(reply: Reply) -> None:
        reply.status, reply.body = status, text.encode()
        reply.headers = {"Content-Type": "text/plain", **{k.replace("_", "-"): v for k, v in headers.items()}}

    return change


def cut(reply: Reply) -> None:
    """Promise the whole answer, send half of it, close."""
    reply.sent = len(reply.body) // 2


def vanish(reply: Reply) -> None:
    """Close without an answer."""
    reply.sent = -1


def slow(seconds: float) -> Callable[[Reply], None]:
    def change(reply: Reply) -> None:
        reply.pause = seconds

    return change


def drip(seconds: float) -> Callable[[Reply], None]:
    """Send one byte at a time."""

    def change(reply: Reply) -> None:
        reply.drip = seconds

    return change


def typed(media_type: str) -> Callable[[Reply], None]:
    def change(reply: Reply) -> None:
        reply.headers["Content-Type"] = media_type

    return change


def rows(most: int) -> Callable[[Reply], None]:
    """Cut a result as servers with a silent limit do: a smaller, well-formed answer."""

    def change(reply: Reply) -> None:
        document = json.loads(reply.body)
        if "results" in document:
            document["results"]["bindings"] = document["results"]["bindings"][:most]
            reply.body = json.dumps(document).encode()

    return change


@contextmanager
def proxy_before(base: str) -> Iterator[Proxy]:
    """Run a proxy before the server at a base URL; the proxy's base has the same path."""
    target = urlsplit(base)
    proxy = Proxy("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            proxy.log.append((self.command, self.path, dict(self.headers)))
            text = unquote_plus(self.path) + "\n" + unquote_plus(body.decode("utf-8", "replace"))
            faults = [fault for fault in proxy.faults if fault.hits(self.command, text)]
            reply = Reply(500, {"Content-Type": "text/plain"}, b"")
            if all(fault.forward for fault in faults):
                reply = self.forwarded(body)
            for fault in faults:
                fault.change(reply)
            self.send(reply)

        def forwarded(self, body: bytes) -> Reply:
            connection = HTTPConnection(str(target.hostname), target.port, timeout=60)
            try:
                headers = {k: v for k, v in self.headers.items() if k.lower() not in {"host", "connection"}}
                connection.request(self.command, self.path, body, headers)
                response = connection.getresponse()
                kept = {name: response.getheader(name) or "" for name in ("Content-Type", "WWW-Authenticate")}
                return Reply(response.status, kept, response.read())
            finally:
                connection.close()

        def send(self, reply: Reply) -> None:
            time.sleep(reply.pause)
            self.close_connection = reply.sent is not None
            if reply.sent == -1:
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                if value:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            body = reply.body if reply.sent is None else reply.body[: reply.sent]
            if not reply.drip:
                self.wfile.write(body)
                return
            for place in range(len(body)):
                self.wfile.write(body[place : place + 1])
                self.wfile.flush()
                time.sleep(reply.drip)

        do_GET = do_PUT = do_POST = do_DELETE = handle_any  # noqa: N815 - the names are the base class's

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - likewise
            """Say nothing."""

    class QuietServer(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that leaves is no fault of the proxy."""

    with QuietServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        proxy.base = f"http://127.0.0.1:{server.server_port}{target.path}"
        try:
            yield proxy
        finally:
            server.shutdown()
            thread.join()
