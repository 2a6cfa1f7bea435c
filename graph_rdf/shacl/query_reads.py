"""What a query of a shapes graph reads: the predicates and classes that its text names.

No library here gives the algebra of a query, so this is read off its words. It errs on one side: it may take
a query to read more than it does, never less.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pyoxigraph import NamedNode

from graph_rdf.dataset.sparql_tokens import tokenize
from graph_rdf.namespaces import RDF_TYPE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.dataset.sparql_tokens import Token

_ESCAPE: Final = re.compile(r"\\(.)")
_TERMS: Final = frozenset(("iri", "name", "variable", "blank", "string", "number"))
_LISTING: Final = frozenset(("SELECT", "BY", "VALUES"))
"""After these come variables that stand beside each other and are no triple, up to the next brace."""


class QueryReads(NamedTuple):
    """What a query reads.

    Args:
        predicates: Every IRI that it names; those that are no predicate do no harm.
        classes: The IRIs that it names behind `a` or `rdf:type`.
        any_predicate: Whether a variable stands for a predicate.
        any_class: Whether something else stands behind `a` or `rdf:type`.
    """

    predicates: frozenset[NamedNode]
    classes: frozenset[NamedNode]
    any_predicate: bool
    any_class: bool


def query_reads(text: str, prefixes: Mapping[str, str], constants: Mapping[str, Term]) -> QueryReads:
    """Find out what a query reads.

    Args:
        text: The query, prologue and all.
        prefixes: Prefix → namespace, besides those of its prologue.
        constants: Variable → the term that it is bound to before the query runs.

    Returns:
        What its text names.

    Example:
        >>> reads = query_reads("SELECT $this { $this <urn:p>/a <urn:C> ; ?q 1 }", {}, {})
        >>> sorted(iri.value for iri in reads.predicates), [iri.value for iri in reads.classes]
        (['urn:C', 'urn:p'], ['urn:C'])
        >>> reads.any_predicate, reads.any_class
        (True, False)
    """
    tokens = tokenize(text)
    spaces = {**prefixes, **_declared(tokens)}
    iris = [_iri(token, spaces, constants) for token in tokens]
    classes: set[NamedNode] = set()
    any_class = False
    for number, token in enumerate(tokens[:-1]):
        if token.text == "a" or (iris[number] is not None and iris[number] == NamedNode(RDF_TYPE)):
            named = iris[number + 1]
            any_class = any_class or named is None
            classes.update(() if named is None else (named,))
    named_iris = frozenset(iri for iri in iris if iri is not None and iri.value != RDF_TYPE)
    return QueryReads(named_iris, frozenset(classes), _any_predicate(tokens, constants), any_class)


def _declared(tokens: Sequence[Token]) -> dict[str, str]:
    return {
        name.text[:-1]: iri.text[1:-1]
        for word, name, iri in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if word.keyword == "PREFIX" and name.text.endswith(":") and iri.kind == "iri"
    }


def _iri(token: Token, prefixes: Mapping[str, str], constants: Mapping[str, Term]) -> NamedNode | None:
    """Give the IRI that a word names; None for a relative one and for every other word."""
    if token.kind == "iri":
        return _absolute(token.text[1:-1])
    if token.kind == "name":
        prefix, _, local = token.text.partition(":")
        return _absolute(prefixes[prefix] + _ESCAPE.sub(r"\1", local)) if prefix in prefixes else None
    bound = constants.get(token.variable or "")
    return bound if isinstance(bound, NamedNode) else None


def _absolute(iri: str) -> NamedNode | None:
    try:
        return NamedNode(iri)
    except ValueError:
        return None


def _any_predicate(tokens: Sequence[Token], constants: Collection[str]) -> bool:
    """Tell whether a variable stands where a predicate does: two terms in a row, and a third one after them.

    A semicolon and a bracket count as the first one.
    """
    listing = False
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if before.keyword in _LISTING:
            listing = True
        elif before.text in ("{", "}"):
            listing = False
        if (
            not listing
            and token.kind == "variable"
            and token.variable not in constants
            and (before.kind in _TERMS or before.text in (";", "[", "]"))
            and (after.kind in _TERMS or after.text in ("[", "("))
        ):
            return True
    return False
