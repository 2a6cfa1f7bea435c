"""The layout of plain statements, one pattern match a triple; most of a large file is of these.

The result is that of `StatementReader` and `Printer`; what has blocks in it, or comments elsewhere
than before a predicate, is left to them.
"""

from __future__ import annotations

import re
from typing import Final

from graph_rdf.formatting.gaps import read_gap
from graph_rdf.syntax.tokens import AT, BLANK_LABEL, IRI, LONG_STRING, NUMBER, SHORT_STRING, WORD

_SPACE: Final = rb"[ \t\n]*+"
_GAP: Final = rb"(?:[ \t\n]++|#[^\r\n]*+(?=\n))*+"
_NAME: Final = rb"(?:" + IRI + rb"|" + WORD + rb")"
_STRING: Final = rb"(?:" + LONG_STRING + rb"|" + SHORT_STRING + rb")(?:" + AT + rb"|\^\^" + _NAME + rb")?+"
_OBJECT: Final = (
    rb"(?:"
    + IRI
    + rb"|"
    + _STRING
    + rb"|"
    + BLANK_LABEL
    + rb"|"
    + NUMBER
    + rb"(?![A-Za-z_:])|"
    + WORD
    + rb")"
)
_MARK: Final = rb"(;(?:" + _SPACE + rb";)*+(?:" + _SPACE + rb"\.)?+|[,.])"

_SUBJECT: Final = re.compile(rb"(" + IRI + rb"|" + BLANK_LABEL + rb"|" + WORD + rb")", re.DOTALL)
_PREDICATE: Final = re.compile(
    rb"(" + _GAP + rb")(" + _NAME + rb")" + _SPACE + rb"(" + _OBJECT + rb")" + _SPACE + _MARK, re.DOTALL
)
_NEXT_OBJECT: Final = re.compile(rb"(" + _SPACE + rb")(" + _OBJECT + rb")" + _SPACE + _MARK, re.DOTALL)
PLAIN_UNIT: Final = re.compile(
    rb"(" + _NAME + rb")" + _SPACE + rb"(" + _OBJECT + rb")" + _SPACE + rb";", re.DOTALL
)
"""A predicate with one plain object and its semicolon."""
_LINE: Final = re.compile(
    rb"("
    + _OBJECT
    + rb")[ \t]*+("
    + IRI
    + rb")[ \t]*+("
    + _OBJECT
    + rb")[ \t]*+(?:("
    + IRI
    + rb"|"
    + BLANK_LABEL
    + rb")[ \t]*+)?\.",
    re.DOTALL,
)


def quick_line(data: bytes, start: int) -> tuple[bytes, int] | None:
    """Lay out a plain statement of N-Triples or N-Quads.

    Args:
        data: The text.
        start: The offset of the statement.

    Returns:
        The text and the offset behind the statement; None when it is not plain.
    """
    match = _LINE.match(data, start)
    if match is None:
        return None
    return b" ".join([*filter(None, match.groups()), b"."]), match.end()


def quick_statement(data: bytes, start: int, margin: bytes, types: set[bytes]) -> tuple[bytes, int] | None:
    """Lay out a plain statement of Turtle or TriG.

    Args:
        data: The text.
        start: The offset of the statement.
        margin: The indentation of the statement.
        types: The tokens that mean rdf:type.

    Returns:
        The text and the offset behind the statement; None when it is not plain.
    """
    match = _SUBJECT.match(data, start)
    if match is None:
        return None
    subject = match.group(1)
    end = match.end()
    inner = b"\n" + margin + b"    "
    units: list[tuple[bytes, bytes]] = []  # the text, and what stands between it and the one above
    leading = 0
    has_comments = moved = False
    predicate, next_object = _PREDICATE.match, _NEXT_OBJECT.match
    while True:
        match = predicate(data, end)
        if match is None:
            return None
        space, verb, value, mark = match.groups()
        end = match.end()
        may_lead = verb in types
        if may_lead:
            verb = b"a"
            may_lead = value[:1] != b"_"
        if value[:1] == b"'":
            return None
        if mark == b",":
            values, apart = [value], False
            while mark == b",":
                match = next_object(data, end)
                if match is None:
                    return None
                gap, value, mark = match.groups()
                end = match.end()
                apart = apart or b"\n" in gap
                may_lead = may_lead and value[:1] != b"_"
                if value[:1] == b"'":
                    return None
                values.append(value)
            joint = inner + b"    " if apart else b" "
            text = verb + joint + (b"," + joint).join(values)
        else:
            text = verb + b" " + value
        if b"#" in space:
            if not units:
                return None
            has_comments = True
            above = _commented(space, inner)
        else:
            above = b"\n" + inner if space.count(b"\n") > 1 else inner
        if may_lead:
            moved = moved or leading < len(units)
            units.insert(leading, (text, above))
            leading += 1
        else:
            units.append((text, above))
        if has_comments and moved:  # a comment goes with its predicate
            return None
        if mark[-1:] == b".":
            break
    pieces = [subject, b" ", units[0][0]]
    for text, above in units[1:]:
        pieces += (b" ;", above, text)
    pieces.append(b" .")
    return b"".join(pieces), end


def _commented(space: bytes, inner: bytes) -> bytes:
    """Lay out the comments between two predicates, with the line end and indentation behind them."""
    gap = read_gap(space)
    pieces = [b" " + gap.trail] if gap.trail is not None else []
    for comment in gap.lead:
        pieces += (b"\n" if comment.blank else b"", inner, comment.text)
    pieces += (b"\n" if gap.blank else b"", inner)
    return b"".join(pieces)
