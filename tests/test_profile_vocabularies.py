"""Profiles in the words of others: PROV-O and Web Annotation."""

from __future__ import annotations

import io
import json
from collections import Counter

import pyoxigraph as ox
from hypothesis import given, settings
from rdflib.namespace import PROV

from graph_rdf import namespaces as ns
from graph_rdf.gate.export_writing import write_export
from graph_rdf.records import RecordSet
from graph_rdf.records.model import Record, Relation
from tests.profile_forms import CASES, chance_export, dataset_of, final_export, written
from tests.record_strategies import record_lists

ANCHOR_TERMS = {ns.OA_HAS_SOURCE, ns.OA_HAS_SELECTOR, ns.OA_START, ns.OA_END, ns.OA_EXACT}
"""What the normative form says of anchors and selectors in the words of Web Annotation."""
SELECTORS = {ns.OA_DATA_POSITION_SELECTOR, ns.OA_TEXT_POSITION_SELECTOR, ns.OA_TEXT_QUOTE_SELECTOR}


def triples(data: bytes) -> set[str]:
    return {str(quad.triple) for quad in ox.parse(data, format=ox.RdfFormat.TURTLE)}


def test_prov_has_words_of_prov_alone() -> None:
    data = written(final_export(), "prov")
    quads = list(ox.parse(data, format=ox.RdfFormat.TURTLE))
    predicates = {quad.predicate.value for quad in quads} - {ns.RDF_TYPE}
    assert predicates == {
        str(PROV[name])
        for name in (
            "generatedAtTime",
            "specializationOf",
            "value",
            "wasAttributedTo",
            "wasDerivedFrom",
            "wasQuotedFrom",
            "wasRevisionOf",
        )
    }
    classes = Counter(str(q.object)[1:-1] for q in quads if q.predicate.value == ns.RDF_TYPE)
    assert classes == {str(PROV.Entity): 2 + 4 + 5 + 5 + 9 + 8, str(PROV.Agent): 1}
    assert not any(isinstance(term, ox.BlankNode) for q in quads for term in (q.subject, q.object))


def test_prov_follows_a_record_to_its_source() -> None:
    base = ns.ID_BASE
    version = f"{base}doc:final:assignments@v1"
    assert {
        f"<{base}rel:final:1> <{PROV.wasDerivedFrom}> <{base}rel:final:1#anchor-1>",
        f"<{base}rel:final:1> <{PROV.wasAttributedTo}> <{base}~extractor/authored>",
        f"<{base}rel:final:1#anchor-1> <{PROV.wasQuotedFrom}> <{version}/text>",
        f'<{base}rel:final:1#anchor-1> <{PROV.value}> "project:final:main operated_by org:final:north"',
        f"<{version}/text> <{PROV.specializationOf}> <{version}>",
        f"<{version}> <{PROV.specializationOf}> <{base}doc:final:assignments>",
        f"<{base}doc:final:assignments> <{PROV.wasDerivedFrom}> <{base}source:final:registry>",
    } <= triples(written(final_export(), "prov"))


@settings(deadline=None, max_examples=20)
@given(record_lists())
def test_prov_is_turtle_whatever_the_records(records: list[Record]) -> None:
    export = chance_export(RecordSet.of(records))
    found = triples(written(export, "prov"))
    normal = {str(quad.triple) for quad in dataset_of(written(export, "rdf11"), "rdf11").quads()}
    shared = (ns.PROV_GENERATED_AT_TIME, ns.PROV_INVALIDATED_AT_TIME, ns.PROV_WAS_REVISION_OF)
    assert {line for line in normal if any(f"> <{name}> " in line for name in shared)} == {
        line for line in found if any(f"> <{name}> " in line for name in shared)
    }
    derived = f"> <{ns.PROV_WAS_DERIVED_FROM}> "
    assert {line for line in normal if derived in line} <= {line for line in found if derived in line}


def annotated(data: bytes) -> set[tuple[str, str, str]]:
    """Read annotations with our own list of terms in place of the context that they name."""
    page = json.loads(data)
    assert page["@context"] == ns.ANNO_CONTEXT
    page["@context"] = json.loads((CASES / "anno-terms.json").read_text("utf-8"))
    quads = ox.parse(json.dumps(page).encode(), format=ox.RdfFormat.JSON_LD)
    return {(str(q.subject), q.predicate.value, str(q.object)) for q in quads}


@settings(deadline=None, max_examples=20)
@given(record_lists())
def test_annotations_say_of_anchors_what_the_normative_form_says(records: list[Record]) -> None:
    export = chance_export(RecordSet.of(records))
    found = annotated(written(export, "webannotation"))
    normal = {
        (str(q.subject), q.predicate.value, str(q.object))
        for q in dataset_of(written(export, "rdf11"), "rdf11").quads()
    }
    for terms in (ANCHOR_TERMS,):
        assert {row for row in found if row[1] in terms} == {row for row in normal if row[1] in terms}
    kinds = {f"<{name}>" for name in SELECTORS}
    assert {row for row in found if row[2] in kinds} == {row for row in normal if row[2] in kinds}
    counted = sum(bool(record.support) for record in records if isinstance(record, Relation))
    annotation = f"<{ns.OA}Annotation>"
    assert sum(row[2] == annotation for row in found) == counted


def test_annotations_of_final() -> None:
    out = io.BytesIO()
    assert write_export(final_export(), "webannotation", out) == [
        "1 record without an anchor: no annotation, it would have no target"
    ]
    found = annotated(out.getvalue())
    base = ns.ID_BASE
    own = f"<{base}rel:final:1#annotation>"
    assert {row[1:] for row in found if row[0] == own} == {
        (ns.RDF_TYPE, f"<{ns.OA}Annotation>"),
        (ns.OA + "motivatedBy", f"<{ns.OA}linking>"),
        (ns.OA + "hasBody", f"<{base}rel:final:1>"),
        (ns.OA + "hasBody", f"<{base}rel:final:1#annotation-text>"),
        (ns.OA + "hasTarget", f"<{base}rel:final:1#anchor-1>"),
    }
    state = f"<{base}rel:final:1#anchor-1-state>"
    assert {row[1:] for row in found if row[0] == state} == {
        (ns.RDF_TYPE, f"<{ns.OA}TimeState>"),
        (ns.OA + "sourceDate", f'"2026-01-01T00:00:00Z"^^<{ns.XSD_DATE_TIME}>'),
    }
    page = json.loads(out.getvalue())
    assert [item["id"] for item in page["items"]] == [
        f"{base}rel:final:{number}#annotation" for number in range(1, 9)
    ]
    assert (page["type"], page["startIndex"]) == ("AnnotationPage", 0)
    blank = [row for row in found if row[0].startswith("_:")]
    assert {row[1] for row in blank} == {ns.RDF + "first", ns.RDF + "rest"}  # the list of the page alone
