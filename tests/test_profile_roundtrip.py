"""Profiles without loss: each gives the same graph and the same records back, whatever the records are."""

from __future__ import annotations

import json
import re

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given, settings

from graph_rdf import namespaces as ns
from graph_rdf.dataset import EmbeddedDataset, as_statements
from graph_rdf.errors import OutputError
from graph_rdf.export import PROFILES, record_line
from graph_rdf.export.jsonld import shipped_context
from graph_rdf.export.xml_text import xml_problem
from graph_rdf.records import RecordSet, lexical_record_triples
from graph_rdf.records.model import Entity, Record, Relation
from tests.profile_forms import (
    FINAL,
    PACKAGED,
    SYNTAXES,
    canonical,
    chance_export,
    dataset_of,
    final_export,
    normalised,
    records_of,
    written,
)
from tests.record_strategies import DECLARED, record_lists

LOSSLESS = sorted(SYNTAXES)


def test_every_profile_without_loss_is_tried() -> None:
    elsewhere = {"jsonl", "records-parquet"}
    assert sorted({profile.name for profile in PROFILES if profile.lossless} - elsewhere) == LOSSLESS


@pytest.mark.parametrize("profile", LOSSLESS)
def test_final_comes_back(profile: str) -> None:
    export = final_export()
    data = written(export, profile)
    assert canonical(normalised(data, profile)) == canonical(dataset_of(written(export, "rdf11"), "rdf11"))
    back, warnings = records_of(data, profile, PACKAGED, FINAL)
    assert warnings == ()
    assert list(back.records()) == list(export.records.records())


@settings(deadline=None, max_examples=25)
@given(record_lists())
def test_any_records_come_back(records: list[Record]) -> None:
    export = chance_export(RecordSet.of(records))
    graph = canonical(dataset_of(written(export, "rdf11"), "rdf11"))
    lines = sorted(map(record_line, records))
    for profile in ("rdf12", "jsonld", "nt"):
        data = written(export, profile)
        assert canonical(normalised(data, profile)) == graph
        back, warnings = records_of(data, profile, DECLARED)
        assert warnings == ()
        assert sorted(map(record_line, back.records())) == lines
        assert written(chance_export(back), profile) == data


@settings(deadline=None, max_examples=25)
@given(record_lists())
def test_rdfxml_comes_back_or_is_refused(records: list[Record]) -> None:
    export = chance_export(RecordSet.of(records))
    texts = [json.loads(f'"{part}"') for part in _texts(export.records)]
    if any(xml_problem(text) for text in texts):
        with pytest.raises(OutputError, match="RDF/XML cannot hold the character U\\+"):
            written(export, "rdfxml")
        return
    data = written(export, "rdfxml")
    assert canonical(dataset_of(data, "rdfxml")) == canonical(dataset_of(written(export, "rdf11"), "rdf11"))


def _texts(records: RecordSet) -> list[str]:
    quoted = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
    values = [value for _, _, value in lexical_record_triples(records)]
    return [found[1] for value in values if (found := quoted.match(value))]


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated:DeprecationWarning")
@pytest.mark.parametrize("profile", ["jsonld", "rdfxml"])
def test_rdflib_reads_the_same_graph(profile: str) -> None:
    """A second reader: strict in other places, and a different JSON-LD processor."""
    export = final_export()
    syntax = {"jsonld": "json-ld", "rdfxml": "xml"}[profile]
    graph = rdflib.Graph().parse(data=written(export, profile), format=syntax)
    normal = rdflib.Graph().parse(data=written(export, "rdf11"), format="turtle")
    assert set(graph) == set(normal)
    assert len(graph) == 416


def test_rdf12_asserts_nothing_and_says_its_version() -> None:
    data = written(final_export(), "rdf12")
    assert data.startswith(b'VERSION "1.2"\n')
    quads = list(dataset_of(data, "rdf12").quads())
    reified = [quad for quad in quads if quad.predicate.value == ns.RDF_REIFIES]
    assert len(reified) == 9
    assert all(isinstance(quad.object, ox.Triple) for quad in reified)
    predicates = {quad.predicate.value for quad in quads}
    assert predicates & {*PACKAGED.values(), ns.RDF_SUBJECT, ns.RDF_PREDICATE, ns.RDF_OBJECT} == set()
    assert ns.RDF_STATEMENT not in {str(quad.object)[1:-1] for quad in quads}


def test_only_records_are_said_as_statements() -> None:
    text = f"""VERSION "1.2"
        <urn:r> a <{ns.EG_RELATION_RECORD}> ; <{ns.RDF_REIFIES}> <<( <urn:a> <urn:p> <urn:b> )>>, <urn:no> .
        <urn:other> <{ns.RDF_REIFIES}> <<( <urn:a> <urn:p> <urn:b> )>> ."""
    given_data = EmbeddedDataset.from_triples(list(ox.parse(text, format=ox.RdfFormat.TURTLE)))
    assert sorted(str(quad) for quad in as_statements(given_data).quads()) == [
        f"<urn:other> <{ns.RDF_REIFIES}> <<( <urn:a> <urn:p> <urn:b> )>>",
        f"<urn:r> <{ns.RDF_OBJECT}> <urn:b>",
        f"<urn:r> <{ns.RDF_PREDICATE}> <urn:p>",
        f"<urn:r> <{ns.RDF_REIFIES}> <urn:no>",
        f"<urn:r> <{ns.RDF_SUBJECT}> <urn:a>",
        f"<urn:r> <{ns.RDF_TYPE}> <{ns.RDF_STATEMENT}>",
        f"<urn:r> <{ns.RDF_TYPE}> <{ns.EG_RELATION_RECORD}>",
    ]


def test_a_dataset_without_reifiers_stays_itself() -> None:
    data = dataset_of(written(final_export(), "rdf11"), "rdf11")
    assert as_statements(data) is data


def test_two_propositions_are_two_subjects() -> None:
    text = f"""<urn:r> a <{ns.EG_RELATION_RECORD}> ;
        <{ns.RDF_REIFIES}> <<( <urn:a> <urn:p> <urn:b> )>>, <<( <urn:c> <urn:p> <urn:b> )>> ."""
    data = as_statements(EmbeddedDataset.from_triples(list(ox.parse(text, format=ox.RdfFormat.TURTLE))))
    rows = data.select(f"SELECT ?v WHERE {{ <urn:r> <{ns.RDF_SUBJECT}> ?v }} ORDER BY ?v")
    assert [str(row[0]) for row in rows] == ["<urn:a>", "<urn:c>"]


def test_context_is_that_of_the_ontology() -> None:
    """Each term is the local name of what it means, but for one name that two classes share."""
    context = shipped_context()
    every = {**context.names, **{iri: term.key for iri, term in context.properties.items()}}
    odd = {name: iri for iri, name in every.items() if re.split(r"[#/]", iri)[-1] != name}
    assert odd == {"ProvEntity": ns.PROV_ENTITY}
    known = {value for name, value in vars(ns).items() if name.isupper() and isinstance(value, str)}
    assert set(every) - known == set()
    assert len(every) == 45


def test_context_has_every_term_of_an_export() -> None:
    graph = json.loads(written(final_export(), "jsonld"))["@graph"]
    keys = {key for node in _objects(graph) for key in node}
    assert sorted(key for key in keys if ":" in key) == []
    assert {"@id", "@type", "subject", "predicate", "wasDerivedFrom", "hasSelector", "body"} <= keys
    assert {node["predicate"] for node in _objects(graph) if "predicate" in node} == set(PACKAGED)


def _objects(value: object) -> list[dict[str, object]]:
    if isinstance(value, list):
        return [found for item in value for found in _objects(item)]
    if isinstance(value, dict):
        return [value, *(found for item in value.values() for found in _objects(item))]
    return []


@pytest.mark.parametrize("name", ["subject:x", "path:x", "Statement:x", "eg:Project", "id:x"])
def test_iris_that_look_like_terms_of_the_context_stay_themselves(name: str) -> None:
    records: list[Record] = [Entity("e", name, ""), Relation("r", "e", name, "e")]
    export = chance_export(RecordSet.of(records))
    data = written(export, "jsonld")
    assert canonical(dataset_of(data, "jsonld")) == canonical(dataset_of(written(export, "nt"), "nt"))


@pytest.mark.parametrize("local", ["Statement", "subject", "identifier", "Entity", "ProvEntity", "x.y"])
def test_own_names_that_are_terms_of_the_context_are_written_whole(local: str) -> None:
    records: list[Record] = [Entity("e", ns.EG + local, ""), Relation("r", "e", ns.EG + local, "e")]
    export = chance_export(RecordSet.of(records))
    data = written(export, "jsonld")
    assert canonical(dataset_of(data, "jsonld")) == canonical(dataset_of(written(export, "nt"), "nt"))


def test_rdfxml_holds_line_ends_as_they_are() -> None:
    records = RecordSet.of([Entity("e", "Entity", "a\r\nb\rc\nd\te <&>\"' ]]>\u2028\U0001f333")])
    data = written(chance_export(records), "rdfxml")
    back, _ = records_of(data, "rdfxml", DECLARED)
    assert list(back.records()) == list(records.records())
    graph = rdflib.Graph().parse(data=data, format="xml")
    (label,) = graph.objects(None, rdflib.URIRef(ns.SKOS_PREF_LABEL))
    assert str(label) == "a\r\nb\rc\nd\te <&>\"' ]]>\u2028\U0001f333"


def test_rdfxml_names_what_it_cannot_hold() -> None:
    records = RecordSet.of([Entity("e", "Entity", "a\x0bb")])
    with pytest.raises(OutputError, match=r"/e: RDF/XML cannot hold the character U\+000B of a text"):
        written(chance_export(records), "rdfxml")
