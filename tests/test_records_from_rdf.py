"""Records out of RDF: graphs that hold none, what is not kept, and times as they were written."""

from __future__ import annotations

import pytest

from graph_rdf import namespaces as ns
from graph_rdf.errors import DataError
from graph_rdf.records import records_from_dataset
from graph_rdf.records.model import Entity, Relation, Span, Support
from tests.record_graphs import PREFIXES, parsed

RECORD = "id:r a eg:RelationRecord ; dcterms:identifier 'r'"
WHOLE = f"{RECORD} ; rdf:subject id:a ; rdf:predicate eg:p ; rdf:object id:b"
CATALOGUE = """
    id:s a eg:Source ; skos:prefLabel 'S' .
    id:d a eg:Document ; dcterms:source id:s .
    id:v a eg:DocumentVersion ; dcat:isVersionOf id:d ; dcat:version '1' ;
        prov:generatedAtTime '2026-01-01T00:00:00.000+00:00'^^xsd:dateTime .
    id:x a eg:Representation ; prov:specializationOf id:v ; dc:format 'text/plain' ; eg:body ''
"""
NO_RECORDS = {
    "several subjects": (
        f"{WHOLE} ; rdf:subject id:c .",
        f"has 2 values of <{ns.RDF_SUBJECT}>, a record holds one",
    ),
    "no object": (f"{RECORD} ; rdf:subject id:a ; rdf:predicate eg:p .", "$.object: is missing"),
    "literal predicate": (
        f"{RECORD} ; rdf:subject id:a ; rdf:predicate 'p' ; rdf:object id:b .",
        "the predicate is no IRI",
    ),
    "node as text": (
        f"{WHOLE} ; eg:extractor id:a .",
        f"<{ns.EG_EXTRACTOR}> has a node where a record holds a text",
    ),
    "word as number": (
        f"{WHOLE} ; eg:confidence 'high' .",
        f'<{ns.EG_CONFIDENCE}> "high" is no number of the right kind',
    ),
    "infinite": (f"{WHOLE} ; eg:confidence 'INF'^^xsd:double .", "$.confidence: must be a finite number"),
    "two quotes": (
        f"""{WHOLE} ; prov:wasDerivedFrom id:n .
        id:n a eg:Anchor ; oa:hasSource id:x ; oa:hasSelector id:q, id:p .
        id:q a oa:TextQuoteSelector ; oa:exact 'a' .
        id:p a oa:TextQuoteSelector ; oa:exact 'b' .""",
        "has several selectors of one kind, an anchor holds one of each",
    ),
    "anchor without source": (
        f"{WHOLE} ; prov:wasDerivedFrom id:n . id:n a eg:Anchor .",
        "$.support[0].representation: is missing",
    ),
    "bad digest": (
        f"{CATALOGUE} ; eg:sha256 'x' .",
        '$.sha256: "x" is no SHA-256 digest: it has 64 lower-case hexadecimal digits',
    ),
    "one id twice": (
        f"{WHOLE} . id:twin a eg:View ; dcterms:identifier 'r' .",
        '"r" is the id of two nodes',
    ),
    "undeclared version": (
        "id:w a eg:View ; eg:admits id:nothing .",
        '$.admits: no line declares the version "nothing"',
    ),
    "reserved id": (
        "id:v a eg:View ; dcterms:identifier '~v' .",
        '$.id: "~v" is no id: an id does not start with ~, which is reserved',
    ),
}


@pytest.mark.parametrize("name", sorted(NO_RECORDS))
def test_graph_that_is_no_records(name: str) -> None:
    graph, message = NO_RECORDS[name]
    with pytest.raises(DataError) as caught:
        records_from_dataset(parsed(PREFIXES + graph))
    assert [problem.message.partition(": ")[2] for problem in caught.value.problems] == [message]


def test_what_records_do_not_hold_is_said() -> None:
    graph = (
        PREFIXES
        + """
        id:a a eg:Entity, eg:Project, prov:Entity, <https://example.org/A> ;
          skos:prefLabel "A"@en ; skos:altLabel "B"@de, "C" ; <https://example.org/note> "x" .
        id:b a eg:Entity ; skos:prefLabel "B"@de .
        id:r a eg:RelationRecord ; rdf:subject id:a ; rdf:predicate eg:p ; rdf:object [] ;
          prov:wasDerivedFrom id:a, <https://example.org/anchor> .
        <https://example.org/anchor> a eg:Anchor ; oa:hasSource <https://example.org/x> ;
          oa:hasSelector [ a oa:TextPositionSelector ; oa:start 01 ; oa:end "5"^^xsd:long ] .
        """
    )
    found = records_from_dataset(parsed(graph))
    relation = next(found.records.relations())
    assert relation.object.startswith("_:")
    assert list(found.records.records()) == [
        Entity("a", "Project", "A", ("B", "C")),
        Entity("b", "Entity", "B"),
        Relation(
            "r", "a", "p", relation.object, (Support("https://example.org/x", span=Span("char", 1, 5)),)
        ),
    ]
    assert found.warnings == (
        "<https://example.org/note> is not kept (1 time)",
        "language tags of <http://www.w3.org/2004/02/skos/core#altLabel> are not kept (1 time)",
        "language tags of <http://www.w3.org/2004/02/skos/core#prefLabel> are not kept (2 times)",
        "types of an entity beyond the first of the ontology are not kept (1 time)",
        "values of <http://www.w3.org/ns/prov#wasDerivedFrom> that are no anchors are not kept (1 time)",
    )


def test_times_are_kept_as_written_though_the_store_rewrites_them() -> None:
    graph = parsed(f"{PREFIXES}{CATALOGUE} .")
    rows = list(graph.select(f"SELECT ?t WHERE {{ ?v <{ns.PROV_GENERATED_AT_TIME}> ?t }}"))
    assert [str(row[0]) for row in rows] == [f'"2026-01-01T00:00:00Z"^^<{ns.XSD_DATE_TIME}>']
    back = records_from_dataset(graph).records
    assert back.catalogue.versions["v"].generated == "2026-01-01T00:00:00.000+00:00"
