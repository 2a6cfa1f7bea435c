"""Re-anchoring: where the quote of an anchor stands in another version of its document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.evidence.boundaries import ends_clause, starts_clause
from graph_rdf.records.model import Span

if TYPE_CHECKING:
    from graph_rdf.evidence.text import Body

SAME: Final = "same"
MOVED: Final = "moved"
GONE: Final = "gone"
SEVERAL: Final = "several"
NO_BODY: Final = "no-body"
NO_QUOTE: Final = "no-quote"

FOUND: Final = frozenset({SAME, MOVED})
"""The outcomes with a new span; every other leaves the anchor as it was."""

MAX_PLACES: Final = 1000
"""Places of one quote that are counted."""


@dataclass(frozen=True, slots=True)
class Place:
    """What became of a quote.

    Args:
        outcome: ``same``, ``moved``, ``gone`` or ``several``.
        span: Where it stands now, in the unit that was asked for; None unless it stands there once.
        count: How many times it stands there as a whole clause, at most `MAX_PLACES`.
    """

    outcome: str
    span: Span | None
    count: int


def find_place(body: Body, quote: str, old: Span | None) -> Place:
    """Find where a quote stands in a body, as a whole clause.

    Args:
        body: The body of the new version.
        quote: The quote; not empty. It is compared code point for code point.
        old: The span in the old version; None when the anchor has none. The new one has its unit, else bytes.

    Returns:
        The place. A quote that stands inside a longer word there does not stand there.

    Example:
        >>> from graph_rdf.evidence.text import Body
        >>> find_place(Body(b"So: a contact b."), "a contact b", Span("byte", 0, 11))
        Place(outcome='moved', span=Span(unit='byte', start=4, end=15), count=1)
    """
    text = body.text
    places: list[int] = []
    at = text.find(quote) if quote else -1
    while at != -1 and len(places) < MAX_PLACES:
        if starts_clause(text, at) and ends_clause(text, at + len(quote)):
            places.append(at)
        at = text.find(quote, at + 1)
    if len(places) != 1:
        return Place(SEVERAL if places else GONE, None, len(places))
    (start,) = places
    if old is not None and old.unit == "char":
        span = Span("char", start, start + len(quote))
    else:
        first = len(text[:start].encode("utf-8"))
        span = Span("byte", first, first + len(quote.encode("utf-8")))
    return Place(SAME if span == old else MOVED, span, 1)
