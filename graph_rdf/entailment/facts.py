"""Triples indexed for joins, by predicate first, since nearly every pattern of a rule names one."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.entailment.rule_table import Pattern
    from graph_rdf.ntriples import LexicalTriple


class Facts:
    """A growing set of triples; what a pattern finds comes in the order in which it was added."""

    def __init__(self) -> None:
        self.all: set[LexicalTriple] = set()
        self._objects: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self._subjects: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self._by_node: dict[str, list[LexicalTriple]] | None = None

    def add(self, triples: Iterable[LexicalTriple]) -> None:
        """Add triples; each must be new."""
        for triple in triples:
            subject, predicate, value = triple
            self.all.add(triple)
            self._objects[predicate][subject].append(value)
            self._subjects[predicate][value].append(subject)
            if self._by_node is not None:
                self._note(triple)

    def has_predicate(self, predicate: str) -> bool:
        """Tell whether any triple has this predicate."""
        return predicate in self._objects

    def find(self, pattern: Pattern, bound: dict[str, str]) -> Iterator[LexicalTriple]:
        """Find the triples that fit a pattern under some bindings.

        Args:
            pattern: The pattern; a variable that stands in it twice is not compared with itself.
            bound: Variable → term.

        Returns:
            The triples, each once.
        """
        subject, predicate, value = (bound.get(term, term) for term in pattern)
        if predicate[0] != "?":
            if predicate not in self._objects:
                return
            if subject[0] != "?":
                if value[0] != "?":
                    if (subject, predicate, value) in self.all:
                        yield (subject, predicate, value)
                    return
                for found in self._objects[predicate].get(subject, ()):
                    yield (subject, predicate, found)
            elif value[0] != "?":
                for found in self._subjects[predicate].get(value, ()):
                    yield (found, predicate, value)
            else:
                for found, values in self._objects[predicate].items():
                    for each in values:
                        yield (found, predicate, each)
            return
        for triple in self._around(subject if subject[0] != "?" else value):
            if subject[0] != "?" and triple[0] != subject:
                continue
            if value[0] == "?" or triple[2] == value:
                yield triple

    def _around(self, node: str) -> list[LexicalTriple]:
        """Give the triples about a node; the index is only built when a rule about equality asks."""
        if self._by_node is None:
            self._by_node = defaultdict(list)
            for triple in sorted(self.all):
                self._note(triple)
        return self._by_node.get(node, [])

    def _note(self, triple: LexicalTriple) -> None:
        if self._by_node is not None:
            self._by_node[triple[0]].append(triple)
            if triple[2] != triple[0]:
                self._by_node[triple[2]].append(triple)
