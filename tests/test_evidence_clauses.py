"""Clauses are read completely and without choosing: held against brute force over small alphabets."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_rdf.evidence import read_world
from graph_rdf.evidence.clauses import ClauseReader, Form, Names, parse_form
from tests.evidence.builder import Builder, iri

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ["".join(letters) for size in (1, 2, 3) for letters in product("ab", repeat=size)]
CLAUSES = ["".join(letters) for size in range(1, 8) for letters in product("ab", repeat=size)]
FORMS = [
    Form("", "a", ""),
    Form("", "ab", ""),
    Form("", "aa", ""),
    Form("a", "b", ""),
    Form("", "b", "ab"),
    Form("", "aba", "", object_first=True),
    Form("", "", ""),
]


def filled(form: Form, subject: str, obj: str) -> str:
    left, right = (obj, subject) if form.object_first else (subject, obj)
    return f"{form.before}{left}{form.between}{right}{form.after}"


def borne(names: tuple[str, ...] | list[str]) -> Names:
    return Names({name: (name,) for name in names})


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("names", [NAMES, NAMES[::2], NAMES[1::3]], ids=len)
def test_every_split_is_found_once(form: Form, names: list[str]) -> None:
    wanted: dict[str, list[tuple[str, str]]] = {}
    for subject, obj in product(names, repeat=2):
        wanted.setdefault(filled(form, subject, obj), []).append((subject, obj))
    reader = borne(names)
    several = 0
    for clause in CLAUSES:
        found = list(reader.splits(clause, form))
        assert sorted(found) == sorted(wanted.get(clause, []))
        lefts = [pair[form.object_first] for pair in found]
        assert lefts == sorted(lefts, key=len)
        several += len(found) > 1
    assert several or len(form.between) > 1


def separates(form: Form, names: tuple[str, ...]) -> bool:
    """Tell whether the fixed words stand in no name followed by them but at its end."""
    return all((name + form.between).find(form.between) == len(name) for name in names)


@pytest.mark.parametrize("form", [form for form in FORMS if form.between], ids=str)
def test_at_most_one_split_where_names_do_not_hold_the_words(form: Form) -> None:
    """All sets of two names: a split joins two."""
    kept = 0
    for names in combinations(NAMES, 2):
        if not separates(form, names):
            continue
        kept += 1
        reader = borne(names)
        for clause in {filled(form, *pair) for pair in product(names, repeat=2)}:
            assert len(list(reader.splits(clause, form))) == 1
    assert kept


WORDS = st.sampled_from(["A", "B", "A runs B", "B runs A", "runs", "A runs", "runs B", "not", "A not"])
WORDINGS = st.sampled_from(
    [
        "{subject} runs {object}",
        "{subject} not runs {object}",
        "{object} runs {subject}",
        "{subject} runs not {object}",
    ]
)


def readings(
    labels: dict[str, set[str]], forms: dict[str, set[str]], clause: str
) -> Iterator[tuple[str, str, str, bool]]:
    """Fill every form with every pair of labels; the last says whether both are borne by one entity."""
    bearers: dict[str, set[str]] = {}
    for entity, its in labels.items():
        for label in its:
            bearers.setdefault(label, set()).add(entity)
    for predicate, its in forms.items():
        for text in its:
            form = parse_form(text)
            assert form is not None
            for left, right in product(bearers, repeat=2):
                if filled(form, left, right) == clause:
                    subjects, objects = bearers[left], bearers[right]
                    if len(subjects) == len(objects) == 1:
                        yield iri(min(subjects)), iri(f"eg:{predicate}"), iri(min(objects)), True
                    else:
                        yield left, iri(f"eg:{predicate}"), right, False


@settings(max_examples=60, deadline=None)
@given(
    st.fixed_dictionaries({name: st.sets(WORDS, min_size=1, max_size=3) for name in ("e:1", "e:2", "e:3")}),
    st.fixed_dictionaries({name: st.sets(WORDINGS, min_size=1, max_size=2) for name in ("p", "q")}),
    st.lists(st.sampled_from(["A", "B", "runs", "not"]), min_size=3, max_size=7).map(" ".join),
)
def test_all_readings_and_no_other(
    labels: dict[str, set[str]], forms: dict[str, set[str]], clause: str
) -> None:
    builder = Builder()
    for entity, its in labels.items():
        builder.entity(entity, *its)
    for predicate, its in forms.items():
        builder.predicate(predicate, *its)
    world = read_world(builder.dataset(ontology=False))
    reader = ClauseReader(world)
    found = reader.read(clause)
    wanted = set(readings(labels, forms, clause))
    assert set(found.clear) == {one[:3] for one in wanted if one[3]}
    assert set(found.ambiguous) == {one[:3] for one in wanted if not one[3]}
    # A record is supported exactly when its triple is one of the clear readings, however many there are.
    for subject, predicate, obj in product(
        map(iri, labels), (iri(f"eg:{name}") for name in forms), map(iri, labels)
    ):
        assert reader.states(clause, subject, predicate, obj) == ((subject, predicate, obj) in found.clear)
