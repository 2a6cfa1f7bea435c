"""Keeps the literals apart that the store of oxigraph would rewrite: each under a datatype of our own.

The store holds ``01`` as ``1``. Under a datatype that it does not know it keeps every literal as it is, so
``"01"^^<…written:integer>`` is a term of its own, in joins, GROUP BY, DISTINCT and patterns. Its value comes
back by `as_value`, which a query calls wherever it works with values; see `written_queries`.

Source: RDF 1.1 Concepts, 3.3 (literal term equality).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from pyoxigraph import Literal, NamedNode, Quad, Store

from graph_rdf.namespaces import XSD
from graph_rdf.shacl.own_names import OWN
from graph_rdf.shacl.stored_literals import is_kept, stored_forms
from graph_rdf.syntax.lexical_spaces import is_ill_typed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from graph_rdf.dataset.protocol import Term

_WRITTEN: Final = OWN + "written:"
VALUE_FUNCTION: Final = NamedNode(OWN + "value")
DATATYPE_FUNCTION: Final = NamedNode(OWN + "datatype")

_AnyTerm = TypeVar("_AnyTerm")


def keep_apart(term: _AnyTerm) -> _AnyTerm | Literal:
    """Give the term that stands for a term, as written, in a store that keeps all forms apart.

    Example:
        >>> print(keep_apart(Literal("01", datatype=NamedNode(XSD + "integer"))), keep_apart(Literal(1)))
        "01"^^<urn:x-ttl-check:written:integer> "1"^^<http://www.w3.org/2001/XMLSchema#integer>
    """
    if not isinstance(term, Literal) or is_kept(term):
        return term
    return Literal(term.value, datatype=NamedNode(_WRITTEN + term.datatype.value.removeprefix(XSD)))


def as_written(term: _AnyTerm) -> _AnyTerm | Literal:
    """Give the term that another one stands for: the reverse of `keep_apart`."""
    if not isinstance(term, Literal) or not term.datatype.value.startswith(_WRITTEN):
        return term
    return Literal(term.value, datatype=NamedNode(XSD + term.datatype.value.removeprefix(_WRITTEN)))


def _as_value(term: Term) -> Term:
    """Give a term with which the store can calculate; one without a value stays unknown to it."""
    written = as_written(term)
    if isinstance(written, Literal) and is_ill_typed(written.value, written.datatype.value):
        return term
    return written


def _datatype(term: Term) -> NamedNode | None:
    written = as_written(term)
    return written.datatype if isinstance(written, Literal) else None


FUNCTIONS: Final[dict[NamedNode, Callable[..., Term | None]]] = {
    VALUE_FUNCTION: _as_value,
    DATATYPE_FUNCTION: _datatype,
}
"""What queries over such a store may call."""


@dataclass(frozen=True, slots=True)
class StoreChange:
    """What makes a store keep all forms apart.

    Args:
        added: The quads with a literal that it had rewritten.
        removed: What it had made of them, where that was not written itself.
    """

    added: tuple[Quad, ...]
    removed: tuple[Quad, ...]

    def apply(self, store: Store) -> None:
        """Change a store."""
        _replace(store, self.removed, self.added)

    def undo(self, store: Store) -> None:
        """Change it back."""
        _replace(store, self.added, self.removed)


def _replace(store: Store, old: Iterable[Quad], new: Iterable[Quad]) -> None:
    for quad in old:
        store.remove(quad)
    store.extend(new)


def store_change(
    quads: Callable[[], Iterable[Quad]], predicates: Collection[NamedNode] | None
) -> StoreChange:
    """Find out what makes a store keep all forms apart.

    Args:
        quads: Gives all quads of the data with their terms as written; called twice.
        predicates: The predicates that are looked at; None for all.

    Returns:
        The change; nothing in it when the store rewrote nothing.
    """
    written: dict[Quad, Literal] = {}
    for quad in quads():
        wanted = predicates is None or quad.predicate in predicates
        if wanted and isinstance(quad.object, Literal) and not is_kept(quad.object):
            written[quad] = quad.object
    stored = stored_forms(written.values())
    removed = dict.fromkeys(_with(quad, stored[literal]) for quad, literal in written.items())
    if removed:
        for quad in quads():
            if isinstance(quad.object, Literal) and is_kept(quad.object):
                removed.pop(quad, None)
    added = (_with(quad, keep_apart(literal)) for quad, literal in written.items())
    return StoreChange(tuple(added), tuple(removed))


def _with(quad: Quad, value: Literal) -> Quad:
    return Quad(quad.subject, quad.predicate, value, quad.graph_name)
