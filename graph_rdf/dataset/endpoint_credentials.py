"""Who the caller is to a server: from the environment or a netrc file, never from a command line or a URL."""

from __future__ import annotations

import netrc
import os
from base64 import b64encode
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from graph_rdf.dataset.endpoint_digest import DigestAnswers
from graph_rdf.errors import EndpointError

if TYPE_CHECKING:
    from collections.abc import Mapping

USER: Final = "TTL_CHECK_USER"
PASSWORD: Final = "TTL_CHECK_PASSWORD"  # noqa: S105 - the name of a variable
TOKEN: Final = "TTL_CHECK_TOKEN"  # noqa: S105 - the name of a variable
_HIDDEN: Final = "***"
_SHORTEST: Final = 4
"""Shorter secrets are not searched for in messages: their letters stand in every text."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What is sent as ``Authorization``; its text never shows.

    Args:
        header: The value of the header; None to send none.
        secrets: The strings that no message may hold.
        digest: What answers a server that wants HTTP Digest; None when there is no user with a password.
    """

    header: str | None = field(default=None, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)
    digest: DigestAnswers | None = field(default=None, repr=False, compare=False)

    def scrubbed(self, text: str) -> str:
        """Take the secrets out of a text that a server wrote."""
        for secret in self.secrets:
            if len(secret) >= _SHORTEST:
                text = text.replace(secret, _HIDDEN)
        return text


NOBODY: Final = Credentials()


def basic(user: str, password: str) -> Credentials:
    """Make credentials for HTTP Basic, and for HTTP Digest where a server asks for it.

    Raises:
        EndpointError: The user name holds a colon, or a part holds a control character.

    Source: RFC 7617.
    """
    if ":" in user or not (user + password).isprintable():
        raise EndpointError("a user name has no colon, and neither it nor a password has control characters")
    encoded = b64encode(f"{user}:{password}".encode()).decode("ascii")
    return Credentials(f"Basic {encoded}", (encoded, password), DigestAnswers(user, password))


def bearer(token: str) -> Credentials:
    """Make credentials for a bearer token.

    Raises:
        EndpointError: It holds what no token may.

    Source: RFC 6750, 2.1.
    """
    if not token.isascii() or not token.isprintable() or " " in token:
        raise EndpointError(f"{TOKEN} holds a character that no bearer token has")
    return Credentials(f"Bearer {token}", (token,))


def find_credentials(host: str, environment: Mapping[str, str] | None = None) -> Credentials:
    """Find the credentials for a host.

    Args:
        host: The name of the host, for the netrc file.
        environment: The variables; those of the process when None.

    Returns:
        Those of TTL_CHECK_TOKEN; else of TTL_CHECK_USER and TTL_CHECK_PASSWORD; else of the file that NETRC
        names, or ``~/.netrc``; else none. The ``default`` entry of a netrc file is not used: it would send a
        password to every host.

    Raises:
        EndpointError: They are half given, or the netrc file cannot be used.
    """
    variables = os.environ if environment is None else environment
    if variables.get(TOKEN):
        return bearer(variables[TOKEN])
    user, password = variables.get(USER, ""), variables.get(PASSWORD, "")
    if user or password:
        if not (user and password):
            raise EndpointError(f"{USER} and {PASSWORD} belong together, and one of them is not set")
        return basic(user, password)
    return _from_netrc(host, variables)


def _from_netrc(host: str, variables: Mapping[str, str]) -> Credentials:
    named = variables.get("NETRC")
    home = variables.get("HOME") or variables.get("USERPROFILE")
    if not named and not home:
        return NOBODY
    path = Path(named) if named else Path(home or "") / ".netrc"
    try:
        if not path.is_file():
            return NOBODY
        entry = netrc.netrc(str(path)).hosts.get(host)
    except (OSError, UnicodeDecodeError, netrc.NetrcParseError) as error:
        reason = error.msg if isinstance(error, netrc.NetrcParseError) else type(error).__name__
        raise EndpointError(f"the netrc file cannot be used: {reason}", path=str(path)) from None
    if entry is None or not entry[2]:
        return NOBODY
    return basic(entry[0], entry[2])
