"""The names that stand in queries, and in the store while they run, beside those of the user."""

from __future__ import annotations

from typing import Final

from pyoxigraph import NamedNode

OWN: Final = "urn:x-ttl-check:"
"""What the names begin with."""

JOB_GRAPH: Final = NamedNode(OWN + "focus")
"""The named graph with what a job starts from."""

OUTSIDE: Final = NamedNode(OWN + "outside")
"""What the graph of a job says of the terms at the ends of paths that are not in the data."""
