"""Clause forms that can be taken for each other: what a name in a slot would have to hold for that."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf.ontology.predicates import SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.ontology.predicates import RelationPredicate

_WHITE_SPACE: Final = " \t\r\n"


class Confusable(NamedTuple):
    """Two clause forms that one text could be read under.

    Args:
        form: The form with fewer words.
        predicate: The name of its predicate.
        other: The form with more words.
        other_predicate: The name of its predicate.
        why: How one becomes the other.
    """

    form: str
    predicate: str
    other: str
    other_predicate: str
    why: str

    def __str__(self) -> str:
        """Say it in one line."""
        return (
            f"clause forms {self.form!r} of {self.predicate!r} and {self.other!r} of "
            f"{self.other_predicate!r} can be confused: {self.why}"
        )


class _Form(NamedTuple):
    text: str
    predicate: str
    before: str
    between: str
    after: str
    subject_first: bool


def confusable_forms(predicates: Mapping[str, RelationPredicate]) -> list[Confusable]:
    """Find the clause forms that can be confused with each other.

    Canonical forms take ids and wordings take labels, so each is held against its own kind. A clause is read
    under every form and every split, and a record is supported only by a reading that is its own triple; so
    what is found here makes no wrong edge by itself. But it lets one text support two triples.

    Args:
        predicates: IRI → declared predicate.

    Returns:
        The pairs, sorted, each once.

    Source: evidence model, section 5.
    """
    canonical = [
        _parts(f"{SLOTS[0]} {one.name} {SLOTS[1]}", one.name) for _, one in sorted(predicates.items())
    ]
    wordings = [_parts(form, one.name) for _, one in sorted(predicates.items()) for form in one.forms]
    return sorted({found for kind in (canonical, wordings) for found in _pairs(kind)})


def _pairs(forms: list[_Form]) -> Iterator[Confusable]:
    for first, second in permutations(forms, 2):
        same = (first.before, first.between, first.after) == (second.before, second.between, second.after)
        if same:
            if first.subject_first != second.subject_first and first < second:
                yield _found(first, second, "only the slots are the other way round")
            elif first.predicate < second.predicate:
                yield _found(first, second, "they have the same words")
        elif first.predicate != second.predicate and _holds(first, second):
            left, right = _rests(first, second)
            names = " and ".join(
                f"one that {verb} {rest!r}"
                for verb, rest in (("ends in", left), ("starts with", right))
                if rest
            )
            yield _found(first, second, f"a name in a slot, {names}, turns the second into the first")


def _holds(first: _Form, second: _Form) -> bool:
    """Tell whether the words of a form stand inside those of another, so that names can swallow the rest."""
    return (
        first.between in second.between
        and second.before.startswith(first.before)
        and second.after.endswith(first.after)
    )


def _rests(first: _Form, second: _Form) -> tuple[str, str]:
    """Return what the names on both sides would have to hold."""
    left, _, right = second.between.partition(first.between)
    return left.strip(_WHITE_SPACE), right.strip(_WHITE_SPACE)


def _found(first: _Form, second: _Form, why: str) -> Confusable:
    return Confusable(first.text, first.predicate, second.text, second.predicate, why)


def _parts(form: str, predicate: str) -> _Form:
    places = sorted((form.index(slot), slot) for slot in SLOTS)
    (first, left), (second, right) = places
    return _Form(
        form,
        predicate,
        form[:first],
        form[first + len(left) : second],
        form[second + len(right) :],
        left == SLOTS[0],
    )
