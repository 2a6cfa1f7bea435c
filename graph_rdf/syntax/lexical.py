"""The check of typed literals as they are written, before a store rewrites them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Triple

from graph_rdf.findings import Finding, Severity
from graph_rdf.namespaces import XSD
from graph_rdf.syntax.lexical_scan import doubtful_carets, is_surely_well_typed
from graph_rdf.syntax.lexical_spaces import LEXICAL_SPACES, is_ill_typed
from graph_rdf.syntax.listener import Listener, Written
from graph_rdf.syntax.locating import locate
from graph_rdf.syntax.names import Names
from graph_rdf.syntax.parsing import parse_quads
from graph_rdf.syntax.positions import Place, positions
from graph_rdf.syntax.statements import Statements
from graph_rdf.syntax.tokens import string_value
from graph_rdf.syntax.walking import Walk

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source

_LINES: Final = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
_TERSE: Final = (RdfFormat.TURTLE, RdfFormat.TRIG, *_LINES)
_SHOWN: Final = 60


def lexical_findings(source: Source) -> list[Finding]:
    """Find the literals that are not in the lexical space of their datatype.

    Args:
        source: A source that parses, as it was loaded.

    Returns:
        A finding `ill-typed-literal` for each use of such a literal, in order of place, with the line and
        column of the literal (RDF/XML and JSON-LD: of its subject, where known), the subject as focus node,
        the predicate as result path, the literal as value. Most files cost one look at their bytes.

    Source: RDF 1.1 Concepts 3.3, ill-typed literals; 5.1, the datatypes.
    """
    if source.format in _TERSE and is_surely_well_typed(
        source.data, source.start, prefixes=source.format not in _LINES
    ):
        return []
    if source.format == RdfFormat.RDF_XML and b"datatype" not in source.data:
        return []
    faulty = _faulty(source)
    if not faulty:
        return []
    findings = _written(source, faulty) if source.format in _TERSE else _located(source, faulty)
    return sorted(findings, key=lambda finding: finding.sort_key)


def _faulty(source: Source) -> list[tuple[Quad, Literal]]:
    """The quads with an ill-typed literal, and the literal: the parser says what was written."""
    faulty: list[tuple[Quad, Literal]] = []
    known = LEXICAL_SPACES.keys()
    good: set[Literal] = set()
    for quad in parse_quads(source):
        value = quad.object
        while isinstance(value, Triple):
            value = value.object
        if isinstance(value, Literal) and value.datatype.value in known and value not in good:
            if is_ill_typed(value.value, value.datatype.value):
                faulty.append((quad, value))
            elif len(good) < 1 << 16:
                good.add(value)
    return faulty


def _written(source: Source, faulty: list[tuple[Quad, Literal]]) -> list[Finding]:
    """Find the faulty literals in the text."""
    uses: dict[tuple[str, str], list[Quad]] = defaultdict(list)
    for quad, literal in faulty:
        uses[literal.value, literal.datatype.value].append(quad)
    datatypes = {datatype for _, datatype in uses}
    found: list[tuple[Written, str, str]] = []

    def literal_seen(written: Written) -> None:
        if written.datatype in datatypes:
            form = string_value(source.data[written.start : written.end])
            if (form, written.datatype) in uses:
                found.append((written, form, written.datatype))

    order = _look_closely(source, Listener(literal=literal_seen), faulty)
    offsets = [offset for item, _, _ in found for offset in (item.start, item.end)]
    at = positions(source.data, offsets, source.start)
    findings = []
    for written, form, datatype in found:
        subject = written.subject
        if isinstance(subject, int):
            subject = f"_:f{source.number}b{order[subject]}" if subject in order else None
        named = subject if isinstance(subject, str) else None
        place = Place(source.path, *at[written.start], at[written.end][0])
        literal = Literal(form, datatype=NamedNode(datatype))
        findings.append(_finding(source, literal, named, written.predicate, place))
    return findings


def _look_closely(source: Source, listener: Listener, faulty: list[tuple[Quad, Literal]]) -> dict[int, int]:
    """Walk over the statements in doubt, or over all for the order of the blank nodes, which it gives."""
    lines = source.format in _LINES
    if any(isinstance(quad.subject, BlankNode) for quad, _ in faulty):
        walk = Walk(source.data, source.start, Names(source.base), listener, quads=lines)
        walk.run()
        return walk.blanks.order
    doubtful = iter(doubtful_carets(source.data, source.start, prefixes=not lines))
    caret = next(doubtful, None)
    statements = Statements(source.data, source.start, source.base)
    for _, start, end in statements:
        while caret is not None and caret < start:  # in a comment between two statements
            caret = next(doubtful, None)
        if caret is None:
            break
        if caret < end:
            Walk(source.data, start, statements.names, listener, quads=lines).run_statement()
            while caret is not None and caret < end:
                caret = next(doubtful, None)
    return {}


def _located(source: Source, faulty: list[tuple[Quad, Literal]]) -> list[Finding]:
    """Name the subjects of faulty literals, where the text is RDF/XML or JSON-LD."""
    subjects = {_node(quad.subject) for quad, _ in faulty}
    places = locate(source, subjects)
    return [
        _finding(source, literal, _node(quad.subject), quad.predicate.value, places.get(_node(quad.subject)))
        for quad, literal in faulty
    ]


def _node(subject: NamedNode | BlankNode | Triple) -> str:
    return subject.value if isinstance(subject, NamedNode) else str(subject)


def _finding(
    source: Source, literal: Literal, subject: str | None, predicate: str | None, place: Place | None
) -> Finding:
    datatype = literal.datatype.value
    form = literal.value if len(literal.value) <= _SHOWN else literal.value[:_SHOWN] + "…"
    shown = str(Literal(form))
    return Finding(
        "ill-typed-literal",
        Severity.ERROR,
        f"{shown} is no {datatype.replace(XSD, 'xsd:')}; expected {LEXICAL_SPACES[datatype].expected}",
        path=source.path,
        line=place.line if place else None,
        column=place.column if place else None,
        end_line=place.end_line if place else None,
        focus_node=subject,
        result_path=None if predicate is None else f"<{predicate}>",
        value=str(literal),
    )
