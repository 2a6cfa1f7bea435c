"""One HTTP connection to one origin: TLS that is verified, and the proxies that the environment names."""

from __future__ import annotations

import socket
import ssl
from base64 import b64encode
from contextlib import suppress
from http.client import HTTPConnection, HTTPSConnection
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from graph_rdf.errors import EndpointError

if TYPE_CHECKING:
    from graph_rdf.dataset.endpoint_url import Origin


class _Kept(HTTPConnection):
    """Keeps a second handle of its socket: the first goes to TLS before the handshake, or to the answer."""

    handle: socket.socket | None = None

    def connect(self) -> None:
        """Open the connection."""
        super().connect()
        self.release()
        if self.sock is not None:
            self.handle = self.sock.dup()

    def release(self) -> None:
        """Close the second handle."""
        if self.handle is not None:
            self.handle.close()
            self.handle = None


class _KeptSecure(HTTPSConnection, _Kept):
    """Likewise with TLS: the plain connection is opened by `_Kept`, the handshake follows."""


class Connection:
    """A connection that is opened on its first use.

    Args:
        origin: Whom to talk to.
        timeout: Longest silence of the other side, in seconds.

    Raises:
        EndpointError: The environment names a proxy that is none.
    """

    def __init__(self, origin: Origin, timeout: float) -> None:
        self.origin = origin
        self._proxy_headers: dict[str, str] = {}
        proxy = None if proxy_bypass(origin.host) else getproxies().get(origin.scheme)
        self.through_proxy = bool(proxy)
        self.http: _Kept = self._connection(proxy, timeout) if proxy else self._direct(timeout)

    def target(self, path: str) -> str:
        """Give what the request line names: the path, or all of the URL when a plain proxy is asked."""
        return f"{self.origin}{path}" if self.through_proxy and self.origin.scheme == "http" else path

    @property
    def headers(self) -> dict[str, str]:
        """The headers that are meant for the proxy itself."""
        return self._proxy_headers if self.origin.scheme == "http" else {}

    def close(self) -> None:
        """Close it; the next use opens it again."""
        self.http.release()
        self.http.close()

    def break_off(self) -> None:
        """End it from another thread: whoever waits for the other side is told that it has gone."""
        for open_socket in (self.http.handle, self.http.sock):
            if open_socket is not None:
                with suppress(OSError):
                    # The method of the plain socket, which leaves alone what TLS still reads.
                    socket.socket.shutdown(open_socket, socket.SHUT_RDWR)

    def _direct(self, timeout: float) -> _Kept:
        host, port = self.origin.host, self.origin.port
        if self.origin.scheme == "https":
            # The default context verifies the certificate and the name of the host.
            return _KeptSecure(host, port, timeout=timeout, context=ssl.create_default_context())
        return _Kept(host, port, timeout=timeout)

    def _connection(self, proxy: str, timeout: float) -> _Kept:
        parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        try:
            port = parts.port or 80
        except ValueError:
            port = 0
        if parts.scheme != "http" or not parts.hostname or not port:
            raise EndpointError(
                f"the proxy for {self.origin.scheme} in the environment is no http:// URL of a host"
            )
        if parts.username is not None:
            secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            self._proxy_headers["Proxy-Authorization"] = f"Basic {b64encode(secret.encode()).decode('ascii')}"
        if self.origin.scheme == "http":
            return _Kept(parts.hostname, port, timeout=timeout)
        tunnel = _KeptSecure(parts.hostname, port, timeout=timeout, context=ssl.create_default_context())
        tunnel.set_tunnel(self.origin.host, self.origin.port, self._proxy_headers)
        return tunnel
