"""Axioms of a T-Box that merge or type strangers, or that an engine never fires; each has its own rule."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.findings import Finding, Severity
from graph_rdf.ntriples import iri

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graph_rdf.ntriples import LexicalTriple

LINT_RULES: Final = (
    "t-box-functional",
    "t-box-inverse-functional",
    "t-box-at-most-one",
    "t-box-key",
    "t-box-same-as",
    "t-box-domain",
    "t-box-range",
    "t-box-transitive",
    "t-box-chain",
    "t-box-promotion",
    "t-box-n-ary",
    "t-box-engine-gap",
)

_TYPE: Final = iri(ns.RDF_TYPE)
_RELATION_PREDICATE: Final = iri(ns.EG_RELATION_PREDICATE)


def _owl(name: str) -> str:
    return f"<{ns.OWL}{name}>"


_OF_KIND: Final = {
    _owl("FunctionalProperty"): (
        "t-box-functional",
        "is functional: two values of one node become owl:sameAs, however many strangers that merges",
    ),
    _owl("InverseFunctionalProperty"): (
        "t-box-inverse-functional",
        "is inverse functional: two nodes with one value become owl:sameAs",
    ),
    _owl("TransitiveProperty"): (
        "t-box-transitive",
        "is transitive: what a record says of one step is entailed of every longer way, without an anchor",
    ),
}
_AT_MOST_ONE: Final = (_owl("maxCardinality"), _owl("maxQualifiedCardinality"))
_N_ARY: Final = (_owl("AllDisjointProperties"), _owl("AllDifferent"))
_WIDENING: Final = (f"<{ns.RDFS}subPropertyOf>", _owl("equivalentProperty"), _owl("inverseOf"))
_NEEDS: Final = {
    _owl("propertyChainAxiom"): "prp-spo2",
    _owl("hasKey"): "prp-key",
    _owl("maxCardinality"): "cls-maxc2",
    _owl("maxQualifiedCardinality"): "cls-maxqc3",
    _owl("someValuesFrom"): "cls-svf1",
    _owl("allValuesFrom"): "cls-avf",
    _owl("hasValue"): "cls-hv1",
    _owl("intersectionOf"): "cls-int1",
    _owl("unionOf"): "cls-uni",
    _owl("oneOf"): "cls-oo",
}
"""The property of an axiom → the first rule that gives it its meaning."""


def lint_t_box(axioms: Iterable[LexicalTriple], engine: str, never_fires: Mapping[str, str]) -> list[Finding]:
    """Find the dangerous axioms of a T-Box.

    Args:
        axioms: Its triples, annotations included: they say which predicates are weak.
        engine: The name of the engine that will run.
        never_fires: The rules that this engine does not apply.

    Returns:
        Warnings, sorted; the focus node is the subject of the axiom.

    Source: OWL 2 Profiles, 4.3, for what each axiom entails.
    """
    triples = sorted(set(axioms))
    findings = [
        *_about_properties(triples),
        *_about_promotion(triples),
        *_about_merging(triples, engine),
    ]
    for subject, predicate, _ in triples:
        needed = _NEEDS.get(predicate, "")
        if needed in never_fires:
            message = f"{engine} never applies {needed}: {never_fires[needed]}; use --engine owlrl"
            findings.append(_finding("t-box-engine-gap", subject, f"{_short(predicate)}: {message}"))
    return sorted(set(findings), key=lambda finding: finding.sort_key)


def _about_properties(triples: list[LexicalTriple]) -> Iterator[Finding]:
    """Look at the axioms about relation predicates and what they widen to."""
    # What a super-property merges or types, it merges or types for its sub-properties too. A chain or
    # transitivity of it adds no triple of theirs.
    relations, alike = _widened(triples, _WIDENING), _widened(triples, _WIDENING[1:])
    objects = relations | {s for s, p, o in triples if p == _TYPE and o == _owl("ObjectProperty")}
    for subject, predicate, value in triples:
        if predicate == _TYPE and value in _OF_KIND:
            rule, text = _OF_KIND[value]
            if subject in (alike if rule == "t-box-transitive" else objects):
                yield _finding(rule, subject, f"{_short(subject)} {text}")
        elif subject in relations and predicate in (f"<{ns.RDFS}domain>", f"<{ns.RDFS}range>"):
            rule = "t-box-domain" if predicate.endswith("domain>") else "t-box-range"
            text = f"types whatever stands at that end as {_short(value)}; it checks nothing"
            yield _finding(rule, subject, f"{_short(subject)} has {_short(predicate)}: it {text}")
        elif subject in alike and predicate == _owl("propertyChainAxiom"):
            text = "is entailed from a chain, so that triples of it come without a record"
            yield _finding("t-box-chain", subject, f"{_short(subject)} {text}")


def _about_promotion(triples: list[LexicalTriple]) -> Iterator[Finding]:
    """Look for weak relation predicates that imply strong ones."""
    declared = _declared(triples)
    weak = {s for s, p, o in triples if p == iri(ns.EG_STRENGTH) and o == iri(ns.EG_WEAK)} & declared
    for each in sorted(weak):
        for implied in sorted((_widened(triples, _WIDENING, [each]) & declared) - weak):
            text = f"{_short(each)} is weak and implies {_short(implied)}, so that a mention answers for it"
            yield _finding("t-box-promotion", each, text)


def _about_merging(triples: list[LexicalTriple], engine: str) -> Iterator[Finding]:
    """Look at the axioms that merge nodes, and at those meant to prevent it."""
    for subject, predicate, value in triples:
        if predicate == _owl("hasKey"):
            text = "has a key: members with equal values become owl:sameAs, as two Rowans would by label"
            yield _finding("t-box-key", subject, f"{_short(subject)} {text}")
        elif predicate in _AT_MOST_ONE and value.startswith('"1"'):
            text = "allows one value: two values of one node become owl:sameAs"
            yield _finding("t-box-at-most-one", subject, f"{_short(predicate)} {text}")
        elif predicate == _owl("sameAs") and subject != value:
            text = f"is said to be {_short(value)}: each takes over every triple of the other"
            yield _finding("t-box-same-as", subject, f"{_short(subject)} {text}")
        elif predicate == _TYPE and value in _N_ARY:
            told = "owlrl never looks at the last member of the list, and reasonable at none"
            text = f"{told}; ttl-check does ({engine} runs here), others who load the T-Box may not"
            yield _finding("t-box-n-ary", subject, f"{_short(value)}: {text}")


def _declared(triples: list[LexicalTriple]) -> set[str]:
    """Give the relation predicates."""
    return {s for s, p, o in triples if p == _TYPE and o == _RELATION_PREDICATE}


def _widened(
    triples: list[LexicalTriple], widening: tuple[str, ...], starts: Iterable[str] | None = None
) -> set[str]:
    """Give some properties, by default the relation predicates, and all that some axioms spread them to."""
    above: dict[str, set[str]] = defaultdict(set)
    for subject, predicate, value in triples:
        if predicate in widening:
            above[subject].add(value)
            if predicate != _WIDENING[0]:
                above[value].add(subject)
    found: set[str] = set()
    waiting = list(_declared(triples) if starts is None else starts)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting.extend(above[each])
    return found


def _finding(rule: str, subject: str, message: str) -> Finding:
    node = subject[1:-1] if subject.startswith("<") else subject
    return Finding(rule, Severity.WARNING, message, focus_node=node)


def _short(term: str) -> str:
    """Give a term of the packaged vocabularies with its prefix."""
    for prefix, space in ns.PREFIXES.items():
        if term.startswith(f"<{space}"):
            return f"{prefix}:{term[len(space) + 1 : -1]}"
    return term
