"""The canonical forms that a certificate digests: RDFC-1.0 for graphs, RFC 8785 for JSON."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, CanonicalizationAlgorithm, Dataset, Triple

from graph_rdf.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pyoxigraph import Quad

    from graph_rdf.dataset.protocol import Term

MAX_LINKED: Final = 8
"""Quads of the data that may join two blank nodes: RDFC-1.0 takes exponential time on hostile ones."""

CERTIFICATE_JSON: Final = "RFC 8785"
GRAPH_FORM: Final = "RDFC-1.0"


def json_digest(value: object) -> str:
    r"""Digest a JSON value in its canonical form.

    Args:
        value: Strings, whole numbers, truth values, null, lists, and objects whose keys are ASCII.

    Returns:
        SHA-256 of the canonical bytes, in lower-case hexadecimal digits.

    Source: RFC 8785, JSON Canonicalization Scheme.

    Example:
        >>> json_digest({"b": 1, "a": ["\u00fc"]}) == sha256('{"a":["ü"],"b":1}'.encode()).hexdigest()
        True
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    # A lone surrogate has no UTF-8 form; the escape keeps the digest defined.
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def graph_digest(
    quads: Iterable[Quad], *, without: Collection[str] = (), max_linked: int | None = MAX_LINKED
) -> str:
    """Digest quads in their canonical form.

    Args:
        quads: The quads, with their terms as written; duplicates count once.
        without: Quads to leave out, each by its text.
        max_linked: Most quads that may join two blank nodes; no limit when None.

    Returns:
        SHA-256 of the canonical N-Quads, in lower-case hexadecimal digits. Without blank nodes these are the
        sorted lines of the N-Quads.

    Raises:
        LimitError: More quads than allowed join two blank nodes.

    Source: RDF Dataset Canonicalization (RDFC-1.0).

    Example:
        >>> graph_digest([]) == sha256(b"").hexdigest()
        True
    """
    lines: set[str] = set()
    blank: list[Quad] = []
    for quad in quads:
        line = str(quad)
        if line in without:
            continue
        if "_:" in line and _blank_nodes(quad):
            blank.append(quad)
        else:
            lines.add(line)
    if blank:
        linked = sum(_blank_nodes(quad) > 1 for quad in blank)
        if max_linked is not None and linked > max_linked:
            raise LimitError(
                f"{linked} triples join two blank nodes, more than the {max_linked} a certificate takes; "
                "give anchors and selectors IRIs, as 'ttl-check export' does"
            )
        # The label of a blank node depends on the quads that mention it alone, so the others stay out.
        graph = Dataset(blank)
        graph.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
        lines.update(map(str, graph))
    digest = sha256()
    for line in sorted(lines):
        digest.update(f"{line} .\n".encode())
    return digest.hexdigest()


def _blank_nodes(quad: Quad) -> int:
    """Count the places of a quad in which a blank node stands."""
    return sum(map(_blanks_in, (quad.subject, quad.object, quad.graph_name)))


def _blanks_in(term: Term | object) -> int:
    if isinstance(term, Triple):
        return _blanks_in(term.subject) + _blanks_in(term.object)
    return isinstance(term, BlankNode)
