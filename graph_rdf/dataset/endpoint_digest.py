"""HTTP Digest: the answer to a server that wants proof of a password without the password.

Source: RFC 7616. The computing is that of `urllib.request`.
"""

from __future__ import annotations

from typing import Final
from urllib.error import URLError
from urllib.request import (
    AbstractDigestAuthHandler,
    HTTPPasswordMgr,
    Request,
    parse_http_list,
    parse_keqv_list,
)

_SCHEME: Final = "digest "


class _OneLogin(HTTPPasswordMgr):
    """The same login for every realm and path: whoever asks is the one server that the caller named."""

    def __init__(self, user: str, password: str) -> None:
        super().__init__()
        self._login = (user, password)

    def find_user_password(self, realm: str, authuri: str) -> tuple[str | None, str | None]:  # noqa: ARG002
        return self._login


class DigestAnswers:
    """Answers the challenges of one server.

    Args:
        user: The name of the user.
        password: The password; it is never sent.
    """

    def __init__(self, user: str, password: str) -> None:
        self._challenge: dict[str, str] | None = None
        self._handler = AbstractDigestAuthHandler(_OneLogin(user, password))

    def take(self, challenge: str | None) -> bool:
        """Take what a server wrote in ``WWW-Authenticate``.

        Args:
            challenge: The value of the header; None when there is none.

        Returns:
            Whether it is a challenge of this kind, which the next `header` answers.
        """
        if challenge is None or not challenge.lower().startswith(_SCHEME):
            return False
        try:
            self._challenge = parse_keqv_list(parse_http_list(challenge[len(_SCHEME) :]))
        except ValueError:
            return False
        return True

    def header(self, method: str, url: str) -> str | None:
        """Give the value of ``Authorization`` for a request.

        Args:
            method: The method.
            url: The URL.

        Returns:
            The value; None before the first challenge, and when it asks for an unknown kind of proof.
        """
        if self._challenge is None:
            return None
        try:
            answer = self._handler.get_authorization(Request(url, method=method), self._challenge)  # noqa: S310 - checked, and nothing is opened
        except (URLError, ValueError, KeyError):
            return None
        return None if answer is None else f"Digest {answer}"
