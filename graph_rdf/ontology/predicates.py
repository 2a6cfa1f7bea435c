"""Read what an ontology declares about relation predicates: name, strength, opposition and clause forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from pyoxigraph import Literal, NamedNode, Triple

from graph_rdf.dataset.protocol import Dataset, Term
from graph_rdf.errors import OntologyError
from graph_rdf.namespaces import (
    DCTERMS_IDENTIFIER,
    EG_CLAUSE_FORM,
    EG_OPPOSES,
    EG_RELATION_PREDICATE,
    EG_STRENGTH,
    EG_STRONG,
    EG_WEAK,
    RDF_TYPE,
    XSD_STRING,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SLOTS: Final = ("{subject}", "{object}")
"""The slots of a clause form; each stands in it exactly once."""

_WHITE_SPACE: Final = " \t\r\n"

# Only what is said about predicates leaves the store, never the identifiers of the whole data.
_DECLARATIONS: Final = f"""
CONSTRUCT {{ ?node ?property ?value }} WHERE {{
  {{ ?node a <{EG_RELATION_PREDICATE}> ; ?property ?value }}
  UNION {{ ?node <{EG_CLAUSE_FORM}> ?value BIND(<{EG_CLAUSE_FORM}> AS ?property) }}
  UNION {{ ?node <{EG_OPPOSES}> ?value BIND(<{EG_OPPOSES}> AS ?property) }}
  UNION {{ ?node <{EG_STRENGTH}> ?value BIND(<{EG_STRENGTH}> AS ?property) }}
}}
"""

_Values: TypeAlias = dict[str, set[Term]]


@dataclass(frozen=True, slots=True)
class RelationPredicate:
    """One declared relation predicate.

    Args:
        iri: Its IRI.
        name: Its `dcterms:identifier`; the IRI where it has none.
        weak: Whether its strength is `eg:Weak`.
        opposes: The IRIs of the predicates that oppose it, whichever side declares that.
        forms: Its clause forms, sorted; without the canonical one, which every predicate has.
    """

    iri: str
    name: str
    weak: bool = False
    opposes: frozenset[str] = frozenset()
    forms: tuple[str, ...] = ()


def read_predicates(source: Iterable[Triple] | Dataset) -> Mapping[str, RelationPredicate]:
    """Read the declared relation predicates.

    Args:
        source: The triples of one or more ontologies, in any order, or a dataset that holds them in its
            default graph.

    Returns:
        IRI → predicate, sorted by IRI; empty when nothing is declared.

    Raises:
        OntologyError: A declaration cannot be used: a blank node, two names, a name that two predicates
            share or that a path cannot hold, an unknown or a twofold strength, an opposition to itself or
            to something undeclared, a clause form without exactly one of each slot or without words, or
            something said of a node that is no relation predicate. In the order of IRIs, the first is named.

    Source: evidence-model, section 5; `eg:RelationPredicate` in ontology/evidence.ttl.

    Example:
        >>> from graph_rdf.ontology import packaged_ontology
        >>> [predicate.name for predicate in read_predicates(packaged_ontology()).values()]
        ['contact', 'mentions', 'not_operated_by', 'operated_by']
    """
    triples = cast("Dataset", source).construct(_DECLARATIONS) if hasattr(source, "construct") else source
    said = _collect(triples)
    declared = sorted(iri for iri, values in said.items() if _is_predicate(values))
    for node in declared:
        if node.startswith("_:"):
            raise OntologyError(
                "a blank node is declared as eg:RelationPredicate; a predicate needs an IRI", nodes=(node,)
            )
    for iri in sorted(said.keys() - set(declared)):
        _refuse_stranger(iri, said[iri])
    opposed = _opposition(said, frozenset(declared))
    predicates = {
        iri: RelationPredicate(
            iri=iri,
            name=_name(iri, said[iri]),
            weak=_is_weak(iri, said[iri]),
            opposes=frozenset(opposed[iri]),
            forms=tuple(sorted({_form(iri, value) for value in _sorted(said[iri], EG_CLAUSE_FORM)})),
        )
        for iri in declared
    }
    predicate_names(predicates)
    return predicates


def predicate_names(predicates: Mapping[str, RelationPredicate]) -> Mapping[str, str]:
    """Index predicates by name.

    Args:
        predicates: What `read_predicates` returned.

    Returns:
        Name → IRI, sorted by name; as many as there are predicates.

    Raises:
        OntologyError: Two predicates share a name.

    Example:
        >>> predicate_names({"http://e/p": RelationPredicate("http://e/p", "p")})
        {'p': 'http://e/p'}
    """
    names: dict[str, str] = {}
    for iri in sorted(predicates):
        name = predicates[iri].name
        if name in names:
            raise OntologyError(
                f"the name {name!r} is borne by two predicates, <{names[name]}> and <{iri}>",
                nodes=(iri, names[name]),
            )
        names[name] = iri
    return dict(sorted(names.items()))


def _collect(triples: Iterable[Triple]) -> dict[str, _Values]:
    """Gather the values of the properties that matter, by node; a blank node as ``_:label``."""
    wanted = {DCTERMS_IDENTIFIER, EG_CLAUSE_FORM, EG_OPPOSES, EG_STRENGTH, RDF_TYPE}
    said: dict[str, _Values] = {}
    for triple in triples:
        if triple.predicate.value in wanted:
            node = triple.subject
            key = node.value if isinstance(node, NamedNode) else str(node)
            said.setdefault(key, {}).setdefault(triple.predicate.value, set()).add(triple.object)
    return said


def _sorted(values: _Values, property_iri: str) -> list[Term]:
    """Return the values of one property in a fixed order, so that always the same error comes first."""
    return sorted(values.get(property_iri, ()), key=str)


def _is_predicate(values: _Values) -> bool:
    return NamedNode(EG_RELATION_PREDICATE) in values.get(RDF_TYPE, ())


def _refuse_stranger(iri: str, values: _Values) -> None:
    """Refuse a node that is described like a predicate and not declared as one: nothing would come of it."""
    for property_iri, short in (
        (EG_CLAUSE_FORM, "eg:clauseForm"),
        (EG_OPPOSES, "eg:opposes"),
        (EG_STRENGTH, "eg:strength"),
    ):
        if property_iri in values:
            raise OntologyError(
                f"<{iri}> has {short} and is no eg:RelationPredicate; declare it as one", nodes=(iri,)
            )


def _name(iri: str, values: _Values) -> str:
    """Return the one name of a predicate that a path can hold."""
    names = sorted(_string(iri, "dcterms:identifier", value) for value in _sorted(values, DCTERMS_IDENTIFIER))
    if not names:
        return iri
    if len(names) > 1:
        raise OntologyError(
            f"predicate <{iri}> has {len(names)} names: {', '.join(map(repr, names))}", nodes=(iri,)
        )
    name = names[0]
    if name != name.strip(_WHITE_SPACE) or not name or set(name) & set("/<>"):
        raise OntologyError(
            f"predicate <{iri}> cannot be named {name!r}: a name is not empty, has no outer white space and "
            "no '/', '<' or '>', which mean something in a lookup path",
            nodes=(iri,),
        )
    return name


def _is_weak(iri: str, values: _Values) -> bool:
    """Tell whether a predicate is weak; a value that is not understood must not pass for strong."""
    strengths = values.get(EG_STRENGTH, set())
    known = {NamedNode(EG_STRONG), NamedNode(EG_WEAK)}
    for value in sorted(strengths - known, key=str):
        raise OntologyError(
            f"predicate <{iri}> has the unknown strength {value}; use eg:Strong or eg:Weak", nodes=(iri,)
        )
    if len(strengths) > 1:
        raise OntologyError(f"predicate <{iri}> is declared both eg:Strong and eg:Weak", nodes=(iri,))
    return NamedNode(EG_WEAK) in strengths


def _opposition(said: Mapping[str, _Values], declared: frozenset[str]) -> dict[str, set[str]]:
    """Close opposition symmetrically over the declared predicates."""
    opposed: dict[str, set[str]] = {iri: set() for iri in declared}
    for iri in sorted(declared):
        for value in _sorted(said[iri], EG_OPPOSES):
            other = value.value if isinstance(value, NamedNode) else None
            if other is None or other not in declared:
                raise OntologyError(
                    f"predicate <{iri}> opposes {value}, which is no eg:RelationPredicate", nodes=(iri,)
                )
            if other == iri:
                raise OntologyError(
                    f"predicate <{iri}> opposes itself, so that none of its records could count", nodes=(iri,)
                )
            opposed[iri].add(other)
            opposed[other].add(iri)
    return opposed


def _form(iri: str, value: Term) -> str:
    """Return a clause form that can be met by a text."""
    form = _string(iri, "eg:clauseForm", value)
    for slot in SLOTS:
        count = form.count(slot)
        if count != 1:
            raise OntologyError(
                f"clause form {form!r} of predicate <{iri}> has {slot} {count} times, not once", nodes=(iri,)
            )
    if form != form.strip(_WHITE_SPACE):
        raise OntologyError(
            f"clause form {form!r} of predicate <{iri}> has outer white space, which no clause has",
            nodes=(iri,),
        )
    if not form.replace(SLOTS[0], "").replace(SLOTS[1], "").strip(_WHITE_SPACE):
        raise OntologyError(
            f"clause form {form!r} of predicate <{iri}> has no words: names side by side state nothing",
            nodes=(iri,),
        )
    return form


def _string(iri: str, short: str, value: Term) -> str:
    """Return the text of a plain or language-tagged string."""
    if isinstance(value, Literal) and (value.language or value.datatype == NamedNode(XSD_STRING)):
        return value.value
    raise OntologyError(f"<{iri}> has {short} {value}, which is no string", nodes=(iri,))
