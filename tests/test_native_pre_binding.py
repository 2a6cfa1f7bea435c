"""One query for all focus nodes must find what one query for each of them finds, with the node written in."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad, RdfFormat, Store, parse

from graph_rdf.errors import EngineError
from graph_rdf.shacl.job_runner import run_job
from graph_rdf.shacl.sparql_jobs import ROW_VARIABLE, QueryJob, focus_pattern
from graph_rdf.shacl.sparql_query import Form, parse_query, set_query
from graph_rdf.shacl.zero_paths import zero_paths
from tests.shacl_worlds import PREFIXES
from tests.sparql_by_the_book import (
    Bind,
    CountQuery,
    Element,
    Exists,
    Filter,
    Group,
    Optional,
    Pattern,
    PatternList,
    Query,
    SubSelect,
    Union,
)
from tests.sparql_comparisons import COMPARISONS, NAMESPACE, Comparison
from tests.sparql_departures import departures
from tests.sparql_paths import PATHS, graph_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph_rdf.dataset.protocol import Term
    from tests.sparql_by_the_book import Row
    from tests.sparql_paths import Edges

VARIABLES = ("?a", "?b", "$this", "?c")
E = {"": NAMESPACE}
FOCUS = tuple(NamedNode(NAMESPACE + name) for name in "abcd")

variables = st.sampled_from(VARIABLES)
others = st.sampled_from(VARIABLES[:3])
predicates = st.sampled_from((":p", ":q"))
patterns = st.builds(Pattern, variables, predicates, variables)
paths = st.builds(Pattern, variables, st.sampled_from(PATHS), variables)
lists = st.builds(PatternList, variables, predicates, others, predicates, st.tuples(others, variables))
comparisons = st.builds(Comparison, st.sampled_from(COMPARISONS), variables, variables)


def groups(inner: st.SearchStrategy[Group]) -> st.SearchStrategy[Group]:
    expressions = st.one_of(
        comparisons,
        st.builds(Exists, inner),
        st.builds(Exists, inner, negated=st.just(value=True)),
        st.builds(Exists, inner, instead_of=comparisons),
    )
    elements: st.SearchStrategy[Element] = st.one_of(
        patterns,
        lists,
        paths,
        st.builds(Filter, expressions),
        st.builds(Optional, inner),
        st.builds(Optional, inner),
        inner,
        st.builds(Union, inner, inner),
    )
    return st.builds(
        lambda first, parts: Group((first, *parts)),
        patterns,
        st.lists(elements, min_size=1, max_size=3),
    )


smallest = patterns.map(lambda pattern: Group((pattern,)))
bodies = groups(groups(st.one_of(smallest, groups(smallest))))
data_of_few_nodes = st.lists(
    st.builds(
        "{} {} {} .".format,
        st.sampled_from((":a", ":b", ":c")),
        predicates,
        st.sampled_from((":a", ":b", ":c", '"x"')),
    ),
    min_size=5,
    max_size=14,
    unique=True,
).map("\n".join)


def with_bind(body: Group, *expression: str) -> Group:
    """Put a BIND to a fresh variable behind a group, and a pattern that uses it after it."""
    used = Optional(Group((Pattern("?fresh", ":p", "?after"),)))
    return Group((body, Bind(expression, "?fresh"), used))


def with_select(body: Group) -> Group:
    """Put a sub-SELECT that does not look at the focus node into a group, as its last part."""
    inner = SubSelect(("$this", "?other"), Group((Pattern("?other", ":q", "?far"),)))
    return Group((*body.elements, inner))


def query_of(*names: str, distinct: bool = False) -> Callable[[Group], Query]:
    return lambda group: Query(names, group, distinct=distinct)


queries: st.SearchStrategy[Query | CountQuery] = st.one_of(
    bodies.map(query_of("?a", "?b")),
    bodies.map(query_of("?a", distinct=True)),
    st.builds(with_bind, bodies, variables).map(query_of("?fresh", "?after")),
    bodies.map(lambda body: with_bind(body, "?a", "$this")).map(query_of("?after")),
    bodies.map(with_select).map(query_of("?a", "?other")),
    st.builds(CountQuery, st.just("?a"), bodies),
    st.builds(CountQuery, st.just("?a"), bodies, having=st.just(value=True)),
)


def load(data: str) -> Store:
    store = Store()
    store.extend(
        Quad(q.subject, q.predicate, q.object)
        for q in parse((PREFIXES + data).encode(), format=RdfFormat.TURTLE)
    )
    return store


def for_each(edges: Edges, query: Query | CountQuery) -> Counter[Row]:
    """Pre-binding as the specification says it: the focus node stands where the variable stood."""
    return sum((query.rows(edges, focus) for focus in FOCUS), Counter())


def for_each_by_engine(store: Store, text: str) -> Counter[Row]:
    """Pre-binding on the engine itself, which leaves the engine's own faults in.

    No term may stand in the SELECT clause and GROUP BY: there the variable goes, and the term comes after.
    """
    found: Counter[Row] = Counter()
    head, _, rest = text.partition(" WHERE ")
    body, _, tail = rest.partition(" GROUP BY ")
    for focus in FOCUS:
        written = re.sub(r"bound\(\$this\)", "true", body)
        written = written.replace("SELECT $this", "SELECT").replace("$this", str(focus))
        if tail:
            written += " GROUP BY ?nothing" + tail.removeprefix("$this")
        selected = head.replace("$this", "")
        _, solutions = run(store, f"{selected} WHERE {written}", ())
        found.update((str(focus), *map(str, solution)) for solution in solutions)
    return found


def for_all(store: Store, text: str, form: Form) -> Counter[Row]:
    parsed = parse_query(text, ("this", "currentShape", "shapesGraph"))
    written = set_query(parsed, focus_pattern(("this",), ()), (ROW_VARIABLE, "this"), form)
    variables_, solutions = run(store, written, ("this",))
    row_place = variables_.index(ROW_VARIABLE)
    kept = [place for place in range(len(variables_)) if place != row_place]
    assert variables_[0] == "this"
    return Counter(tuple(str(solution[place]) for place in kept) for solution in solutions)


def run(
    store: Store, text: str, names: tuple[str, ...]
) -> tuple[tuple[str, ...], Sequence[tuple[Term | None, ...]]]:
    """Run a query as users' queries are run; the focus nodes are its rows where it has any."""
    variables_, solutions, doubt = run_with_doubt(store, text, names)
    assert not doubt or "EXISTS" in text
    return variables_, solutions


def run_with_doubt(
    store: Store, text: str, names: tuple[str, ...]
) -> tuple[tuple[str, ...], Sequence[tuple[Term | None, ...]], str]:
    rows = [(node,) for node in FOCUS] if names else None
    answer = run_job(store, QueryJob(text, E, names, rows, zero=zero_paths(text, E, names)))
    assert not isinstance(answer, str), answer
    return answer


def compare(data: str, query: Query | CountQuery) -> None:
    store, text = load(data), str(query)
    edges = graph_of(quad.triple for quad in store)
    expected = for_each(edges, query)
    for form in Form:
        try:
            found = for_all(store, text, form)
        except EngineError:
            assert form is Form.VALUES  # it is refused, and never wrong
            continue
        if found != expected and departures(query.group, edges):
            assert found == for_each_by_engine(store, text), form
        else:
            assert found == expected, form


QUICK = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


def test_same_solutions() -> None:
    QUICK(given(data_of_few_nodes, queries)(compare))()


@pytest.mark.slow
def test_same_solutions_of_many() -> None:
    settings(QUICK, max_examples=10_000)(given(data_of_few_nodes, queries)(compare))()


def test_join_with_a_group_that_sees_around() -> None:
    """A sub-SELECT that does not look at the focus node changes nothing for the other groups."""
    inner = Group((Pattern("$this", ":q", "?b"), Filter(Exists(Group((Pattern("?a", ":p", "?b"),))))))
    body = Group((Pattern("?b", ":q", "$this"), Optional(Group((Pattern("$this", ":q", "?a"), inner)))))
    query = Query(("?a", "?other"), with_select(body))
    store = load(":a :p :b . :c :p :b . :b :q :a . :b :q :b .")
    a, b = map(str, FOCUS[:2])
    expected = Counter({(a, "None", b): 2, (b, a, b): 2, (b, b, b): 2})
    assert for_each(graph_of(quad.triple for quad in store), query) == expected
    for form in (Form.NESTED, Form.LATERAL):
        assert for_all(store, str(query), form) == expected
