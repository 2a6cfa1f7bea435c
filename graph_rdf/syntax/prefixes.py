"""The prefixes that files declare, to write their names as their authors do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import RdfFormat, parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.syntax.source import Source

_HEAD: Final = 64 * 1024
"""Bytes that are looked at: prefixes stand at the top."""


def declared_prefixes(sources: Iterable[Source]) -> dict[str, str]:
    """Read the prefixes at the head of Turtle and TriG sources.

    Args:
        sources: The sources; they may be ill-formed.

    Returns:
        Prefix → namespace, what is declared before the first triple; of two sources the first one counts.

    Example:
        >>> from graph_rdf.syntax import source_from_bytes
        >>> declared_prefixes([source_from_bytes(b"@prefix e: <http://e/> . e:a e:b e:c .", name="a.ttl")])
        {'e': 'http://e/'}
    """
    found: dict[str, str] = {}
    for source in sources:
        if source.format not in (RdfFormat.TURTLE, RdfFormat.TRIG):
            continue
        quads = parse(source.data[: source.start + _HEAD], format=source.format, base_iri=source.base)
        try:
            next(quads, None)
        except SyntaxError:
            continue
        for prefix, namespace in sorted(quads.prefixes.items()):
            found.setdefault(prefix, namespace)
    return found
