"""What a SPARQL-based target is to the engine: a query that selects focus nodes; see `sparql_targets`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graph_rdf.shacl.query_reads import QueryReads, query_reads
from graph_rdf.shacl.sparql_jobs import QueryJob

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.shapes_graph import Node


@dataclass(frozen=True, slots=True)
class TargetQuery:
    """A query that selects focus nodes.

    Args:
        node: The value of `sh:target`.
        text: The query as the shapes graph states it.
        query: The query that runs.
        prefixes: Prefix → namespace, besides those of the query.
        constants: Variable → the value of the parameter that it is bound to.
    """

    node: Node
    text: str
    query: str
    prefixes: Mapping[str, str] = field(default_factory=dict, hash=False)
    constants: Mapping[str, Term] = field(default_factory=dict, hash=False)

    def job(self) -> QueryJob:
        """Write the query as a job; its answers are the focus nodes."""
        return QueryJob(self.query, self.prefixes, ("this",), None, self.constants)

    def reads(self) -> QueryReads:
        """Tell what the query reads."""
        return query_reads(self.text, self.prefixes, self.constants)
