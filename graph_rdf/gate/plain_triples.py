"""Relation triples that stand in the data beside records: a lookup never uses them, but other tools will."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.dataset.protocol import Dataset, Term
    from graph_rdf.gate.judging import Judgement

RULE: Final = "unsupported-triple"


def unsupported_triples(dataset: Dataset, judgement: Judgement, stated: Iterable[str]) -> list[Finding]:
    """Find the plain triples of relation predicates that no supported record states.

    Args:
        dataset: The data.
        judgement: The verdicts on its records.
        stated: The declared relation predicates that stand as plain triples in it.

    Returns:
        A warning for each, by predicate, subject and object; the focus node is the subject.

    Source: evidence model, section 4: a record claims its triple and does not assert it.
    """
    supported = _supported(judgement)
    world = judgement.world
    findings: list[Finding] = []
    for predicate in sorted(stated):
        rows = dataset.select(f"SELECT ?subject ?object WHERE {{ ?subject <{predicate}> ?object }}")
        for subject, value in sorted((_key(row[0]), _key(row[1])) for row in rows):
            if (subject, predicate, value) in supported:
                continue
            name = world.name_of_predicate(predicate)
            findings.append(
                Finding(
                    RULE,
                    Severity.WARNING,
                    f"the plain triple {world.id_of(subject)} {name} {world.id_of(value)} stands in the "
                    "data, and no supported record states it; no lookup uses it",
                    focus_node=subject,
                    result_path=f"<{predicate}>",
                    value=value,
                )
            )
    return findings


def _supported(judgement: Judgement) -> frozenset[tuple[str, str, str]]:
    """Give the triples that supported records state."""
    world, verdicts = judgement.world, judgement.verdicts
    return frozenset(
        (world.subject.one[node], world.predicate.one[node], world.object.one[node])
        for place, node in enumerate(world.records)
        if not verdicts.failures(place, world.anchors_of(place))
    )


def _key(term: Term | None) -> str:
    """Name a node as the columns of a world do."""
    return term.value if isinstance(term, NamedNode) else str(term)
