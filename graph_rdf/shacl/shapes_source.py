"""One shapes file to triples, with exact terms and the same blank node labels in every run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pyoxigraph import Triple

from graph_rdf.errors import ShapesError
from graph_rdf.syntax import check_encoding, depth_finding, relative_iri_finding, syntax_findings
from graph_rdf.syntax.parsing import raw_quads, relabelled

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.syntax import Source


def read_shapes_source(source: Source, number: int) -> tuple[Source, list[Triple]]:
    """Parse one shapes file.

    Args:
        source: The file.
        number: Its place among the shapes files; blank nodes are labelled ``s<number>b<n>``, which no data
            source uses.

    Returns:
        The source with the base that was used (its own IRI when it has relative IRIs and no base), and the
        triples of all its graphs in the order of the file.

    Raises:
        ShapesError: It is no RDF; `problems` holds every fault.
    """
    source = replace(source, number=number)
    found = check_encoding(source) or depth_finding(source)
    if found is not None:
        raise _error([found])
    if source.base is None and relative_iri_finding(source) is not None:
        source = replace(source, base=source.own_iri, base_implied=True)
    try:
        quads = relabelled(raw_quads(source, source.base), f"s{number}b")
        return source, [Triple(quad.subject, quad.predicate, quad.object) for quad in quads]
    except SyntaxError as error:
        faults = syntax_findings(source)
        raise _error(faults) if faults else ShapesError(str(error), path=source.path) from error
    except ValueError as error:
        raise ShapesError(f"the base IRI {source.base!r} is none: {error}", path=source.path) from error


def _error(findings: list[Finding]) -> ShapesError:
    problems = [ShapesError(f.message, path=f.path, line=f.line, column=f.column) for f in findings]
    first = problems[0]
    return ShapesError(first.message, problems, path=first.path, line=first.line, column=first.column)
