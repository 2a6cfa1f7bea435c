"""Where subjects stand: a side table that is built after the fact, for the subjects that findings name.

A clean file is never read for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from pyoxigraph import RdfFormat

from graph_rdf.syntax.documents import locate_in_document
from graph_rdf.syntax.listener import Listener
from graph_rdf.syntax.names import Names
from graph_rdf.syntax.positions import Place, positions
from graph_rdf.syntax.statements import Statements
from graph_rdf.syntax.tokens import COMMENT, IRI, LONG_STRING, SHORT_STRING
from graph_rdf.syntax.walking import Walk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from graph_rdf.syntax.cursor import Blanks, Node
    from graph_rdf.syntax.source import Source
    from graph_rdf.syntax.statement_index import IndexedStatements, StatementIndex

_Key = TypeVar("_Key")
_DOCUMENTS: Final = (RdfFormat.RDF_XML, RdfFormat.JSON_LD)
_OWN_LABEL: Final = re.compile(r"(?:_:)?f(\d+)b(\d+)")


def locate(
    source: Source, subjects: Collection[str], index: StatementIndex | None = None
) -> dict[str, Place]:
    """Find where subjects stand.

    Args:
        source: A source that parses, as it was loaded (its number and base matter).
        subjects: IRIs, and blank nodes as ``_:label`` with the labels of `parse_quads`.
        index: Its statements, where they are known; that saves a look at all of the text.

    Returns:
        Subject → the place of the first statement block about it; a nested blank node has the place of its
        brackets, one that is no subject that of its first mention. What is not found is left out. RDF/XML and
        JSON-LD: the element or object that names an IRI; blank nodes are left out there.
    """
    wanted = set(subjects)
    if not wanted:
        return {}
    if source.format in _DOCUMENTS:
        return locate_in_document(source, wanted)
    labels = _own_labels(source, wanted)
    spans = _walked_spans(source, wanted, labels) if labels else _iri_spans(source, wanted, index)
    return _places(source, spans)


def locate_in(sources: Iterable[Source], subjects: Collection[str]) -> dict[str, Place]:
    """Find where subjects stand in the sources of a run.

    Args:
        sources: The sources as they were loaded, for example those of a dataset.
        subjects: As for `locate`.

    Returns:
        Subject → its place in the first source that has one.
    """
    found: dict[str, Place] = {}
    missing = set(subjects)
    for source in sources:
        found |= locate(source, missing)
        missing -= found.keys()
    return found


def locate_predicates(source: Source, pairs: Collection[tuple[str, str]]) -> dict[tuple[str, str], Place]:
    """Find where a predicate of a subject is written.

    Args:
        source: As for `locate`.
        pairs: Subject, as for `locate`, and predicate IRI.

    Returns:
        Pair → the place of the predicate at its first use; `end_line` is the same line. What is not found,
        and all of RDF/XML and JSON-LD, is left out.
    """
    if not pairs or source.format in _DOCUMENTS:
        return {}
    wanted = set(pairs)
    subjects = {subject for subject, _ in wanted}
    labels = _own_labels(source, subjects)
    uses: list[tuple[Node, str, int]] = []
    listener = Listener(predicate=lambda subject, predicate, at: uses.append((subject, predicate, at)))
    names: dict[Node, str] = {}
    if labels:
        walk = _walk(source, Names(source.base), source.start, listener)
        walk.run()
        names = {node: labels[order] for node, order in walk.blanks.order.items() if order in labels}
    else:
        statements = Statements(source.data, source.start, source.base)
        spelled = {f"<{subject}>".encode() for subject in subjects}
        for token, start, _ in statements:
            if token in spelled or _meaning(statements.names, token) in subjects:
                _walk(source, statements.names, start, listener).run_statement()
    spans: dict[tuple[str, str], tuple[int, int]] = {}
    for subject, predicate, at in uses:
        known = subject if isinstance(subject, str) else names.get(subject)
        if known is not None and (known, predicate) in wanted:
            spans.setdefault((known, predicate), (at, at))
    return _places(source, spans)


def _own_labels(source: Source, subjects: Iterable[str]) -> dict[int, str]:
    """Place in the order of first occurrence → the label that was asked for."""
    found = {}
    for subject in subjects:
        match = _OWN_LABEL.fullmatch(subject)
        if match is not None and subject.startswith("_:") and int(match.group(1)) == source.number:
            found[int(match.group(2))] = subject
    return found


def _walk(source: Source, names: Names, start: int, listener: Listener) -> Walk:
    quads = source.format in (RdfFormat.N_QUADS, RdfFormat.N_TRIPLES)
    return Walk(source.data, start, names, listener, quads=quads)


def _meaning(names: Names, token: bytes) -> str | None:
    return None if not token or token.startswith(b"_:") else names.meaning(token)


def _iri_spans(source: Source, wanted: set[str], index: StatementIndex | None) -> dict[str, tuple[int, int]]:
    statements: Statements | IndexedStatements = (
        Statements(source.data, source.start, source.base) if index is None else index.statements(source)
    )
    spelled = {f"<{subject}>".encode(): subject for subject in wanted}
    spans: dict[str, tuple[int, int]] = {}
    for token, start, end in statements:
        subject = spelled.get(token)
        if subject is None and not (token.startswith(b"<") and _is_plain(token)):
            subject = _meaning(statements.names, token)
        if subject in wanted and subject not in spans:
            spans[subject] = (start, end)
            if len(spans) == len(wanted):
                return spans
    # A reifier that is only named inside a statement (RDF 1.2) is a subject that the fast look does not see.
    if _may_reify(source):
        spans |= _walked_spans(source, wanted - spans.keys(), {})
    return spans


_NO_REIFIER: Final = re.compile(
    rb"(?:[^\"'<#~]++|" + IRI + rb"|" + LONG_STRING + rb"|" + SHORT_STRING + rb"|" + COMMENT + rb")*+",
    re.DOTALL,
)


def _may_reify(source: Source) -> bool:
    match = _NO_REIFIER.match(source.data, source.start)
    return match is None or match.end() != len(source.data)


_PLAIN: Final = re.compile(rb"<[A-Za-z][A-Za-z0-9+.\-]*:[^\\]*>")


def _is_plain(token: bytes) -> bool:
    """An absolute IRI without escapes means itself."""
    return _PLAIN.fullmatch(token) is not None


def _walked_spans(source: Source, wanted: set[str], labels: dict[int, str]) -> dict[str, tuple[int, int]]:
    named: dict[str, tuple[int, int]] = {}
    blank: dict[int, tuple[int, int]] = {}

    def subject(node: Node, start: int, end: int) -> None:
        if isinstance(node, int):
            if node not in blank or start < blank[node][0]:
                blank[node] = (start, end)
        elif isinstance(node, str) and node in wanted and (node not in named or start < named[node][0]):
            named[node] = (start, end)

    walk = _walk(source, Names(source.base), source.start, Listener(subject=subject))
    walk.run()
    return named | _blank_spans(walk.blanks, blank, labels)


def _blank_spans(
    blanks: Blanks, subjects: dict[int, tuple[int, int]], labels: dict[int, str]
) -> dict[str, tuple[int, int]]:
    return {
        labels[order]: subjects.get(node, blanks.places[node])
        for node, order in blanks.order.items()
        if order in labels
    }


def _places(source: Source, spans: dict[_Key, tuple[int, int]]) -> dict[_Key, Place]:
    offsets = {start for start, _ in spans.values()} | {max(start, end - 1) for start, end in spans.values()}
    at = positions(source.data, offsets, source.start)
    return {
        key: Place(source.path, *at[start], at[max(start, end - 1)][0]) for key, (start, end) in spans.items()
    }
