"""How many triples a store has of which predicate, counted once and with few scans."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyoxigraph import Literal

from graph_rdf.errors import EngineError
from graph_rdf.shacl.written_forms import IS_TYPED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyoxigraph import NamedNode

_STATISTICS: Final = (
    "SELECT (COUNT(*) AS ?n) (COUNT(DISTINCT ?s) AS ?subjects)"
    f" (SUM(IF({IS_TYPED}, 1, 0)) AS ?typed)"
    " WHERE {{ ?s {} ?o }}"
)
"""The query of `Statistics`."""

_TOTALS: Final = "SELECT ?p (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?p"
"""Counts the triples of every predicate."""

_SCANS_FOR_ALL: Final = 4
"""All predicates are counted at once after single counts looked at this part of the store."""


def _number(term: object) -> int:
    """Read a count that a store gave.

    Raises:
        EngineError: It is no number; a server does not do what SPARQL says.
    """
    if not isinstance(term, Literal) or not term.value.isdecimal():
        raise EngineError("the store gives no number where a query counts; it cannot run the shapes")
    return int(term.value)


class Statistics(NamedTuple):
    """What one scan of a predicate tells.

    Args:
        triples: Its triples in the store.
        subjects: Its different subjects.
        typed_literals: Its literals of a datatype other than string and language-tagged string.
    """

    triples: int
    subjects: int
    typed_literals: int


class StoreCounts:
    """Counts of the default graph of a store that does not change; several threads may ask.

    Args:
        select: Runs a SELECT.
        size: Gives the number of triples. Without it no query counts all predicates at once: a server might
            not let one take so long.
    """

    def __init__(self, select: Callable[[str], Iterator[Any]], size: Callable[[], int] | None = None) -> None:
        self._select = select
        self._size = size
        self._statistics: dict[NamedNode, Statistics] = {}
        self._numbers: dict[str, int] = {}
        self._asked: dict[str, Lock] = {}
        self._totals: dict[NamedNode, int] | None = None
        self._scanned = 0
        self._counting = Lock()

    def number(self, query: str) -> int:
        """Run a SELECT of one number, once for each text."""
        with self._asked.setdefault(query, Lock()):  # threads that ask the same wait for one answer
            if query not in self._numbers:
                self._numbers[query] = _number(next(self._select(query))[0])
        return self._numbers[query]

    def count(self, predicate: NamedNode) -> int:
        """Count the triples of a predicate in the store."""
        known = self._known(predicate)
        if known is None:
            known = self.number(f"SELECT (COUNT(*) AS ?n) WHERE {{ ?s {predicate} ?o }}")
            self._scanned += known
        return known

    def has_more(self, predicate: NamedNode, number: int) -> bool:
        """Tell whether the store has more triples of a predicate than some number, without counting all."""
        known = self._known(predicate)
        if known is not None:
            return known > number
        self._scanned += number
        beyond = f"SELECT ?s WHERE {{ ?s {predicate} ?o }} OFFSET {number} LIMIT 1"
        return next(self._select(beyond), None) is not None

    def is_functional(self, predicate: NamedNode, *, inverse: bool = False) -> bool:
        """Tell whether each subject of a predicate has one object, or each object one subject."""
        found = self._statistics.get(predicate)
        if found is not None and not inverse:
            return found.subjects == found.triples
        ends = f"SELECT (COUNT(DISTINCT ?{'o' if inverse else 's'}) AS ?n) WHERE {{ ?s {predicate} ?o }}"
        return self.number(ends) == self.count(predicate)

    def statistics(self, predicate: NamedNode) -> Statistics:
        """Count what one scan of a predicate can tell; once for each.

        It takes longer than the count alone: it is for those of which all of it is needed.
        """
        found = self._statistics.get(predicate)
        if found is None:
            row = next(self._select(_STATISTICS.format(predicate)))
            found = self._statistics[predicate] = Statistics(*(_number(row[place]) for place in range(3)))
        return found

    def _known(self, predicate: NamedNode) -> int | None:
        """Give the number of triples of a predicate, None when it is not counted yet.

        Once counting single predicates has cost as much as counting all of them, all are counted.
        """
        found = self._statistics.get(predicate)
        if found is not None:
            return found.triples
        if self._size is None:
            return None
        with self._counting:
            if self._totals is None and self._scanned * _SCANS_FOR_ALL >= self._size():
                self._totals = {row[0]: _number(row[1]) for row in self._select(_TOTALS)}
        return None if self._totals is None else self._totals.get(predicate, 0)
