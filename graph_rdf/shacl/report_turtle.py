"""The W3C validation report as Turtle with prefixes, one block a node, the same bytes for the same run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.namespaces import PREFIXES, RDF_TYPE
from graph_rdf.shacl.report_rdf import report_triples
from graph_rdf.shacl.terms import short_term

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.protocol import ShaclRun


def report_turtle(run: ShaclRun) -> str:
    """Write the report of a run as Turtle.

    Args:
        run: The run.

    Returns:
        The text: prefixes, the report, then one block a subject in the order of `report_triples`. Blank nodes
        of the report and of the data are written with their labels.
    """
    lines = [f"@prefix {prefix}: <{namespace}> ." for prefix, namespace in sorted(PREFIXES.items())]
    blocks: dict[Term, list[str]] = {}
    for triple in report_triples(run):
        verb = "a" if triple.predicate.value == RDF_TYPE else short_term(triple.predicate)
        blocks.setdefault(triple.subject, []).append(f"{verb} {short_term(triple.object)}")
    for subject, said in blocks.items():
        lines += ["", short_term(subject), *(f"    {each} ;" for each in said[:-1]), f"    {said[-1]} ."]
    return "\n".join(lines) + "\n"
