"""Trusty URIs of nanopublications, computed by the package nanopub."""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.errors import EngineError
from graph_rdf.ntriples import unquoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rdflib import Literal, URIRef

    from graph_rdf.ntriples import LexicalTriple

_LITERAL: Final = re.compile(r'("(?:[^"\\]|\\.)*+")(?:\^\^<([^>]*)>)?', re.DOTALL)
_PLACE: Final = " "
"""Stands for the hash in what is hashed."""


def artefact_maker() -> Callable[[Iterable[tuple[str, list[LexicalTriple]]], str], str]:
    """Load the hasher.

    Returns:
        A function of the graphs of a nanopublication (their names and triples, without blank nodes, in
        N-Triples form) and the namespace of its parts for now, which is its own IRI for now and ``#``. It
        gives the artefact code, ``RA`` and 43 characters, that takes the place of the last segment of that
        IRI.

    Raises:
        EngineError: The package is not installed.

    Source: Kuhn and Dumontier, "Trusty URIs", module RA.
    """
    from rdflib import URIRef

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it imports classes of rdflib that are deprecated
            hasher: Any = import_module("nanopub.trustyuri.rdf.RdfHasher")
    except ImportError as error:
        raise EngineError("--trusty needs nanopub: pip install 'ttl-check[nanopub]'") from error

    def make(graphs: Iterable[tuple[str, list[LexicalTriple]]], namespace: str) -> str:
        quads = [
            (URIRef(name[1:-1]), *map(_term, triple)) for name, triples in graphs for triple in set(triples)
        ]
        # The hasher sorts by the comparison of rdflib first, which is by value; by text it never fails.
        artefact: str = hasher.make_hash(_Quads(quads), baseuri=namespace, hashstr=_PLACE)
        return artefact

    return make


class _Quads(list[Any]):
    """Quads that sort by their text."""

    def sort(self, **_: Any) -> None:
        super().sort(key=lambda quad: tuple(term.n3() for term in quad))


def _term(term: str) -> URIRef | Literal:
    from rdflib import Literal, URIRef

    found = _LITERAL.fullmatch(term)
    if found is None:
        return URIRef(term[1:-1])
    datatype = None if found[2] is None else URIRef(found[2])
    return Literal(unquoted(found[1]), datatype=datatype, normalize=False)
