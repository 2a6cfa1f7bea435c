"""The rules that shipped shapes state, with the texts that the shapes carry for every SHACL engine."""

from __future__ import annotations

from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from graph_rdf.errors import GraphRdfError
from graph_rdf.findings import Severity
from graph_rdf.namespaces import DCTERMS_SOURCE, EGSH, RDF_TYPE, SH
from graph_rdf.resources import resource_path
from graph_rdf.rules.rule import Rule

AREA_OF_FILE = {"structure.ttl": "structure", "relations.ttl": "relations"}
"""The shapes files whose shapes are rules of their own; those of `evidence.ttl` are in the catalogue."""

WHY = {
    Severity.ERROR: (
        "A reader of the evidence model would lose or misread this node, and two readers would differ."
    ),
    Severity.WARNING: (
        "A tool for PROV, Web Annotation or DCAT would not see the node for what it is, or a part of the "
        "data has no effect."
    ),
    Severity.INFO: "Nothing is wrong; it may be worth knowing.",
}
"""Why a structural fault matters, by its severity; `shapes/structure.ttl` grades by this."""

_SEVERITY = {SH + "Violation": Severity.ERROR, SH + "Warning": Severity.WARNING, SH + "Info": Severity.INFO}
_SHAPES = (SH + "NodeShape", SH + "PropertyShape")


def shape_rules(file: str) -> list[Rule]:
    """Read the rules that one shipped shapes file states.

    Args:
        file: One of `AREA_OF_FILE`.

    Returns:
        One rule for each shape of the toolkit in the file, in the order of the file.

    Raises:
        GraphRdfError: The file is missing or damaged.
    """
    said: dict[str, dict[str, str]] = {}
    try:
        data = resource_path("shapes", file).read_bytes()
        for quad in parse(data, format=RdfFormat.TURTLE):
            subject, value = quad.subject, quad.object
            if (
                isinstance(subject, NamedNode)
                and subject.value.startswith(EGSH)
                and not isinstance(value, Triple)
            ):
                said.setdefault(subject.value, {}).setdefault(quad.predicate.value, value.value)
    except (OSError, SyntaxError) as error:
        raise GraphRdfError(f"shipped shapes are damaged: {error}", path=f"shapes/{file}") from error
    return [
        _rule(iri.removeprefix(EGSH), AREA_OF_FILE[file], facts)
        for iri, facts in said.items()
        if facts.get(RDF_TYPE) in _SHAPES
    ]


def _rule(rule_id: str, area: str, facts: dict[str, str]) -> Rule:
    """Make a rule from what its shape says of itself."""
    severity = _SEVERITY[facts.get(SH + "severity", SH + "Violation")]
    return Rule(
        id=rule_id,
        area=area,
        severity=severity,
        title=facts.get(SH + "name", rule_id),
        what=facts.get(SH + "description", ""),
        why=WHY[severity],
        mend=facts.get(SH + "message", ""),
        source=facts.get(DCTERMS_SOURCE, EGSH + rule_id),
    )
