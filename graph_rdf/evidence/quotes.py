"""How a quote differs from the text at its span, in words; any difference refuses."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from graph_rdf.evidence.column import NOT_TEXT

_SHOWN: Final = 80
COMPARED: Final = 1 << 20
"""Code points up to which the kind of a difference is looked for."""

MARKS: Final = str.maketrans(dict.fromkeys("‘’‚‛‹›′`´", "'") | dict.fromkeys("“”„‟«»″", '"'))
_SPACE: Final = re.compile(r"\s+")
ODD_SPACE: Final = str.maketrans({0x200B: " ", 0xFEFF: " ", 0x2060: " "})


def shown(text: str, limit: int = _SHOWN) -> str:
    r"""Quote a text for a message: one line, no control characters, cut to a length.

    Args:
        text: Any text; data.
        limit: Code points of the text that are shown.

    Returns:
        The text in Python's quotation form, with an ellipsis where it was cut.

    Example:
        >>> shown("a\nb", 80)
        "'a\\nb'"
    """
    if text == NOT_TEXT:
        return "a value that is no literal"
    return repr(text) if len(text) <= limit else repr(text[:limit]) + "…"


def quote_difference(quote: str, found: str) -> str:
    r"""Say how a quote differs from the text at the span.

    Args:
        quote: What the anchor expects.
        found: What stands there.

    Returns:
        One sentence; it says so when only white space, quotation marks or the Unicode form differ.

    Example:
        >>> quote_difference("a  b", "a b")
        "the quote is 'a  b', the text there is 'a b'; only white space differs"
    """
    if quote == NOT_TEXT:
        return f"the quote is no literal, the text there is {shown(found)}"
    said = f"the quote is {_both(quote, found)}, the text there is {_both(found, quote)}"
    kinds = _formal_difference(quote, found)
    return f"{said}; only {kinds}" if kinds else said


def _both(text: str, other: str) -> str:
    """Show a text where it starts to differ from another; in ASCII when both would look the same."""
    same = 0
    if len(text) > _SHOWN:
        limit = min(len(text), len(other))
        while same < limit and text[same] == other[same]:
            same += 1
        same = max(0, same - 16)
    part = text[same : same + _SHOWN]
    alike = unicodedata.normalize("NFC", text[same:]) == unicodedata.normalize("NFC", other[same:])
    image = ascii(part) if alike else repr(part)
    return f"{'…' if same else ''}{image}{'…' if same + _SHOWN < len(text) else ''}"


def _formal_difference(quote: str, found: str) -> str:
    if max(len(quote), len(found)) > COMPARED:
        return ""
    names = {"Unicode form": _form, "white space": _space, "quotation marks": _mark}
    for name, fold in names.items():
        if fold(quote) == fold(found):
            return f"{name} {'differ' if name.endswith('s') else 'differs'}"
    if _form(_mark(_space(quote))) == _form(_mark(_space(found))):
        return "white space, quotation marks and Unicode form differ"
    return ""


def _form(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _space(text: str) -> str:
    return _SPACE.sub(" ", text.translate(ODD_SPACE)).strip()


def _mark(text: str) -> str:
    return text.translate(MARKS)
