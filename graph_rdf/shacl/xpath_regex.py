r"""Regular expressions of XPath, rewritten for the engine of oxigraph (the regex crate of Rust).

Most is the same in both. What is not: the characters that ``.``, ``\s``, ``\w``, ``\i`` and ``\c`` stand for,
how one class is taken from another, Unicode blocks, and the flags ``q`` and ``x``. What the other engine
knows beyond XPath, such as ``\b`` or ``(?i)``, is let through. Back-references it does not know: they are
refused.

Source: XPath and XQuery Functions 3.1, 5.6.1 and 5.6.2; XML Schema 1.1 part 2, appendix G.
"""

from __future__ import annotations

import re
from typing import Final

from graph_rdf.errors import ShapesError

_NAME_START: Final = (
    r":A-Z_a-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}-\x{200D}"
    r"\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}"
)
_NAME: Final = rf"{_NAME_START}\-.0-9\x{{B7}}\x{{0300}}-\x{{036F}}\x{{203F}}-\x{{2040}}"
_CLASSES: Final = {
    "s": r"[ \t\n\r]",
    "S": r"[^ \t\n\r]",
    "w": r"[^\p{P}\p{Z}\p{C}]",
    "W": r"[\p{P}\p{Z}\p{C}]",
    "i": f"[{_NAME_START}]",
    "I": f"[^{_NAME_START}]",
    "c": f"[{_NAME}]",
    "C": f"[^{_NAME}]",
}
_BLOCKS: Final = {
    "BasicLatin": "0-7F",
    "Latin-1Supplement": "80-FF",
    "LatinExtended-A": "100-17F",
    "LatinExtended-B": "180-24F",
    "CombiningDiacriticalMarks": "300-36F",
    "Greek": "370-3FF",
    "GreekandCoptic": "370-3FF",
    "Cyrillic": "400-4FF",
    "Armenian": "530-58F",
    "Hebrew": "590-5FF",
    "Arabic": "600-6FF",
    "Devanagari": "900-97F",
    "Thai": "E00-E7F",
    "HangulJamo": "1100-11FF",
    "GeneralPunctuation": "2000-206F",
    "CurrencySymbols": "20A0-20CF",
    "Hiragana": "3040-309F",
    "Katakana": "30A0-30FF",
    "CJKUnifiedIdeographs": "4E00-9FFF",
    "HangulSyllables": "AC00-D7AF",
    "PrivateUse": "E000-F8FF",
}
"""The Unicode blocks that people name in patterns, with their code points."""

_PIECE: Final = re.compile(r"\\[pP]\{Is(?P<block>[^}]*)\}|\\(?P<escape>.)|(?P<plain>.)", re.DOTALL)


def translate(pattern: str, flags: str) -> tuple[str, str]:
    r"""Rewrite a regular expression.

    Args:
        pattern: In the syntax of XPath.
        flags: Any of the letters ``i m q s x``.

    Returns:
        The pattern and the flags for oxigraph.

    Raises:
        ShapesError: A flag, a block or a back-reference is not known here.

    Example:
        >>> print(*translate(r"[\w-[ab]]\.", "i"))
        [[^\p{P}\p{Z}\p{C}]--[ab]]\. i
    """
    unknown = sorted(set(flags) - set("imqsx"))
    if unknown:
        raise ShapesError(f"unknown flag {unknown[0]!r} of a regular expression")
    kept = "".join(flag for flag in "ims" if flag in flags)
    if "q" in flags:
        return re.sub(r"([\\.+*?()|\[\]{}^$&~#-])", r"\\\1", pattern), kept.replace("m", "").replace("s", "")
    parts: list[str] = []
    depth = start = 0
    for match in _PIECE.finditer(pattern):
        block, escape, plain = match["block"], match["escape"], match["plain"]
        if block is not None:
            parts.append(_block(block, negated=match[0][1] == "P"))
        elif escape is not None:
            if escape in "123456789" and not depth:
                raise ShapesError(f"the back-reference \\{escape} is not supported")
            parts.append(_CLASSES.get(escape, match[0]))
        elif depth:
            if plain == "[" and parts[-1] == "-":
                parts[-1] = "--"
                if parts[start + 1] == "^":  # there the complement would be taken last
                    parts[start], parts[-1] = "[[", "]--"
            if plain == "[":
                start = len(parts)
            depth += {"[": 1, "]": -1}.get(plain, 0)
            parts.append("\\" + plain if plain in "&~" else plain)
        elif plain == "[":
            depth, start = 1, len(parts)
            parts.append(plain)
        elif plain == "." and "s" not in flags:
            parts.append(r"[^\n\r]")
        elif not ("x" in flags and plain in " \t\n\r"):
            parts.append(plain)
    return "".join(parts), kept


def _block(name: str, *, negated: bool) -> str:
    points = _BLOCKS.get(name)
    if points is None:
        raise ShapesError(f"the Unicode block {name} is not known here")
    first, last = points.split("-")
    return f"[{'^' if negated else ''}\\x{{{first}}}-\\x{{{last}}}]"
