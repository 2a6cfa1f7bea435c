"""The span of an anchor: its position selectors, as one place or places in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graph_rdf.evidence.column import HUGE
from graph_rdf.evidence.rules import Failure

if TYPE_CHECKING:
    from graph_rdf.evidence.columns import World
    from graph_rdf.evidence.text import Body


class Span(NamedTuple):
    """A half-open range of a text. Units: code points."""

    start: int
    end: int


def locate_spans(world: World, anchor: str, body: Body) -> tuple[Span, ...] | Failure:
    """Find the text that an anchor covers.

    Args:
        world: The columns.
        anchor: The anchor.
        body: The body of its representation.

    Returns:
        The distinct places that its position selectors give, sorted, at least one, all covering equal text;
        or the first failed check.

    Units: code points.

    Source: evidence model, section 6; Web Annotation Data Model 4.2.4 and 4.2.6 to 4.2.7.
    """
    given: list[tuple[str, int, int]] = []
    byte, char = world.byte_span.one.get(anchor), world.char_span.one.get(anchor)
    if byte is not None:
        given.append(("byte", *byte))
    elif anchor in world.byte_span.many:
        given.extend(("byte", *span) for span in world.byte_span.many[anchor])
    if char is not None:
        given.append(("char", *char))
    elif anchor in world.char_span.many:
        given.extend(("char", *span) for span in world.char_span.many[anchor])
    if not given:
        message = "the anchor has no position selector with a start and an end"
        return Failure("missing-span", message + _place_of_quote(world, anchor, body))
    for unit, start, end in given:
        length = body.length if unit == "byte" else len(body.text)
        if not 0 <= start <= end <= length:
            return _out_of_range(unit, start, end, length)
    if body.ascii:
        places = {Span(start, end) for _, start, end in given}
        return (places.pop(),) if len(places) == 1 else _one_text(body, sorted(places))
    for unit, *offsets in given:
        for offset in offsets:
            if unit == "byte" and body.splits_character(offset):
                return Failure(
                    "span-splits-character",
                    f"byte {offset} lies inside a UTF-8 sequence; give offsets between characters",
                )
    places = {
        Span(start, end) if unit == "char" else Span(body.char_offset(start), body.char_offset(end))
        for unit, start, end in given
    }
    return _one_text(body, sorted(places))


def _one_text(body: Body, places: list[Span]) -> tuple[Span, ...] | Failure:
    first = places[0]
    text = body.text[first.start : first.end]
    for start, end in places[1:]:
        if end - start != len(text) or not body.text.startswith(text, start):
            return Failure(
                "span-disagreement",
                f"the selectors cover different text: code points {first.start} to {first.end} "
                f"and {start} to {end}; was a byte offset written where a character offset is due?",
            )
    return tuple(places)


def _out_of_range(unit: str, start: int, end: int, length: int) -> Failure:
    name = "bytes" if unit == "byte" else "code points"
    if start < 0 or end < 0:
        message = "a start or an end of the span is negative or no integer"
    elif start > end:
        message = f"the span starts at {_number(start)} and ends before that, at {_number(end)}"
    else:
        message = f"the span ends at {_number(end)}, past the body's {length} {name}"
    return Failure("span-out-of-range", message)


def _number(offset: int) -> str:
    return str(offset) if offset < HUGE else "more than any body is long"


def _place_of_quote(world: World, anchor: str, body: Body) -> str:
    """Say where the quote of an anchor stands, for the message about a span that is missing."""
    quote = world.exact.one.get(anchor)
    if not quote:
        return ""
    number = body.text.count(quote)
    if number == 1:
        start = body.text.index(quote)
        return f"; the quote stands at code points {start} to {start + len(quote)} of the body"
    return f"; the quote stands {'several times' if number else 'nowhere'} in the body"
