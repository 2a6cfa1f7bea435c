"""Check that ontology documents stay within OWL 2 DL, for the constructs that this project uses.

It is closed: a construct that it does not know is a problem (`not-covered`), never passed over. So it may
refuse more than OWL 2 DL does, and accepts nothing outside of it.

Source: OWL 2 Structural Specification, sections 3, 4, 5.8 and 11; OWL 2 Mapping to RDF Graphs, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rdflib import OWL, RDF, RDFS, XSD, BNode, Graph, Literal, URIRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rdflib.term import Node

OBJECT: Final = OWL.ObjectProperty
DATA: Final = OWL.DatatypeProperty
ANNOTATION: Final = OWL.AnnotationProperty
KINDS: Final = (OWL.Class, RDFS.Datatype, OBJECT, DATA, ANNOTATION, OWL.NamedIndividual)
PROPERTY_KINDS: Final = (OBJECT, DATA, ANNOTATION)

RESERVED: Final = (str(RDF), str(RDFS), str(XSD), str(OWL))
BUILT_IN_ANNOTATIONS: Final = frozenset(
    {
        RDFS.label,
        RDFS.comment,
        RDFS.seeAlso,
        RDFS.isDefinedBy,
        OWL.versionInfo,
        OWL.deprecated,
        OWL.priorVersion,
        OWL.backwardCompatibleWith,
        OWL.incompatibleWith,
    }
)
ONTOLOGY_PROPERTIES: Final = frozenset({OWL.imports, OWL.versionIRI})
BUILT_IN_CLASSES: Final = frozenset({OWL.Thing, OWL.Nothing})

NEEDS_SIMPLE: Final = frozenset(
    {OWL.FunctionalProperty, OWL.InverseFunctionalProperty, OWL.AsymmetricProperty, OWL.IrreflexiveProperty}
)
OBJECT_ONLY: Final = frozenset(
    {
        OWL.AsymmetricProperty,
        OWL.InverseFunctionalProperty,
        OWL.IrreflexiveProperty,
        OWL.ReflexiveProperty,
        OWL.SymmetricProperty,
        OWL.TransitiveProperty,
    }
)
CHARACTERISTICS: Final = OBJECT_ONLY | {OWL.FunctionalProperty}

# The OWL 2 datatype map (section 4); xsd:date, xsd:time and the Gregorian types are not in it.
DATATYPES: Final = frozenset(
    {
        OWL.rational,
        OWL.real,
        RDF.PlainLiteral,
        RDF.XMLLiteral,
        RDF.langString,
        RDFS.Literal,
        XSD.NCName,
        XSD.NMTOKEN,
        XSD.Name,
        XSD.anyURI,
        XSD.base64Binary,
        XSD.boolean,
        XSD.byte,
        XSD.dateTime,
        XSD.dateTimeStamp,
        XSD.decimal,
        XSD.double,
        XSD.float,
        XSD.hexBinary,
        XSD.int,
        XSD.integer,
        XSD.language,
        XSD.long,
        XSD.negativeInteger,
        XSD.nonNegativeInteger,
        XSD.nonPositiveInteger,
        XSD.normalizedString,
        XSD.positiveInteger,
        XSD.short,
        XSD.string,
        XSD.token,
        XSD.unsignedByte,
        XSD.unsignedInt,
        XSD.unsignedLong,
        XSD.unsignedShort,
    }
)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One breach: what kind, and of which node."""

    code: str
    node: str


def profile_problems(documents: Iterable[Graph]) -> list[Problem]:
    """Check an import closure.

    Args:
        documents: The graphs, one for each ontology document; declarations in one hold for all.

    Returns:
        The problems, sorted, each once; empty when all is within the profile.
    """
    graphs = list(documents)
    closure = Graph()
    for graph in graphs:
        closure += graph
    kinds = _declarations(closure)
    found = {problem for graph in graphs for problem in _header(graph)}
    found.update(_kinds(kinds))
    found.update(_simple(closure))
    for s, p, o in closure:
        found.update(_terms(s, p, o))
        found.update(_axiom(s, p, o, kinds))
    return sorted(found)


def _declarations(graph: Graph) -> dict[Node, set[Node]]:
    kinds: dict[Node, set[Node]] = {}
    for kind in KINDS:
        for node in graph.subjects(RDF.type, kind):
            kinds.setdefault(node, set()).add(kind)
    return kinds


def _header(graph: Graph) -> Iterator[Problem]:
    """One named ontology a document, at most one version IRI, and no header terms elsewhere."""
    headers = sorted(str(node) for node in graph.subjects(RDF.type, OWL.Ontology))
    if len(headers) != 1 or not isinstance(next(graph.subjects(RDF.type, OWL.Ontology)), URIRef):
        yield Problem("ontology-header", " ".join(headers) or "none")
    if len(set(graph.objects(None, OWL.versionIRI))) > 1:
        yield Problem("ontology-header", " ".join(headers))
    for prop in ONTOLOGY_PROPERTIES:
        for node in graph.subjects(prop, None):
            if str(node) not in headers:
                yield Problem("ontology-header", str(node))


def _kinds(kinds: dict[Node, set[Node]]) -> Iterator[Problem]:
    """Typing constraints (5.8.1): no IRI is two kinds of property, or both class and datatype."""
    for node, own in kinds.items():
        if len(own & set(PROPERTY_KINDS)) > 1 or {OWL.Class, RDFS.Datatype} <= own:
            yield Problem("punning", str(node))
        if str(node).startswith(RESERVED):
            yield Problem("reserved-vocabulary", str(node))
        if isinstance(node, BNode):
            yield Problem("not-covered", "blank node")


def _simple(graph: Graph) -> Iterator[Problem]:
    """Only simple properties in the axioms that ask for them (11.1, 11.2)."""
    composite = set(graph.subjects(RDF.type, OWL.TransitiveProperty))
    composite |= set(graph.subjects(OWL.propertyChainAxiom, None))
    pending = list(composite)
    while pending:
        node = pending.pop()
        above = set(graph.objects(node, RDFS.subPropertyOf))
        for link in (OWL.inverseOf, OWL.equivalentProperty):
            above |= set(graph.objects(node, link)) | set(graph.subjects(link, node))
        pending.extend(above - composite)
        composite |= above
    for node in composite:
        disjoint = (node, OWL.propertyDisjointWith, None) in graph or (
            None,
            OWL.propertyDisjointWith,
            node,
        ) in graph
        if disjoint or any((node, RDF.type, kind) in graph for kind in NEEDS_SIMPLE):
            yield Problem("not-simple", str(node))


def _terms(s: Node, p: Node, o: Node) -> Iterator[Problem]:
    """Literals of the datatype map, well-formed; no blank nodes."""
    for node in (s, o):
        if isinstance(node, BNode):
            yield Problem("not-covered", "blank node")
    if isinstance(o, Literal) and o.datatype is not None:
        if o.datatype not in DATATYPES:
            yield Problem("datatype", str(o.datatype))
        elif o.ill_typed:
            yield Problem("ill-typed-literal", str(o))


def _axiom(s: Node, p: Node, o: Node, kinds: dict[Node, set[Node]]) -> Iterator[Problem]:
    def undeclared(node: Node, *wanted: Node) -> Iterator[Problem]:
        if isinstance(node, BNode):
            return
        if str(node).startswith(RESERVED):
            if node not in BUILT_IN_CLASSES or OWL.Class not in wanted:
                yield Problem("reserved-vocabulary", str(node))
        elif not kinds.get(node, set()) & set(wanted):
            yield Problem("undeclared", str(node))

    def property_kind(node: Node) -> Node | None:
        return next((kind for kind in PROPERTY_KINDS if kind in kinds.get(node, ())), None)

    def pair(*wanted: Node) -> Iterator[Problem]:
        yield from undeclared(s, *wanted)
        yield from undeclared(o, *wanted)

    if p == RDF.type:
        if o in CHARACTERISTICS:
            yield from undeclared(s, *((OBJECT,) if o in OBJECT_ONLY else (OBJECT, DATA)))
        elif o not in KINDS and o != OWL.Ontology:
            yield from undeclared(o, OWL.Class)
    elif p in (RDFS.subClassOf, OWL.disjointWith, OWL.equivalentClass):
        yield from pair(OWL.Class)
    elif p in (RDFS.subPropertyOf, OWL.equivalentProperty, OWL.propertyDisjointWith):
        # Annotation properties have a hierarchy, but neither equivalence nor disjointness.
        yield from pair(*(PROPERTY_KINDS if p == RDFS.subPropertyOf else (OBJECT, DATA)))
        if property_kind(s) != property_kind(o):
            yield Problem("mixed-kinds", str(s))
    elif p == OWL.inverseOf:
        yield from pair(OBJECT)
    elif p == RDFS.domain:
        yield from undeclared(s, *PROPERTY_KINDS)
        if property_kind(s) != ANNOTATION:
            yield from undeclared(o, OWL.Class)
    elif p == RDFS.range:
        yield from undeclared(s, *PROPERTY_KINDS)
        if property_kind(s) == OBJECT:
            yield from undeclared(o, OWL.Class)
        elif property_kind(s) == DATA and o not in DATATYPES:
            yield from undeclared(o, RDFS.Datatype)
    elif p in (OWL.sameAs, OWL.differentFrom):
        for node in (s, o):
            if isinstance(node, Literal) or str(node).startswith(RESERVED):
                yield Problem("reserved-vocabulary", str(node))
    elif p in BUILT_IN_ANNOTATIONS or p in ONTOLOGY_PROPERTIES:
        if str(s).startswith(RESERVED):
            yield Problem("reserved-vocabulary", str(s))
    elif str(p).startswith(RESERVED):
        yield Problem("not-covered", str(p))
    else:
        yield from undeclared(p, *PROPERTY_KINDS)
        kind = property_kind(p)
        if kind in (OBJECT, DATA) and isinstance(o, Literal) != (kind == DATA):
            yield Problem("wrong-value", str(p))
