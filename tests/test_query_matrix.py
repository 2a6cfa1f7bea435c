"""Every shipped query gives the rows of pyoxigraph in rdflib: the packaged world, 50 others, all views."""

from __future__ import annotations

from tests import query_matrix, query_runner


def test_rdflib_gives_the_same_rows() -> None:
    differing = []
    for graph, query, rows in query_matrix.cases():
        found = query_runner.rows_by_rdflib(query.text, graph.data, {})
        if found != rows:
            differing.append((graph.name, query.name, found[:3], rows[:3]))
    assert differing == []
