"""Lookups before and after reasoning: which answers stay, which are gained, which are lost."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from pyoxigraph import NamedNode, RdfFormat, Store

from graph_rdf.dataset import EmbeddedDataset

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from graph_rdf.ntriples import LexicalTriple

MAX_PATHS: Final = 1000
"""Paths that are compared when the user names none."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A lookup whose answers are not the same.

    Args:
        start: The first node.
        path: The predicates.
        gained: End nodes that only reasoning gives; sorted.
        lost: End nodes that it takes away; sorted.
    """

    start: str
    path: tuple[str, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Lookups compared; nodes and predicates are in N-Triples form.

    Args:
        starts: Number of start nodes.
        paths: Number of predicate sequences.
        lookups: Number of lookups.
        answered: Number of lookups that have an answer, before or after.
        differences: Those whose answers differ, sorted.
        is_cut: Whether more paths were possible than are compared.
    """

    starts: int
    paths: int
    lookups: int
    answered: int
    differences: tuple[Difference, ...]
    is_cut: bool = False

    @property
    def gained(self) -> int:
        """Number of answers gained."""
        return sum(len(difference.gained) for difference in self.differences)

    @property
    def lost(self) -> int:
        """Number of answers lost."""
        return sum(len(difference.lost) for difference in self.differences)

    @property
    def equal(self) -> int:
        """Number of lookups with the same answers."""
        return self.lookups - len(self.differences)


def compare_lookups(
    asserted: Iterable[LexicalTriple],
    entailed: Iterable[LexicalTriple],
    lookups: Iterable[tuple[str, tuple[str, ...]]],
) -> Comparison:
    """Compare the lookups that somebody names.

    Args:
        asserted: The accepted triples.
        entailed: The entailed triples.
        lookups: Start node and predicates, each in N-Triples form.

    Returns:
        The comparison.
    """
    starts: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for start, path in lookups:
        starts[path].add(start)
    return _compare(asserted, entailed, starts)


def compare_all(
    asserted: Iterable[LexicalTriple],
    entailed: Iterable[LexicalTriple],
    starts: Collection[str],
    predicates: Collection[str],
) -> Comparison:
    """Compare every lookup of one and of two steps.

    Args:
        asserted: The accepted triples.
        entailed: The entailed triples.
        starts: The start nodes.
        predicates: The declared relation predicates.

    Returns:
        The comparison; predicates that no triple has are left out, for they answer nothing.
    """
    before, after = list(asserted), list(entailed)
    used = sorted({triple[1] for triple in (*before, *after)} & set(predicates))
    paths: list[tuple[str, ...]] = [(one,) for one in used]
    paths += product(used, used)
    chosen, every = paths[:MAX_PATHS], set(starts)
    return _compare(before, after, dict.fromkeys(chosen, every), is_cut=len(chosen) < len(paths))


def _compare(
    asserted: Iterable[LexicalTriple],
    entailed: Iterable[LexicalTriple],
    starts: dict[tuple[str, ...], set[str]],
    *,
    is_cut: bool = False,
) -> Comparison:
    given, added = list(asserted), list(entailed)
    changed = {triple[1] for triple in added}
    before, after = _dataset(given), _dataset([*given, *added])
    differences: list[Difference] = []
    answered = 0
    for path, wanted in starts.items():
        old = _ends(before, path)
        # A path none of whose predicates gained a triple cannot answer anything else than before.
        new = _ends(after, path) if changed & set(path) else old
        reached = (old.keys() | new.keys()) & wanted
        answered += len(reached)
        for start in reached:
            gained, lost = new[start] - old[start], old[start] - new[start]
            if gained or lost:
                differences.append(Difference(start, path, tuple(sorted(gained)), tuple(sorted(lost))))
    return Comparison(
        starts=len(set().union(*starts.values())),
        paths=len(starts),
        lookups=sum(map(len, starts.values())),
        answered=answered,
        differences=tuple(sorted(differences, key=lambda each: (each.start, each.path))),
        is_cut=is_cut,
    )


def _dataset(triples: Iterable[LexicalTriple]) -> EmbeddedDataset:
    store = Store()
    lines = "".join(f"{s} {p} {o} .\n" for s, p, o in triples)
    store.bulk_load(lines.encode(), format=RdfFormat.N_TRIPLES)
    return EmbeddedDataset(store)


def _ends(dataset: EmbeddedDataset, path: Sequence[str]) -> defaultdict[str, set[str]]:
    """Find the ends of one path from every start, by one query; no node comes twice on a way."""
    nodes = [f"?n{at}" for at in range(len(path) + 1)]
    bound = {f"p{at}": NamedNode(each[1:-1]) for at, each in enumerate(path)}
    steps = " . ".join(f"{nodes[at]} ?p{at} {nodes[at + 1]}" for at in range(len(path)))
    apart = " && ".join(f"{a} != {b}" for at, a in enumerate(nodes) for b in nodes[at + 1 :])
    selected = " ".join((nodes[0], nodes[-1], *(f"?{name}" for name in bound)))
    query = f"SELECT DISTINCT {selected} WHERE {{ {steps} FILTER({apart}) }}"
    ends: defaultdict[str, set[str]] = defaultdict(set)
    for row in dataset.select(query, bound):
        ends[str(row[0])].add(str(row[1]))
    return ends
