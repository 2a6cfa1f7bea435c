"""What a SHACL engine takes and gives back; nothing here names an engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pyoxigraph import BlankNode, Literal, NamedNode

    from graph_rdf.dataset.protocol import Term


@dataclass(frozen=True, slots=True)
class ShaclResult:
    """One validation result.

    Args:
        focus_node: The focus node.
        source_shape: The shape that produced it.
        component: The IRI of the constraint component.
        severity: The IRI of the severity.
        messages: Its messages, one for each language at most, sorted.
        result_path: The path as a SPARQL path expression with full IRIs, for example ``^<a>/<b>*``; None on node shapes.
        value: The value node, exactly as written in the data.
        source_constraint: The constraint node of a SHACL-SPARQL constraint.

    Source: SHACL 3.6.2.
    """

    focus_node: Term
    source_shape: NamedNode | BlankNode
    component: NamedNode
    severity: NamedNode
    messages: tuple[Literal, ...] = ()
    result_path: str | None = None
    value: Term | None = None
    source_constraint: NamedNode | BlankNode | None = None


@dataclass(frozen=True, slots=True)
class ShaclRun:
    """What one run found, and what it looked at, so that a green run proves that it looked.

    Args:
        results: Sorted, without duplicates.
        shapes: Number of shapes loaded.
        shapes_with_targets: Number of shapes that have a target.
        focus_nodes: Number of distinct focus nodes that targets matched.
        constraints_skipped: Number of constraints that the engine could not evaluate.
        untargeted: The shapes whose targets matched nothing, by IRI, sorted.
        truncated: Whether a limit cut the results.
    """

    results: tuple[ShaclResult, ...]
    shapes: int
    shapes_with_targets: int
    focus_nodes: int
    constraints_skipped: int = 0
    untargeted: tuple[str, ...] = ()
    truncated: bool = False


class ShaclEngine(Protocol):
    """Validates a data graph against a shapes graph."""

    name: str
