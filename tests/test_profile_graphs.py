"""Property graphs and tables: read back by the libraries that they are for."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from graph_rdf.errors import EngineError
from graph_rdf.export import write_neo4j
from graph_rdf.export.parquet import KINDS
from graph_rdf.export.property_graph import EDGE_PROPERTIES, NODE_PROPERTIES, PropertyGraph
from graph_rdf.gate.export_writing import write_export_folder
from graph_rdf.gate.exporting import Choice, Export, open_export
from graph_rdf.gate.options import ReadOptions
from graph_rdf.records import RdfProfile, RecordSet, iri_of_id, read_records
from graph_rdf.records.model import Entity, Record, Relation, Span, Support
from graph_rdf.records.parquet import require_pyarrow
from tests.profile_forms import FINAL, PACKAGED, chance_export, final_export, library, written
from tests.record_strategies import DECLARED, record_lists

if TYPE_CHECKING:
    from pathlib import Path

ACCEPTED = Choice(accepted_only=True, view="view:final:base")


def accepted() -> Export:
    return open_export(str(FINAL), ReadOptions(), ACCEPTED)


def opened(path: Path) -> io.StringIO:
    """Open a file with its line ends as they are."""
    return io.StringIO(path.read_bytes().decode("utf-8"), newline="")


def tables(export: Export, folder: Path) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    write_export_folder(export, "csv", folder)
    read = [
        list(csv.DictReader(opened(folder / name), strict=True))
        for name in ("nodes.csv", "relationships.csv")
    ]
    return read[0], read[1]


def test_neo4j_headers(tmp_path: Path) -> None:
    write_export_folder(final_export(), "csv", tmp_path)
    heads = [path.read_text("utf-8").partition("\n")[0] for path in sorted(tmp_path.iterdir())]
    field = re.compile(r"[a-z_0-9]*:(?:ID|LABEL|START_ID|END_ID|TYPE|string|long|double)")
    assert [[cell for cell in head.split(",") if not field.fullmatch(cell)] for head in heads] == [[], []]
    assert heads[0].startswith("iri:ID,:LABEL,id:string,type:string,label:string,")
    assert heads[1].startswith(":START_ID,:TYPE,:END_ID,record:string,predicate:string,")


def test_claims_are_no_relationships_between_entities(tmp_path: Path) -> None:
    nodes, edges = tables(final_export(), tmp_path)
    assert Counter(row[":LABEL"] for row in nodes) == {
        "Anchor": 8,
        "Document": 4,
        "DocumentVersion": 5,
        "Entity;Contact": 2,
        "Entity;Organisation": 2,
        "Entity;Project": 3,
        "RelationRecord": 9,
        "Representation": 5,
        "Source": 2,
        "View": 3,
    }
    assert Counter(row[":TYPE"] for row in edges) == {
        "ADMITS": 10,
        "CITES": 8,
        "CURRENT_VERSION": 4,
        "DERIVED_FROM": 8,
        "OBJECT": 9,
        "REPRESENTS": 5,
        "REVISION_OF": 1,
        "SOURCE": 4,
        "SUBJECT": 9,
        "VERSION_OF": 5,
    }
    known = {row["iri:ID"] for row in nodes}
    assert len(known) == len(nodes)
    assert {row[":START_ID"] for row in edges} | {row[":END_ID"] for row in edges} <= known


def test_accepted_triples_are_relationships_with_their_proof(tmp_path: Path) -> None:
    _, edges = tables(accepted(), tmp_path)
    named = [row for row in edges if row[":TYPE"] in PACKAGED]
    assert Counter(row[":TYPE"] for row in named) == {"contact": 3, "mentions": 1, "operated_by": 1}
    (operated,) = [row for row in named if row[":TYPE"] == "operated_by"]
    assert operated == {
        ":START_ID": iri_of_id("project:final:main"),
        ":TYPE": "operated_by",
        ":END_ID": iri_of_id("org:final:north"),
        "record:string": iri_of_id("rel:final:1"),
        "predicate:string": PACKAGED["operated_by"],
        "confidence:double": "1.0",
        "extractor:string": "authored",
        "source:string": "source:final:registry",
        "document:string": "doc:final:assignments",
        "version:string": "doc:final:assignments@v1",
        "representation:string": "doc:final:assignments@v1/text",
        "sha256:string": "98ff6124bebbcb4752fbefdef12de5aee69a799046e73db083651bc9688c0f5d",
        "unit:string": "byte",
        "start:long": "0",
        "end:long": "46",
        "quote:string": "project:final:main operated_by org:final:north",
    }


def cell(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else repr(value)


@settings(deadline=None, max_examples=20)
@given(record_lists())
def test_csv_holds_any_text(tmp_path_factory: pytest.TempPathFactory, records: list[Record]) -> None:
    folder = tmp_path_factory.mktemp("csv")
    graph = PropertyGraph(RecordSet.of(records), RdfProfile(DECLARED), {})
    write_neo4j(graph, folder)
    rows = list(csv.reader(opened(folder / "nodes.csv"), strict=True))
    assert [row[2:] for row in rows[1:]] == [
        [cell(node.properties.get(name)) for name in NODE_PROPERTIES] for node in graph.nodes()
    ]


def test_an_empty_text_is_not_an_absent_one(tmp_path: Path) -> None:
    write_export_folder(chance_export(RecordSet.of([Entity("a", "Thing", "")])), "csv", tmp_path)
    _, row = (tmp_path / "nodes.csv").read_text("utf-8").splitlines()
    assert row.startswith(f'"{iri_of_id("a")}","Entity;Thing","a","Thing","",,,')


def test_an_entity_cannot_dress_as_a_record(tmp_path: Path) -> None:
    types = ("RelationRecord", "Anchor", "Entity", "https://example.org/a;RelationRecord", "Thing")
    records = RecordSet.of([Entity(name, name, "") for name in types])
    nodes, _ = tables(chance_export(records), tmp_path)
    assert {row["type:string"]: row[":LABEL"] for row in nodes} == {
        "RelationRecord": "Entity",
        "Anchor": "Entity",
        "Entity": "Entity",
        "https://example.org/a;RelationRecord": "Entity",
        "Thing": "Entity;Thing",
    }


def dangling() -> RecordSet:
    anchor = Support("nowhere", span=Span("byte", 0, 2**63))
    return RecordSet.of([Entity("a", "Thing", ""), Relation("r", "a", "contact", "gone", (anchor,))])


def test_what_leads_nowhere_is_left_out_and_said(tmp_path: Path) -> None:
    library("pyarrow.parquet")
    export = chance_export(dangling())
    assert write_export_folder(export, "csv", tmp_path) == [
        "2 relationships left out: no record declares the node at its end",
        "1 span left out: past 64 bits",
    ]
    (tmp_path / "parquet").mkdir()
    assert write_export_folder(export, "parquet", tmp_path / "parquet") == [
        "1 span left out: past 64 bits, the first of r"
    ]


def test_networkx_reads_graphml() -> None:
    networkx = library("networkx")
    graph = networkx.read_graphml(io.BytesIO(written(accepted(), "graphml")), force_multigraph=True)
    assert graph.is_directed()
    start, end = iri_of_id("project:final:main"), iri_of_id("org:final:north")
    (edge,) = graph.get_edge_data(start, end).values()
    assert edge == {
        "type": "operated_by",
        "record": iri_of_id("rel:final:1"),
        "predicate": PACKAGED["operated_by"],
        "confidence": 1.0,
        "extractor": "authored",
        "source": "source:final:registry",
        "document": "doc:final:assignments",
        "version": "doc:final:assignments@v1",
        "representation": "doc:final:assignments@v1/text",
        "sha256": "98ff6124bebbcb4752fbefdef12de5aee69a799046e73db083651bc9688c0f5d",
        "unit": "byte",
        "start": 0,
        "end": 46,
        "quote": "project:final:main operated_by org:final:north",
    }
    assert graph.nodes[start] == {
        "labels": "Entity;Project",
        "id": "project:final:main",
        "type": "Project",
        "label": "PR-84",
    }


@settings(deadline=None, max_examples=20)
@given(record_lists())
def test_graphml_is_xml_whatever_the_texts(records: list[Record]) -> None:
    root = ET.fromstring(written(chance_export(RecordSet.of(records)), "graphml"))  # noqa: S314 - ours
    space = "{http://graphml.graphdrawing.org/xmlns}"
    nodes = root.findall(f"{space}graph/{space}node")
    anchors = sum(len(record.support) for record in records if isinstance(record, Relation))
    assert len(nodes) == len(records) + anchors
    keys = {key.get("attr.name") for key in root.findall(f"{space}key")}
    assert keys == {*NODE_PROPERTIES, *EDGE_PROPERTIES, "labels"}


def test_graphml_says_what_xml_cannot_hold() -> None:
    from graph_rdf.gate.export_writing import write_export

    export = chance_export(RecordSet.of([Entity("a", "Thing", "x\0y")]))
    out = io.BytesIO()
    assert write_export(export, "graphml", out) == [
        "1 text had characters that XML cannot hold: U+FFFD stands in their place"
    ]
    assert "x\ufffdy" in out.getvalue().decode()


def from_parquet(folder: Path) -> dict[str, list[dict[str, Any]]]:
    parquet = library("pyarrow.parquet")
    return {kind: parquet.read_table(folder / f"{kind}.parquet").to_pylist() for kind in KINDS}


def test_parquet_holds_the_fields_of_the_model(tmp_path: Path) -> None:
    library("pyarrow.parquet")
    export = final_export()
    assert write_export_folder(export, "parquet", tmp_path) == []
    tables = from_parquet(tmp_path)
    assert {kind: len(rows) for kind, rows in tables.items()} == {
        "entities": 7,
        "sources": 2,
        "documents": 4,
        "versions": 5,
        "representations": 5,
        "relations": 9,
        "views": 3,
    }
    for kind in KINDS:
        if kind != "relations":
            records = getattr(export.records.catalogue, kind)
            fields = [
                {name: getattr(records[key], name) for name in records[key].__slots__}
                for key in sorted(records)
            ]
            listed = [{k: list(v) if isinstance(v, tuple) else v for k, v in row.items()} for row in fields]
            assert tables[kind] == listed
    assert [relation_of(row) for row in tables["relations"]] == list(export.records.relations())


def relation_of(row: dict[str, Any]) -> Relation:
    anchors = [
        Support(**{**anchor, "span": None if anchor["span"] is None else Span(**anchor["span"])})
        for anchor in row["support"]
    ]
    return Relation(**{**row, "support": tuple(anchors)})


@settings(deadline=None, max_examples=15)
@given(record_lists())
def test_parquet_holds_any_record(tmp_path_factory: pytest.TempPathFactory, records: list[Record]) -> None:
    library("pyarrow.parquet")
    folder = tmp_path_factory.mktemp("parquet")
    whole = RecordSet.of(records)
    warned = write_export_folder(chance_export(whole), "parquet", folder)
    back = [relation_of(row) for row in from_parquet(folder)["relations"]]
    if warned:
        assert [record.id for record in back] == list(whole.relation_ids())
    else:
        assert back == list(whole.relations())


def test_parquet_without_quotes(tmp_path: Path) -> None:
    library("pyarrow.parquet")
    records = read_records(FINAL / "final.records.jsonl")
    export = Export(records, RdfProfile(PACKAGED, quotes=False))
    write_export_folder(export, "parquet", tmp_path)
    tables = from_parquet(tmp_path)
    assert {row["body"] for row in tables["representations"]} == {None}
    assert {anchor["quote"] for row in tables["relations"] for anchor in row["support"]} == {None}


def test_same_bytes_twice(tmp_path: Path) -> None:
    library("pyarrow.parquet")
    for profile in ("csv", "parquet"):
        for name in ("one", "two"):
            (tmp_path / profile / name).mkdir(parents=True)
            write_export_folder(final_export(), profile, tmp_path / profile / name)
        files = [sorted((tmp_path / profile / name).iterdir()) for name in ("one", "two")]
        assert [a.read_bytes() for a in files[0]] == [b.read_bytes() for b in files[1]]


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(EngineError, match=r"pip install 'ttl-check\[parquet\]'"):
        require_pyarrow()
