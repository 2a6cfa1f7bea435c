"""Contradictions in a closure: each `false` rule of OWL 2 RL/RDF is one query over the whole of it.

reasonable reports none, and owlrl misses some (lists of two members), so neither is asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, Quad, RdfFormat, Store, parse

from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.entailment.rule_table import NAMESPACES, is_variable, parse_patterns, read_table
from graph_rdf.namespaces import XSD
from graph_rdf.syntax import is_ill_typed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph_rdf.entailment.rule_table import Pattern
    from graph_rdf.ntriples import LexicalTriple

MAX_CLASHES: Final = 1000
"""Clashes of one rule that are listed; a contradiction entails everything, so one would do."""

_PREFIXES: Final = "".join(f"PREFIX {name}: <{space}>\n" for name, space in sorted(NAMESPACES.items()))
_VARIABLE: Final = re.compile(r"\?(\w+)")
_SLOT: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A rule of the standard whose conclusion is `false`.

    Args:
        rule: Its id.
        query: A SELECT for all clashes.
        clash: The triples that clash, as patterns.
        text: What a solution means; ``{x}`` stands for a variable.
    """

    rule: str
    query: str
    clash: tuple[Pattern, ...]
    text: str


@dataclass(frozen=True, slots=True, order=True)
class Clash:
    """Triples that cannot all hold.

    Args:
        rule: The id of the rule that says so.
        triples: The triples, in N-Triples form.
        text: What is wrong, in words.
    """

    rule: str
    triples: tuple[LexicalTriple, ...]
    text: str


@cache
def contradictions() -> tuple[Contradiction, ...]:
    """Read the rules, in the order of the standard."""
    rules: list[Contradiction] = []
    for entry in read_table("contradictions.toml"):
        names = sorted(set(_VARIABLE.findall(entry["clash"])) | set(_SLOT.findall(entry["text"])))
        selected = " ".join(f"?{name}" for name in names)
        query = f"{_PREFIXES}SELECT DISTINCT {selected} WHERE {{ {entry['where']} }}"
        rules.append(Contradiction(entry["id"], query, parse_patterns(entry["clash"]), entry["text"]))
    return tuple(rules)


def find_clashes(triples: Iterable[LexicalTriple]) -> list[Clash]:
    """Find what is contradictory in a closure.

    Args:
        triples: All triples of it, asserted and entailed.

    Returns:
        The clashes, sorted; at most `MAX_CLASHES` of each rule, and one for each set of triples.

    Source: OWL 2 Profiles, 4.3: the rules whose conclusion is `false`, and dt-not-type.
    """
    lines = [f"{s} {p} {o} .\n" for s, p, o in triples]
    quads = list(parse("".join(lines).encode(), format=RdfFormat.N_TRIPLES))
    store = Store()
    store.bulk_extend(quads)
    dataset = EmbeddedDataset(store)
    written = _Written(quads)
    clashes: dict[tuple[str, frozenset[LexicalTriple]], Clash] = {}
    for rule in contradictions():
        rows = dataset.select(rule.query)
        names = rows.variables
        found = sorted({tuple(str(row[at]) for at in range(len(names))) for row in rows})
        for row in found[:MAX_CLASHES]:
            clash = _clash(rule, dict(zip(names, row, strict=True)), written)
            clashes.setdefault((clash.rule, frozenset(clash.triples)), clash)
    return sorted([*clashes.values(), *_ill_typed(quads)])


class _Written(dict[tuple[str, str, str], str]):
    """Triple as the store keeps it → its value as written: the store rewrites numbers."""

    def __init__(self, quads: Iterable[Quad]) -> None:
        super().__init__()
        for quad in quads:
            if isinstance(quad.object, Literal) and quad.object.datatype.value.startswith(XSD):
                kept = Store()
                kept.add(quad)
                (stored,) = kept
                if stored.object != quad.object:
                    key = (str(quad.subject), str(quad.predicate), str(stored.object))
                    self.setdefault(key, str(quad.object))


def _clash(rule: Contradiction, solution: dict[str, str], written: _Written) -> Clash:
    """Fill a rule with one solution."""

    def term(pattern: str) -> str:
        return solution[pattern[1:]] if is_variable(pattern) else pattern

    stored = [(term(s), term(p), term(o)) for s, p, o in rule.clash]
    triples = tuple((s, p, written.get((s, p, o), o)) for s, p, o in stored)
    return Clash(rule.rule, triples, _SLOT.sub(lambda slot: solution[slot[1]], rule.text))


def _ill_typed(quads: Iterable[Quad]) -> Iterator[Clash]:
    """Find literals outside the lexical space of their datatype (dt-not-type)."""
    for quad in quads:
        if isinstance(quad.object, Literal) and is_ill_typed(quad.object.value, quad.object.datatype.value):
            triple = (str(quad.subject), str(quad.predicate), str(quad.object))
            yield Clash("dt-not-type", (triple,), f"{quad.object} is no value of its datatype")
