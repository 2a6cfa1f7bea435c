"""SHACL results as findings: rule id, severity, message; whoever knows the place in the file adds it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

from graph_rdf.findings import Finding, Severity
from graph_rdf.namespaces import EGSH
from graph_rdf.shacl.messages import default_message
from graph_rdf.shacl.paths import parse_path, path_expression
from graph_rdf.shacl.terms import short_iri
from graph_rdf.shacl.vocabulary import SH_INFO, SH_WARNING

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.protocol import ShaclResult, ShaclRun
    from graph_rdf.shacl.shapes_graph import ShapesGraph

_SEVERITIES: Final = {SH_INFO: Severity.INFO, SH_WARNING: Severity.WARNING}
_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def shacl_findings(run: ShaclRun, shapes: ShapesGraph, *, language: str = "en") -> list[Finding]:
    """Turn the results of a run into findings.

    Args:
        run: The run.
        shapes: The shapes graph it used.
        language: The language of the messages where a shape states several.

    Returns:
        The findings, sorted, without duplicates and without path and line. A result path is a path
        expression with the prefixes of the toolkit; a value is an IRI, ``_:label`` or a literal in
        N-Triples form.
    """
    found = {
        Finding(
            rule=rule_id(result),
            severity=_SEVERITIES.get(result.severity.value, Severity.ERROR),
            message=_message(result, shapes, language),
            focus_node=_plain(result.focus_node),
            result_path=None
            if result.result_path is None
            else path_expression(parse_path(result.result_path), short_iri),
            value=None if result.value is None else _plain(result.value),
            shape=_plain(result.source_shape),
        )
        for result in run.results
    }
    return sorted(found, key=lambda finding: (finding.sort_key, finding.shape or ""))


def rule_id(result: ShaclResult) -> str:
    """Give the rule id of a result.

    Args:
        result: The result.

    Returns:
        The local name of the shape when the shape is of the toolkit; else the constraint component in
        lower case with hyphens, for example ``min-count``, so that findings of foreign shapes can be grouped.
        A severity that is none of SHACL's three weighs as an error.

    Example:
        >>> from pyoxigraph import BlankNode
        >>> from graph_rdf.namespaces import SH
        >>> from graph_rdf.shacl.protocol import ShaclResult
        >>> shape, component = BlankNode("s0b1"), NamedNode(SH + "MinCountConstraintComponent")
        >>> rule_id(ShaclResult(NamedNode("urn:a"), shape, component, NamedNode(SH + "Violation")))
        'min-count'
    """
    shape = result.source_shape
    if isinstance(shape, NamedNode) and shape.value.startswith(EGSH):
        return shape.value.removeprefix(EGSH)
    local = re.split(r"[/#]", result.component.value)[-1].removesuffix("ConstraintComponent")
    return _WORD.sub("-", local).lower() or "constraint"


def _message(result: ShaclResult, shapes: ShapesGraph, language: str) -> str:
    if not result.messages:
        return default_message(result, shapes)
    return min(result.messages, key=lambda message: _preference(message, language)).value


def _preference(message: Literal, language: str) -> tuple[int, str]:
    """The wanted language, its variants, no language, then any other in order."""
    tag = message.language
    if tag is None:
        return 2, str(message)
    return (0 if tag == language else 1 if tag.startswith(f"{language}-") else 3), str(message)


def _plain(term: Term) -> str:
    return term.value if isinstance(term, NamedNode) else str(term)
