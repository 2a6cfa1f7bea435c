"""What is told from the words of a query; text in strings, IRIs, comments and names counts for nothing."""

from __future__ import annotations

import pytest

from graph_rdf.errors import QueryError
from graph_rdf.gate.query_text import form_of, is_ordered, variables_of

FORMS = {
    "SELECT * WHERE { ?s ?p ?o }": "SELECT",
    "prefix a: <urn:select> ask { ?s a:construct 'SELECT' }": "ASK",
    "# SELECT\nBASE <urn:ask> CONSTRUCT WHERE { ?s ?p ?o }": "CONSTRUCT",
    "PREFIX select: <urn:a> DESCRIBE select:ask": "DESCRIBE",
}
NETWORK = (
    "SELECT * { SERVICE <urn:a> { ?s ?p ?o } }",
    "select * { service silent ?where { ?s ?p ?o } }",
    'ASK { ?s ?p "#" . SERVICE <urn:a> { ?s ?p ?o } }',
    "ASK { ?s ?p '''#\n''' . SERVICE<urn:a>{ ?s ?p ?o } }",
    "ASK { <urn:a#b> ?p ?o . SERVICE ?x {} }",
    "ASK { ?s ?p 'it\\'s #' . SERVICE ?x {} }",
    "PREFIX : <urn:a> SELECT * { SERVICE:s { ?s ?p ?o } }",
    "PREFIX : <urn:a> SELECT * { serviceSilent:s { ?s ?p ?o } }",
    "PREFIX : <urn:a> SELECT * { ?s ?p 5SERVICE:s { ?s ?p ?o } }",
    "SELECT * { ?s ?p trueSERVICE <urn:a> { ?s ?p ?o } }",
    "PREFIX service: <urn:a> SELECT * { service:s ?p ?o }",
)
HARMLESS = (
    "ASK { ?service a:service 'SERVICE' } # SERVICE",
    "PREFIX a: <urn:SERVICE> ASK { a:SERVICE a:accessService _:service, $SERVICE }",
    'ASK { ?s ?p """a "SERVICE" b""" }',
)


@pytest.mark.parametrize("text", FORMS)
def test_form(text: str) -> None:
    assert form_of(text) == FORMS[text]


@pytest.mark.parametrize("text", NETWORK)
def test_the_network_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match="never does"):
        form_of(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_a_mere_word_is_not_the_network(text: str) -> None:
    assert form_of(text) == "ASK"


def test_no_form() -> None:
    with pytest.raises(QueryError, match=r"^the query has no form"):
        form_of("INSERT DATA { <urn:a> <urn:b> <urn:c> }")


@pytest.mark.parametrize(
    ("text", "ordered"),
    [
        ("SELECT ?s { ?s ?p ?o } order\n by ?s", True),
        ("SELECT ?s { ?s ?p 'ORDER BY' } # ORDER BY", False),
        ("SELECT ?order { ?order ?by ?o }", False),
    ],
)
def test_order(text: str, ordered: bool) -> None:
    assert is_ordered(text) is ordered


def test_variables() -> None:
    assert variables_of("SELECT ?a $b { ?a <urn:?c> '?d' } # ?e") == {"a", "b"}
