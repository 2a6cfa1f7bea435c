"""Names for people: IRIs in a path or a value, shortened by the prefixes of the user's own files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_IRI: Final = re.compile(r"<([^<>\"{}|^`\\\s]*)>")
_LOCAL_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")


def short_path(path: str, prefixes: Mapping[str, str]) -> str:
    """Shorten the IRIs of a path expression.

    Args:
        path: The path expression; IRIs stand in angle brackets.
        prefixes: Prefix → namespace.

    Returns:
        The same path; an IRI without a prefix for it stays as it is.

    Example:
        >>> short_path("<http://e/knows>/<http://f/name>", {"e": "http://e/"})
        'e:knows/<http://f/name>'
    """
    longest_first = sorted(prefixes.items(), key=lambda item: (-len(item[1]), item[0]))

    def short(match: re.Match[str]) -> str:
        for prefix, namespace in longest_first:
            local = match[1][len(namespace) :]
            if namespace and match[1].startswith(namespace) and _LOCAL_NAME.fullmatch(local):
                return f"{prefix}:{local}"
        return match[0]

    return _IRI.sub(short, path)


def short_value(value: str, prefixes: Mapping[str, str]) -> str:
    """Shorten the value of a finding: an IRI, or the datatype of a literal; never the text of a literal.

    Example:
        >>> short_value('"<http://e/a>"^^<http://e/b>', {"e": "http://e/"})
        '"<http://e/a>"^^e:b'
    """
    if value.startswith("_:"):
        return value
    if not value.startswith('"'):
        return short_path(f"<{value}>", prefixes)
    body, mark, datatype = value.rpartition("^^")
    return f"{body}{mark}{short_path(datatype, prefixes)}" if mark and datatype.endswith(">") else value
