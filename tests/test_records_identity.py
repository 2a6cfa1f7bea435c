"""Ids and IRIs: reversible both ways, and nothing else is an id."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import NamedNode

from graph_rdf.errors import InputError
from graph_rdf.namespaces import EG, ID_BASE
from graph_rdf.records import check_base, id_of_iri, iri_of_id, iri_of_predicate, predicate_of_iri
from graph_rdf.records.identity import id_problem
from graph_rdf.records.predicates import iri_of_type, type_of_iri

BASES = (ID_BASE, "https://example.org/a%20b?x=", "urn:x:", "http://[::1]:80/é/", "tag:a@b,2026:/")
IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: text[0] != "~")
HARD = st.text(
    st.sampled_from(
        "aZ0-._~:@/%#? \t\n\0\x7f\u0085éé\u0301\u2028\ufeff\ufffe\U0001f333\U0010ffff<>\"{}|\\^`+;=&'"
    ),
    min_size=1,
).filter(lambda text: text[0] != "~")


@given(IDS | HARD, st.sampled_from(BASES))
def test_id_to_iri_and_back(identifier: str, base: str) -> None:
    iri = iri_of_id(identifier, base)
    assert NamedNode(iri).value == iri
    assert "#" not in iri
    assert id_of_iri(iri, base) == identifier
    assert id_of_iri(iri + "#anchor-1", base) is None


@given(st.text(st.sampled_from("aé-~:@/%#2Ff0C3") | st.characters()), st.sampled_from(BASES))
def test_iri_to_id_and_back(rest: str, base: str) -> None:
    identifier = id_of_iri(base + rest, base)
    assert identifier is None or iri_of_id(identifier, base) == base + rest


@pytest.mark.parametrize(
    ("identifier", "encoded"),
    [
        ("rel:final:1", "rel:final:1"),
        ("doc:final:assignments@v1/text", "doc:final:assignments@v1/text"),
        ("a~b", "a~b"),
        ("100%", "100%25"),
        ("%41", "%2541"),
        ("a#b", "a%23b"),
        ("a b\t", "a%20b%09"),
        ("ü", "%C3%BC"),
        ("u\u0308", "u%CC%88"),
        ("\U0001f333", "%F0%9F%8C%B3"),
        ("../x", "../x"),
        ("<a>", "%3Ca%3E"),
    ],
)
def test_encoding(identifier: str, encoded: str) -> None:
    assert iri_of_id(identifier) == ID_BASE + encoded
    assert id_of_iri(ID_BASE + encoded) == identifier


@pytest.mark.parametrize(
    "rest", ["", "~x", "%7Ex", "%c3%bc", "%41", "%ff", "%ED%A0%80", "a%", "a%2", "é", "a b", "a+b"]
)
def test_no_id_has_this_iri(rest: str) -> None:
    assert id_of_iri(ID_BASE + rest) is None


def test_other_base() -> None:
    assert id_of_iri("https://example.org/a") is None


@pytest.mark.parametrize(
    ("identifier", "problem"),
    [
        ("", "an id is not empty"),
        ("~default", "an id does not start with ~, which is reserved"),
        ("a\ud800", "an id has no lone surrogates"),
        ("\udfffa", "an id has no lone surrogates"),
    ],
)
def test_no_id(identifier: str, problem: str) -> None:
    assert id_problem(identifier) == problem
    with pytest.raises(InputError, match=problem) as caught:
        iri_of_id(identifier)
    assert str(caught.value).isascii()


@pytest.mark.parametrize("base", BASES)
def test_right_base(base: str) -> None:
    assert check_base(base) == base


@pytest.mark.parametrize(
    "base",
    ["", "/", "id/", "https://example.org", "https://", "https://example.org:", "https://e.org/#", "https://e.org/id",
     "https://e.org/a b/", "https://e.org/%/", "https://e.org/\ud800/"],
)  # fmt: skip
def test_wrong_base(base: str) -> None:
    with pytest.raises(InputError, match="is no base for ids"):
        check_base(base)


DECLARED = {"contact": EG + "contact", "owns": "https://example.org/owns", "name of it": EG + "other"}
NAMES = {iri: name for name, iri in DECLARED.items()}


@pytest.mark.parametrize(
    ("predicate", "iri", "back"),
    [
        ("contact", EG + "contact", "contact"),
        ("owns", "https://example.org/owns", "owns"),
        ("name of it", EG + "other", "name of it"),
        ("undeclared", EG + "undeclared", "undeclared"),
        ("operated by ü", EG + "operated%20by%20%C3%BC", "operated by ü"),
        ("a:b c", EG + "a:b%20c", "a:b c"),
        ("https://example.org/x", "https://example.org/x", "https://example.org/x"),
        # What means the same comes back in its shortest form.
        ("https://example.org/owns", "https://example.org/owns", "owns"),
        (EG + "undeclared", EG + "undeclared", "undeclared"),
        # These have no short form: the name means something else.
        (EG + "owns", EG + "owns", EG + "owns"),
        (EG + "a:b", EG + "a:b", EG + "a:b"),
        (EG, EG, EG),
        (EG + "%c3", EG + "%c3", EG + "%c3"),
    ],
)
def test_predicates(predicate: str, iri: str, back: str) -> None:
    assert iri_of_predicate(predicate, DECLARED) == iri
    assert predicate_of_iri(iri, NAMES) == back
    assert iri_of_predicate(back, DECLARED) == iri


@given(IDS | HARD | st.text(st.sampled_from("a:/%"), min_size=1))
def test_any_predicate_is_an_iri_and_comes_back(predicate: str) -> None:
    iri = iri_of_predicate(predicate, DECLARED)
    assert NamedNode(iri).value == iri
    assert iri_of_predicate(predicate_of_iri(iri, NAMES), DECLARED) == iri


@pytest.mark.parametrize("name", ["Project", "_x", "A-1", "https://example.org/T", EG + "a/b", EG])
def test_types(name: str) -> None:
    assert type_of_iri(iri_of_type(name)) == name
