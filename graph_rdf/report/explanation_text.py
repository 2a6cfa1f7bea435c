"""The explanation of an anchor for people: marked passage, clause, and where the quote really stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.report.printable import display_width, printable
from graph_rdf.report.style import PLAIN, Style
from graph_rdf.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.evidence.explanation import AnchorExplanation, Reading
    from graph_rdf.evidence.explanation_near import NearMiss
    from graph_rdf.evidence.explanation_passage import Passage

_UNITS = {"byte": "byte", "char": "code point"}


def explanation_lines(explanation: AnchorExplanation, claim: str, style: Style = PLAIN) -> Iterator[str]:
    """Render the explanation of an anchor.

    Args:
        explanation: The explanation.
        claim: What the record claims, printable.
        style: The colours.

    Returns:
        Lines, indented below the anchor.
    """
    if explanation.no_body is not None:
        yield f"    no text to show: {printable(explanation.no_body)}"
    if explanation.passage is not None:
        yield ""
        yield from passage_lines(explanation.passage, style)
        yield ""
    if explanation.clause is not None:
        yield f"    read as  {printable(explanation.clause)}"
        yield from _reading_lines(explanation.readings)
        yield f"    claimed  {claim}"
    for near in explanation.near:
        yield f"    nearest  {_near(near)}"


def passage_lines(passage: Passage, style: Style = PLAIN) -> Iterator[str]:
    """Render a passage with line numbers, and a mark below each marked part."""
    width = len(str(passage.lines[-1].number))
    for line in passage.lines:
        start, end = line.mark or (0, 0)
        before = ("…" if line.cut_before else "") + printable(line.text[:start])
        marked, after = printable(line.text[start:end]), printable(line.text[end:])
        text = f"{before}{marked}{after}" + ("…" if line.cut_after else "")
        yield f"    {line.number:>{width}} | {text}".rstrip()
        if line.mark is not None:
            under = " " * display_width(before) + "^" * max(1, display_width(marked))
            yield f"    {'':>{width}} | {style.paint('error', under)}"


def _reading_lines(readings: tuple[Reading, ...]) -> Iterator[str]:
    if not readings:
        yield "    states   nothing that a declared clause form licenses"
    for reading in readings:
        triple = " ".join(printable(part) for part in (reading.subject, reading.predicate, reading.object))
        how = "; a name in it is borne by several entities" if reading.ambiguous else ""
        yield f"    states   {triple}  ({printable(reading.form)}{how})"


def _near(near: NearMiss) -> str:
    what = f"the quote, but for {_listed(near.kinds)}," if near.kinds else "the quote"
    place = f"{what} stands at bytes {near.byte_start}-{near.byte_end}, code points {near.start}-{near.end}"
    if near.shift:
        distance = counted(abs(near.shift), _UNITS[near.unit])
        place += f": {distance} {'later' if near.shift > 0 else 'earlier'} than the span says"
    return f"{place}; {near.note}" if near.note else place


def _listed(kinds: tuple[str, ...]) -> str:
    return kinds[0] if len(kinds) == 1 else f"{', '.join(kinds[:-1])} and {kinds[-1]}"
