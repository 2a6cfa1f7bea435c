"""The writers: what they write reads back as exactly the same terms."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_rdf import namespaces as ns
from graph_rdf.export import write_nquads, write_ntriples, write_trig, write_turtle
from graph_rdf.ntriples import iri, literal
from graph_rdf.records import iri_of_id
from tests.record_strategies import HOSTILE, IDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GOLDEN = Path(__file__).parent / "golden" / "export"
EX = "https://example.org/"
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(HOSTILE)
LOCALS = st.text("aZ0_-.:%2F~@/#?é\u0301\U0001f333()!$&'*+,;=", max_size=6)


def _valid(value: str) -> bool:
    try:
        ox.NamedNode(value)
    except ValueError:
        return False
    return True


IRIS = (
    st.builds(str.__add__, st.sampled_from((EX, ns.EG, ns.XSD, "urn:x:", ns.ID_BASE)), LOCALS).filter(_valid)
    | IDS.map(iri_of_id)
    | st.sampled_from((ns.RDF_TYPE, ns.EG, EX, ns.XSD_STRING))
)
NAMED = IRIS.map(ox.NamedNode)
NUMBERS = st.sampled_from(
    ("1", "-1", "+01", "1.0", "-.5", "1.", ".", "1e0", "1E+7", "-.1e-1", "1.e1", "e1", "true", "false",
     "True", "1_0", "", " 1", "1 ", "٣", "INF", "1.0 . <x> <y> <z>", "1\n", "99999999999999999999999999")
)  # fmt: skip
DATATYPES = st.sampled_from(
    [
        ox.NamedNode(ns.XSD + name)
        for name in ("integer", "decimal", "double", "boolean", "nonNegativeInteger", "float", "string")
    ]
)
TAGS = st.sampled_from(("en", "de-ch", "x-y"))
LITERALS = (
    TEXTS.map(ox.Literal)
    | st.builds(lambda text, tag: ox.Literal(text, language=tag), TEXTS, TAGS)
    | st.builds(lambda text, kind: ox.Literal(text, datatype=kind), NUMBERS | TEXTS, DATATYPES | NAMED.filter(
        lambda kind: kind.value != ns.RDF + "langString"
    ))
)  # fmt: skip
BLANK = st.sampled_from(("b", "f0b12", "1")).map(ox.BlankNode)
TRIPLES = st.builds(ox.Triple, NAMED | BLANK, NAMED, NAMED | BLANK | LITERALS)
PREFIXES = {**ns.PREFIXES, "id": ns.ID_BASE, "": EX, "a-b": "urn:x:"}


def grouped(triples: Iterable[ox.Triple]) -> list[ox.Triple]:
    return sorted(triples, key=str)


def read(data: bytes, syntax: ox.RdfFormat) -> list[str]:
    return sorted(str(quad) for quad in ox.parse(data, format=syntax))


def quads(graph: str | None, triples: Iterable[ox.Triple]) -> list[str]:
    name = ox.DefaultGraph() if graph is None else ox.NamedNode(graph)
    return [str(ox.Quad(t.subject, t.predicate, t.object, name)) for t in triples]


@settings(deadline=None)
@given(st.sets(TRIPLES, max_size=8))
def test_turtle_reads_back(triples: set[ox.Triple]) -> None:
    out = io.BytesIO()
    write_turtle(grouped(triples), out, PREFIXES)
    assert read(out.getvalue(), ox.RdfFormat.TURTLE) == sorted(quads(None, triples))
    text = out.getvalue().decode("utf-8")
    assert not {"\0", "\x85", "\u2028", "\u202e", "\ufeff"} & set(text)


@settings(deadline=None)
@given(st.sets(TRIPLES, max_size=8))
def test_ntriples_reads_back(triples: set[ox.Triple]) -> None:
    out = io.BytesIO()
    write_ntriples(grouped(triples), out)
    assert read(out.getvalue(), ox.RdfFormat.N_TRIPLES) == sorted(quads(None, triples))
    assert out.getvalue().count(b"\n") == len(triples)


@settings(deadline=None)
@given(st.dictionaries(st.none() | IRIS, st.sets(TRIPLES, min_size=1, max_size=4), max_size=3))
def test_graphs_read_back(graphs: dict[str | None, set[ox.Triple]]) -> None:
    expected = sorted(quad for name, triples in graphs.items() for quad in quads(name, triples))
    named = [
        (None if name is None else ox.NamedNode(name), grouped(triples)) for name, triples in graphs.items()
    ]
    trig, nquads = io.BytesIO(), io.BytesIO()
    write_trig(named, trig, PREFIXES)
    write_nquads(named, nquads)
    assert read(trig.getvalue(), ox.RdfFormat.TRIG) == expected
    assert read(nquads.getvalue(), ox.RdfFormat.N_QUADS) == expected


@given(TEXTS, st.sampled_from((ns.XSD_STRING, ns.XSD_DECIMAL, EX)))
def test_our_terms_are_those_of_the_parser(text: str, datatype: str) -> None:
    assert literal(text, datatype) == str(ox.Literal(text, datatype=ox.NamedNode(datatype)))
    assert iri(datatype) == str(ox.NamedNode(datatype))


def test_triple_terms_pass_through() -> None:
    inner = ox.Triple(ox.NamedNode(EX + "s"), ox.NamedNode(EX + "p"), ox.Literal('"<<( x )>>"'))
    inner = ox.Triple(ox.BlankNode("b"), ox.NamedNode(EX + "p"), inner)
    triple = ox.Triple(ox.NamedNode(EX + "s"), ox.NamedNode(EX + "says"), inner)
    turtle, ntriples = io.BytesIO(), io.BytesIO()
    write_turtle([triple], turtle)
    write_ntriples([triple], ntriples)
    assert read(turtle.getvalue(), ox.RdfFormat.TURTLE) == quads(None, [triple])
    assert read(ntriples.getvalue(), ox.RdfFormat.N_TRIPLES) == quads(None, [triple])


GRAPH = [
    (iri(EX + "b"), iri(EX + "p"), literal("z")),
    (iri(EX + "b"), iri(ns.RDF_TYPE), iri(ns.EG_ENTITY)),
    (iri(EX + "b"), iri(EX + "p"), literal("a")),
    (iri(EX + "b"), iri(EX + "p"), literal("a")),
    (iri(EX + "b"), iri(ns.RDF_TYPE), iri(EX + "T")),
    (iri(ns.EG + "a/b"), iri(EX + "n"), literal("1.0", ns.XSD_DECIMAL)),
    (iri(ns.EG + "a/b"), iri(EX + "n"), literal("0", ns.XSD_NON_NEGATIVE_INTEGER)),
    (iri(ns.EG + "a/b"), iri(EX + "n"), literal("-5", ns.XSD_INTEGER)),
    (iri(ns.EG + "a/b"), iri(EX + "n"), literal("true", ns.XSD_BOOLEAN)),
    (iri(ns.EG + "a/b"), iri(EX + "n"), literal("1", ns.XSD_DECIMAL)),
    (iri(ns.EG + "a:b%20c"), iri(EX + "q"), '"\\" \\\\ \\n é \u202e"@en'),
    ("_:x", iri(EX + "q"), iri(ns.ID_BASE + "rel:final:1")),
    ("_:x", iri(EX + "q"), iri(ns.ID_BASE + "doc:a@v1")),
    ("_:x", iri(EX + "q"), iri(ns.EG + "ends.")),
    ("_:x", iri(EX + "q"), iri(ns.EG)),
]
WRITERS: dict[str, Callable[[io.BytesIO], None]] = {
    "graph.ttl": lambda out: write_turtle(GRAPH, out, {"eg": ns.EG, "id": ns.ID_BASE, "xsd": ns.XSD}),
    "graph.nt": lambda out: write_ntriples(GRAPH, out),
    "graph.trig": lambda out: write_trig(
        [(None, GRAPH[:2]), (iri(ns.EG + "g"), GRAPH[2:])], out, {"eg": ns.EG}
    ),
    "graph.nq": lambda out: write_nquads([(None, GRAPH[:2]), (iri(ns.EG + "g"), GRAPH[2:])], out),
    "empty.ttl": lambda out: write_turtle([], out),
}


def test_every_golden_file_is_written() -> None:
    assert sorted(path.name for path in GOLDEN.iterdir()) == sorted(WRITERS)


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_golden(name: str) -> None:
    out = io.BytesIO()
    WRITERS[name](out)
    assert out.getvalue().decode("utf-8") == (GOLDEN / name).read_text("utf-8")


def test_many_terms_are_remembered_within_bounds() -> None:
    triples = [(iri(f"{EX}{number}"), iri(EX + "p"), literal(str(number))) for number in range(70_000)]
    out = io.BytesIO()
    write_turtle(triples, out, {"ex": EX})
    lines = out.getvalue().decode().splitlines()
    assert lines[0] == f"@prefix ex: <{EX}> ."
    assert [line for line in lines[1:] if line] == [f'ex:{n} ex:p "{n}" .' for n in range(70_000)]


@pytest.mark.parametrize("hash_seed", ["0", "1", "42"])
def test_same_bytes_whatever_the_hash_seed(hash_seed: str) -> None:
    root = Path(__file__).parent.parent
    code = (
        "import sys; from graph_rdf.records import *; from graph_rdf.export import *;"
        "r = read_records(sys.argv[1]); p = RdfProfile({n: 'https://w3id.org/evidence-graph/ns#' + n for n in"
        " ('operated_by', 'not_operated_by', 'contact', 'mentions')});"
        "write_turtle(lexical_record_triples(r, p), sys.stdout.buffer, p.prefixes())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(root / "examples" / "final" / "final.records.jsonl")],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)},
        capture_output=True,
        check=True,
    )
    assert run.stdout == (root / "examples" / "final" / "world.ttl").read_bytes()
