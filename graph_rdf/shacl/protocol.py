"""What a SHACL engine takes and gives back; nothing here names an engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from graph_rdf.shacl.terms import term_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyoxigraph import BlankNode, Literal, NamedNode

    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may spend; None means no limit. A limit that is hit is said, never silent.

    Args:
        max_results: Most results to keep, in the order of the report.
        max_per_shape: Most results to keep of one source shape.
        seconds: Time budget of the run, in seconds.
        memory: Memory budget of the process, in bytes.
        spent: Seconds of the time budget that went before the run began.
    """

    max_results: int | None = None
    max_per_shape: int | None = None
    seconds: float | None = None
    memory: int | None = None
    spent: float = 0.0


@dataclass(frozen=True, slots=True)
class ShaclResult:
    """One validation result.

    Args:
        focus_node: The focus node.
        source_shape: The shape that produced it.
        component: The IRI of the constraint component.
        severity: The IRI of the severity.
        messages: Its messages, one for each language at most, sorted.
        result_path: The path as a SPARQL path expression with full IRIs, for example ``^<a>/<b>*``; None on
            node shapes.
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
        results: Sorted. A nested result that ``sh:property`` reaches in two ways stands twice, as the W3C
            suite (validation-reports/shared) asks; findings are without duplicates.
        shapes: Number of shapes loaded.
        shapes_with_targets: Number of shapes that have a target.
        focus_nodes: Number of distinct focus nodes that targets matched.
        constraints_skipped: Number of constraints that the engine could not evaluate.
        untargeted: The shapes whose targets matched nothing, by IRI, sorted.
        truncated: Whether a limit cut the results.
        limits_hit: The limits on time and memory that were hit, in words.
        skipped_of: Shape → number of its constraints that were skipped, as far as the engine tells.
        doubts: One text for each query whose answers may not be those of the specification, with the reason.
    """

    results: tuple[ShaclResult, ...]
    shapes: int
    shapes_with_targets: int
    focus_nodes: int
    constraints_skipped: int = 0
    untargeted: tuple[str, ...] = ()
    truncated: bool = False
    limits_hit: tuple[str, ...] = ()
    skipped_of: Mapping[Node, int] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()


def result_key(result: ShaclResult) -> tuple[object, ...]:
    """Give the place of a result in the one order of all engines.

    Args:
        result: The result.

    Returns:
        A key: focus node, shape, path, component, value, constraint, severity, messages.
    """
    return (
        term_key(result.focus_node),
        term_key(result.source_shape),
        result.result_path or "",
        result.component.value,
        _optional_key(result.value),
        _optional_key(result.source_constraint),
        result.severity.value,
        tuple(str(message) for message in result.messages),
    )


def _optional_key(term: Term | None) -> tuple[int, str]:
    return (-1, "") if term is None else term_key(term)


def cut_results(results: Sequence[ShaclResult], limits: Limits) -> tuple[tuple[ShaclResult, ...], bool]:
    """Keep as many results as the limits allow.

    Args:
        results: In the order of the report.
        limits: The limits.

    Returns:
        The results kept, in order, and whether any was left out.
    """
    kept: list[ShaclResult] = []
    of_shape: dict[Term, int] = {}
    for result in results:
        count = of_shape[result.source_shape] = of_shape.get(result.source_shape, 0) + 1
        if limits.max_per_shape is None or count <= limits.max_per_shape:
            kept.append(result)
    if limits.max_results is not None:
        del kept[limits.max_results :]
    return tuple(kept), len(kept) < len(results)


class ShaclEngine(Protocol):
    """Validates a data graph against a shapes graph."""

    name: str

    def validate(self, data: EmbeddedDataset, shapes: ShapesGraph, limits: Limits) -> ShaclRun:
        """Validate the default graph of a dataset.

        Args:
            data: The data; it is not changed.
            shapes: The shapes graph, which has passed `lint_shapes`.
            limits: What the run may spend.

        Returns:
            The results and what was looked at.

        Raises:
            EngineError: The engine failed.
            LimitError: A limit was hit and no partial answer is possible.
        """
