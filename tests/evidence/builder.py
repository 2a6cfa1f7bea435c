"""Builds small worlds in RDF, right ones and odd ones, without the records and the exporter."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from graph_rdf import namespaces as ns
from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.evidence import Acceptance, Eligibility, choose_view, judge, read_world, verify
from graph_rdf.ontology import packaged_ontology
from graph_rdf.records.identity import percent_encoded

if TYPE_CHECKING:
    from collections.abc import Iterable

ONTOLOGY = tuple(packaged_ontology())


def iri(name: str) -> str:
    """Return the IRI of an id; an IRI in angle brackets, or a name of the toolkit's namespace, is itself."""
    if name.startswith("<"):
        return name[1:-1]
    if name.startswith("eg:"):
        return ns.EG + name[3:]
    return ns.ID_BASE + percent_encoded(name)


def digest(body: str | bytes) -> str:
    return sha256(body.encode() if isinstance(body, str) else body).hexdigest()


class Builder:
    """Triples in the making."""

    def __init__(self) -> None:
        self.triples: list[Triple] = []

    def add(self, subject: str, property_iri: str, *values: str | Literal | NamedNode | BlankNode) -> None:
        """Add the values of a property; a string is the name of a node, see `iri`."""
        for value in values:
            term = NamedNode(iri(value)) if isinstance(value, str) else value
            self.triples.append(Triple(NamedNode(iri(subject)), NamedNode(property_iri), term))

    def node(self, name: str, *classes: str) -> None:
        self.add(name, ns.RDF_TYPE, *(f"<{class_iri}>" for class_iri in classes))
        self.add(name, ns.DCTERMS_IDENTIFIER, Literal(name))

    def entity(self, name: str, *labels: str) -> None:
        self.node(name, ns.EG_ENTITY)
        self.add(name, ns.SKOS_PREF_LABEL, *(Literal(label) for label in labels[:1]))
        self.add(name, ns.SKOS_ALT_LABEL, *(Literal(label) for label in labels[1:]))

    def predicate(self, name: str, *forms: str, weak: bool = False, opposes: Iterable[str] = ()) -> None:
        self.node(f"eg:{name}", ns.EG_RELATION_PREDICATE)
        self.triples.pop()
        self.add(f"eg:{name}", ns.DCTERMS_IDENTIFIER, Literal(name))
        self.add(f"eg:{name}", ns.EG_CLAUSE_FORM, *(Literal(form) for form in forms))
        self.add(f"eg:{name}", ns.EG_STRENGTH, "eg:Weak" if weak else "eg:Strong")
        self.add(f"eg:{name}", ns.EG_OPPOSES, *(f"eg:{other}" for other in opposes))

    def source(self, name: str, *audience: str) -> None:
        self.node(name, ns.EG_SOURCE)
        self.add(name, ns.EG_AUDIENCE, *(Literal(scope) for scope in audience))

    def document(self, name: str, source: str, current: str | None = None) -> None:
        self.node(name, ns.EG_DOCUMENT)
        self.add(name, ns.DCTERMS_SOURCE, source)
        if current is not None:
            self.add(name, ns.DCAT_HAS_CURRENT_VERSION, current)

    def version(
        self,
        name: str,
        document: str,
        generated: str | None = "2026-01-01T00:00:00Z",
        *,
        withdrawn: Iterable[str] = (),
        audience: Iterable[str] = (),
        revises: str | None = None,
    ) -> None:
        self.node(name, ns.EG_DOCUMENT_VERSION)
        self.add(name, ns.DCAT_IS_VERSION_OF, document)
        if generated is not None:
            self.add(name, ns.PROV_GENERATED_AT_TIME, time(generated))
        self.add(name, ns.PROV_INVALIDATED_AT_TIME, *map(time, withdrawn))
        self.add(name, ns.EG_AUDIENCE, *(Literal(scope) for scope in audience))
        if revises is not None:
            self.add(name, ns.PROV_WAS_REVISION_OF, revises)

    def representation(self, name: str, version: str, body: str) -> None:
        self.node(name, ns.EG_REPRESENTATION)
        self.add(name, ns.PROV_SPECIALIZATION_OF, version)
        self.add(name, ns.EG_SHA256, Literal(digest(body)))
        self.add(name, ns.EG_BODY, Literal(body))

    def record(self, name: str, subject: str, predicate: str, obj: str) -> None:
        self.node(name, ns.EG_RELATION_RECORD, ns.RDF_STATEMENT)
        self.add(name, ns.RDF_SUBJECT, subject)
        self.add(name, ns.RDF_PREDICATE, predicate)
        self.add(name, ns.RDF_OBJECT, obj)

    def anchor(
        self,
        record: str,
        representation: str,
        body: str,
        quote: str,
        *,
        number: int = 1,
        start: int | None = None,
    ) -> str:
        """Add a right anchor on the first occurrence of a quote; return its name."""
        name = f"<{iri(record)}#anchor-{number}>"
        self.add(record, ns.PROV_WAS_DERIVED_FROM, name)
        self.add(name, ns.RDF_TYPE, f"<{ns.EG_ANCHOR}>")
        self.add(name, ns.OA_HAS_SOURCE, representation)
        self.add(name, ns.EG_SHA256, Literal(digest(body)))
        at = body.index(quote) if start is None else start
        self.selector(name, "chars", at, at + len(quote))
        before = len(body[:at].encode())
        self.selector(name, "bytes", before, before + len(quote.encode()))
        self.quote(name, quote)
        return name

    def selector(self, anchor: str, kind: str, start: int | str | Literal, end: int | str | Literal) -> None:
        name = f"<{iri(anchor)}-{kind}>"
        class_iri = ns.OA_DATA_POSITION_SELECTOR if "bytes" in kind else ns.OA_TEXT_POSITION_SELECTOR
        self.add(anchor, ns.OA_HAS_SELECTOR, name)
        self.add(name, ns.RDF_TYPE, f"<{class_iri}>")
        self.add(name, ns.OA_START, offset(start))
        self.add(name, ns.OA_END, offset(end))

    def quote(self, anchor: str, *quotes: str) -> None:
        name = f"<{iri(anchor)}-quote>"
        self.add(anchor, ns.OA_HAS_SELECTOR, name)
        self.add(name, ns.RDF_TYPE, f"<{ns.OA_TEXT_QUOTE_SELECTOR}>")
        self.add(name, ns.OA_EXACT, *(Literal(quote) for quote in quotes))

    def dataset(self, *, ontology: bool = True) -> EmbeddedDataset:
        return EmbeddedDataset.from_triples([*self.triples, *(ONTOLOGY if ontology else ())])


class Claims:
    """Records in one current text, each with a clause of its own by which it is supported.

    Args:
        claims: (record, subject, predicate, object).
        text: What stands after the clauses.
    """

    def __init__(self, *claims: tuple[str, str, str, str], text: str = "") -> None:
        self.builder = builder = Builder()
        for name in sorted({name for _, subject, _, obj in claims for name in (subject, obj)}):
            builder.entity(name)
        builder.source("s")
        self.body = "".join(f"{subject} {predicate} {obj}.\n" for _, subject, predicate, obj in claims)
        self.body += text
        for document in ("d", "old"):
            builder.document(document, "s", "d@1" if document == "d" else None)
            builder.version(f"{document}@1", document)
            builder.representation(f"{document}@1/text", f"{document}@1", self.body)
        for record, subject, predicate, obj in claims:
            builder.record(record, subject, f"eg:{predicate}", obj)
            builder.anchor(record, "d@1/text", self.body, f"{subject} {predicate} {obj}")

    def judged(self) -> Acceptance:
        world = read_world(self.builder.dataset())
        return judge(verify(world, {}), Eligibility(world, choose_view(world)))


def offset(value: int | str | Literal) -> Literal:
    if isinstance(value, Literal):
        return value
    kind = ns.XSD_INTEGER if str(value).startswith("-") else ns.XSD_NON_NEGATIVE_INTEGER
    return Literal(str(value), datatype=NamedNode(kind))


def time(value: str) -> Literal:
    return Literal(value, datatype=NamedNode(ns.XSD_DATE_TIME))


def one_record_world(
    body: str, quote: str, subject: str = "a:1", predicate: str = "eg:contact", obj: str = "b:1"
) -> Builder:
    """Build a world of one record that cites the first occurrence of a quote in one body."""
    builder = Builder()
    for name, labels in (
        ("a:1", ["Ash"]),
        ("a:2", ["Twin"]),
        ("a:3", ["Twin", "Apple"]),
        ("b:1", ["Birch", "Bo (x|y).*"]),
        ("b:2", ["Birch has contact Birch", "Elm"]),
    ):
        builder.entity(name, *labels)
    builder.source("s")
    builder.document("d", "s", "d@1")
    builder.version("d@1", "d")
    builder.representation("d@1/text", "d@1", body)
    builder.record("r", subject, predicate, obj)
    builder.anchor("r", "d@1/text", body, quote)
    return builder
