"""Rows of a query as a table for people and in the JSON form of the W3C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from graph_rdf.namespaces import PREFIXES, RDF, XSD_STRING
from graph_rdf.report.json_report import dump_json
from graph_rdf.report.printable import display_width, printable
from graph_rdf.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyoxigraph import BlankNode as _BlankNode

Term = NamedNode | BlankNode | Literal | Triple
Row = tuple[Term | None, ...]

UNBOUND = "-"
"""What stands in a cell without a value."""

_LANG_STRING = RDF + "langString"


def render_table(variables: Sequence[str], rows: Sequence[Row], base: str, style: Style = PLAIN) -> str:
    """Render rows as a table.

    Args:
        variables: The names of the columns.
        rows: The rows.
        base: The id base, which is written ``id:``.
        style: The colours.

    Returns:
        Text: a line of names, then a line a row; columns are as wide as their longest cell.
    """
    cells = [[short_text(term, base) for term in row] for row in rows]
    widths = [
        max(display_width(name), *(display_width(row[at]) for row in cells)) if cells else display_width(name)
        for at, name in enumerate(variables)
    ]
    lines = [style.paint("strong", _line(list(variables), widths))] if variables else []
    lines += [_line(row, widths) for row in cells]
    return "".join(line + "\n" for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell + " " * (width - display_width(cell)) for cell, width in zip(cells, widths, strict=True)]
    return "  ".join(padded).rstrip()


def short_text(term: Term | None, base: str) -> str:
    """Write a term for a table: IRIs with the known prefixes, a literal as its text."""
    if term is None:
        return UNBOUND
    if isinstance(term, Literal):
        return printable(term.value)
    if not isinstance(term, NamedNode):
        return printable(str(term))
    namespaces = [("id", base), *((prefix, iri) for prefix, iri in PREFIXES.items() if prefix != "id")]
    for prefix, namespace in namespaces:
        if term.value.startswith(namespace) and len(term.value) > len(namespace):
            return printable(f"{prefix}:{term.value.removeprefix(namespace)}")
    return printable(str(term))


def render_solutions_json(variables: Sequence[str], rows: Sequence[Row]) -> str:
    """Render rows in the SPARQL 1.1 Query Results JSON Format.

    Source: https://www.w3.org/TR/sparql11-results-json/
    """
    bindings = [
        {name: _json_term(term) for name, term in zip(variables, row, strict=True) if term is not None}
        for row in rows
    ]
    return dump_json({"head": {"vars": list(variables)}, "results": {"bindings": bindings}})


def render_truth_json(truth: bool) -> str:  # noqa: FBT001 - the value is what is rendered
    """Render the answer of an ASK query in the SPARQL 1.1 Query Results JSON Format."""
    return dump_json({"head": {}, "boolean": truth})


def _json_term(term: Term | _BlankNode) -> dict[str, Any]:
    """Give one term; triple terms as SPARQL 1.2 has them."""
    if isinstance(term, NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, BlankNode):
        return {"type": "bnode", "value": term.value}
    if isinstance(term, Triple):
        parts = {"subject": term.subject, "predicate": term.predicate, "object": term.object}
        return {"type": "triple", "value": {name: _json_term(part) for name, part in parts.items()}}
    value: dict[str, Any] = {"type": "literal", "value": term.value}
    if term.language is not None:
        value["xml:lang"] = term.language
    elif term.datatype.value not in (XSD_STRING, _LANG_STRING):
        value["datatype"] = term.datatype.value
    return value
