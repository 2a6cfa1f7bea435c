"""The rules of OWL 2 RL/RDF over lists, made for each axiom that has one."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from graph_rdf.entailment.rule_table import Rule
from graph_rdf.namespaces import OWL, RDF, RDF_TYPE, RDFS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.entailment.rule_table import Pattern
    from graph_rdf.ntriples import LexicalTriple

_TYPE: Final = f"<{RDF_TYPE}>"
_SUB_CLASS: Final = f"<{RDFS}subClassOf>"
_SAME: Final = f"<{OWL}sameAs>"
_FIRST: Final = f"<{RDF}first>"
_REST: Final = f"<{RDF}rest>"
_NIL: Final = f"<{RDF}nil>"
_AXIOMS: Final = {
    f"<{OWL}{name}>": name for name in ("hasKey", "intersectionOf", "oneOf", "propertyChainAxiom", "unionOf")
}


def list_rules(triples: Iterable[LexicalTriple]) -> list[Rule]:
    """Make the rules of the list axioms among some triples.

    Args:
        triples: The asserted triples.

    Returns:
        The rules in the order of their axioms; each has its axiom among its premises. A list that has no end,
        several ends or a loop makes none.

    Source: OWL 2 Profiles, 4.3: prp-spo2, prp-key, cls-int1, cls-int2, cls-uni, cls-oo, scm-int, scm-uni.
    """
    first: dict[str, set[str]] = defaultdict(set)
    rest: dict[str, set[str]] = defaultdict(set)
    axioms: set[LexicalTriple] = set()
    for triple in triples:
        subject, predicate, value = triple
        if predicate == _FIRST:
            first[subject].add(value)
        elif predicate == _REST:
            rest[subject].add(value)
        elif predicate in _AXIOMS:
            axioms.add(triple)
    rules: list[Rule] = []
    for axiom in sorted(axioms):
        members = _members(axiom[2], first, rest)
        if members:
            rules.extend(_rules(axiom, members))
    return rules


def _members(head: str, first: dict[str, set[str]], rest: dict[str, set[str]]) -> list[str]:
    """Read a list; empty when it is not well formed."""
    members: list[str] = []
    seen: set[str] = set()
    while head != _NIL:
        if head in seen or len(first[head]) != 1 or len(rest[head]) != 1:
            return []
        seen.add(head)
        members.extend(first[head])
        (head,) = rest[head]
    return members


def _rules(axiom: LexicalTriple, members: list[str]) -> Iterator[Rule]:
    """Make the rules of one axiom."""
    name, subject = _AXIOMS[axiom[1]], axiom[0]
    if name == "propertyChainAxiom":
        steps: list[Pattern] = [(f"?u{at}", each, f"?u{at + 1}") for at, each in enumerate(members)]
        yield Rule("prp-spo2", (axiom, *steps), (("?u0", subject, f"?u{len(members)}"),))
    elif name == "hasKey":
        keys: list[Pattern] = []
        for at, each in enumerate(members):
            keys += [("?x", each, f"?z{at}"), ("?y", each, f"?z{at}")]
        typed: list[Pattern] = [("?x", _TYPE, subject), ("?y", _TYPE, subject)]
        yield Rule("prp-key", (axiom, *keys, *typed), (("?x", _SAME, "?y"),), ("?x", "?y"))
    elif name == "intersectionOf":
        every: list[Pattern] = [("?y", _TYPE, each) for each in members]
        yield Rule("cls-int1", (axiom, *every), (("?y", _TYPE, subject),))
        for each in members:
            yield Rule("cls-int2", (axiom, ("?y", _TYPE, subject)), (("?y", _TYPE, each),))
            yield Rule("scm-int", (axiom,), ((subject, _SUB_CLASS, each),))
    elif name == "unionOf":
        for each in members:
            yield Rule("cls-uni", (axiom, ("?y", _TYPE, each)), (("?y", _TYPE, subject),))
            yield Rule("scm-uni", (axiom,), ((each, _SUB_CLASS, subject),))
    else:
        for each in members:
            yield Rule("cls-oo", (axiom,), ((each, _TYPE, subject),))
