"""The embedded dataset: what is loaded, what is asked, and what was written."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Triple

from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.errors import InputError, QueryError
from graph_rdf.syntax import Source, source_from_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from graph_rdf.dataset.protocol import Dataset

XSD = "http://www.w3.org/2001/XMLSchema#"


def loaded(text: str, name: str = "a.trig") -> EmbeddedDataset:
    dataset, findings = load_sources([source_from_bytes(text.encode(), name=name)])
    assert findings == []
    return dataset


def test_it_is_a_dataset() -> None:
    dataset: Dataset = loaded("")
    assert dataset.ask("ASK {}")


def test_quads_are_as_written_and_the_store_is_not() -> None:
    text = f'<urn:g> {{ <urn:s> <urn:p> 01 , "46"^^<{XSD}nonNegativeInteger> , 01 . }} '
    text += f'<urn:s> <urn:p> "P12M"^^<{XSD}duration> .'
    dataset = loaded(text)
    assert [(str(quad.object), str(quad.graph_name)) for quad in dataset.quads()] == [
        (f'"01"^^<{XSD}integer>', "<urn:g>"),
        (f'"46"^^<{XSD}nonNegativeInteger>', "<urn:g>"),
        (f'"01"^^<{XSD}integer>', "<urn:g>"),
        (f'"P12M"^^<{XSD}duration>', "DEFAULT"),
    ]
    assert list(dataset.quads()) == list(dataset.quads())
    assert len(dataset) == 3


BLANK = (
    "_:x <urn:p> [ <urn:q> 1 , _:x ] . <urn:s> <urn:p> ( _:y ) . "
    '<urn:t_:x> <urn:p> " _:x " , <urn:/_:x> . _:g { [] a <urn:T> }'
)


def test_blank_nodes_are_the_same_in_store_and_quads_and_differ_between_files() -> None:
    sources = [source_from_bytes(BLANK.encode(), name=name) for name in ("a.trig", "b.trig")]
    dataset, findings = load_sources(sources)
    assert findings == []
    assert {str(quad) for quad in dataset.quads()} == {str(quad) for quad in dataset.store}
    terms = [term for quad in dataset.store for term in (quad.subject, quad.object, quad.graph_name)]
    labels = {str(term) for term in terms if isinstance(term, BlankNode)}
    assert labels == {f"_:f{number}b{node}" for number in (0, 1) for node in range(6)}
    assert '<urn:t_:x> <urn:p> " _:x "' in {str(quad) for quad in dataset.store}
    again, _ = load_sources(sources)
    assert list(again.quads()) == list(dataset.quads())


def test_labels_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from graph_rdf.dataset import load_sources\n"
        "from graph_rdf.syntax import source_from_bytes\n"
        f"dataset, _ = load_sources([source_from_bytes({BLANK.encode()!r}, name='a.trig')])\n"
        "print(*dataset.quads(), sep='\\n')"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "42")
    }
    assert len(outputs) == 1


def test_sources_and_triples_together() -> None:
    ontology = source_from_bytes(b"<urn:P> a <urn:Predicate> .", name="o.ttl")
    triples = [
        Triple(NamedNode("urn:s"), NamedNode("urn:P"), Literal("01", datatype=NamedNode(XSD + "byte")))
    ]
    for given in (triples, iter(triples)):
        dataset, findings = load_sources([ontology], triples=given)
        assert findings == []
        assert len(dataset) == 2
        assert [str(quad) for quad in dataset.quads()] == [
            "<urn:P> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:Predicate>",
            f'<urn:s> <urn:P> "01"^^<{XSD}byte>',
        ]


def test_from_triples_keeps_quads_and_reads_an_iterable_again() -> None:
    class Counted:
        runs = 0

        def __iter__(self) -> Iterator[Triple | Quad]:
            Counted.runs += 1
            node = NamedNode("urn:a")
            yield Triple(node, node, Literal("1.50", datatype=NamedNode(XSD + "decimal")))
            yield Quad(node, node, BlankNode("b"), NamedNode("urn:g"))

    dataset = EmbeddedDataset.from_triples(Counted())
    assert [str(quad) for quad in dataset.quads()] == [
        f'<urn:a> <urn:a> "1.50"^^<{XSD}decimal>',
        "<urn:a> <urn:a> _:b <urn:g>",
    ]
    assert Counted.runs == 2
    assert {str(quad) for quad in EmbeddedDataset.from_triples(iter(Counted())).quads()} == {
        str(quad) for quad in dataset.quads()
    }


def test_select() -> None:
    dataset = loaded("<urn:s> <urn:p> 1 , 2 . <urn:g> { <urn:s> <urn:p> 3 }")
    rows = dataset.select("SELECT ?s ?o ?none { ?s <urn:p> ?o } ORDER BY ?o")
    assert rows.variables == ("s", "o", "none")
    assert [(row[0], row[1], row[2], len(row)) for row in rows] == [
        (NamedNode("urn:s"), Literal(1), None, 3),
        (NamedNode("urn:s"), Literal(2), None, 3),
    ]
    assert [
        row[0] for row in dataset.select("SELECT ?o ?g { GRAPH ?g { ?s ?p ?o } }", {"g": NamedNode("urn:g")})
    ] == [Literal(3)]


def test_bindings_are_terms_not_text() -> None:
    dataset = loaded('<urn:s> <urn:p> "} ?x <urn:q> ?y #" .')
    hostile = Literal("} ?x <urn:q> ?y #")
    assert dataset.ask("ASK { ?s ?p ?o }", {"o": hostile})
    assert not dataset.ask("ASK { ?s ?p ?o }", {"o": Literal("x")})
    assert list(
        dataset.construct("CONSTRUCT { ?s <urn:r> ?o } WHERE { ?s ?p ?o }", {"s": NamedNode("urn:s")})
    ) == [Triple(NamedNode("urn:s"), NamedNode("urn:r"), hostile)]


QUERY_ERRORS = {
    "ill-formed": ("SELECT ?x { ?x ", "select"),
    "no select": ("ASK {}", "select"),
    "no ask": ("SELECT ?x {}", "ask"),
    "no construct": ("ASK {}", "construct"),
    "an update": ("INSERT DATA { <urn:a> <urn:b> 1 }", "select"),
    "a service": ("SELECT ?x { SERVICE <http://127.0.0.1:1/> { ?x ?y ?z } }", "select"),
}


@pytest.mark.parametrize("case", QUERY_ERRORS)
def test_query_errors(case: str) -> None:
    query, method = QUERY_ERRORS[case]
    with pytest.raises(QueryError):
        list(getattr(loaded("<urn:s> <urn:p> 1 ."), method)(query))


def test_a_variable_that_cannot_be_bound_is_said() -> None:
    with pytest.raises(QueryError, match=r"\?v cannot be bound"):
        loaded("").select("SELECT ?s { ?s ?p ?v }", {"v": Literal(1)})


def test_an_ill_formed_query_has_a_place() -> None:
    with pytest.raises(QueryError) as caught:
        loaded("").select("SELECT ?x {\n ?x ?y }")
    assert (caught.value.line, caught.value.column) == (2, 9)


def test_a_wrong_base_is_an_error() -> None:
    with pytest.raises(InputError, match="the base IRI 'x y' is none"):
        load_sources([source_from_bytes(b"<a> <b> <c> .", name="a.ttl", base="x y")])


@pytest.mark.parametrize("text", ["<urn:s{}> <urn:p> 1 .\n", "<urn:s{}> <urn:p> [] .\n"])
def test_progress_and_interrupt(text: str) -> None:
    data = "".join(text.format(number) for number in range(100_000)).encode()
    source = source_from_bytes(data, name="a.ttl")
    told: list[tuple[str, int, int]] = []
    dataset, _ = load_sources([source], progress=lambda path, done, total: told.append((path, done, total)))
    assert len(dataset) == 100_000
    assert [path for path, _, _ in told] == ["a.ttl"] * len(told)
    assert len(told) == len(data) >> 20
    assert [done for _, done, _ in told] == sorted({done for _, done, _ in told})
    assert {total for _, _, total in told} == {len(data)}

    def stop(_path: str, _done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load_sources([source], progress=stop)


def test_the_data_of_the_caller_is_not_changed(tmp_path: Path) -> None:
    source = source_from_bytes(b"<a> <urn:p> 1 .", name="a.ttl", folder=tmp_path)
    dataset, _ = load_sources([source, source])
    assert (source.number, source.base, source.base_implied) == (0, None, False)
    used: list[Source] = list(dataset.sources)
    assert [(item.number, item.base, item.base_implied) for item in used] == [
        (number, (tmp_path / "a.ttl").as_uri(), True) for number in (0, 1)
    ]
