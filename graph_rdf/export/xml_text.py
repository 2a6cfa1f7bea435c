"""Text in XML 1.0: what it can hold, and how."""

from __future__ import annotations

import re
from typing import Final

_NO_CHARACTER: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPES: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#xD;"}
_IN_ATTRIBUTES: Final = {**_ESCAPES, ord('"'): "&quot;", ord("\n"): "&#xA;", ord("\t"): "&#x9;"}


def xml_problem(text: str) -> str | None:
    r"""Name the first character that XML cannot hold, not even as a reference; None when there is none.

    Source: XML 1.0, 2.2 "Characters".

    Example:
        >>> xml_problem("a\0"), xml_problem("a\r\n")
        ('U+0000', None)
    """
    found = _NO_CHARACTER.search(text)
    return None if found is None else f"U+{ord(found[0]):04X}"


def xml_replaced(text: str) -> str:
    """Put U+FFFD in place of what XML cannot hold."""
    return _NO_CHARACTER.sub("\ufffd", text)


def xml_text(text: str) -> str:
    r"""Write the text of an element, so that a parser gives it back as it was.

    Example:
        >>> xml_text("a<b\r\n")
        'a&lt;b&#xD;\n'
    """
    return text.translate(_ESCAPES)


def xml_attribute(text: str) -> str:
    """Write the value of an attribute, for double quotes."""
    return text.translate(_IN_ATTRIBUTES)
