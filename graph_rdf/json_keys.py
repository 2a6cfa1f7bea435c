"""Keys of JSON objects: one that stands twice has two values, of which parsers keep one in silence."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

_V = TypeVar("_V")


class RepeatedKeyError(ValueError):
    """A key stands more than once in one object.

    Args:
        key: The key.
    """

    def __init__(self, key: str) -> None:
        super().__init__(f"the key {key!r} stands twice in one object")
        self.key = key


def unique_keys(pairs: list[tuple[str, _V]]) -> dict[str, _V]:
    """Make an object of its members, for ``object_pairs_hook`` of `json`.

    Raises:
        RepeatedKeyError: A key stands more than once.

    Source: RFC 8259, 4: names within an object should be unique.

    Example:
        >>> import json
        >>> json.loads('{"a": 1, "a": 2}', object_pairs_hook=unique_keys)
        Traceback (most recent call last):
        graph_rdf.json_keys.RepeatedKeyError: the key 'a' stands twice in one object
    """
    made = dict(pairs)
    if len(made) != len(pairs):
        raise RepeatedKeyError(next(key for key, count in Counter(k for k, _ in pairs).items() if count > 1))
    return made
