"""The span of an anchor: its position selectors, as one place or places in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graph_rdf.evidence.columns import HUGE
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
    selectors = world.selector.one.get(anchor)
    given = [
        (unit, starts, ends)
        for selector in ((selectors,) if selectors is not None else world.selector.many.get(anchor, ()))
        for unit, kind in (("byte", world.byte_selectors), ("char", world.char_selectors))
        if selector in kind
        and (starts := world.start.values(selector))
        and (ends := world.end.values(selector))
    ]
    if not given:
        return Failure("missing-span", "the anchor has no position selector with a start and an end")
    for unit, starts, ends in given:
        length = body.length if unit == "byte" else len(body.text)
        if starts[0] < 0 or starts[-1] > ends[0] or ends[-1] > length:
            return _out_of_range(unit, starts, ends, length)
    for unit, starts, ends in given:
        if unit == "byte" and not body.ascii:
            for offset in (*starts, *ends):
                if body.splits_character(offset):
                    return Failure(
                        "span-splits-character",
                        f"byte {offset} lies inside a UTF-8 sequence; give offsets between characters",
                    )
    return _one_text(body, given)


def _one_text(
    body: Body, given: list[tuple[str, tuple[int, ...], tuple[int, ...]]]
) -> tuple[Span, ...] | Failure:
    spans: set[Span] = set()
    for unit, starts, ends in given:
        # Two starts, or two ends, of one selector give texts of different length.
        if len(starts) > 1 or len(ends) > 1:
            return Failure(
                "span-disagreement",
                f"one {unit} selector has {len(starts)} starts and {len(ends)} ends; give one of each",
            )
        start, end = starts[0], ends[0]
        spans.add(
            Span(start, end) if unit == "char" else Span(body.char_offset(start), body.char_offset(end))
        )
    places = tuple(sorted(spans))
    if len(places) > 1:
        text = body.text[places[0].start : places[0].end]
        for start, end in places[1:]:
            if end - start != len(text) or not body.text.startswith(text, start):
                return Failure(
                    "span-disagreement",
                    f"the selectors cover different text: code points {places[0].start} to {places[0].end} "
                    f"and {start} to {end}; was a byte offset written where a character offset is due?",
                )
    return places


def _out_of_range(unit: str, starts: tuple[int, ...], ends: tuple[int, ...], length: int) -> Failure:
    name = "bytes" if unit == "byte" else "code points"
    if starts[0] < 0 or ends[0] < 0:
        message = "a start or an end of the span is negative or no integer"
    elif starts[-1] > ends[0]:
        message = f"the span starts at {_number(starts[-1])} and ends before that, at {_number(ends[0])}"
    else:
        message = f"the span ends at {_number(ends[-1])}, past the body's {length} {name}"
    return Failure("span-out-of-range", message)


def _number(offset: int) -> str:
    return str(offset) if offset < HUGE else "more than any body is long"
