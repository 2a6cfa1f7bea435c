"""Which triple goes into which named graph, and what names the graphs have."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from graph_rdf import namespaces as ns
from graph_rdf.errors import DataError, EndpointError, UnknownNameError
from graph_rdf.lookup import AcceptedGraph
from graph_rdf.resources import resource_path
from graph_rdf.servers import ServerUrls, compare, contents_of, urls_of
from graph_rdf.servers.contents import read_listing
from graph_rdf.servers.partition import line_of, partition, terms_of

ID = ns.ID_BASE
CATALOGUE = f"{ID}~catalogue"
FINAL = [
    quad.triple
    for quad in parse(path=resource_path("examples", "final", "world.ttl"), format=RdfFormat.TURTLE)
]


def triple(subject: str, predicate: str, value: str) -> Triple:
    return Triple(NamedNode(ID + subject), NamedNode(predicate), NamedNode(value))


def test_the_packaged_world() -> None:
    graphs = partition(FINAL, CATALOGUE)
    versions = [
        f"{ID}doc:final:{name}"
        for name in ("assignments@v1", "assignments@v2", "contacts@v1", "notes@v1", "notice@v1")
    ]
    assert list(graphs) == [*versions, CATALOGUE]
    subjects = {graph: {terms_of(line)[0] for line in lines} for graph, lines in graphs.items()}
    records = {
        graph: sorted(s for s in found if "rel:final:" in s and "#" not in s)
        for graph, found in subjects.items()
    }
    assert {
        graph.removeprefix(ID): [r[1:-1].removeprefix(f"{ID}rel:final:") for r in found]
        for graph, found in records.items()
    } == {
        "doc:final:assignments@v1": ["1"],
        "doc:final:assignments@v2": ["3", "8"],
        "doc:final:contacts@v1": ["2", "4", "7"],
        "doc:final:notes@v1": ["6"],
        "doc:final:notice@v1": ["5"],
        "~catalogue": ["9"],
    }
    for graph in versions:
        parts = {subject.partition("#")[2].rstrip(">") for subject in subjects[graph]}
        assert parts == {"", "anchor-1", "anchor-1-bytes", "anchor-1-chars", "anchor-1-quote", "sha256"}


TRIPLES = st.lists(
    st.sampled_from(
        [
            *FINAL[::9],
            triple("v", ns.RDF_TYPE, ns.EG_DOCUMENT_VERSION),
            triple("v2", ns.RDF_TYPE, ns.EG_DOCUMENT_VERSION),
            triple("r", ns.RDF_TYPE, ns.EG_REPRESENTATION),
            triple("r", ns.PROV_SPECIALIZATION_OF, f"{ID}v"),
            triple("r", ns.PROV_SPECIALIZATION_OF, f"{ID}v2"),
            triple("a", ns.RDF_TYPE, ns.EG_ANCHOR),
            triple("a", ns.OA_HAS_SOURCE, f"{ID}r"),
            triple("a", ns.OA_HAS_SELECTOR, f"{ID}v"),
            triple("e", ns.RDF_TYPE, ns.EG_RELATION_RECORD),
            triple("e", ns.PROV_WAS_DERIVED_FROM, f"{ID}a"),
            triple("e", ns.PROV_WAS_DERIVED_FROM, f"{ID}e"),
        ]
    ),
    max_size=30,
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(TRIPLES, st.randoms())
def test_every_triple_stands_in_exactly_one_graph(triples: list[Triple], random: object) -> None:
    graphs = partition(triples, CATALOGUE)
    lines = [line for graph in graphs.values() for line in graph]
    assert sorted(lines) == sorted({line_of(each) for each in triples})
    shuffled = list(triples)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert partition(shuffled, CATALOGUE) == graphs


@pytest.mark.parametrize(
    ("more", "graph"),
    [
        ([], f"{ID}v"),
        ([triple("r", ns.PROV_SPECIALIZATION_OF, f"{ID}v2")], CATALOGUE),
        ([triple("e", ns.PROV_WAS_DERIVED_FROM, f"{ID}a2")], CATALOGUE),
        ([triple("a", ns.OA_HAS_SOURCE, f"{ID}other")], CATALOGUE),
    ],
)
def test_a_record_goes_with_its_anchors_when_they_agree(more: list[Triple], graph: str) -> None:
    triples = [
        triple("v", ns.RDF_TYPE, ns.EG_DOCUMENT_VERSION),
        triple("r", ns.RDF_TYPE, ns.EG_REPRESENTATION),
        triple("r", ns.PROV_SPECIALIZATION_OF, f"{ID}v"),
        triple("a", ns.RDF_TYPE, ns.EG_ANCHOR),
        triple("a", ns.OA_HAS_SOURCE, f"{ID}r"),
        triple("e", ns.RDF_TYPE, ns.EG_RELATION_RECORD),
        triple("e", ns.PROV_WAS_DERIVED_FROM, f"{ID}a"),
    ]
    graphs = partition([*triples, *more], CATALOGUE)
    assert line_of(triples[5]) in graphs[graph]


def test_blank_nodes_are_refused() -> None:
    node = BlankNode("b")
    for bad in (
        Triple(node, NamedNode(ns.EG_PATH), Literal("x")),
        Triple(NamedNode(ID), NamedNode(ns.EG_PATH), node),
        Triple(NamedNode(ID), NamedNode(ns.EG_PATH), Triple(node, NamedNode(ns.EG_PATH), node)),
    ):
        with pytest.raises(DataError, match=r"^the data has blank nodes"):
            contents_of([bad])
        assert contents_of([], [bad]).derived == {f"{ID}~ontology": []}


def test_names_that_clash_are_refused() -> None:
    with pytest.raises(DataError, match="is named like the catalogue graph"):
        contents_of([triple("~catalogue", ns.RDF_TYPE, ns.EG_DOCUMENT_VERSION)])
    with pytest.raises(DataError, match=r"two graphs bear one name: \S+~graphs$"):
        contents_of([triple("~graphs", ns.RDF_TYPE, ns.EG_DOCUMENT_VERSION)])
    accepted = AcceptedGraph(NamedNode(f"{ID}v#accepted"), (), ())
    with pytest.raises(DataError, match="two accepted graphs"):
        contents_of([], [], [accepted, accepted])


def test_the_listing_names_all_graphs() -> None:
    node = NamedNode(f"{ID}w#accepted")
    accepted = AcceptedGraph(node, (), (Triple(node, NamedNode(ns.EG_OF_VIEW), NamedNode(f"{ID}w")),))
    contents = contents_of(FINAL, FINAL[:1], [accepted])
    listed = [quad.triple for quad in parse("".join(contents.listing), format=RdfFormat.N_TRIPLES)]
    listing = read_listing(listed, contents.names.listing)
    assert listing.data == tuple(contents.data)
    assert listing.ontology == (f"{ID}~ontology",)
    assert listing.accepted == ((node.value, f"{ID}w"),)
    assert {contents.names.listing, *listing.graphs} == set(contents.graphs)


def test_a_comparison_counts_other_forms_of_a_value() -> None:
    integer = f"^^<{ns.XSD_INTEGER}>"
    ours = [f'<{ID}a> <{ID}b> "01"{integer} .\n', f'<{ID}a> <{ID}b> "x" .\n', f'<{ID}a> <{ID}c> "y" .\n']
    theirs = [f'<{ID}a> <{ID}b> "1"{integer} .\n', f'<{ID}a> <{ID}b> "x" .\n', f'<{ID}a> <{ID}c> "z" .\n']
    found = compare(ours, theirs)
    assert (found.missing, found.extra, found.rewritten) == ((ours[2],), (theirs[2],), 1)
    assert not found.is_equal


@pytest.mark.parametrize(
    ("kind", "base", "urls"),
    [
        ("fuseki", "http://h:3030/ds", ("http://h:3030/ds/query", "http://h:3030/ds/update", "http://h:3030/ds/data")),
        ("oxigraph", "http://h:7878/", ("http://h:7878/query", "http://h:7878/update", "http://h:7878/store")),
        ("graphdb", "https://h/r", ("https://h/r", "https://h/r/statements", "https://h/r/rdf-graphs/service")),
        ("neptune", "https://h:8182", ("https://h:8182/sparql", "https://h:8182/sparql", "https://h:8182/sparql/gsp/")),
        ("qlever", "http://h:7001", ("http://h:7001", "http://h:7001", "http://h:7001")),
        ("virtuoso", "http://h", ("http://h/sparql-auth", "http://h/sparql-auth", "http://h/sparql-graph-crud-auth")),
    ],
)  # fmt: skip
def test_presets(kind: str, base: str, urls: tuple[str, str, str]) -> None:
    found = urls_of(kind, base)
    assert (found.query, found.update, found.graphs) == urls


def test_no_such_preset() -> None:
    with pytest.raises(UnknownNameError, match="no server 'fusek'; nearest: fuseki"):
        urls_of("fusek", "http://h")
    with pytest.raises(EndpointError):
        ServerUrls("http://h/q", graphs="ftp://h")
