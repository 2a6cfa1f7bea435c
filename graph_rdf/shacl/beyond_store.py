"""Literals of numbers and days that the store of oxigraph keeps, but cannot compute with.

It computes with integers of 64 bits, and with decimals of 128 bits of which 18 digits stand behind the point.
An expression with a number beyond them is an error to it, where SPARQL has a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode, Quad, Store

from graph_rdf.namespaces import XSD
from graph_rdf.shacl.comparison import NUMERIC
from graph_rdf.shacl.store_select import select
from graph_rdf.shacl.stored_literals import is_kept
from graph_rdf.syntax.lexical_spaces import is_ill_typed

if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBERS: Final = ", ".join(f"<{iri}>" for iri in sorted(NUMERIC))
_DAYS: Final = ", ".join(f"<{XSD}{name}>" for name in ("date", "dateTime", "dateTimeStamp"))
_WITHOUT_VALUE: Final = (
    "SELECT DISTINCT ?p ?v WHERE { ?s ?p ?v FILTER(isLiteral(?v)"
    f" && (datatype(?v) IN ({_NUMBERS}) && !isNumeric(?v)"
    f" || datatype(?v) IN ({_DAYS}) && COALESCE(isIRI(YEAR(?v)), true))) }}"
)
"""Finds the literals that the store has no value for; those that are ill-typed too."""
_ANY: Final = NamedNode("urn:x-ttl-check:any")


def beyond_store(literals: Iterable[Literal]) -> list[Literal]:
    """Find the well-formed literals that the store cannot compute with.

    Args:
        literals: Literals of any datatype.

    Returns:
        Those of numbers and days whose value is beyond it, in order, without duplicates.

    Example:
        >>> integer = NamedNode(XSD + "integer")
        >>> numbers = [Literal("9" * digits, datatype=integer) for digits in (18, 19)]
        >>> [literal.value for literal in beyond_store(numbers)]
        ['9999999999999999999']
    """
    suspects = [literal for literal in dict.fromkeys(literals) if not is_kept(literal)]
    if not suspects:
        return []
    store = Store()
    store.extend(Quad(_ANY, _ANY, literal) for literal in suspects)
    found = {row[1] for row in select(store, _WITHOUT_VALUE)}
    return [each for each in suspects if each in found and not is_ill_typed(each.value, each.datatype.value)]


def predicates_beyond(store: Store, typed: Iterable[Literal] | None) -> dict[NamedNode, Literal]:
    """Find the predicates with a literal that the store cannot compute with, in any graph.

    Args:
        store: The data.
        typed: Its literals of datatypes other than string; None when only a scan can tell.

    Returns:
        Predicate → one of its literals, the first in the order of their text.
    """
    if typed is None:
        rows = {(row[0], row[1]) for row in select(store, _WITHOUT_VALUE)}
        pairs = [(p, v) for p, v in rows if not is_ill_typed(v.value, v.datatype.value)]
    else:
        pairs = [
            (quad.predicate, literal)
            for literal in beyond_store(typed)
            for quad in store.quads_for_pattern(None, None, literal, None)
        ]
    found: dict[NamedNode, Literal] = {}
    for predicate, literal in sorted(pairs, key=str):
        found.setdefault(predicate, literal)
    return found
