"""The view gives terms as written, whatever the store does to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, parse, serialize

from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.namespaces import XSD
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.stored_literals import is_kept, stored_forms
from graph_rdf.syntax import Source, typed_literals
from tests.shacl_worlds import PREFIXES

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term

P, Q = NamedNode("http://e/p"), NamedNode("http://e/q")
DATATYPES = (
    *(
        "boolean",
        "byte",
        "date",
        "dateTime",
        "dateTimeStamp",
        "dayTimeDuration",
        "decimal",
        "double",
        "duration",
    ),
    *(
        "float",
        "gDay",
        "gYear",
        "hexBinary",
        "int",
        "integer",
        "long",
        "nonNegativeInteger",
        "string",
        "time",
    ),
    *("token", "unsignedInt", "yearMonthDuration", "anyURI", "language"),
)
forms = st.one_of(
    st.from_regex(r"[+-]?[0-9]{1,20}(\.[0-9]{0,20})?([eE][+-]?[0-9]{1,3})?", fullmatch=True),
    st.from_regex(
        r"-?[0-9]{4,5}-[01][0-9]-[0-3][0-9](T[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\.[0-9]+)?)?(Z|[+-]0[0-9]:00)?",
        fullmatch=True,
    ),
    st.sampled_from(
        ("true", "false", "1", "0", "INF", "NaN", "-0", "P1Y", "P12M", "PT36H", "", "abc", "12:00:00")
    ),
)
literals = st.builds(
    lambda form, name: Literal(form, datatype=NamedNode(XSD + name)), forms, st.sampled_from(DATATYPES)
)


@settings(max_examples=1000, deadline=None)
@given(literals)
def test_kept_literals_come_back(literal: Literal) -> None:
    if is_kept(literal):
        assert stored_forms([literal]) == {literal: literal}


def test_some_are_kept() -> None:
    for form, name in (
        ("1", "integer"),
        ("-12", "integer"),
        ("1.5", "decimal"),
        ("2026-01-01T00:00:00Z", "dateTime"),
        ("x", "string"),
    ):
        assert is_kept(Literal(form, datatype=NamedNode(XSD + name)))


def view(data: str) -> DataView:
    return DataView(
        EmbeddedDataset.from_triples(list(parse((PREFIXES + data).encode(), format=RdfFormat.TURTLE)))
    )


def test_three_kinds_of_predicates() -> None:
    kept, renamed, merged = view(":a :p 1 , 2 ."), view(":a :p 01 , 2 ."), view(":a :p 01 , 1 .")
    assert [each.is_exact(P) for each in (kept, renamed, merged)] == [True, False, False]
    assert [each.is_countable(P) for each in (kept, renamed, merged)] == [True, True, False]
    for each, expected in ((kept, ["1", "2"]), (renamed, ["01", "2"]), (merged, ["01", "1"])):
        assert sorted(value.value for _, value in each.pairs(P)) == expected  # type: ignore[union-attr]
        a = NamedNode("http://e/a")
        assert sorted(v.value for v in each.step(P, [a])[a]) == expected  # type: ignore[union-attr]
        assert sorted(v.value for _, _, v in each.outgoing([a])) == expected  # type: ignore[union-attr]
        for form in ("1", "01", "2"):
            value = Literal(form, datatype=NamedNode(XSD + "integer"))
            assert (value in each.step(P, [value], inverse=True)) == (form in expected)


A, B = NamedNode("http://e/a"), NamedNode("http://e/b")
triples = st.builds(
    Triple,
    st.sampled_from((A, B)),
    st.sampled_from((P, Q)),
    st.one_of(literals, st.sampled_from((A, Literal("one"), Literal("one", language="en"), Literal("1")))),
)


def told(data: bytes) -> tuple[object, ...]:
    """All that a view of a file says of its two predicates and their literals."""
    dataset, _ = load_sources([Source("data.ttl", data, RdfFormat.TURTLE)], lexical=False)
    view = DataView(dataset)
    pairs = {predicate: set(view.pairs(predicate)) for predicate in (P, Q)}
    values = sorted({value for found in pairs.values() for _, value in found}, key=str)
    return (
        pairs,
        {predicate: (view.is_exact(predicate), view.is_countable(predicate)) for predicate in (P, Q)},
        {predicate: {k: set(v) for k, v in view.step(predicate, [A, B]).items()} for predicate in (P, Q)},
        {
            predicate: {k: set(v) for k, v in view.step(predicate, values, inverse=True).items()}
            for predicate in (P, Q)
        },
    )


@settings(max_examples=500, deadline=None)
@given(st.lists(triples, min_size=1, max_size=8))
def test_a_look_at_the_text_tells_what_a_parse_tells(data: list[Triple]) -> None:
    text = serialize(data, format=RdfFormat.TURTLE)
    assert text is not None
    looked_at, parsed = text, text + b"# ^^ in a comment\n"
    assert typed_literals(Source("data.ttl", parsed, RdfFormat.TURTLE)) is None
    assert told(looked_at) == told(parsed)


def test_few_nodes_and_many() -> None:
    data = view("\n".join(f":n{n} :p 0{n} ; :q :n{n} ." for n in range(40)))
    some: list[Term] = [NamedNode("http://e/n1"), Literal("x")]
    everything = [NamedNode(f"http://e/n{n}") for n in range(40)]
    for predicate in (P, Q):
        few, many = data.step(predicate, some), data.step(predicate, everything)
        assert list(few) == some[:1]
        assert len(many) == 40
        assert list(few[some[0]]) == list(many[some[0]])


def test_as_written() -> None:
    a = NamedNode("http://e/a")
    data = view(":a :p 01 ; :q 2 . :b :p 1 .")
    one, two = (Literal(form, datatype=NamedNode(XSD + "integer")) for form in ("1", "2"))
    assert data.as_written([(a, one), (a, two), (a, Literal("x"))]) == {
        (a, one): Literal("01", datatype=NamedNode(XSD + "integer"))
    }
