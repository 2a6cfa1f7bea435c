"""One query for all focus nodes must find what one query for each of them finds, with the node written in."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad, RdfFormat, Store, parse

from graph_rdf.errors import EngineError
from graph_rdf.shacl.job_runner import run_job
from graph_rdf.shacl.sparql_jobs import ROW_VARIABLE, QueryJob, focus_pattern
from graph_rdf.shacl.sparql_query import Form, parse_query, set_query
from tests.shacl_worlds import PREFIXES

VARIABLES = ("?a", "?b", "$this", "?c")
E = {"": "http://e/"}
FOCUS = tuple(NamedNode(f"http://e/{name}") for name in "abcd")

variables = st.sampled_from(VARIABLES)
others = st.sampled_from(VARIABLES[:3])
predicates = st.sampled_from((":p", ":q"))
patterns = st.builds("{} {} {} .".format, variables, predicates, variables)
paths = st.builds(
    "{} {} {} .".format, variables, st.sampled_from((":p*", ":p+", ":p?", ":p/:q", "^:p", ":p|:q")), variables
)
lists = st.builds(
    "{} {} {} ; {} {} , {} .".format, variables, predicates, others, predicates, others, variables
)
comparisons = st.one_of(
    st.builds("{} = {}".format, variables, variables),
    st.builds("bound({})".format, variables),
    st.builds("!bound({})".format, variables),
    st.builds("isLiteral({}) || {} != :a".format, variables, variables),
    st.builds("COALESCE(?c, {}) = {}".format, variables, variables),
)


def groups(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    filters = st.one_of(
        st.builds("FILTER({})".format, comparisons),
        st.builds("FILTER EXISTS {}".format, inner),
        st.builds("FILTER NOT EXISTS {}".format, inner),
        st.builds("FILTER({} || EXISTS {})".format, comparisons, inner),
    )
    elements = st.one_of(
        patterns,
        lists,
        paths,
        filters,
        st.builds("OPTIONAL {}".format, inner),
        st.builds("OPTIONAL {}".format, inner),
        st.builds("{}".format, inner),
        st.builds("{} UNION {}".format, inner, inner),
    )
    return st.builds(
        lambda first, parts: "{ " + "\n".join([first, *parts]) + " }",
        patterns,
        st.lists(elements, min_size=1, max_size=3),
    )


smallest = st.builds("{{ {} }}".format, patterns)
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


def with_binds(body: str, expression: str) -> str:
    """Put a BIND to a fresh variable into the outermost group, and a pattern that uses it after it."""
    return f"{{ {body} BIND({expression} AS ?fresh) OPTIONAL {{ ?fresh :p ?after }} }}"


def with_select(body: str) -> str:
    """Put a sub-SELECT that does not look at the focus node behind a group."""
    return f"{body[:-1]} {{ SELECT $this ?other WHERE {{ ?other :q ?far }} }} }}"


queries = st.one_of(
    st.builds("SELECT $this ?a ?b WHERE {}".format, bodies),
    st.builds("SELECT DISTINCT $this ?a WHERE {}".format, bodies),
    st.builds("SELECT $this ?fresh ?after WHERE {}".format, st.builds(with_binds, bodies, variables)),
    st.builds(
        "SELECT $this ?after WHERE {}".format, st.builds(with_binds, bodies, st.just("COALESCE(?a, $this)"))
    ),
    st.builds("SELECT $this ?a ?other WHERE {}".format, bodies.map(with_select)),
    st.builds("SELECT $this (COUNT(?a) AS ?n) WHERE {} GROUP BY $this".format, bodies),
    st.builds("SELECT $this (COUNT(?a) AS ?n) WHERE {} GROUP BY $this HAVING(COUNT(?a) > 1)".format, bodies),
)


def load(data: str) -> Store:
    store = Store()
    store.extend(
        Quad(q.subject, q.predicate, q.object)
        for q in parse((PREFIXES + data).encode(), format=RdfFormat.TURTLE)
    )
    return store


def rows(store: Store, query: str) -> Counter[tuple[str, ...]]:
    solutions = store.query(query, prefixes=E)
    return Counter(tuple(str(term) for term in solution) for solution in solutions)  # type: ignore[union-attr]


def for_each(store: Store, query: str) -> Counter[tuple[str, ...]]:
    """Pre-binding as the specification says it: the focus node stands where the variable stood.

    No term may stand in the SELECT clause and GROUP BY: there the variable goes, and the term comes after.
    """
    found: Counter[tuple[str, ...]] = Counter()
    head, _, rest = query.partition(" WHERE ")
    body, _, tail = rest.partition(" GROUP BY ")
    names = re.findall(r"\?\w+(?=\))|(?<!\()\?\w+(?! *AS)(?!\))", head.replace("COUNT(?a)", "COUNT(x)"))
    for focus in FOCUS:
        text = re.sub(r"bound\(\$this\)", "true", body)
        text = text.replace("SELECT $this", "SELECT").replace("$this", str(focus))
        selected = head.replace("$this", "")
        if tail:
            having = tail.partition(" HAVING")[2]
            text += " GROUP BY ?nothing" + (f" HAVING{having}" if having else "")
        for row, count in rows(store, f"{selected} WHERE {text}").items():
            found[(str(focus), *row)] += count
    assert names is not None
    return found


def for_all(store: Store, query: str, form: Form) -> Counter[tuple[str, ...]]:
    parsed = parse_query(query, ("this", "currentShape", "shapesGraph"))
    text = set_query(parsed, focus_pattern(("this",), ()), (ROW_VARIABLE, "this"), form)
    answer = run_job(store, QueryJob(text, E, ("this",), [(node,) for node in FOCUS]))
    assert not isinstance(answer, str), answer
    variables_, found, _ = answer
    row_place = variables_.index(ROW_VARIABLE)
    kept = [place for place in range(len(variables_)) if place != row_place]
    this = variables_.index("this")
    assert this == 0
    return Counter(tuple(str(row[place]) for place in kept) for row in found)


def compare(data: str, query: str) -> None:
    store = load(data)
    try:
        expected = for_each(store, query)
    except SyntaxError:
        return  # `"x" :p ?a` and the like, which only a text with the node written in can say
    for form in (Form.NESTED, Form.LATERAL):
        assert for_all(store, query, form) == expected
    try:
        joined = for_all(store, query, Form.VALUES)
    except EngineError:
        return  # it is refused, and never wrong
    assert joined == expected


QUICK = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


def test_same_solutions() -> None:
    QUICK(given(data_of_few_nodes, queries)(compare))()


@pytest.mark.slow
def test_same_solutions_of_many() -> None:
    settings(QUICK, max_examples=10_000)(given(data_of_few_nodes, queries)(compare))()
