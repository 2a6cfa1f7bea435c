"""What the IRI tokens of a Turtle-like text mean, as prefixes and bases come along."""

from __future__ import annotations

import re
from typing import Final

from graph_rdf.syntax.tokens import unescape

_PARTS: Final = re.compile(r"([^:/?#]+:)?(//[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)


class Names:
    """The prefixes and the base that hold at one point of a text.

    Args:
        base: The base IRI at its start.
    """

    def __init__(self, base: str | None) -> None:
        self._base = base
        self._prefixes: dict[str, str] = {}
        self._known: dict[bytes, str | None] = {}

    def declare(self, name: bytes | None, token: bytes) -> None:
        """Take over a prefix, or a base where there is no name."""
        if name is None:
            self.declare_base(token)
        else:
            self.declare_prefix(name, token)

    def declare_base(self, token: bytes) -> None:
        """Take over a base, written as an IRI token."""
        self._base = self.iri(token)
        self._known.clear()

    def declare_prefix(self, name: bytes, token: bytes) -> None:
        """Take over a prefix: its name with the colon, and its IRI token."""
        self._prefixes[name[:-1].decode()] = self.iri(token)
        self._known.clear()

    def meaning(self, token: bytes) -> str | None:
        """Say which IRI a token means.

        Args:
            token: An IRI in angle brackets, a prefixed name, or ``a``.

        Returns:
            The IRI, or None when the prefix is not declared.
        """
        try:
            return self._known[token]
        except KeyError:
            found = self.iri(token) if token.startswith(b"<") else self._expand(token)
            if len(self._known) >= 1 << 16:
                self._known.clear()
            self._known[token] = found
            return found

    def iri(self, token: bytes) -> str:
        """Resolve an IRI token."""
        text = unescape(token[1:-1].decode("utf-8", "replace"))
        head = text.partition(":")[0]
        if ":" in text and head[:1].isalpha() and all(c.isalnum() or c in "+-." for c in head):
            return text
        return text if self._base is None else resolve(self._base, text)

    def _expand(self, token: bytes) -> str | None:
        prefix, _, local = token.decode("utf-8", "replace").partition(":")
        namespace = self._prefixes.get(prefix)
        return None if namespace is None else namespace + unescape(local)


def resolve(base: str, reference: str) -> str:
    """Resolve a relative reference.

    Args:
        base: An absolute IRI.
        reference: A reference without a scheme.

    Returns:
        An absolute IRI.

    Source: RFC 3986 5.2.2.

    Example:
        >>> resolve("urn:x:a", "#b")
        'urn:x:a#b'
        >>> resolve("http://h/a/b?c#d", "")
        'http://h/a/b?c'
        >>> resolve("http://h/a//b", "../c/./d")
        'http://h/a/c/d'
    """
    scheme, authority, path, query, _ = _parts(base)
    _, host, way, asked, fragment = _parts(reference)
    if host:
        authority, path, query = host, _without_dots(way), asked
    elif way.startswith("/"):
        path, query = _without_dots(way), asked
    elif way:
        folder = path[: path.rfind("/") + 1] or ("/" if authority else "")
        path, query = _without_dots(folder + way), asked
    elif asked:
        query = asked
    return scheme + authority + path + query + fragment


def _parts(iri: str) -> tuple[str, str, str, str, str]:
    """Scheme, authority, path, query and fragment, each with its mark, empty when absent."""
    match = _PARTS.fullmatch(iri)
    scheme, authority, path, query, fragment = match.groups("") if match else ("", "", iri, "", "")
    return scheme, authority, path, query, fragment


def _without_dots(path: str) -> str:
    """Source: RFC 3986 5.2.4."""
    kept: list[str] = []
    segments = path.split("/")
    for index, segment in enumerate(segments):
        last = index == len(segments) - 1
        if segment == "..":
            if len(kept) > 1 or (kept and kept[0]):
                kept.pop()
            if last:
                kept.append("")
        elif segment == ".":
            if last:
                kept.append("")
        else:
            kept.append(segment)
    return "/".join(kept)
