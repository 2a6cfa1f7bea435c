"""What a shipped query may not do, read from its algebra and not from its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rdflib import URIRef, Variable
from rdflib.paths import MulPath, NegatedPath, OneOrMore, Path, ZeroOrMore
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.parserutils import CompValue

from graph_rdf.ontology import packaged_ontology, read_predicates

if TYPE_CHECKING:
    from collections.abc import Iterator


def lint(text: str) -> list[str]:
    """Return the breaches of one query, sorted: its form, an unstable order, a closure over a predicate."""
    algebra: CompValue = prepareQuery(text).algebra
    if algebra.name != "SelectQuery":
        return ["not a SELECT"]
    found = {breach for node in walk(algebra) for breach in node_breaches(node)}
    if order(algebra) != [str(variable) for variable in algebra.PV]:
        found.add("not ordered by all its columns, in order")
    return sorted(found)


def columns(text: str) -> list[str]:
    """Return the selected variables, in order."""
    return [str(variable) for variable in prepareQuery(text).algebra.PV]


def variables(text: str) -> set[str]:
    """Return the variables that stand in triple patterns, so that they can be bound from outside."""
    found: set[str] = set()
    for node in walk(prepareQuery(text).algebra):
        if isinstance(node, CompValue) and node.name == "BGP":
            found |= {str(term) for triple in node.triples for term in triple if isinstance(term, Variable)}
    return found


def order(algebra: CompValue) -> list[str]:
    return [
        str(condition.expr)
        for node in walk(algebra)
        if isinstance(node, CompValue) and node.name == "OrderBy"
        for condition in node.expr
    ]


def node_breaches(node: Any) -> Iterator[str]:
    if isinstance(node, CompValue) and node.name == "ServiceGraphPattern":
        yield "asks another endpoint"
    repeated = None
    if isinstance(node, MulPath) and node.mod in (OneOrMore, ZeroOrMore):
        repeated = node.path
    elif isinstance(node, CompValue) and node.name == "PathElt" and node.mod in (OneOrMore, ZeroOrMore):
        # rdflib leaves the pattern of an EXISTS in an expression as it was parsed.
        repeated = node.part
    if repeated is not None:
        relations = {URIRef(iri) for iri in read_predicates(packaged_ontology())}
        for part in walk(repeated):
            if isinstance(part, NegatedPath):
                yield "closure over a negated property set"
            if isinstance(part, URIRef) and part in relations:
                yield f"closure over {part.rsplit('#')[-1]}"


def walk(node: Any) -> Iterator[Any]:
    """Visit everything in an algebra, paths included, without recursion."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        if isinstance(current, CompValue):
            pending.extend(current.values())
        elif isinstance(current, MulPath):
            pending.append(current.path)
        elif isinstance(current, Path):
            pending.extend(
                value for name in ("args", "arg") for value in [getattr(current, name, None)] if value
            )
        elif isinstance(current, list | tuple | set | frozenset):
            pending.extend(current)
