"""rdflib there and back: terms exactly as they are, nothing of the caller's changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import (
    BlankNode,
    Dataset,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    Store,
    Triple,
    parse,
)

import graph_rdf
from graph_rdf import from_rdflib, to_rdflib
from graph_rdf.dataset import load_sources
from graph_rdf.errors import DataError
from graph_rdf.namespaces import XSD
from graph_rdf.syntax import source_from_bytes

WORLD = Path(__file__).parent.parent / "examples" / "final" / "world.ttl"

IRIS = st.sampled_from([NamedNode(f"urn:ex:{name}") for name in ("a", "b", "ä%20#?", "\U0001f600")])
BLANKS = st.sampled_from([BlankNode(label) for label in ("b0", "f0b0", "x.y-z", "0")])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
DATATYPES = (
    "string",
    "integer",
    "decimal",
    "boolean",
    "dateTime",
    "token",
    "normalizedString",
    "hexBinary",
    "nope",
)
LITERALS = st.one_of(
    st.builds(Literal, TEXTS),
    st.builds(Literal, TEXTS, language=st.sampled_from(["en", "en-gb", "ar"])),
    st.builds(
        lambda text, name: Literal(text, datatype=NamedNode(XSD + name)),
        st.one_of(TEXTS, st.sampled_from(["01", "1.0", "+1", " 1 ", "1e3", "TRUE", "1", "a  b\t"])),
        st.sampled_from(DATATYPES),
    ),
)
NODES = st.one_of(IRIS, BLANKS)
QUADS = st.builds(
    Quad, NODES, IRIS, st.one_of(NODES, LITERALS), st.one_of(st.just(DefaultGraph()), IRIS, BLANKS)
)


@given(st.lists(QUADS, max_size=8))
def test_quads_survive(quads: list[Quad]) -> None:
    there = to_rdflib(Dataset(quads))
    assert isinstance(there, rdflib.Dataset)
    assert set(from_rdflib(there).quads()) == set(quads)


@given(st.lists(QUADS, min_size=1, max_size=8))
def test_triples_survive(quads: list[Quad]) -> None:
    triples = [quad.triple for quad in quads]
    there = to_rdflib(triples)
    assert not isinstance(there, rdflib.Dataset)
    assert {quad.triple for quad in from_rdflib(there).quads()} == set(triples)


def values(graph: rdflib.Graph) -> list[str]:
    """The literals of a dataset, sorted."""
    assert isinstance(graph, rdflib.Dataset)
    return sorted(str(quad[2]) for quad in graph.quads() if isinstance(quad[2], rdflib.Literal))


def test_the_kinds() -> None:
    text = b"<urn:s> <urn:p> 01 , 'x'@en , _:b ."
    dataset, _ = load_sources([source_from_bytes(text, name="a.ttl")])
    store = Store()
    store.load(text, RdfFormat.TURTLE)
    assert values(to_rdflib(dataset)) == ["01", "x"]
    assert values(to_rdflib(store)) == ["1", "x"]  # so the store of pyoxigraph holds it
    assert values(to_rdflib(parse(text, RdfFormat.TURTLE))) == ["01", "x"]
    assert type(to_rdflib([])) is rdflib.Graph


def test_a_graph_whatever_its_name() -> None:
    graph = rdflib.Graph(identifier=rdflib.URIRef("urn:g"))
    graph.add((rdflib.URIRef("urn:s"), rdflib.URIRef("urn:p"), rdflib.Literal("x", lang="en-GB")))
    assert list(from_rdflib(graph).quads()) == [
        Quad(NamedNode("urn:s"), NamedNode("urn:p"), Literal("x", language="en-gb"), DefaultGraph())
    ]


S, P = rdflib.URIRef("urn:s"), rdflib.URIRef("urn:p")
UNFIT = [
    ((S, P, rdflib.URIRef("relative")), "No scheme"),
    ((S, P, rdflib.URIRef("urn:a b")), "Invalid IRI"),
    ((rdflib.Literal("x"), P, S), "a literal cannot be the subject"),
    ((S, rdflib.BNode("p"), S), "the predicate must be an IRI"),
    ((S, P, rdflib.BNode("a b")), "blank node identifier is invalid"),
    ((S, P, rdflib.Variable("v")), "unknown kind"),
]


@pytest.mark.parametrize(("triple", "why"), UNFIT, ids=[why for _, why in UNFIT])
@pytest.mark.filterwarnings("ignore")  # rdflib warns of IRIs that it takes all the same
def test_what_is_no_rdf(triple: tuple[rdflib.term.Node, ...], why: str) -> None:
    graph = rdflib.Graph()
    graph.add(triple)  # type: ignore[arg-type]
    with pytest.raises(DataError, match=why) as error:
        from_rdflib(graph)
    assert len(error.value.problems) == 1


def test_what_rdflib_does_not_know() -> None:
    inner = Triple(NamedNode("urn:s"), NamedNode("urn:p"), NamedNode("urn:o"))
    with pytest.raises(DataError, match=r"RDF 1\.1 only"):
        to_rdflib([Triple(NamedNode("urn:r"), NamedNode("urn:reifies"), inner)])


def test_the_package_is_lazy() -> None:
    code = (
        "import sys, graph_rdf; print([m for m in ('rdflib', 'pyoxigraph', 'pyshacl') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=WORLD.parents[2]
    )
    assert done.stdout == "[]\n"


def test_the_public_names() -> None:
    assert graph_rdf.__all__ == ["__version__", "from_rdflib", "to_rdflib", "validate"]
    assert dir(graph_rdf) == sorted(graph_rdf.__all__)
    assert all(getattr(graph_rdf, name) is not None for name in graph_rdf.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        graph_rdf.nothing  # noqa: B018
