"""How a clause is read: the form under which it states a triple, and what it states instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.evidence.clauses import clause_of
from graph_rdf.evidence.column import NOT_TEXT
from graph_rdf.evidence.explanation_near import NearMiss, near_misses
from graph_rdf.evidence.explanation_passage import Passage, passage_of
from graph_rdf.evidence.rules import Failure
from graph_rdf.evidence.spans import locate_spans
from graph_rdf.evidence.text import NoBody

if TYPE_CHECKING:
    from graph_rdf.evidence.clauses import ClauseReader, Form
    from graph_rdf.evidence.columns import World
    from graph_rdf.evidence.text import Bodies, Body

MAX_READINGS: Final = 10
"""Readings of one clause that are listed."""

_MISSED: Final = frozenset(
    {
        "missing-span",
        "span-out-of-range",
        "span-splits-character",
        "span-disagreement",
        "quote-mismatch",
        "clause-truncated",
    }
)
"""The rules that say where a quote does not stand."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a clause states under one form.

    Args:
        subject: The id of the subject; for an ambiguous reading, the name in the text.
        predicate: The name of the predicate.
        object: Likewise the object.
        form: The clause form.
        ambiguous: Whether several entities bear one of the names.
    """

    subject: str
    predicate: str
    object: str
    form: str
    ambiguous: bool


@dataclass(frozen=True, slots=True)
class AnchorExplanation:
    """What can be said of one anchor besides its verdict.

    Args:
        no_body: Why the body cannot be shown; None when it can.
        passage: The body around the span; None when the span covers nothing.
        found: The text at the span; None likewise.
        clause: The quote as it is read; None without a quote.
        readings: What the clause states, at most `MAX_READINGS`, the clear readings first.
        near: Where the quote stands, or almost stands, when it does not stand at the span.
    """

    no_body: str | None
    passage: Passage | None
    found: str | None
    clause: str | None
    readings: tuple[Reading, ...]
    near: tuple[NearMiss, ...]


def explain_anchor(
    world: World, bodies: Bodies, reader: ClauseReader, anchor: str, failure: Failure | None
) -> AnchorExplanation:
    """Show an anchor: its passage, its clause and what that states, and near misses.

    Args:
        world: The columns.
        bodies: The bodies.
        reader: The reader of clauses of this world.
        anchor: An anchor that the caller may see.
        failure: Its failed check; None when it supports its record.

    Returns:
        The explanation. It judges nothing: the verdict is that of `verify`.
    """
    quote = next((value for value in world.exact.values(anchor) if value != NOT_TEXT), None)
    clause = None if quote is None else clause_of(quote)
    readings = () if clause is None else _readings(world, reader, clause)
    representation = world.source.one.get(anchor)
    body: Body | NoBody = NoBody("there is no representation")
    if representation is not None and representation in world.representations:
        body = bodies.body_of(representation)
    if isinstance(body, NoBody):
        return AnchorExplanation(body.message, None, None, clause, readings, ())
    spans = locate_spans(world, anchor, body)
    passage, found = None, None
    if not isinstance(spans, Failure):
        start, end = spans[0]
        passage, found = passage_of(body.text, start, end), body.text[start:end]
    near: tuple[NearMiss, ...] = ()
    if failure is not None and failure.rule in _MISSED and quote is not None:
        near = near_misses(body, quote, *_given(world, anchor))
    return AnchorExplanation(None, passage, found, clause, readings, near)


def _given(world: World, anchor: str) -> tuple[int | None, str]:
    """Return where the anchor says that its quote starts, and in which unit."""
    units = ("char", "byte") if anchor in world.char_unit else ("byte", "char")
    for unit in units:
        for start, _ in (world.char_span if unit == "char" else world.byte_span).values(anchor):
            return start, unit
    return None, units[0]


def _readings(world: World, reader: ClauseReader, clause: str) -> tuple[Reading, ...]:
    found: list[Reading] = []
    for predicate, (canonical, wordings) in reader.forms.items():
        name = world.name_of_predicate(predicate)
        for forms, names in ((canonical, reader.ids), (wordings, reader.labels)):
            for form in forms:
                for left, right in names.splits(clause, form):
                    subjects, objects = names.bearers[left], names.bearers[right]
                    is_clear = len(subjects) == len(objects) == 1
                    subject = world.id_of(subjects[0]) if is_clear else left
                    obj = world.id_of(objects[0]) if is_clear else right
                    found.append(Reading(subject, name, obj, form_text(form), not is_clear))
    found.sort(key=lambda reading: (reading.ambiguous, reading.subject, reading.predicate, reading.object))
    return tuple(found[:MAX_READINGS])


def form_text(form: Form) -> str:
    """Write a clause form with its slots.

    Args:
        form: The form, cut at its slots.

    Returns:
        What `parse_form` reads as this form.

    Example:
        >>> from graph_rdf.evidence.clauses import parse_form
        >>> form_text(parse_form("{object} runs {subject}"))
        '{object} runs {subject}'
    """
    first, second = ("{object}", "{subject}") if form.object_first else ("{subject}", "{object}")
    return f"{form.before}{first}{form.between}{second}{form.after}"


def stating_form(reader: ClauseReader, quote: str, subject: str, predicate: str, obj: str) -> str | None:
    """Find the clause form under which a quote states a triple.

    Args:
        reader: The reader of clauses of the world.
        quote: The quote.
        subject: The node of the subject.
        predicate: The IRI of a declared predicate.
        obj: The node of the object.

    Returns:
        The first such form, the canonical one before the wordings; None when the quote does not clearly
        state the triple.

    Source: evidence model, sections 5 and 6.
    """
    clause = clause_of(quote)
    canonical, wordings = reader.forms[predicate]
    for forms, names in ((canonical, reader.ids), (wordings, reader.labels)):
        for form in forms:
            for left, right in names.splits(clause, form):
                if names.bearers[left] == (subject,) and names.bearers[right] == (obj,):
                    return form_text(form)
    return None
