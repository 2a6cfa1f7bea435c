"""What a dataset can be asked: the embedded store and a SPARQL endpoint answer alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

Term: TypeAlias = NamedNode | BlankNode | Literal | Triple
Bindings: TypeAlias = Mapping[str, Term]


class Solution(Protocol):
    """One row of a SELECT: terms by position, None where a variable is unbound."""

    def __getitem__(self, index: int, /) -> Term | None: ...
    def __len__(self) -> int: ...


class Solutions(Protocol):
    """The rows of a SELECT, once, in the order of the query; `variables` are their names, in order."""

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, without the question mark."""

    def __iter__(self) -> Iterator[Solution]: ...


class Dataset(Protocol):
    """A default graph and named graphs that answer SPARQL 1.1 queries.

    `bindings` are given to the engine as terms; they are never joined into the query text.
    """

    def select(self, query: str, bindings: Bindings | None = None) -> Solutions:
        """Run a SELECT query."""

    def ask(self, query: str, bindings: Bindings | None = None) -> bool:
        """Run an ASK query."""

    def construct(self, query: str, bindings: Bindings | None = None) -> Iterator[Triple]:
        """Run a CONSTRUCT query."""
