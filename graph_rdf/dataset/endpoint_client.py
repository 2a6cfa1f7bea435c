"""HTTP requests to one server: limits, retries and redirects; every failure is one clear line."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urljoin, urlsplit

from graph_rdf import __version__
from graph_rdf.dataset.endpoint_connection import Connection
from graph_rdf.dataset.endpoint_credentials import Credentials, find_credentials
from graph_rdf.dataset.endpoint_deadline import Deadline
from graph_rdf.dataset.endpoint_url import Origin, check_url, origin_of, shown
from graph_rdf.errors import EndpointError, LimitError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

_BUSY: Final = frozenset({429, 503})
_SAME_METHOD: Final = frozenset({307, 308})
_REDIRECTS: Final = frozenset({301, 302, 303}) | _SAME_METHOD
_MAX_REDIRECTS: Final = 5
_UNAUTHORIZED: Final = 401
_MAX_CHALLENGES: Final = 2
"""One for a request, and one more when the nonce of the first had grown old. Source: RFC 7616, 3.3."""
_PIECE: Final = 64 * 1024
_SHOWN: Final = 200
"""Longest piece of a server's text in a message, in code points."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """What one request may cost.

    Args:
        max_bytes: Largest answer, in bytes.
        silence: Longest silence of the server, in seconds.
        seconds: Longest time for one attempt, in seconds.
        attempts: How often a busy server (429, 503) is asked.
        first_wait: Wait before the second attempt, in seconds; it doubles each time.
        longest_wait: Longest wait, also when the server asks for a longer one in ``Retry-After``, in seconds.
    """

    max_bytes: int = 1024 * 1024 * 1024
    silence: float = 60.0
    seconds: float = 600.0
    attempts: int = 6
    first_wait: float = 0.5
    longest_wait: float = 30.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered with success.

    Args:
        status: The status code.
        media_type: The media type, lower case, without parameters; empty when there is none.
        body: The body, complete.
        server: What the server calls itself, such as ``Oxigraph/0.5.13``; empty when it does not say.
    """

    status: int
    media_type: str
    body: bytes
    server: str = ""


@dataclass(slots=True)
class Client:
    """A client of one server; it keeps one connection open until it is closed.

    Args:
        limits: What one request may cost.
        credentials: Who the caller is; found by the host of the first request when None.
        notice: Told what should be said to the user, for example that the client waits.
        sleep: How to wait.
        digest: Whether a password is proved by HTTP Digest alone, once the server asks, and never sent.
    """

    limits: ClientLimits = field(default_factory=ClientLimits)
    credentials: Credentials | None = None
    notice: Callable[[str], None] = field(default=lambda _text: None)
    sleep: Callable[[float], None] = time.sleep
    digest: bool = False
    _connection: Connection | None = field(default=None, init=False)
    _used: bool = field(default=False, init=False)
    _warned: bool = field(default=False, init=False)

    def request(
        self,
        method: str,
        url: str,
        *,
        body: bytes | None = None,
        content_type: str | None = None,
        accept: Collection[str] = (),
        repeatable: bool = True,
        passed: Collection[int] = (),
    ) -> Answer:
        """Send a request.

        Args:
            method: The method.
            url: A checked URL.
            body: What to send.
            content_type: Its media type.
            accept: The media types that an answer may have, best first; any when empty.
            repeatable: Whether sending it twice does what sending it once does.
            passed: Status codes from 400 on that are answers and no errors.

        Returns:
            The answer.

        Raises:
            EndpointError: The server cannot be reached, is not who it says, refuses, redirects elsewhere,
                stays busy, breaks off, or answers in another format.
            LimitError: The answer is larger than the limit, or takes longer.
        """
        start = check_url(url)
        home = origin_of(start)
        headers = self._headers(home, content_type, accept)
        here, redirects, attempt, challenges = start, 0, 1, 0
        while True:
            response, answer = self._once(
                method, here, body, {**headers, **self._proof(method, here)}, repeatable=repeatable
            )
            if challenges < _MAX_CHALLENGES and self._is_challenge(response):
                challenges += 1
            elif answer.status in _BUSY and attempt < self.limits.attempts:
                self._wait(here, answer.status, response.getheader("Retry-After"), attempt)
                attempt += 1
            elif answer.status in _REDIRECTS:
                redirects += 1
                here = self._redirected(
                    method, here, answer.status, response.getheader("Location"), redirects
                )
            elif answer.status >= 300 and answer.status not in passed:
                raise EndpointError(f"{shown(url)} answers {self._reason(response, answer)}")
            else:
                self._check_type(url, answer, accept, passed)
                return answer

    def close(self) -> None:
        """Close the connection."""
        self._used = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        """Use it in a ``with`` block, which closes the connection."""
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _headers(self, home: Origin, content_type: str | None, accept: Collection[str]) -> dict[str, str]:
        if self.credentials is None:
            self.credentials = find_credentials(home.host)
        headers = {"User-Agent": f"ttl-check/{__version__}"}
        if self.credentials.header is not None:
            if not (self.digest and self.credentials.digest):
                headers["Authorization"] = self.credentials.header
            if not home.is_secret_safe and not self._warned:
                self._warned = True
                self.notice(f"{home} is no https:// server: what proves who you are travels readably")
        if content_type is not None:
            headers["Content-Type"] = content_type
        if accept:
            weights = (f";q={max(1, 10 - place) / 10:.1f}" if place else "" for place in range(len(accept)))
            headers["Accept"] = ", ".join(name + weight for name, weight in zip(accept, weights, strict=True))
        return headers

    def _proof(self, method: str, url: str) -> dict[str, str]:
        """Answer the last challenge of the server, if it made one."""
        digest = self.credentials.digest if self.credentials is not None else None
        header = digest.header(method, url) if digest is not None else None
        return {} if header is None else {"Authorization": header}

    def _is_challenge(self, response: HTTPResponse) -> bool:
        """Tell whether the server asks for HTTP Digest and can get it."""
        digest = self.credentials.digest if self.credentials is not None else None
        if digest is None or response.status != _UNAUTHORIZED:
            return False
        return any(digest.take(value) for value in response.headers.get_all("WWW-Authenticate") or ())

    def _once(
        self, method: str, url: str, body: bytes | None, headers: Mapping[str, str], *, repeatable: bool
    ) -> tuple[HTTPResponse, Answer]:
        """Make one attempt; one more when the server had closed a connection that was kept open."""
        if not repeatable:
            self.close()
        try:
            try:
                return self._exchange(method, url, body, headers)
            except (ConnectionError, HTTPException) as error:
                kept_open = self._used
                self.close()
                if not (kept_open and isinstance(error, ConnectionError)):
                    raise
                return self._exchange(method, url, body, headers)
        except (OSError, HTTPException, ValueError) as error:
            self.close()
            raise EndpointError(f"{shown(url)}: {self._failure(error)}") from error

    def _exchange(
        self, method: str, url: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, Answer]:
        origin = origin_of(url)
        if self._connection is None or self._connection.origin != origin:
            self.close()
            self._connection = Connection(origin, self.limits.silence)
        connection = self._connection
        parts = urlsplit(url)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        with Deadline(connection, self.limits.seconds) as deadline:
            try:
                connection.http.request(
                    method, connection.target(path), body, {**headers, **connection.headers}
                )
                response = connection.http.getresponse()
                body_read = self._body(url, response)
            except (OSError, HTTPException, ValueError):
                if not deadline.passed:
                    raise
        if deadline.passed:  # headers that are cut off look like whole ones
            self.close()
            raise LimitError(f"{shown(url)} takes longer than {self.limits.seconds:g} s; nothing was used")
        server = response.getheader("Server") or ""
        answer = Answer(response.status, _media_type(response), body_read, server)
        self._used = not response.will_close
        if response.will_close:
            self.close()
        return response, answer

    def _body(self, url: str, response: HTTPResponse) -> bytes:
        expected = response.length
        pieces: list[bytes] = []
        size = 0
        # read1 gives what has come, so that the limit on the size holds while it comes.
        while piece := response.read1(_PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > self.limits.max_bytes:
                self.close()
                raise LimitError(
                    f"{shown(url)} answers more than {self.limits.max_bytes} bytes; nothing was used"
                )
        if expected is not None and size != expected:
            raise ConnectionResetError
        response.close()  # tells the connection, which stays open, that this answer is read
        return b"".join(pieces)

    def _wait(self, url: str, status: int, retry_after: str | None, attempt: int) -> None:
        wait = min(self.limits.first_wait * 2 ** (attempt - 1), self.limits.longest_wait)
        asked = _seconds(retry_after)
        if asked is not None:
            wait = min(max(asked, 0.0), self.limits.longest_wait)
        self.notice(f"{shown(url)} is busy ({status}); attempt {attempt + 1} in {wait:g} s")
        self.sleep(wait)

    def _redirected(self, method: str, url: str, status: int, location: str | None, count: int) -> str:
        if not location:
            raise EndpointError(f"{shown(url)} answers {status} and does not say where to go")
        try:
            target = check_url(urljoin(url, location))
        except EndpointError:
            raise EndpointError(f"{shown(url)} redirects to what is no URL of a server") from None
        if origin_of(target) != origin_of(url):
            raise EndpointError(
                f"{shown(url)} redirects to another host, {origin_of(target)}; nothing was sent there. Give"
                " its URL if you trust it"
            )
        if status not in _SAME_METHOD and method != "GET":
            raise EndpointError(f"{shown(url)} answers {status} to a {method}; use {shown(target)}")
        if count > _MAX_REDIRECTS:
            raise EndpointError(f"{shown(url)} redirects more than {_MAX_REDIRECTS} times")
        return target

    def _check_type(self, url: str, answer: Answer, accept: Collection[str], passed: Collection[int]) -> None:
        if accept and answer.status not in passed and answer.media_type not in accept:
            got = self._clean(answer.media_type) or "no media type"
            raise EndpointError(
                f"{shown(url)} answers {got} where {accept_text(accept)} was asked; is this the right URL?"
            )

    def _reason(self, response: HTTPResponse, answer: Answer) -> str:
        text = ""
        if answer.media_type != "text/html":
            text = answer.body[:4096].decode("utf-8", "replace")
        first = next((line for line in text.splitlines() if line.strip()), "")
        words = self._clean(f"{answer.status} {response.reason}".strip())
        return f"{words}: {self._clean(first)}" if first else words

    def _failure(self, error: Exception) -> str:
        if isinstance(error, TimeoutError):
            return f"no answer within {self.limits.silence:g} s"
        if isinstance(error, ConnectionRefusedError):
            return "nothing listens there"
        if isinstance(error, ConnectionResetError | BrokenPipeError | IncompleteRead):
            return "the server broke off"
        if isinstance(error, HTTPException):
            return f"no HTTP server ({type(error).__name__})"
        text = str(error.strerror or error) if isinstance(error, OSError) else str(error)
        return f"cannot be reached: {self._clean(text)}"

    def _clean(self, text: str) -> str:
        """Make a server's text fit for one line: no control characters, no secrets, not long."""
        scrubbed = (self.credentials or Credentials()).scrubbed(text)
        line = " ".join(_CONTROL.sub(" ", scrubbed).split())
        return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"


def accept_text(accept: Collection[str]) -> str:
    """Name media types in a sentence."""
    return " or ".join(accept)


def _media_type(response: HTTPResponse) -> str:
    return (response.getheader("Content-Type") or "").partition(";")[0].strip().lower()


def _seconds(retry_after: str | None) -> float | None:
    """Read ``Retry-After``: seconds, or a date.

    Source: RFC 9110, 10.2.3.
    """
    if retry_after is None:
        return None
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return parsedate_to_datetime(text).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return None
