"""How a query splits into words: one table for the queries of users, of shapes and for servers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Store

from graph_rdf.dataset.sparql_tokens import tokenize, words
from graph_rdf.errors import QueryError
from graph_rdf.queries import shipped_queries

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "sparql_tokens.json").read_text(encoding="utf-8")
)
PARTS = (
    "<urn:a>",
    '"a } # {"',
    "'''a\n'b'''",
    "?x",
    "_:b",
    "ex:a",
    "SELECT",
    "1.5e3",
    "{",
    "}",
    "# c {\n",
    " ",
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["text"]))
def test_words(case: dict[str, Any]) -> None:
    """Each case is a text and its words as `kind text`, or the message that refuses it."""
    if "refused" in case:
        with pytest.raises(QueryError) as caught:
            tokenize(case["text"])
        assert str(caught.value) == case["refused"]
        return
    assert [f"{token.kind} {token.text}" for token in tokenize(case["text"])] == case["words"]


def test_every_kind_has_a_case() -> None:
    seen = {word.partition(" ")[0] for case in CASES for word in case.get("words", ())}
    kinds = {"iri", "string", "variable", "blank", "language", "name", "word", "number", "mark"}
    assert seen == kinds
    assert any("refused" in case for case in CASES)


@given(st.lists(st.sampled_from(PARTS)))
def test_words_and_places_agree(parts: list[str]) -> None:
    """Every word stands where it says, in order, and only white space and comments lie between."""
    text = " ".join(parts)
    place = 0
    for token in words(text):
        assert text[token.start : token.end] == token.text
        between = text[place : token.start]
        assert between.strip() == "" or between.strip().startswith("#")
        place = token.end


def test_the_shipped_queries_hold_no_stray_mark() -> None:
    queries = shipped_queries()
    assert queries
    marks = {token.text for query in queries for token in tokenize(query.text) if token.kind == "mark"}
    assert marks - set("(){}.;,!|&=<>*/^+?-") == set()


@pytest.mark.parametrize(
    ("text", "could"),
    [
        ("SERVICE", True),
        ("trueService", True),
        ("service:s", True),
        ("a:b:service", False),
        ("a:service:b", True),
        ("a:service", False),
        ("?service", False),
        ("'SERVICE'", False),
        ("<urn:SERVICE>", False),
        ("_:service", False),
    ],
)
def test_where_the_keyword_service_could_be_read(text: str, could: bool) -> None:
    (token,) = words(text)
    assert token.could_be_service is could


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("SELECT * WHERE " + "{" * 20_000 + "?s ?p ?o" + "}" * 20_000, True),
        ("ASK { FILTER(" + "(" * 20_000 + "1" + ")" * 20_000 + ") }", True),
        ("ASK { FILTER(" + "!" * 20_000 + "true) }", True),
        ("ASK { FILTER(1" + "+1" * 20_000 + ") }", True),
        ("ASK { ?s <urn:p>" + "|<urn:p>" * 20_000 + " ?o }", True),
        ("ASK { {} " + "UNION {}" * 20_000 + " }", True),
        ("ASK { " + "".join(f"BIND(1 AS ?x{at})" for at in range(20_000)) + " }", True),
        ("ASK { VALUES ?x { " + '-1 "1"^^<urn:t> ' * 20_000 + "} }", False),
        ("ASK " + "{" * 256 + "}" * 256, False),
        ("ASK { " + "{} " * 2000 + "}", False),
    ],
    ids=["groups", "brackets", "not", "sum", "alternatives", "union", "bind", "values", "deep", "many"],
)
def test_a_query_that_would_end_the_process_is_refused(text: str, refused: bool) -> None:
    if refused:
        with pytest.raises(QueryError, match=r"the limit of 256|more than 2,048"):
            tokenize(text)
    else:
        assert tokenize(text)
        assert Store().query(text) is not None
