"""Bytes to quads: encoding, strict parsing, literals checked as written, and where each subject stands."""

from graph_rdf.syntax.contexts import with_contexts
from graph_rdf.syntax.encoding import check_encoding
from graph_rdf.syntax.faults import relative_iri_finding, syntax_finding, syntax_findings
from graph_rdf.syntax.lexical import lexical_findings
from graph_rdf.syntax.lexical_spaces import is_ill_typed
from graph_rdf.syntax.limits import depth_finding
from graph_rdf.syntax.locating import locate, locate_in, locate_predicates
from graph_rdf.syntax.parsing import (
    Progress,
    SourceReader,
    has_blank_nodes,
    is_empty,
    parse_quads,
    quad_lines,
)
from graph_rdf.syntax.positions import Place
from graph_rdf.syntax.prefixes import declared_prefixes
from graph_rdf.syntax.reading import FORMATS, MAX_SOURCE_BYTES, format_of, read_source, source_from_bytes
from graph_rdf.syntax.relative import implied_bases, relativise, relativise_finding
from graph_rdf.syntax.source import Source
from graph_rdf.syntax.statement_index import StatementIndex
from graph_rdf.syntax.typed_literals import typed_literals

__all__ = [
    "FORMATS",
    "MAX_SOURCE_BYTES",
    "Place",
    "Progress",
    "Source",
    "SourceReader",
    "StatementIndex",
    "check_encoding",
    "declared_prefixes",
    "depth_finding",
    "format_of",
    "has_blank_nodes",
    "implied_bases",
    "is_empty",
    "is_ill_typed",
    "lexical_findings",
    "locate",
    "locate_in",
    "locate_predicates",
    "parse_quads",
    "quad_lines",
    "read_source",
    "relative_iri_finding",
    "relativise",
    "relativise_finding",
    "source_from_bytes",
    "syntax_finding",
    "syntax_findings",
    "typed_literals",
    "with_contexts",
]
