"""Asks an embedded store our own queries."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyoxigraph import QuerySolution, QuerySolutions, Store


def select(store: Store, query: str) -> Iterator[QuerySolution]:
    """Run a SELECT of our own on a store, in the terms of the store."""
    return iter(cast("QuerySolutions", store.query(query)))
