"""The URLs of a server: what is accepted as one, and what of it may stand in a message."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from graph_rdf.errors import EndpointError

_PORTS: Final = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """Scheme, host and port: what a redirect may not leave.

    Source: RFC 6454, 4.
    """

    scheme: str
    host: str
    port: int

    @property
    def is_secret_safe(self) -> bool:
        """Whether nobody else can read what is sent: TLS, or the machine itself."""
        if self.scheme == "https" or self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"


def check_url(url: str) -> str:
    """Check the URL of a server.

    Args:
        url: What the user gave.

    Returns:
        The same URL.

    Raises:
        EndpointError: It is no absolute http(s) URL, holds a name or a password, has a fragment, or holds
            white space or control characters. The message never repeats a password.

    Example:
        >>> check_url("http://localhost:3030/ds/query")
        'http://localhost:3030/ds/query'
    """
    if not url.isprintable() or not url.isascii() or any(char in url for char in ' "<>\\^`{|}'):
        raise EndpointError("a server URL holds only ASCII characters that a URL may have; encode the others")
    parts = _split(url)
    if "@" in parts.netloc:
        raise EndpointError(
            "a server URL holds no name or password; set TTL_CHECK_USER and TTL_CHECK_PASSWORD,"
            " TTL_CHECK_TOKEN, or use .netrc"
        )
    if parts.scheme not in _PORTS or not parts.hostname:
        raise EndpointError(f"{url!r} is no http or https URL of a server")
    if parts.fragment:
        raise EndpointError(f"{url!r} has a fragment, which no server ever sees")
    return url


def origin_of(url: str) -> Origin:
    """Give the origin of a checked URL."""
    parts = _split(url)
    return Origin(parts.scheme, (parts.hostname or "").lower(), _port(parts) or _PORTS[parts.scheme])


def shown(url: str) -> str:
    """Give a URL without its query, for messages: graph names and queries stay out of them."""
    return url.partition("?")[0]


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise EndpointError(f"a server URL is malformed: {error}") from None
    _port(parts)
    return parts


def _port(parts: SplitResult) -> int | None:
    try:
        return parts.port
    except ValueError:
        raise EndpointError("the port of a server URL is a number from 0 to 65535") from None
