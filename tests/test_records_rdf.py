"""Records to RDF and back: the form of section 4, and nothing lost on the way."""

from __future__ import annotations

import io
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given, settings

from graph_rdf import namespaces as ns
from graph_rdf.dataset.embedded import EmbeddedDataset
from graph_rdf.errors import DataError, InputError
from graph_rdf.export import record_line, write_ntriples, write_records, write_turtle
from graph_rdf.records import (
    BodyProblem,
    ExportWarning,
    RdfProfile,
    RecordSet,
    lexical_record_triples,
    read_body,
    read_records,
    record_triples,
    records_from_dataset,
)
from graph_rdf.records.body_cache import BodyCache
from graph_rdf.records.model import Entity, Record, Relation, Representation, Span, Support
from graph_rdf.records.relation_rdf import decimal_form
from tests.record_strategies import CONFIDENCES, DECLARED, record_lists

FINAL = Path(__file__).parent.parent / "examples" / "final"
CASES = Path(__file__).parent / "records" / "rdf"
PROFILE = RdfProfile(DECLARED)
NAMES = {iri: name for name, iri in DECLARED.items()}
PREFIXES = "".join(f"@prefix {name}: <{space}> .\n" for name, space in PROFILE.prefixes().items())


def turtle_of(records: RecordSet, profile: RdfProfile = PROFILE) -> bytes:
    out = io.BytesIO()
    write_turtle(lexical_record_triples(records, profile), out, profile.prefixes())
    return out.getvalue()


def parsed(data: bytes | str) -> EmbeddedDataset:
    return EmbeddedDataset.from_triples([quad.triple for quad in ox.parse(data, format=ox.RdfFormat.TURTLE)])


def terms(data: bytes | str) -> list[str]:
    return sorted(str(quad.triple) for quad in ox.parse(data, format=ox.RdfFormat.TURTLE))


def ordered(records: list[Record]) -> list[str]:
    return sorted(record_line(record) for record in records)


def one_relation(
    body: str | None, *anchors: Support, media_type: str = "text/plain", path: str | None = None
) -> RecordSet:
    return RecordSet.of(
        [
            Representation("x", "v", media_type, path=path, body=body),
            Relation("r", "a", "contact", "b", anchors),
        ]
    )


def selectors(records: RecordSet) -> dict[str, tuple[int, int]]:
    """Fragment of each position selector → its offsets."""
    data = parsed(turtle_of(records))
    rows = data.select(f"SELECT ?s ?a ?b WHERE {{ ?s <{ns.OA_START}> ?a ; <{ns.OA_END}> ?b }}")
    found = {}
    for row in rows:
        start, end = row[1], row[2]
        assert isinstance(start, ox.Literal)
        assert isinstance(end, ox.Literal)
        found[str(row[0]).partition("#")[2].rstrip(">")] = (int(start.value), int(end.value))
    return found


CASE_NAMES = sorted(path.name.removesuffix(".records.jsonl") for path in CASES.glob("*.records.jsonl"))


def test_every_case_has_its_rdf() -> None:
    assert CASE_NAMES
    assert sorted(path.name.removesuffix(".ttl") for path in CASES.glob("*.ttl")) == CASE_NAMES


@pytest.mark.parametrize("name", CASE_NAMES)
def test_case(name: str) -> None:
    records = read_records(CASES / f"{name}.records.jsonl")
    assert terms(turtle_of(records)) == terms(PREFIXES + (CASES / f"{name}.ttl").read_text("utf-8"))


@settings(deadline=None)
@given(record_lists())
def test_records_to_rdf_and_back_is_the_identity(records: list[Record]) -> None:
    turtle = turtle_of(RecordSet.of(records))
    back, warnings = records_from_dataset(parsed(turtle), NAMES)
    assert ordered(list(back.records())) == ordered(records)
    assert warnings == ()
    assert turtle_of(back) == turtle
    written = io.BytesIO()
    write_records(back.records(), written)
    read = read_records(written.getvalue())
    assert list(read.records()) == list(back.records())


@settings(deadline=None, max_examples=30)
@given(record_lists())
def test_triples_are_sorted_and_without_blank_nodes(records: list[Record]) -> None:
    lines = list(lexical_record_triples(RecordSet.of(records), PROFILE))
    assert lines == sorted(set(lines), key=lambda triple: (triple[0][1:-1], *triple[1:]))
    assert not any(term.startswith("_:") for triple in lines for term in triple)
    assert [(str(s), str(p), str(o)) for s, p, o in record_triples(RecordSet.of(records), PROFILE)] == lines


@given(CONFIDENCES)
def test_confidence_keeps_every_digit(value: float) -> None:
    digits = decimal_form(value)
    assert repr(float(digits)) == repr(value)
    assert not {"e", "E"} & set(digits)


def test_final_comes_back() -> None:
    declared = {name: ns.EG + name for name in ("operated_by", "not_operated_by", "contact", "mentions")}
    profile = RdfProfile(declared)
    records = read_records(FINAL / "final.records.jsonl")
    world = (FINAL / "world.ttl").read_bytes()
    assert turtle_of(records, profile) == world
    back, warnings = records_from_dataset(
        parsed(world), {iri: name for name, iri in declared.items()}, folder=FINAL
    )
    assert warnings == ()
    assert list(back.records()) == list(records.records())
    assert turtle_of(back, profile) == world


def test_other_base() -> None:
    profile = RdfProfile(DECLARED, base="https://example.org/é/")
    records = read_records(FINAL / "final.records.jsonl")
    turtle = turtle_of(records, profile)
    assert b"w3id.org/evidence-graph/id" not in turtle
    back, _ = records_from_dataset(parsed(turtle), NAMES, base="https://example.org/é/")
    assert list(back.records()) == list(records.records())


def test_bad_base_is_refused() -> None:
    with pytest.raises(InputError, match="is no base for ids"):
        RdfProfile(base="https://example.org/#")


@pytest.mark.parametrize(
    ("body", "given_span", "byte_span", "char_span"),
    [
        ("abc", Span("byte", 1, 3), (1, 3), (1, 3)),
        ("abc", Span("char", 3, 3), (3, 3), (3, 3)),
        ("äb\U0001f333c", Span("byte", 2, 7), (2, 7), (1, 3)),
        ("äb\U0001f333c", Span("char", 1, 4), (2, 8), (1, 4)),
        ("äb\U0001f333c", Span("byte", 0, 8), (0, 8), (0, 4)),
        ("\ufeffa", Span("char", 1, 2), (3, 4), (1, 2)),
        ("e\u0301\r\n", Span("char", 1, 4), (1, 5), (1, 4)),
    ],
)
def test_both_selectors_are_computed(
    body: str, given_span: Span, byte_span: tuple[int, int], char_span: tuple[int, int]
) -> None:
    records = one_relation(body, Support("x", span=given_span))
    assert selectors(records) == {"anchor-1-bytes": byte_span, "anchor-1-chars": char_span}


@pytest.mark.parametrize(
    ("body", "span", "anchor", "reason"),
    [
        ("abc", Span("byte", 0, 4), "x", "its span does not fit the body"),
        ("abc", Span("char", 4, 4), "x", "its span does not fit the body"),
        ("äb", Span("byte", 1, 2), "x", "its span does not fit the body"),
        ("äb", Span("byte", 0, 1), "x", "its span does not fit the body"),
        ("äb", Span("byte", 0, 4), "x", "its span does not fit the body"),
        ("äb", Span("char", 0, 3), "x", "its span does not fit the body"),
        ("abc", Span("char", 0, 1), "y", "its representation is not declared"),
    ],
)
def test_span_that_does_not_fit_is_written_alone(body: str, span: Span, anchor: str, reason: str) -> None:
    records = one_relation(body, Support("x", span=Span("char", 0, 1)), Support(anchor, span=span))
    warnings: list[ExportWarning] = []
    list(lexical_record_triples(records, PROFILE, warnings))
    assert warnings == [ExportWarning(f"anchor 2 has the given selector alone: {reason}", "r")]
    assert selectors(records) == {
        "anchor-1-bytes": (0, len(body[0].encode())),
        "anchor-1-chars": (0, 1),
        f"anchor-2-{span.unit}s": (span.start, span.end),
    }


@pytest.mark.parametrize(
    ("media_type", "units"),
    [
        ("text/plain; charset=utf-8", ["anchor-1-bytes", "anchor-1-chars"]),
        ("TEXT/Markdown", ["anchor-1-bytes", "anchor-1-chars"]),
        ("text/html", ["anchor-1-chars"]),
        ("application/json", ["anchor-1-chars"]),
    ],
)
def test_char_selectors_are_computed_for_plain_text_alone(media_type: str, units: list[str]) -> None:
    records = one_relation("abc", Support("x", span=Span("char", 0, 1)), media_type=media_type)
    warnings: list[ExportWarning] = []
    list(lexical_record_triples(records, PROFILE, warnings))
    assert sorted(selectors(records)) == units
    assert warnings == []


ALONE = "anchor 1 has the given selector alone"


def body_triples(turtle: bytes) -> dict[str, str]:
    kept = {ns.EG_BODY: "body", ns.EG_PATH: "path", ns.DCAT_BYTE_SIZE: "size"}
    quads = ox.parse(turtle, format=ox.RdfFormat.TURTLE)
    return {kept[q.predicate.value]: q.object.value for q in quads if q.predicate.value in kept}


@pytest.mark.parametrize(
    ("content", "media_type", "limit", "embedded", "problem"),
    [
        ("ä\0\r\n".encode(), "text/plain", 5, True, None),
        ("ä\0\r\n".encode(), "text/plain", 4, False, None),
        (b"a,b", "text/csv; header=absent", 5, True, None),
        (b"{}", "application/json", 5, False, None),
        (b"\xff", "text/plain", 5, False, f"{ALONE}: the body is not UTF-8"),
        (b"\xed\xa0\x80", "text/plain", 5, False, f"{ALONE}: the body is not UTF-8"),
    ],
)
def test_body_of_a_file(
    tmp_path: Path, content: bytes, media_type: str, limit: int, embedded: bool, problem: str | None
) -> None:
    (tmp_path / "b").write_bytes(content)
    support = Support("x", span=Span("byte", 0, 1 if content[:1].isascii() else 2))
    representation = Representation("x", "v", media_type, path="b")
    records = RecordSet.of([representation, Relation("r", "a", "p", "b", (support,))], tmp_path)
    warnings: list[ExportWarning] = []
    profile = RdfProfile(embed_limit=limit)
    out = io.BytesIO()
    write_ntriples(lexical_record_triples(records, profile, warnings), out)
    expected = {"path": "b", "size": str(len(content))}
    if embedded:
        expected["body"] = content.decode()
    assert body_triples(out.getvalue()) == expected
    assert [warning.message for warning in warnings] == ([] if problem is None else [problem])


def test_body_of_a_record_is_always_embedded() -> None:
    records = one_relation("x" * 10, media_type="application/json")
    assert body_triples(turtle_of(records, RdfProfile(embed_limit=1))) == {"body": "x" * 10, "size": "10"}


@pytest.mark.parametrize(
    ("path", "max_body", "reason"),
    [
        ("absent", 100, "there is no such file"),
        ("../b", 100, "the path leaves the folder of the records"),
        ("b", 2, "the file is larger than 2 bytes"),
    ],
)
def test_body_that_is_not_available(tmp_path: Path, path: str, max_body: int, reason: str) -> None:
    (tmp_path / "b").write_bytes(b"abc")
    records_file = tmp_path / "w.records.jsonl"
    lines = [
        '{"kind":"source","id":"s","label":"S"}',
        '{"kind":"document","id":"d","source":"s"}',
        '{"kind":"version","id":"v","document":"d","version":"1","generated":"2026-01-01T00:00:00Z"}',
        f'{{"kind":"representation","id":"x","version":"v","media_type":"text/plain","path":"{path}"}}',
        (
            '{"kind":"relation","id":"r","subject":"a","predicate":"p","object":"b","support":'
            '[{"representation":"x","span":{"unit":"char","start":0,"end":1}}]}'
        ),
    ]
    records_file.write_text("\n".join(lines))
    records = read_records(records_file)
    warnings: list[ExportWarning] = []
    profile = RdfProfile(max_body=max_body)
    out = io.BytesIO()
    write_ntriples(lexical_record_triples(records, profile, warnings), out)
    assert warnings == [
        ExportWarning(f"anchor 1 has the given selector alone: {reason}", "r", str(records_file), 5),
        ExportWarning(f"the body is not available: {reason}", "x", str(records_file), 4),
    ]
    assert body_triples(out.getvalue()) == {"path": path}
    assert selectors(records) == {"anchor-1-chars": (0, 1)} | (
        {} if path != "b" else {"anchor-1-bytes": (0, 1)}
    )


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


def test_each_body_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def counted(path: str, folder: Path | None, max_body: int) -> bytes | BodyProblem:
        opened.append(path)
        return read_body(path, folder, max_body)

    monkeypatch.setattr("graph_rdf.records.body_cache.read_body", counted)
    (tmp_path / "a").write_text("ä b")
    (tmp_path / "b").write_text("a b")
    records: list[Record] = [Representation(f"x:{name}", "v", "text/plain", path=name) for name in "abc"]
    for number in range(20):
        anchors = tuple(Support(f"x:{name}", span=Span("char", 0, 1)) for name in "abc")
        records.append(Relation(f"{'az'[number % 2]}{number}", "s", "p", "o", anchors))
    warnings: list[ExportWarning] = []
    list(lexical_record_triples(RecordSet.of(records, tmp_path), PROFILE, warnings))
    assert sorted(opened) == ["a", "b", "c"]
    assert len(warnings) == 21


def test_bodies_past_the_budget_are_read_again_with_the_same_result(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).write_text(f"ä{name * 9}")
    representations = [Representation(name, "v", "text/plain", path=name) for name in "abc"]
    records = RecordSet.of(representations, tmp_path)
    bodies = BodyCache(records, 100, budget=60)
    for _ in range(2):
        for name in "abc":
            span = Span("char", 1, 3)
            assert bodies.both_spans(Support(name), span) == (Span("byte", 2, 4), span)
