"""Syntax errors of the parser as findings, with their place, all of one file at once."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from pyoxigraph import RdfFormat

from graph_rdf.findings import Finding, Severity
from graph_rdf.namespaces import PREFIXES
from graph_rdf.syntax.parsing import raw_quads
from graph_rdf.syntax.positions import positions

if TYPE_CHECKING:
    from graph_rdf.syntax.source import Source

MAX_SYNTAX_FINDINGS: Final = 100
"""Past so many faults a file is likely no RDF at all."""

_MAX_FAULTS: Final = 10_000
_RECOVERING: Final = (RdfFormat.TURTLE, RdfFormat.TRIG, RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
_PLACE: Final = re.compile(r"Parser error (?:at|between) line [^:]*: ")
_PREFIX: Final = re.compile(r"The prefix (.*): has not been declared|Unknown prefix (.*):", re.DOTALL)
_UNEXPECTED_END: Final = "Unexpected end"
_NO_SCHEME: Final = "No scheme found in an absolute IRI"
_XML_IRI: Final = re.compile(r"error while parsing IRI '(.*)': ", re.DOTALL)
_NOT_FETCHED: Final = (
    "{} is not in the file and nothing is fetched; write it into the file, or a copy into the catalog"
)
_NO_CALLBACK: Final = "No LoadDocumentCallback has been set"


def syntax_finding(source: Source, error: SyntaxError) -> Finding:
    """Say one fault of the parser as a finding.

    Args:
        source: The source it was found in.
        error: What `parse_quads` raised.

    Returns:
        A finding `undeclared-prefix` that names the prefix, else `syntax-error`. Line and column are 1-based
        and in code points; RDF/XML and JSON-LD have them as far as they can be found out.
    """
    text = _PLACE.sub("", error.msg or str(error), count=1)
    line, column, end_line = error.lineno, error.offset, error.end_lineno
    if line is None and source.format == RdfFormat.RDF_XML:
        line, column = _xml_place(source, text)
    if line is None and source.format == RdfFormat.JSON_LD and _NO_CALLBACK in text:
        text, (line, column) = _remote_context(source)
    rule = "syntax-error"
    prefix = _PREFIX.search(text)
    if prefix is not None:
        rule = "undeclared-prefix"
        text = _prefix_message(source.format, prefix.group(1) or prefix.group(2) or "")
    return Finding(
        rule,
        Severity.ERROR,
        text.replace("\n", " "),
        path=source.path,
        line=line,
        column=column,
        end_line=end_line or line,
    )


def syntax_findings(source: Source) -> list[Finding]:
    """Say all faults of a source.

    Args:
        source: The source.

    Returns:
        The findings in order of place, none when it parses. Turtle, TriG, N-Triples and N-Quads are read on
        behind a faulty statement; each undeclared prefix is told once, where it is used first, other
        faults once a line. Past
        `MAX_SYNTAX_FINDINGS` the last message says that there are more.
    """
    findings: dict[str, Finding] = {}
    more = False
    quads = raw_quads(source, source.base)
    for _ in range(_MAX_FAULTS):
        try:
            for _quad in quads:
                pass
            break
        except SyntaxError as error:
            finding = syntax_finding(source, error)
            if findings and finding.message == _UNEXPECTED_END:
                continue  # what an earlier fault left open
            # A prefix is told once, other faults once a line: the second is most often an echo of the first.
            key = finding.message if finding.rule == "undeclared-prefix" else f"line {finding.line}"
            if len(findings) == MAX_SYNTAX_FINDINGS and key not in findings:
                more = True
                break
            findings.setdefault(key, finding)
        if source.format not in _RECOVERING:
            break
    said = sorted(findings.values(), key=lambda finding: finding.sort_key)
    if more:
        last = said[-1]
        said[-1] = Finding(
            last.rule,
            last.severity,
            f"{last.message} (and more errors follow: only the first {MAX_SYNTAX_FINDINGS} are shown)",
            path=last.path,
            line=last.line,
            column=last.column,
            end_line=last.end_line,
        )
    return said


def relative_iri_finding(source: Source) -> Finding | None:
    """Find out whether a source without a base holds relative IRIs.

    Args:
        source: A source whose `base` is None.

    Returns:
        None when it holds none, else the warning `relative-iri` at the first one.
    """
    if source.format in (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS):
        return None
    if source.format == RdfFormat.JSON_LD:
        return _relative_json(source)
    quads = raw_quads(source, None)
    for _ in range(_MAX_FAULTS):
        try:
            for _quad in quads:
                pass
            return None
        except SyntaxError as error:
            if _NO_SCHEME in str(error):
                place = syntax_finding(source, error)
                return _relative(source, place.line, place.column)
        if source.format not in _RECOVERING:
            return None
    return None


def _relative(source: Source, line: int | None, column: int | None) -> Finding:
    return Finding(
        "relative-iri",
        Severity.WARNING,
        "the file has relative IRIs and no base; they are resolved against the file's own IRI, "
        "so another folder gives other IRIs; give --base or declare one in the file",
        path=source.path,
        line=line,
        column=column,
        end_line=line,
    )


def _relative_json(source: Source) -> Finding | None:
    """A JSON-LD processor drops relative IRIs silently: count the triples with and without a base."""
    try:
        without = sum(1 for _ in raw_quads(source, None))
        based = sum(1 for _ in raw_quads(source, source.own_iri))
    except SyntaxError:
        return None
    return _relative(source, None, None) if based > without else None


def _prefix_message(format_: RdfFormat, prefix: str) -> str:
    namespace = PREFIXES.get(prefix, "…")
    if format_ == RdfFormat.RDF_XML:
        return f'prefix {prefix}: is not declared; add xmlns:{prefix}="{namespace}"'
    return f"prefix {prefix}: is not declared; add @prefix {prefix}: <{namespace}> ."


def _xml_place(source: Source, message: str) -> tuple[int | None, int | None]:
    """The RDF/XML parser names no place: ask expat, then look for the IRI that it complains of."""
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(source.data, True)  # noqa: FBT003 - the last piece
    except expat.ExpatError as error:
        lines = source.data.split(b"\n", error.lineno)
        text = lines[error.lineno - 1] if error.lineno <= len(lines) else b""
        return error.lineno, len(text[: error.offset].decode("utf-8", "replace").removeprefix("\ufeff")) + 1
    iri = _XML_IRI.search(message)
    if iri is None:
        return None, None
    found = re.search(rb"[\"'>]" + re.escape(iri.group(1).encode()) + rb"[\"'<]", source.data)
    if found is None:
        return None, None
    return positions(source.data, [found.start() + 1], source.start)[found.start() + 1]


def _remote_context(source: Source) -> tuple[str, tuple[int | None, int | None]]:
    """Name the context that would have to be fetched, and where it is written."""
    names: list[str] = []
    try:
        pending: list[object] = [json.loads(source.data[source.start :])]
    except (ValueError, RecursionError):
        return _NOT_FETCHED.format("a context"), (None, None)
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending.extend(reversed(value))
        elif isinstance(value, dict):
            pending.extend(
                reversed([item for key, item in value.items() if key not in ("@context", "@import")])
            )
            names += _context_names(value.get("@context"))
    if not names:
        return _NOT_FETCHED.format("a context"), (None, None)
    name = names[0]
    spelled = json.dumps(name, ensure_ascii=False).encode()
    offset = source.data.find(spelled)
    place: tuple[int | None, int | None] = (None, None)
    if offset >= 0:
        place = positions(source.data, [offset], source.start)[offset]
    return _NOT_FETCHED.format(f"the context <{name}>"), place


def _context_names(context: object) -> list[str]:
    names: list[str] = []
    pending = [context]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            names.append(value)
        elif isinstance(value, list):
            pending.extend(reversed(value))
        elif isinstance(value, dict):
            imported = value.get("@import")
            pending.extend(
                reversed([item.get("@context") for item in value.values() if isinstance(item, dict)])
            )
            if isinstance(imported, str):
                names.append(imported)
    return names
