"""From a source to its formatted text, proved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pyoxigraph import RdfFormat

from graph_rdf.errors import FormattingError
from graph_rdf.formatting.document import lay_out
from graph_rdf.formatting.proof import same_graph
from graph_rdf.formatting.statement_reader import UnplacedError
from graph_rdf.syntax import check_encoding, depth_finding, syntax_findings
from graph_rdf.syntax.positions import positions

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.syntax import Source

FORMATTED: Final = (RdfFormat.TURTLE, RdfFormat.TRIG, RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
"""The syntaxes that have a layout."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """The outcome for one source.

    Args:
        source: The source.
        text: The formatted text, which states the same graph; None when there are findings.
        findings: Why the source is no text of its syntax, sorted.
    """

    source: Source
    text: bytes | None
    findings: tuple[Finding, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the formatted text differs from what the source holds."""
        return self.text is not None and self.text != self.source.data


def format_source(source: Source) -> Formatted:
    r"""Format a source.

    Args:
        source: Turtle, TriG, N-Triples or N-Quads. Relative IRIs stay relative.

    Returns:
        The text, or the findings of a source that is not UTF-8 or has syntax errors.

    Raises:
        FormattingError: The source is of another syntax, a comment stands where the layout has no place for
            it, blocks are nested too deep, or the graph could not be proved to be the same.
        InputError: The base IRI is none.

    Example:
        >>> from graph_rdf.syntax import source_from_bytes
        >>> source = source_from_bytes(b"<urn:s> <urn:p> 01 , 1.0; a <urn:C>.", name="a.ttl")
        >>> print((format_source(source).text or b"").decode(), end="")
        <urn:s> a <urn:C> ;
            <urn:p> 01, 1.0 .
    """
    if source.format not in FORMATTED:
        raise FormattingError(
            f"{source.format.name} has no layout; fmt takes .ttl .trig .nt .nq", path=source.path
        )
    fault = check_encoding(source) or depth_finding(source)
    if fault is not None:
        return Formatted(source, None, (fault,))
    # A base only for the proof: any does, as long as both texts get the same.
    based = replace(source, base=source.base or source.own_iri)
    try:
        text = lay_out(source.data, source.start, source.format)
    except UnplacedError as error:
        findings = tuple(syntax_findings(based))
        if findings:
            return Formatted(source, None, findings)
        line, column = positions(source.data, [error.offset], source.start)[error.offset]
        raise FormattingError(error.message, path=source.path, line=line, column=column) from error
    if not _proved(based, text):
        findings = tuple(syntax_findings(based))
        if findings:
            return Formatted(source, None, findings)
        raise FormattingError(
            "the graph could not be proved to be the same after formatting, so nothing was changed; "
            "this is a fault of ttl-check",
            path=source.path,
        )
    return Formatted(source, text)


def _proved(source: Source, text: bytes) -> bool:
    if text == source.data:
        return not syntax_findings(source)
    try:
        return same_graph(source, replace(source, data=text))
    except SyntaxError:
        return False
