"""A proof of an entailed triple: numbered lines from records and axioms to the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.entailment.derivation import Derivation
    from graph_rdf.entailment.projection import Projection
    from graph_rdf.ntriples import LexicalTriple

MAX_LINES: Final = 1000
"""Lines of a proof that is still written; a longer one is cut, and says so."""

ACCEPTED: Final = "record"
TYPE: Final = "type"
AXIOM: Final = "axiom"


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One line.

    Args:
        triple: What holds.
        by: ``record``, ``type`` (of an entity), ``axiom``, or the id of a rule.
        premises: The numbers (from 1) of the lines that the rule was applied to.
        records: The places of the records that state the triple.
    """

    triple: LexicalTriple
    by: str
    premises: tuple[int, ...] = ()
    records: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof.

    Args:
        goal: What it proves: the triple of its last line.
        lines: Each triple once, after everything that it needs.
        is_cut: Whether it would be longer than `MAX_LINES`; then its lines are only the beginning.
    """

    goal: LexicalTriple
    lines: tuple[ProofLine, ...]
    is_cut: bool = False

    @property
    def records(self) -> tuple[int, ...]:
        """The places of all records that the proof rests on, sorted."""
        return tuple(sorted({record for line in self.lines for record in line.records}))


def prove(
    goal: LexicalTriple, projection: Projection, derivations: Mapping[LexicalTriple, Derivation]
) -> Proof | None:
    """Prove a triple.

    Args:
        goal: The triple.
        projection: What is asserted.
        derivations: How each entailed triple follows; these have no loop, so neither has a proof.

    Returns:
        The proof; None when the triple is neither asserted nor entailed.
    """
    types, axioms = set(projection.types), set(projection.axioms)
    numbers: dict[LexicalTriple, int] = {}
    lines: list[ProofLine] = []
    waiting = [(goal, False)]
    while waiting and len(lines) < MAX_LINES:
        triple, is_ready = waiting.pop()
        if triple in numbers:
            continue
        records = projection.accepted.get(triple, ())
        if records:
            line = ProofLine(triple, ACCEPTED, records=records)
        elif triple in axioms:
            line = ProofLine(triple, AXIOM)
        elif triple in types:
            line = ProofLine(triple, TYPE)
        elif triple not in derivations:
            return None
        elif not is_ready:
            waiting.append((triple, True))
            waiting += [(premise, False) for premise in reversed(derivations[triple].premises)]
            continue
        else:
            found = derivations[triple]
            line = ProofLine(triple, found.rule, tuple(numbers[premise] for premise in found.premises))
        lines.append(line)
        numbers[triple] = len(lines)
    return Proof(goal, tuple(lines), is_cut=bool(waiting))


def records_behind(
    triples: tuple[LexicalTriple, ...],
    projection: Projection,
    derivations: Mapping[LexicalTriple, Derivation],
) -> tuple[int, ...]:
    """Find the records that some triples rest on.

    Args:
        triples: Asserted or entailed triples.
        projection: What is asserted.
        derivations: How each entailed triple follows.

    Returns:
        The places of the records, sorted; those of one proof of each triple.
    """
    records: set[int] = set()
    seen: set[LexicalTriple] = set()
    waiting = list(triples)
    while waiting:
        triple = waiting.pop()
        if triple in seen:
            continue
        seen.add(triple)
        records.update(projection.accepted.get(triple, ()))
        if triple not in projection.accepted and triple in derivations:
            waiting.extend(derivations[triple].premises)
    return tuple(sorted(records))
