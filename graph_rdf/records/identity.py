"""Canonical id strings and their IRIs: reversible both ways."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote_to_bytes

from pyoxigraph import NamedNode

from graph_rdf.errors import InputError
from graph_rdf.namespaces import ID_BASE

_SAFE: Final = "-._~:@/"
_PLAIN: Final = re.compile(r"[A-Za-z0-9\-._~:@/]+")
_ENCODED: Final = re.compile(r"(?:[A-Za-z0-9\-._~:@/]|%[0-9A-F]{2})+")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PROBE: Final = "a:b@c/d.-_~%20#anchor-1"


def id_problem(value: str) -> str | None:
    """Say what keeps a string from being an id.

    Args:
        value: Any string.

    Returns:
        The reason, or None when the string is an id.

    Source: evidence model, section 2.

    Example:
        >>> id_problem("~default")
        'an id does not start with ~, which is reserved'
    """
    if not value:
        return "an id is not empty"
    if value.startswith("~"):
        return "an id does not start with ~, which is reserved"
    if not value.isascii() and not _is_unicode(value):
        return "an id has no lone surrogates"
    return None


def iri_of_id(identifier: str, base: str = ID_BASE) -> str:
    """Give the IRI of an id.

    Args:
        identifier: A canonical id.
        base: The id base.

    Returns:
        Base and the percent-encoded id; it never holds ``#``, so parts of a node can hang on a fragment.

    Raises:
        InputError: The string is no id.

    Source: evidence model, section 2.

    Example:
        >>> iri_of_id("org:final:north #1")
        'https://w3id.org/evidence-graph/id/org:final:north%20%231'
    """
    problem = id_problem(identifier)
    if problem is not None:
        raise InputError(f"{identifier!a} is no id: {problem}")
    return base + percent_encoded(identifier)


def id_of_iri(iri: str, base: str = ID_BASE) -> str | None:
    """Give the id of an IRI.

    Args:
        iri: An absolute IRI.
        base: The id base.

    Returns:
        The id whose IRI is exactly this one, or None when there is none.

    Source: evidence model, section 2.

    Example:
        >>> id_of_iri("https://w3id.org/evidence-graph/id/org:final:north%20%231")
        'org:final:north #1'
        >>> id_of_iri("https://w3id.org/evidence-graph/id/a#anchor-1") is None
        True
    """
    if not iri.startswith(base):
        return None
    identifier = percent_decoded(iri[len(base) :])
    return identifier if identifier is not None and id_problem(identifier) is None else None


@lru_cache(maxsize=65536)  # the same few ids come again and again, as subjects and as objects
def percent_encoded(text: str) -> str:
    """Percent-encode the UTF-8 of a text outside ``A-Za-z0-9-._~:@/``, upper-case hex."""
    return text if _PLAIN.fullmatch(text) else quote(text, safe=_SAFE)


def percent_decoded(text: str) -> str | None:
    """Undo `percent_encoded`; None when the text is not exactly what it gives for some string."""
    if _PLAIN.fullmatch(text):
        return text
    if not _ENCODED.fullmatch(text):
        return None
    try:
        decoded = unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError:
        return None
    return decoded if percent_encoded(decoded) == text else None


def check_base(base: str) -> str:
    """Check that every id gives an IRI under this base.

    Args:
        base: An absolute IRI to which encoded ids are appended.

    Returns:
        The base, unchanged.

    Raises:
        InputError: It is no absolute IRI, or it has a fragment, so that parts of a node would have no room,
            or it ends in a letter or digit, so that an id would change its last segment.

    Example:
        >>> check_base("https://example.org/id/")
        'https://example.org/id/'
    """
    _, slashes, rest = base.partition("://")
    swallowed = bool(slashes) and "/" not in rest  # the id would become part of the host
    partial = not _SCHEME.match(base) or base[-1:].isalnum()  # the id would become part of a scheme or name
    if "#" in base or swallowed or partial or not is_absolute_iri(base + _PROBE):
        raise InputError(f"{base!a} is no base for ids: give an absolute IRI without # that ends in / or :")
    return base


def is_absolute_iri(value: str) -> bool:
    """Tell whether a string is an absolute IRI, by the rules of the parser that reads our exports."""
    if ":" not in value or not _is_unicode(value):
        return False
    try:
        NamedNode(value)
    except ValueError:
        return False
    return True


def _is_unicode(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
