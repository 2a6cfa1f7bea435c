"""The layout of plain statements, one pattern match a triple; most of a large file is of these.

The result is that of `StatementReader` and `Printer`; what has comments or blocks in it is left to them.
"""

from __future__ import annotations

import re
from typing import Final

from graph_rdf.syntax.tokens import AT, BLANK_LABEL, IRI, LONG_STRING, NUMBER, SHORT_STRING, WORD

_SPACE: Final = rb"[ \t\n]*+"
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
    rb"(" + _SPACE + rb")(" + _NAME + rb")" + _SPACE + rb"(" + _OBJECT + rb")" + _SPACE + _MARK, re.DOTALL
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
    units: list[tuple[bytes, bool]] = []  # the text, and whether an empty line stands above
    leading = 0
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
        blank = space.count(b"\n") > 1
        if may_lead:
            units.insert(leading, (text, blank))
            leading += 1
        else:
            units.append((text, blank))
        if mark[-1:] == b".":
            break
    pieces = [subject, b" ", units[0][0]]
    for text, blank in units[1:]:
        pieces += (b" ;\n" if blank else b" ;", inner, text)
    pieces.append(b" .")
    return b"".join(pieces), end
