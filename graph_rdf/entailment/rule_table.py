"""The rule tables of the profiles, read from their data files into patterns."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, TypeAlias

from graph_rdf.entailment.engine import OWL2RL, RDFS
from graph_rdf.errors import GraphRdfError
from graph_rdf.namespaces import OWL, RDF, RDF_TYPE, XSD
from graph_rdf.namespaces import RDFS as RDFS_NAMESPACE

if TYPE_CHECKING:
    from collections.abc import Iterator

Pattern: TypeAlias = tuple[str, str, str]
"""Terms in N-Triples form, and variables as ``?name``."""

NAMESPACES: Final = {"owl": OWL, "rdf": RDF, "rdfs": RDFS_NAMESPACE, "xsd": XSD}
FAMILIES: Final = {
    "eq": "equality",
    "prp": "property axioms",
    "cls": "class expressions",
    "cax": "class axioms",
    "dt": "datatypes",
    "scm": "schema",
    "rdf": "RDF",
    "rdfs": "RDFS",
}
"""Start of a rule id → what the table of the standard is about."""

OTHER: Final = "other"
"""The rule and the family of what the engine entails and no rule of the table explains."""

_FILES: Final = {OWL2RL: "owl2rl.toml", RDFS: "rdfs.toml"}
_WORD: Final = re.compile(r'\?\w+|a\b|\w+:\w+|"[^"]*"\^\^\w+:\w+|\.')


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Args:
        id: Its name in the standard.
        premises: The patterns of its body.
        conclusions: The patterns of its head.
        differ: Two variables that must not be equal, or nothing.
    """

    id: str
    premises: tuple[Pattern, ...]
    conclusions: tuple[Pattern, ...]
    differ: tuple[str, str] | None = None


def is_variable(term: str) -> bool:
    """Tell whether a term of a pattern is a variable."""
    return term[0] == "?"


def family_of(rule_id: str) -> str:
    """Name the table of the standard that a rule stands in.

    Example:
        >>> family_of("prp-spo1"), family_of("rdfs7")
        ('property axioms', 'RDFS')
    """
    start = re.match(r"rdfs|rdf|[a-z]+", rule_id)
    return FAMILIES.get(start[0] if start else "", OTHER)


def parse_patterns(text: str) -> tuple[Pattern, ...]:
    """Read triple patterns, as the rule tables write them.

    Example:
        >>> parse_patterns("?x a owl:Thing")
        (('?x', '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>', '<http://www.w3.org/2002/07/owl#Thing>'),)
    """
    terms = [_term(word) for word in _WORD.findall(text) if word != "."]
    return tuple((terms[at], terms[at + 1], terms[at + 2]) for at in range(0, len(terms), 3))


def _term(word: str) -> str:
    """Give a word in N-Triples form."""
    if is_variable(word):
        return word
    if word == "a":
        return f"<{RDF_TYPE}>"
    if word[0] == '"':
        text, _, datatype = word.rpartition("^^")
        return f"{text}^^{_term(datatype)}"
    prefix, _, local = word.partition(":")
    return f"<{NAMESPACES[prefix]}{local}>"


def read_table(name: str) -> Iterator[dict[str, str]]:
    """Read the entries of a data file of this package.

    Raises:
        GraphRdfError: The file was not shipped or is damaged.
    """
    try:
        text = files("graph_rdf.entailment").joinpath(name).read_text(encoding="utf-8")
        yield from tomllib.loads(text)["rule"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise GraphRdfError(f"shipped rules are damaged: {error}", path=name) from error


@cache
def rules_of(profile: str) -> tuple[Rule, ...]:
    """Read the rules of a profile that do not depend on an axiom's list.

    Args:
        profile: ``owl2rl`` or ``rdfs``.

    Returns:
        The rules in the order of the standard.
    """
    rules: list[Rule] = []
    for entry in read_table(_FILES[profile]):
        first, _, second = entry.get("differ", "").partition(" ")
        rules.append(
            Rule(
                entry["id"],
                parse_patterns(entry["if"]),
                parse_patterns(entry["then"]),
                (first, second) if second else None,
            )
        )
    return tuple(rules)
