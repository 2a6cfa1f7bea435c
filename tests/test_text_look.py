"""What the look at a text tells is the same beside the load and after it."""

from __future__ import annotations

import multiprocessing
import os
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from pyoxigraph import RdfFormat

from graph_rdf.beside import can_fork
from graph_rdf.dataset import load_sources, text_look
from graph_rdf.syntax import Source, lexical_findings, locate

if TYPE_CHECKING:
    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.findings import Finding

PREFIXES = "@prefix : <http://e/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
TEXTS = {
    "plain": PREFIXES + ':a :p "x", :b .',
    "typed": PREFIXES + ':a :p "01"^^xsd:integer, "x"@en, "1"^^xsd:byte, true .',
    "ill-typed": PREFIXES + ':a :p "x"^^xsd:integer ;\n :q "2026-02-30"^^xsd:date .',
    "not seen at a glance": PREFIXES + ":a :p '01'^^xsd:integer .",
    "relative": PREFIXES + '<a> :p "x"^^xsd:integer .',
    "blank nodes": PREFIXES + ':a :p [ :q "x"^^xsd:integer ] .',
    "broken": PREFIXES + ':a :p "x"^^xsd:integer ; :q .',
}


def load(text: str) -> tuple[EmbeddedDataset, list[Finding]]:
    loaded = load_sources([Source("a.ttl", text.encode(), RdfFormat.TURTLE)], literals=True)
    assert multiprocessing.active_children() == []
    return loaded


def found(text: str) -> tuple[list[Finding], set[str] | None, int]:
    dataset, findings = load(text)
    literals = dataset.typed_literals()
    assert dataset.tells_literals is (literals is not None)
    return findings, None if literals is None else {str(literal) for literal in literals}, len(dataset)


@pytest.mark.skipif(not can_fork(), reason="this platform cannot fork")
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_same_beside_the_load(text: str) -> None:
    after = found(text)
    with (
        mock.patch.object(text_look, "_LARGE", 0),
        mock.patch.object(text_look, "processors", return_value=2),
    ):
        assert found(text) == after
        beside, _ = load(text)
    alone, _ = load(text)
    for source in beside.sources:
        index = beside.statements(source)
        assert (index is None) is source.base_implied  # only its own look knew that base
        assert locate(source, ["http://e/a"], index) == locate(source, ["http://e/a"])
    assert all(alone.statements(source) is None for source in alone.sources)


def test_what_is_found() -> None:
    findings, literals, triples = found(TEXTS["ill-typed"])
    assert [(each.rule, each.line) for each in findings] == [
        ("ill-typed-literal", 2),
        ("ill-typed-literal", 3),
    ]
    xsd = "http://www.w3.org/2001/XMLSchema#"
    assert literals == {f'"x"^^<{xsd}integer>', f'"2026-02-30"^^<{xsd}date>'}
    assert triples == 2
    assert [each.rule for each in found(TEXTS["broken"])[0]] == ["syntax-error"]
    assert found(TEXTS["not seen at a glance"])[1] is None


@pytest.mark.skipif(not can_fork(), reason="this platform cannot fork")
def test_a_look_that_is_ended_from_outside() -> None:
    caller = os.getpid()
    look = lexical_findings

    def dies(source: Source) -> list[Finding]:
        if os.getpid() != caller:
            os._exit(1)
        return look(source)

    with (
        mock.patch.object(text_look, "_LARGE", 0),
        mock.patch.object(text_look, "processors", return_value=2),
        mock.patch.object(text_look, "lexical_findings", dies),
    ):
        assert [each.rule for each in load(TEXTS["ill-typed"])[1]] == ["ill-typed-literal"] * 2


def test_not_told() -> None:
    source = Source("a.ttl", TEXTS["typed"].encode(), RdfFormat.TURTLE)
    dataset, _ = load_sources([source])
    assert not dataset.tells_literals
    told, _ = load_sources([source], literals=True)
    assert dataset.typed_literals() == told.typed_literals()


def test_what_is_added_is_told_too() -> None:
    dataset, _ = load(TEXTS["typed"])
    more, _ = load(PREFIXES + ':b :p "007"^^xsd:integer .')
    whole = dataset.extended([quad.triple for quad in more.quads()])
    assert whole.tells_literals
    assert len(whole) == len(dataset) == 4  # the store holds 01 and the byte 1 as one literal
    assert whole.typed_literals() == (dataset.typed_literals() or set()) | (more.typed_literals() or set())
