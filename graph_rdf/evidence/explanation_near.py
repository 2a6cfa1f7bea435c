"""Near misses: where a quote really stands in a body, or what stands there that is almost the quote."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from graph_rdf.evidence.column import NOT_TEXT
from graph_rdf.evidence.quotes import COMPARED, MARKS, ODD_SPACE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.evidence.text import Body

WHITE_SPACE: Final = "white space"
MARKS_DIFFER: Final = "quotation marks"
FORM: Final = "Unicode form"
CASE: Final = "case"
KINDS: Final = (WHITE_SPACE, MARKS_DIFFER, FORM, CASE)
"""The ways in which a text can be almost a quote; each still refuses."""

MAX_NEAR: Final = 3
MAX_FOUND: Final = 1000
"""Places looked at in one body; the nearest ones are shown."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A place in the body at which the quote stands, or almost stands.

    Args:
        kinds: How the text differs from the quote, of `KINDS`; empty when it is the quote.
        start: Where it starts. Units: code points.
        end: Where it ends. Units: code points.
        byte_start: Where it starts. Units: bytes.
        byte_end: Where it ends. Units: bytes.
        shift: How much later than the given span it starts; None without a span. Units: that of the span.
        unit: The unit of the shift: ``byte`` or ``char``.
        note: What more can be said, such as which side is in which Unicode form; may be empty.
    """

    kinds: tuple[str, ...]
    start: int
    end: int
    byte_start: int
    byte_end: int
    shift: int | None
    unit: str
    note: str = ""


def near_misses(body: Body, quote: str, given: int | None, unit: str) -> tuple[NearMiss, ...]:
    """Look for a quote in a body.

    Args:
        body: The body.
        quote: The quote.
        given: Where the anchor says that it starts; None when it does not.
        unit: The unit of that offset: ``byte`` or ``char``.

    Returns:
        The places at which the quote stands, other than the given one, the nearest first, at most
        `MAX_NEAR`; when it stands nowhere, those at which a text stands that differs in the fewest of
        `KINDS`. Empty when there is none, or body or quote are too long to be looked through.

    Example:
        >>> from graph_rdf.evidence.text import Body
        >>> [near] = near_misses(Body(b"so A  b."), "a b", 0, "byte")
        >>> near.kinds, near.start, near.shift
        (('white space', 'case'), 3, 3)
    """
    if not quote or quote == NOT_TEXT or max(len(body.text), len(quote)) > COMPARED:
        return ()
    exact = list(_places(body.text, quote))
    if exact:
        spans = [(start, start + len(quote)) for start in exact]
        return _nearest(body, quote, spans, (), given, unit)
    for number in range(1, len(KINDS) + 1):
        for kinds in combinations(KINDS, number):
            spans = list(_folded_places(body.text, quote, frozenset(kinds)))
            if spans:
                return _nearest(body, quote, spans, kinds, given, unit)
    return ()


def _nearest(
    body: Body,
    quote: str,
    spans: list[tuple[int, int]],
    kinds: tuple[str, ...],
    given: int | None,
    unit: str,
) -> tuple[NearMiss, ...]:
    found: list[NearMiss] = []
    for start, end in spans:
        first = len(body.text[:start].encode("utf-8"))
        text = body.text[start:end]
        at = first if unit == "byte" else start
        shift = None if given is None else at - given
        if shift != 0 or kinds:
            note = _note(quote, text) if FORM in kinds else ""
            last = first + len(text.encode("utf-8"))
            found.append(NearMiss(kinds, start, end, first, last, shift, unit, note))
    found.sort(key=lambda near: (abs(near.shift or 0), near.start))
    return tuple(found[:MAX_NEAR])


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    for _ in range(MAX_FOUND):
        if at == -1:
            return
        yield at
        at = text.find(part, at + 1)


def _folded_places(text: str, quote: str, kinds: frozenset[str]) -> Iterator[tuple[int, int]]:
    folded, starts = _fold(text, kinds)
    wanted, _ = _fold(quote.strip() if WHITE_SPACE in kinds else quote, kinds)
    if not wanted:
        return
    for at in _places(folded, wanted):
        end = at + len(wanted)
        # A place inside of what one character was folded to is no place in the text.
        if (at == 0 or starts[at] != starts[at - 1]) and starts[end] != starts[end - 1]:
            yield starts[at], starts[end]


def _fold(text: str, kinds: frozenset[str]) -> tuple[str, list[int]]:
    """Fold a text, and tell of each folded code point where it came from; one more for the end."""
    pieces: list[str] = []
    starts: list[int] = []
    for start, cluster in _clusters(text, whole_space=WHITE_SPACE in kinds):
        piece = cluster
        if WHITE_SPACE in kinds and _is_space(cluster[0]):
            piece = " "
        if MARKS_DIFFER in kinds:
            piece = piece.translate(MARKS)
        if FORM in kinds:
            piece = unicodedata.normalize("NFD", piece)
        if CASE in kinds:
            piece = piece.casefold()
        pieces.append(piece)
        starts.extend([start] * len(piece))
    starts.append(len(text))
    return "".join(pieces), starts


def _clusters(text: str, *, whole_space: bool) -> Iterator[tuple[int, str]]:
    """Cut a text into characters with their marks, and runs of white space when they count as one."""
    start = 0
    while start < len(text):
        end = start + 1
        if whole_space and _is_space(text[start]):
            while end < len(text) and _is_space(text[end]):
                end += 1
        else:
            while end < len(text) and unicodedata.combining(text[end]):
                end += 1
        yield start, text[start:end]
        start = end


def _is_space(character: str) -> bool:
    return character.isspace() or ord(character) in ODD_SPACE


def _note(quote: str, text: str) -> str:
    def form(value: str) -> str:
        return next((name for name in ("NFC", "NFD") if unicodedata.is_normalized(name, value)), "mixed")

    return f"the quote is {form(quote)}, the text {form(text)}"
