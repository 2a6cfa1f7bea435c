"""One HTTP connection to one origin: TLS that is verified, and the proxies that the environment names."""

from __future__ import annotations

import ssl
from base64 import b64encode
from http.client import HTTPConnection, HTTPSConnection
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from graph_rdf.errors import EndpointError

if TYPE_CHECKING:
    from graph_rdf.dataset.endpoint_url import Origin


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
        self.http: HTTPConnection = self._connection(proxy, timeout) if proxy else self._direct(timeout)

    def target(self, path: str) -> str:
        """Give what the request line names: the path, or all of the URL when a plain proxy is asked."""
        return f"{self.origin}{path}" if self.through_proxy and self.origin.scheme == "http" else path

    @property
    def headers(self) -> dict[str, str]:
        """The headers that are meant for the proxy itself."""
        return self._proxy_headers if self.origin.scheme == "http" else {}

    def close(self) -> None:
        """Close it; the next use opens it again."""
        self.http.close()

    def _direct(self, timeout: float) -> HTTPConnection:
        host, port = self.origin.host, self.origin.port
        if self.origin.scheme == "https":
            # The default context verifies the certificate and the name of the host.
            return HTTPSConnection(host, port, timeout=timeout, context=ssl.create_default_context())
        return HTTPConnection(host, port, timeout=timeout)

    def _connection(self, proxy: str, timeout: float) -> HTTPConnection:
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
            return HTTPConnection(parts.hostname, port, timeout=timeout)
        tunnel = HTTPSConnection(parts.hostname, port, timeout=timeout, context=ssl.create_default_context())
        tunnel.set_tunnel(self.origin.host, self.origin.port, self._proxy_headers)
        return tunnel
