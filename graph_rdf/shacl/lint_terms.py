"""Unknown terms: misspelt ones, those of other SHACL documents, and namespaces that only look like it."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode

from graph_rdf.namespaces import RDF_TYPE, SH
from graph_rdf.shacl.known_terms import DASH, KNOWN_TERMS, UNSUPPORTED_TERMS
from graph_rdf.shacl.lint_problem import ProblemKind, ShapeProblem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.shacl.shapes_graph import ShapesGraph

_NEAR_NAMESPACE: Final = re.compile(
    r"(?:https?://)?(?:www\.)?w3\.org/(?:ns/)?shacl(?:[/#]|(?=[A-Za-z]))", re.IGNORECASE
)
"""The ways in which people miss the namespace: https, a slash for the hash, no hash, no www, other case."""


def term_problems(shapes: ShapesGraph) -> Iterator[ShapeProblem]:
    """Find the terms that would be passed over in silence.

    Args:
        shapes: The shapes graph.

    Yields:
        One problem for each use of an unknown or unsupported term, and one for each near-miss namespace.
    """
    namespaces: set[str] = set()
    for triple in shapes.triples:
        predicate, value = triple.predicate.value, triple.object
        typed = value.value if predicate == RDF_TYPE and isinstance(value, NamedNode) else None
        for used in (predicate, typed):
            if used is None:
                continue
            near = _NEAR_NAMESPACE.match(used)
            if near is not None and not used.startswith(SH):
                if near.group() not in namespaces:
                    namespaces.add(near.group())
                    yield ShapeProblem(
                        ProblemKind.UNKNOWN_TERM,
                        f"<{used}> is not of SHACL: its namespace is <{SH}>, not <{near.group()}>",
                        triple.subject,
                    )
            elif used in UNSUPPORTED_TERMS and used not in shapes.custom_parameters:
                yield ShapeProblem(ProblemKind.UNSUPPORTED, _unsupported(used), triple.subject)
        for term in (triple.subject, triple.predicate, value):
            if isinstance(term, NamedNode) and term.value.startswith(SH) and not _is_known(term.value):
                yield ShapeProblem(ProblemKind.UNKNOWN_TERM, _unknown(term.value), triple.subject)


def _is_known(iri: str) -> bool:
    # The vocabulary's own file names each parameter of each component, as in sh:AndConstraintComponent-and.
    term = iri.partition("-")[0]
    return iri == SH or term in KNOWN_TERMS or term in UNSUPPORTED_TERMS


def _unsupported(iri: str) -> str:
    prefix, namespace = ("dash", DASH) if iri.startswith(DASH) else ("sh", SH)
    return f"{prefix}:{iri.removeprefix(namespace)} is of {UNSUPPORTED_TERMS[iri]}, which is not supported"


def _unknown(iri: str) -> str:
    name = iri.removeprefix(SH)
    known = {term.removeprefix(SH).casefold(): term.removeprefix(SH) for term in sorted(KNOWN_TERMS)}
    near = get_close_matches(name.casefold(), sorted(known), n=1, cutoff=0.6)
    hint = f"; did you mean sh:{known[near[0]]}?" if near else ""
    return f"sh:{name} is no term of SHACL{hint}"
