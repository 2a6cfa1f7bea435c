"""The ledger: what was asserted, what reasoning added, by which rules, and which answers it changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf import namespaces as ns
from graph_rdf.entailment.rule_table import family_of
from graph_rdf.ntriples import iri

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.entailment.answers import Comparison
    from graph_rdf.entailment.engine import Phase
    from graph_rdf.entailment.projection import Projection
    from graph_rdf.entailment.read_out import Entailed
    from graph_rdf.findings import Finding
    from graph_rdf.lookup import Step
    from graph_rdf.ntriples import LexicalTriple

_TYPE: Final = iri(ns.RDF_TYPE)


class Input(NamedTuple):
    """One input: its name and the SHA-256 of its bytes, in hex."""

    name: str
    sha256: str


class Count(NamedTuple):
    """How many triples have a predicate, or say that something is in a class; `iri` in N-Triples form."""

    iri: str
    asserted: int
    entailed: int


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Triples that cannot all hold, and the records that they rest on.

    Args:
        rule: The rule of OWL 2 RL/RDF that says so.
        text: What is wrong, in words.
        triples: The triples, in N-Triples form.
        records: The records behind them, with the anchors that prove them; in the order of their ids.
    """

    rule: str
    text: str
    triples: tuple[LexicalTriple, ...]
    records: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """What one run of `entail` found.

    Args:
        engine: The name of the engine.
        version: Its version.
        profile: The profile.
        view: The id of the view.
        as_of: The time of a view by time.
        scopes: The scopes of the caller, sorted.
        inputs: The triples reasoned over and the ontologies, by digest, in order.
        records: Number of records that state the accepted triples.
        quarantined: Number of contested records left out.
        accepted: Number of accepted triples.
        types: Number of types of their entities.
        axioms: Number of triples of the T-Box.
        annotations: Number of its annotations, which were left out.
        entailed: Number of triples of the entailed graph.
        families: Family of rules → number of entailed triples.
        rules: Rule → number of entailed triples.
        predicates: By predicate, the accepted triples and types against the entailed ones.
        classes: By class, likewise.
        kept_out: Kind → number of triples of the closure that are no part of the entailed graph.
        inconsistencies: What is contradictory.
        lookups: The answers before and after.
        findings: Inconsistencies, dangerous axioms and the like, with their places; sorted.
        phases: What it cost.
    """

    engine: str
    version: str
    profile: str
    view: str
    as_of: str | None
    scopes: tuple[str, ...]
    inputs: tuple[Input, ...]
    records: int
    quarantined: int
    accepted: int
    types: int
    axioms: int
    annotations: int
    entailed: int
    families: Mapping[str, int]
    rules: Mapping[str, int]
    predicates: tuple[Count, ...]
    classes: tuple[Count, ...]
    kept_out: Mapping[str, int]
    inconsistencies: tuple[Inconsistency, ...]
    lookups: Comparison
    findings: tuple[Finding, ...]
    phases: tuple[Phase, ...]

    @property
    def asserted(self) -> int:
        """Number of triples that the engine was given."""
        return self.accepted + self.types + self.axioms

    @property
    def growth(self) -> float:
        """How many times as large the graph is with what it entails; 1 when nothing was asserted."""
        return round(1 + self.entailed / self.asserted, 4) if self.asserted else 1.0


def count_rules(entailed: Entailed) -> tuple[dict[str, int], dict[str, int]]:
    """Count the entailed triples by family and by rule; the largest number first, then by name."""
    rules = Counter(derivation.rule for derivation in entailed.triples.values())
    families: Counter[str] = Counter()
    for rule, number in rules.items():
        families[family_of(rule)] += number
    return _ordered(families), _ordered(rules)


def count_triples(
    projection: Projection, entailed: Iterable[LexicalTriple]
) -> tuple[tuple[Count, ...], tuple[Count, ...]]:
    """Count triples by predicate and, those of rdf:type, by class.

    Returns:
        The counts of predicates and of classes, each sorted by IRI; axioms are not counted.
    """
    given = [*projection.accepted, *projection.types]
    new = list(entailed)
    by_predicate = (Counter(t[1] for t in given), Counter(t[1] for t in new))
    by_class = (
        Counter(t[2] for t in given if t[1] == _TYPE),
        Counter(t[2] for t in new if t[1] == _TYPE),
    )
    return _counts(*by_predicate), _counts(*by_class)


def _counts(before: Counter[str], after: Counter[str]) -> tuple[Count, ...]:
    return tuple(Count(term, before[term], after[term]) for term in sorted(before.keys() | after.keys()))


def _ordered(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))
