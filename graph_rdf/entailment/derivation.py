"""Derivations: for each triple of a closure the rule and the premises that first give it.

The rules run forward, round by round, over the asserted triples, and keep only what the engine entailed. So
every premise is asserted or was derived in an earlier round: a proof has no loop, and what an engine entails
without a reason in the table stands out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

from graph_rdf.entailment.axiomatic import is_axiomatic
from graph_rdf.entailment.facts import Facts
from graph_rdf.entailment.list_rules import list_rules
from graph_rdf.entailment.rule_table import is_variable, rules_of
from graph_rdf.errors import LimitError
from graph_rdf.namespaces import OWL, RDF_TYPE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from graph_rdf.entailment.rule_table import Pattern, Rule
    from graph_rdf.ntriples import LexicalTriple

_TYPE: Final = f"<{RDF_TYPE}>"
_SAME: Final = f"<{OWL}sameAs>"


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a triple follows.

    Args:
        rule: The id of the rule.
        premises: The triples that it was applied to, in the order of the rule.
        round: 1 when all premises are asserted, else one more than the latest of them.
    """

    rule: str
    premises: tuple[LexicalTriple, ...]
    round: int


def derive(
    asserted: Iterable[LexicalTriple],
    entailed: Collection[LexicalTriple] | None,
    profile: str,
    max_seconds: float | None = None,
) -> dict[LexicalTriple, Derivation]:
    """Find how each entailed triple follows from the asserted ones.

    Args:
        asserted: The asserted triples and axioms.
        entailed: What an engine entailed; None for everything that the rules give (`x owl:sameAs x` and
            literal subjects apart).
        profile: ``owl2rl`` or ``rdfs``.
        max_seconds: The most time that this may take. Units: seconds.

    Returns:
        Entailed triple → derivation, the same for the same input. Triples that the rules do not give are
        missing.

    Raises:
        LimitError: It took too long.
    """
    given = sorted(set(asserted))
    rules = [*rules_of(profile), *list_rules(given)]
    run = _Run(frozenset(entailed) if entailed is not None else None, rules, max_seconds)
    return run.close(given)


class _Run:
    def __init__(
        self, wanted: frozenset[LexicalTriple] | None, rules: list[Rule], max_seconds: float | None
    ) -> None:
        self._wanted = wanted
        self._rules = rules
        self._facts = Facts()
        self._found: dict[LexicalTriple, Derivation] = {}
        self._end = None if max_seconds is None else monotonic() + max_seconds

    def close(self, given: list[LexicalTriple]) -> dict[LexicalTriple, Derivation]:
        """Apply the rules until nothing new comes."""
        latest, number = given, 0
        while latest:
            self._facts.add(latest)
            number += 1
            groups = sorted(_groups(latest).items())
            new: dict[LexicalTriple, Derivation] = {}
            for rule in self._rules:
                for at in range(len(rule.premises)):
                    for key, triples in groups:
                        self._apply(rule, at, key, triples, number, new)
            self._found.update(new)
            latest = sorted(new)
        return self._found

    def _apply(
        self,
        rule: Rule,
        at: int,
        key: tuple[str, str],
        triples: list[LexicalTriple],
        number: int,
        new: dict[LexicalTriple, Derivation],
    ) -> None:
        """Apply a rule to a group of new triples, which stand for the premise at one place."""
        trigger = rule.premises[at]
        bound = _bound(trigger[1], key[0], {})
        if bound is not None and key[1]:
            bound = _bound(trigger[2], key[1], bound)
        if bound is None:
            return
        others = [pattern for place, pattern in enumerate(rule.premises) if place != at]
        if not all(is_variable(p[1]) or self._facts.has_predicate(p[1]) for p in others):
            return
        if self._end is not None and monotonic() > self._end:
            raise LimitError("the derivations need more time than --max-seconds; nothing was written")
        own = {term for term in (trigger[0], trigger[2]) if is_variable(term) and term not in bound}
        # What does not depend on a single triple is found once for the whole group.
        shared = [pattern for pattern in others if not own & set(pattern)]
        rest = [pattern for pattern in others if own & set(pattern)]
        for start in list(self._join(shared, bound)):
            for triple in triples:
                binding = _fitted(trigger, triple, start)
                if binding is not None:
                    for full in self._join(rest, binding):
                        self._conclude(rule, full, number, new)

    def _join(self, patterns: list[Pattern], bound: dict[str, str]) -> Iterator[dict[str, str]]:
        """Find all bindings under which patterns hold; the pattern with the most known terms comes first."""
        if not patterns:
            yield bound
            return
        best = max(range(len(patterns)), key=lambda place: _known(patterns[place], bound))
        rest = patterns[:best] + patterns[best + 1 :]
        for triple in self._facts.find(patterns[best], bound):
            binding = _fitted(patterns[best], triple, bound)
            if binding is not None:
                yield from self._join(rest, binding)

    def _conclude(
        self, rule: Rule, bound: dict[str, str], number: int, new: dict[LexicalTriple, Derivation]
    ) -> None:
        """Note what a rule gives under a binding, when it is new and wanted."""
        if rule.differ is not None and bound[rule.differ[0]] == bound[rule.differ[1]]:
            return
        for pattern in rule.conclusions:
            triple = _filled(pattern, bound)
            if triple in self._facts.all or triple in new:
                continue
            if not _is_writable(triple):
                continue
            # An engine may use what holds anyway without saying so; a proof may pass through it.
            if self._wanted is not None and triple not in self._wanted and not is_axiomatic(triple):
                continue
            premises = tuple(_filled(premise, bound) for premise in rule.premises)
            new[triple] = Derivation(rule.id, premises, number)


def _groups(triples: Iterable[LexicalTriple]) -> dict[tuple[str, str], list[LexicalTriple]]:
    """Gather triples by predicate, and those of rdf:type by class too."""
    groups: dict[tuple[str, str], list[LexicalTriple]] = defaultdict(list)
    for triple in triples:
        groups[triple[1], triple[2] if triple[1] == _TYPE else ""].append(triple)
    return groups


def _bound(term: str, value: str, bound: dict[str, str]) -> dict[str, str] | None:
    """Bind a term of a pattern to a value; None when it is another one."""
    if not is_variable(term):
        return bound if term == value else None
    known = bound.get(term)
    if known is None:
        return {**bound, term: value}
    return bound if known == value else None


def _fitted(pattern: Pattern, triple: LexicalTriple, bound: dict[str, str]) -> dict[str, str] | None:
    """Bind a pattern to a triple; None when they do not fit."""
    for term, value in zip(pattern, triple, strict=True):
        more = _bound(term, value, bound)
        if more is None:
            return None
        bound = more
    return bound


def _known(pattern: Pattern, bound: dict[str, str]) -> tuple[bool, int]:
    """Say how much of a pattern is known; a known predicate counts most."""
    known = [not is_variable(term) or term in bound for term in pattern]
    return known[1] or known[0] or known[2], sum(known)


def _filled(pattern: Pattern, bound: dict[str, str]) -> LexicalTriple:
    subject, predicate, value = (bound.get(term, term) for term in pattern)
    return subject, predicate, value


def _is_writable(triple: LexicalTriple) -> bool:
    """Tell whether RDF can write a triple, and whether it says more than `x owl:sameAs x`."""
    subject, predicate, value = triple
    return subject[0] != '"' and predicate[0] == "<" and not (predicate == _SAME and subject == value)
