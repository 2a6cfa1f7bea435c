"""What of a closure is worth writing, and what is kept out of the entailed graph, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.entailment.axiomatic import is_about_built_in, is_axiomatic
from graph_rdf.entailment.derivation import Derivation, derive

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.entailment.engine import Closure
    from graph_rdf.ntriples import LexicalTriple

AXIOMATIC: Final = "axiomatic"
BLANK_NODE: Final = "blank-node"
UNEXPLAINED: Final = "unexplained"


@dataclass(frozen=True, slots=True)
class Entailed:
    """The entailed triples of a run, sorted out.

    Args:
        triples: Triple → how it follows, for those that the entailed graph holds; sorted.
        derivations: The same for everything that follows, what is kept out included: proofs may pass through.
        unexplained: Triples that the engine gives and no rule does; they are kept out.
        kept_out: Kind → how many triples are kept out: ``axiomatic``, ``blank-node``, ``unexplained``, and
            those that the engine itself counted.
    """

    triples: Mapping[LexicalTriple, Derivation]
    derivations: Mapping[LexicalTriple, Derivation]
    unexplained: tuple[LexicalTriple, ...]
    kept_out: Mapping[str, int]


def read_out(
    asserted: Iterable[LexicalTriple], closure: Closure, profile: str, max_seconds: float | None = None
) -> Entailed:
    """Sort out what an engine gave.

    Args:
        asserted: What it was given.
        closure: What it gave.
        profile: The profile.
        max_seconds: The most time for the derivations. Units: seconds.

    Returns:
        Triples that hold in every graph, triples about blank nodes and triples that no rule explains are
        kept out of the entailed graph.

    Raises:
        LimitError: The derivations took too long.
    """
    wanted = {triple for triple in closure.entailed if not is_about_built_in(triple)}
    derivations = derive(asserted, wanted, profile, max_seconds)
    kept_out: Counter[str] = Counter(closure.kept_out)
    kept_out[AXIOMATIC] += len(closure.entailed) - len(wanted)
    triples: dict[LexicalTriple, Derivation] = {}
    unexplained: list[LexicalTriple] = []
    for triple in sorted(wanted):
        if is_axiomatic(triple):
            kept_out[AXIOMATIC] += 1
        elif triple not in derivations:
            kept_out[UNEXPLAINED] += 1
            unexplained.append(triple)
        elif triple[0].startswith("_:") or triple[2].startswith("_:"):
            kept_out[BLANK_NODE] += 1
        else:
            triples[triple] = derivations[triple]
    return Entailed(triples, derivations, tuple(unexplained), dict(sorted(kept_out.items())))
